"""The same change by several tools: the optional column `note` of the entries becomes required, nil becomes empty."""

import sqlite3
import subprocess

INDEXES = """
CREATE UNIQUE INDEX entry__code ON entry (code);
CREATE INDEX entry__state__made ON entry (state, made DESC);
CREATE INDEX entry__amount ON entry (amount) WHERE done = 0;
CREATE INDEX entry__account_id ON entry (account_id);
"""


def by_hand(path):
    """Hand-written SQL for a known table: the least work. User-defined objects are ignored."""
    database = sqlite3.connect(path, isolation_level=None)
    schema = database.execute("SELECT sql FROM sqlite_schema WHERE name = 'entry'").fetchone()[0]
    database.executescript(f"""
        PRAGMA foreign_keys = OFF;
        PRAGMA legacy_alter_table = ON;
        BEGIN IMMEDIATE;
        {schema.replace('TABLE entry', 'TABLE new_entry').replace('note TEXT,', 'note TEXT NOT NULL,')};
        INSERT INTO new_entry (_id, _version, code, memo, note, amount, rate, state, made, done, rank, account_id)
        SELECT _id, _version, code, memo, coalesce(note, ''), amount, rate, state, made, done, rank, account_id FROM entry;
        DROP TABLE entry;
        ALTER TABLE new_entry RENAME TO entry;
        {INDEXES}
    """)
    assert not database.execute("PRAGMA foreign_key_check").fetchall()
    database.execute("COMMIT")
    database.close()


def by_trellis(trellis, model, decisions):
    """The public command: it plans, proves, checks the file and the result, and keeps user-defined objects."""
    def change(path):
        subprocess.run([trellis, "migrate", "apply", path, model, *decisions], check=True, capture_output=True, text=True)
    return change


def by_plan(sql):
    """A plan's text alone, without what applying looks at."""
    # Commands of SQLite's shell begin with a dot.
    sql = "\n".join(line for line in sql.splitlines() if not line.startswith("."))

    def change(path):
        database = sqlite3.connect(path, isolation_level=None)
        database.executescript(sql)
        assert not database.execute("PRAGMA foreign_key_check").fetchall()
        database.close()
    return change


def by_alembic(path):
    import sqlalchemy
    from alembic.migration import MigrationContext
    from alembic.operations import Operations

    engine = sqlalchemy.create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        operations = Operations(MigrationContext.configure(connection))
        operations.execute("UPDATE entry SET note = '' WHERE note IS NULL")
        with operations.batch_alter_table("entry") as batch:
            batch.alter_column("note", existing_type=sqlalchemy.Text(), nullable=False)
    engine.dispose()


def by_sqlite_utils(path):
    import sqlite_utils

    database = sqlite_utils.Database(path)
    with database.conn:
        database.execute("UPDATE entry SET note = '' WHERE note IS NULL")
    database["entry"].transform(not_null={"note"})
    database.close()


def by_django(path):
    import django
    from django.conf import settings
    from django.db import connections, models

    if not settings.configured:
        settings.configure(INSTALLED_APPS=[], DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": path}})
        django.setup()
    connections.databases["default"]["NAME"] = path
    connection = connections["default"]
    connection.close()
    connection.settings_dict["NAME"] = path
    entry = django_model(models)
    old = entry._meta.get_field("note")
    new = models.TextField(default="")
    new.set_attributes_from_name("note")
    new.model = entry
    with connection.schema_editor() as editor:
        editor.alter_field(entry, old, new)
    connection.close()


def django_model(models):
    """The table as a model of Django's says it, with all that this can say."""
    class Account(models.Model):
        key = models.BigAutoField(primary_key=True, db_column="_id")
        version = models.BigIntegerField(db_column="_version", db_default=1)
        title = models.TextField()

        class Meta:
            app_label, db_table = "ledger", "account"

    class Entry(models.Model):
        key = models.BigAutoField(primary_key=True, db_column="_id")
        version = models.BigIntegerField(db_column="_version", db_default=1)
        code = models.TextField()
        memo = models.TextField()
        note = models.TextField(null=True)
        amount = models.BigIntegerField()
        rate = models.FloatField()
        state = models.TextField()
        made = models.FloatField()
        done = models.BigIntegerField()
        rank = models.BigIntegerField()
        account = models.ForeignKey(Account, models.CASCADE, db_column="account_id", db_index=False)

        class Meta:
            app_label, db_table = "ledger", "entry"
            constraints = [
                models.UniqueConstraint(fields=["code"], name="entry__code"),
                models.CheckConstraint(condition=models.Q(amount__gte=0), name="amount_at_least_0"),
            ]
            indexes = [
                models.Index(fields=["state", "-made"], name="entry__state__made"),
                models.Index(fields=["amount"], name="entry__amount", condition=models.Q(done=0)),
                models.Index(fields=["account"], name="entry__account_id"),
            ]

    return Entry
