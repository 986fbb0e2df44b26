"""The store to migrate: a thousand accounts, a million entries, and user-defined objects."""

import sqlite3

BODY = "x" * 40

# What a person adds to a file by hand, and expects to find again.
OWN = """
CREATE TABLE own_audit (entry_id INTEGER, amount INTEGER);
CREATE TRIGGER own_trigger AFTER UPDATE OF amount ON entry
BEGIN INSERT INTO own_audit VALUES (NEW._id, NEW.amount); END;
CREATE INDEX own_partial_index ON entry (rank) WHERE state = 'open';
CREATE INDEX own_expression_index ON entry (lower(code));
"""
VIEW = "CREATE VIEW own_view AS SELECT e._id, e.code, a.title FROM entry AS e JOIN account AS a ON a._id = e.account_id"


def make(path, schema, rows):
    """Makes a store of the old version, whose highest keys were given to rows that are gone."""
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = OFF")
    database.executescript(schema)
    database.execute("BEGIN")
    database.executemany("INSERT INTO account (title) VALUES (?)", ((f"account {n}",) for n in range(1000)))
    entry = "INSERT INTO entry (code, memo, note, amount, rate, state, made, done, rank, account_id) VALUES (?,?,?,?,?,?,?,?,?,?)"
    database.executemany(entry, (
        (f"code {n}", BODY, None if n % 3 else f"note {n}", n % 5000, n / 7, ("open", "paid", "lost")[n % 3], n * 60.0, n % 2,
         n % 100, n % 1000 + 1)
        for n in range(rows + 10)))
    database.execute("DELETE FROM entry WHERE _id > ?", (rows,))
    database.execute("COMMIT")
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()


def add_own(path, with_view):
    database = sqlite3.connect(path)
    database.executescript(OWN + (VIEW if with_view else ""))
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()


def losses(path, source, rows):
    """What the rebuilt table and what hangs on it no longer have, by asking the file."""
    original = sqlite3.connect(source)
    before = totals(original)
    original.close()
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA foreign_keys = ON")
    one = lambda sql: (database.execute(sql).fetchone() or [None])[0]
    named = lambda kind, name: one(f"SELECT sql FROM sqlite_schema WHERE type = '{kind}' AND name = '{name}'") or ""
    sql = one("SELECT sql FROM sqlite_schema WHERE name = 'entry'")

    def within(body):
        """What `body` gives in a transaction that is undone; nothing where SQLite refuses."""
        database.execute("BEGIN")
        try:
            return body()
        except sqlite3.Error:
            return None
        finally:
            if database.in_transaction: database.execute("ROLLBACK")

    def refuses(statement):
        try:
            database.execute(statement)
            return False
        except sqlite3.IntegrityError:
            return True

    def fires():
        database.execute("UPDATE entry SET amount = 4999 WHERE _id = 1")
        return one("SELECT count(*) FROM own_audit") == 1

    def insert(columns, values):
        return database.execute(
            f"INSERT INTO entry ({columns}code, memo, note, amount, rate, state, made, done, rank, account_id)"
            f" VALUES ({values}'new', '', '', 1, 1.0, '', 1.0, 0, 1, 1)").lastrowid

    def has_default():
        insert("", "")
        return one("SELECT _version FROM entry WHERE code = 'new'") == 1

    checks = {
        "rows": lambda: one("SELECT count(*) FROM entry") == rows,
        "values": lambda: totals(database) == before,
        "keys of deleted rows (sqlite_sequence)": lambda: insert("_version, ", "1, ") == rows + 11,
        "AUTOINCREMENT": lambda: "AUTOINCREMENT" in sql.upper(),
        "STRICT": lambda: one("SELECT strict FROM pragma_table_list WHERE name = 'entry'") == 1,
        "CHECK": lambda: refuses("UPDATE entry SET amount = -1 WHERE _id = 1"),
        "NOT NULL of others": lambda: refuses("UPDATE entry SET memo = NULL WHERE _id = 1"),
        "DEFAULT of _version": has_default,
        "ON DELETE CASCADE": lambda: one("SELECT on_delete FROM pragma_foreign_key_list('entry')") == "CASCADE",
        "DEFERRABLE": lambda: "DEFERRABLE INITIALLY DEFERRED" in sql.upper(),
        "unique index": lambda: refuses("UPDATE entry SET code = 'code 1' WHERE _id = 1"),
        "index with DESC": lambda: one("SELECT desc FROM pragma_index_xinfo('entry__state__made') WHERE name = 'made'") == 1,
        "partial index": lambda: "WHERE" in named("index", "entry__amount").upper(),
        "own partial index": lambda: "WHERE" in named("index", "own_partial_index").upper(),
        "own index over an expression": lambda: "lower" in named("index", "own_expression_index"),
        "own trigger": fires,
        "own view": lambda: one("SELECT count(*) FROM (SELECT * FROM own_view LIMIT 5)") == 5,
        "foreign keys": lambda: one("SELECT count(*) FROM pragma_foreign_key_check") == 0,
        "the change itself": lambda: refuses("UPDATE entry SET note = NULL WHERE _id = 1"),
    }
    lost = [name for name, check in checks.items() if not within(check)]
    database.close()
    return lost


def totals(database):
    """Sums over all rows, the same before and after the change."""
    return database.execute(
        "SELECT sum(amount), sum(rank), sum(length(memo)), total(rate), total(made), sum(_version), sum(coalesce(note, '') = '')"
        " FROM entry NOT INDEXED").fetchone()
