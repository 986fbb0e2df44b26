"""Runs the SQL of plans on a SQLite that is newer than the system's, and prints the results.

run-migration.py FOLDER < steps.json      FOLDER has apsw: see Scripts/test-tools.sh

Two databases are made alike from `old`, `rows` and `own`, user-defined SQL. One is migrated by `scripts`, the other by
`rebuilds`, and a third one is created from `new`. Each difference is printed as a line, and then the rows of `queries` on the first.
"""

import json
import re
import sys

folder = sys.argv[1]
sys.path.insert(0, folder)
import apsw

task = json.load(sys.stdin)


def rows(connection, sql):
    return [list(row) for row in connection.execute(sql)]


def migrated(scripts):
    connection = apsw.Connection(":memory:")
    rows(connection, task["old"] + "PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = ON;" + task["rows"] + ";" + task["own"])
    for script in scripts:
        before = schema(connection)
        own = [(kind, name, sql) for kind, name, sql in before if name.startswith("own_") and kind in ("trigger", "view")]
        # Lines with a dot are for the program sqlite3.
        script = "\n".join(line for line in script.split("\n") if not line.startswith("."))
        # A rebuild takes them away for the time, as applying does it; what alters tables has to get on with them.
        taken = own if ": rebuilt, because" in script else []
        try:
            for kind, name, _ in taken:
                rows(connection, f"DROP {kind} {name}")
            rows(connection, script)
            for _, _, sql in taken:
                rows(connection, sql)
        except apsw.Error as error:
            print("refused:", error)
            connection.execute("ROLLBACK")
            print("undone" if schema(connection) == before else "left in between")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def schema(connection):
    return rows(connection, "SELECT type, name, sql FROM sqlite_schema ORDER BY 1, 2")


def checks(sql):
    """The conditions of CHECK constraints, wherever they stand, without what white space there is."""
    found, start = [], sql.find("CHECK (")
    while start >= 0:
        end, depth = start + len("CHECK ("), 1
        while depth:
            depth += {"(": 1, ")": -1}.get(sql[end], 0)
            end += 1
        found.append(" ".join(sql[start + len("CHECK (") : end - 1].split()))
        start = sql.find("CHECK (", end)
    return sorted(found)


def facts(connection):
    """What the schema means: the order of columns and the form of the SQL aside."""
    facts = {}
    for kind, name, sql in schema(connection):
        if name.startswith("sqlite_") or sql is None:
            continue
        if kind != "table" or sql.startswith("CREATE VIRTUAL"):
            facts[f"{kind} {name}"] = re.sub(r"\s+|\"", " ", sql)
            continue
        columns = rows(connection, f"SELECT name, type, \"notnull\", pk FROM pragma_table_xinfo('{name}') ORDER BY name")
        keys = rows(connection, f"SELECT \"from\", \"table\", \"to\", on_delete FROM pragma_foreign_key_list('{name}') ORDER BY 1")
        strict = rows(connection, f"SELECT strict FROM pragma_table_list WHERE name = '{name}'")
        facts[f"table {name}"] = [columns, keys, strict, checks(sql), "AUTOINCREMENT" in sql.upper()]
    return facts


def contents(connection):
    """All rows of all tables, the columns in the order of their names; the store's own number aside."""
    contents = {}
    for (table,) in rows(connection, "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"):
        names = [name for (name,) in rows(connection, f"SELECT name FROM pragma_table_xinfo('{table}') ORDER BY name")]
        columns = ", ".join(f'"{name}"' for name in names)
        found = rows(connection, f'SELECT {columns} FROM "{table}"')
        contents[table] = sorted((row for row in found if "uuid" not in row), key=repr)
    return contents


def compare(what, left, right):
    for name in sorted(left.keys() | right.keys()):
        if left.get(name) != right.get(name):
            print(f"{what} {name}: {left.get(name)} and {right.get(name)}")


native, rebuilt = migrated(task["scripts"]), migrated(task["rebuilds"])
fresh = apsw.Connection(":memory:")
rows(fresh, task["new"] + task["own"])
print("SQLite", "is new enough" if apsw.sqlitelibversion() >= "3.53" else apsw.sqlitelibversion())
compare("schema", facts(native), facts(fresh))
compare("schema", facts(rebuilt), facts(fresh))
# What a search keeps inside is as its segments were written.
shadows = ("_data", "_idx", "_content", "_docsize", "_config")
compare(
    "rows",
    *({name: rows for name, rows in contents(database).items() if not name.endswith(shadows)} for database in (native, rebuilt)),
)
for check in ("integrity_check", "foreign_key_check"):
    print(check, rows(native, f"PRAGMA {check}"))
for query in task["queries"]:
    try:
        print(json.dumps(rows(native, query)))
    except apsw.Error as error:
        print(error)
