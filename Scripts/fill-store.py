#!/usr/bin/env python3
"""Fills the tables of an empty store with as many rows, for measurements.

    Scripts/fill-store.py STORE ROWS MODEL

Values follow the row's number: texts, numbers and keys of rows that are there. MODEL is the model's file, of which only the names of
entities, their parents and `abstract` are read, for the column with a row's entity. Places among ordered members are their row's
number. A value that a CHECK refuses is NULL, and a row that the schema still refuses is left out and counted.
"""

import re
import sqlite3
import sys


def entities_by_root(model):
    """The concrete entities of each hierarchy, by the name of its root."""
    parents, abstract, name = {}, set(), None
    for line in model.splitlines():
        if match := re.match(r"  (\w+):", line):
            name = match[1]
            parents.setdefault(name, None)
        elif match := re.match(r"    parent: *(\w+)", line):
            parents[name] = match[1]
        elif re.match(r"    abstract: *true", line):
            abstract.add(name)
    roots = {}
    for entity in parents:
        root = entity
        while parents[root]:
            root = parents[root]
        if entity not in abstract:
            roots.setdefault(root, []).append(entity)
    return roots


def snake(name):
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def fill(store, rows, model):
    database = sqlite3.connect(store, isolation_level=None)
    database.execute("PRAGMA foreign_keys = OFF")
    kinds = {snake(root): names for root, names in entities_by_root(model).items()}
    tables = [
        (name, sql) for name, sql in database.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_trellis%' ORDER BY name")
    ]
    count = max(1, rows // len(tables))
    database.execute("BEGIN")
    left_out = total = 0
    for table, sql in tables:
        keys = {row[3] for row in database.execute(f'PRAGMA foreign_key_list("{table}")')}
        columns = [(row[1], row[2], row[3]) for row in database.execute(f'PRAGMA table_info("{table}")')]
        checked = {name for name, _, required in columns if not required and re.search(rf'CHECK \([^\n]*\b{name}\b', sql)}
        insert = f'INSERT OR IGNORE INTO "{table}" ({", ".join(chr(34) + c[0] + chr(34) for c in columns)}) VALUES ({", ".join("?" * len(columns))})'

        def value(name, kind, number):
            if name == "_entity":
                names = kinds.get(table, ["?"])
                return names[number % len(names)]
            if name in ("_id", "_version"):
                return number if name == "_id" else 1
            if name in keys:
                return (number * 7 + len(name)) % count + 1
            if name in checked:
                return None
            return {"INTEGER": number, "REAL": number * 0.5, "BLOB": number.to_bytes(16, "big")}.get(kind, f"text {number}")

        def made():
            for number in range(1, count + 1):
                yield [value(name, kind, number) for name, kind, _ in columns]

        before = database.total_changes
        database.executemany(insert, made())
        inserted = database.total_changes - before
        total += inserted
        left_out += count - inserted
    database.execute("COMMIT")
    return total, left_out


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    with open(sys.argv[3], encoding="utf-8") as file:
        inserted, refused = fill(sys.argv[1], int(sys.argv[2]), file.read())
    print(f"{inserted} rows, {refused} left out")
