#!/usr/bin/env python3
"""Measures `trellis import store --store` on a store of Core Data with a million rows, beside one INSERT … SELECT of the same rows.

    Scripts/import-speed.py STORE [ROWS] [ROUNDS]     TRELLIS=path the binary, FOLDER=path where the stores are written

STORE is a store with the table ZBOOKMARKENTITY, such as ddg-bookmarks/stores/Bookmarks_V5.sqlite of the corpus; its copy is filled.
Both sides write the same tables, indexes and triggers, and take turns after a round that does not count. The plain side is the shell of
SQLite without a journal. Prints medians of the seconds of the clock and of the processors, and the greatest memory of the import.
"""
import os
import random
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

COLUMNS = (
    ("_id", "Z_PK"), ("is_folder", "ZISFOLDER"), ("is_pending_deletion", "ZISPENDINGDELETION"),
    ("last_children_payload_received_from_sync", "ZLASTCHILDRENPAYLOADRECEIVEDFROMSYNC"), ("modified_at", "ZMODIFIEDAT"),
    ("title", "ZTITLE"), ("url", "ZURL"), ("uuid", "ZUUID"), ("parent_id", "ZPARENT"), ("parent_position", "Z_FOK_PARENT"))


def rows(count):
    chance = random.Random(5)
    for number in range(2, count + 1):
        is_folder = number % 50 == 0
        parent = 1 if number < 100 else chance.randrange(1, number) // 50 * 50 or 1
        url = None if is_folder else f"https://example.com/{chance.randrange(10**6)}/{number}"
        yield (number, 1, 1, int(is_folder), 0, parent, number * 512, 7e8 + number * 1.25, f"title {number} of a page", url, f"{chance.getrandbits(128):032x}")


def fill(path, count):
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("DELETE FROM Z_1FAVORITES")
        connection.execute("DELETE FROM ZBOOKMARKENTITY WHERE Z_PK > 1")
        connection.execute("UPDATE ZBOOKMARKENTITY SET ZPARENT = NULL, Z_FOK_PARENT = NULL")
        connection.executemany(
            "INSERT INTO ZBOOKMARKENTITY (Z_PK, Z_ENT, Z_OPT, ZISFOLDER, ZISPENDINGDELETION, ZPARENT, Z_FOK_PARENT, ZMODIFIEDAT, ZTITLE, ZURL, ZUUID)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows(count))
        connection.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = ?", (count,))
    connection.close()


def run(command, **options):
    """The seconds of the clock and of the processors, and the kilobytes of memory."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, **options)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{command[0]} fails with {process.returncode}")
    return time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss


def plain_copy(new, old):
    """The statements of the new store's schema, and one that copies the rows."""
    connection = sqlite3.connect(new)
    schema = [row[0] for row in connection.execute(
        "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY type = 'trigger', type = 'index'")]
    connection.close()
    columns, values = (", ".join(pair[side] for pair in COLUMNS) for side in (0, 1))
    return ";\n".join([
        "PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF", "PRAGMA cache_size = -32768", *schema, f"ATTACH '{old}' AS old", "BEGIN",
        f"INSERT INTO bookmark_entity ({columns}) SELECT {values} FROM old.ZBOOKMARKENTITY", "COMMIT;"])


def main():
    source = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    trellis = os.path.abspath(os.environ.get("TRELLIS", ".build/release/trellis"))
    folder = tempfile.mkdtemp(dir=os.environ.get("FOLDER") or ("/dev/shm" if os.access("/dev/shm", os.W_OK) else None))
    try:
        old, new, plain = (os.path.join(folder, name) for name in ("old.sqlite", "new.sqlite", "plain.sqlite"))
        shutil.copyfile(source, old)
        fill(old, count)
        imported, copied = [], []
        for number in range(rounds + 1):
            for path in (new, plain, os.path.join(folder, "model")):
                shutil.rmtree(path) if os.path.isdir(path) else os.path.exists(path) and os.remove(path)
            taken = run([trellis, "import", "store", old, "--output", os.path.join(folder, "model"), "--store", new])
            statements = os.path.join(folder, "plain.sql")
            with open(statements, "w") as file:
                file.write(plain_copy(new, old))
            with open(statements) as file:
                by_hand = run(["sqlite3", plain], stdin=file)
            if number:
                imported.append(taken)
                copied.append(by_hand)
        for name, place in (("clock", 0), ("processors", 1)):
            ratio = statistics.median(a[place] / b[place] for a, b in zip(imported, copied))
            sides = [statistics.median(each[place] for each in side) for side in (imported, copied)]
            print(f"{name}: import {sides[0]:.2f} s, INSERT … SELECT {sides[1]:.2f} s, ratio {ratio:.2f}")
        print(f"{count:,} rows, {os.path.getsize(new) >> 20} MB, memory of the import {max(each[2] for each in imported) >> 10} MB")
    finally:
        shutil.rmtree(folder)


main()
