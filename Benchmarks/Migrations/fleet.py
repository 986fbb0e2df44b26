#!/usr/bin/env python3
"""Migrates a fleet of stores, measures it, and kills it.

    Benchmarks/Migrations/fleet.py TRELLIS [STORES] [KILLS]     FOLDER=path where the stores are written, SEED=n

A store has about 1 MB: customers and their orders. It is copied STORES times (default: 10000) for each part:

- a rename, which writes no row, and the same again with nothing to do;
- a rebuild of one table of two;
- a rename of a fleet with a canary and five damaged files, killed KILLS times (default: 100) and continued by its journal.

What is right is decided here in plain SQL: each file has exactly one version and all its rows, and each is reported once.
"""

import hashlib
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

MODEL = """trellis: 1
model: Shop
entities:
  Customer:
    attributes: { name: string, info: string?, points: int64 }
    relationships:
      orders: { to: [Order], inverse: customer, deleteRule: cascade }
  Order:
    attributes: { number: int64, text: string, total: double }
    relationships:
      customer: { to: "Customer?", inverse: orders }
"""
VERSIONS = {
    "rename": (MODEL.replace("info: string?", "note: string?"), "renames: { Customer.info: note }"),
    "rebuild": (MODEL.replace("points: int64", "points: int32"), "accept: { Customer.points: { TR2109: No customer has that many. } }"),
}
CUSTOMERS, ORDERS = 3000, 9500


def run(*command, check=True, **options):
    return subprocess.run(command, check=check, capture_output=True, text=True, **options)


def project(trellis, folder, name):
    """A model with two versions; gives its path and the SQL of the first one."""
    path = os.path.join(folder, name)
    os.makedirs(os.path.join(path, "versions"))
    model = os.path.join(path, "Shop.yaml")
    with open(model, "w") as file:
        file.write(MODEL)
    run(trellis, "migrate", "create", model)
    run(trellis, "generate", model, "--sql", os.path.join(path, "first.sql"))
    second, decision = VERSIONS[name]
    with open(model, "w") as file:
        file.write(second)
    with open(os.path.join(path, "versions", "2.migration.yaml"), "w") as file:
        file.write(f"trellis: 1\n{decision}\n")
    run(trellis, "migrate", "create", model)
    return model, os.path.join(path, "first.sql")


def template(path, ddl):
    """A store of about 1 MB."""
    connection = sqlite3.connect(path)
    with open(ddl) as file:
        connection.executescript(file.read())
    connection.executemany(
        "INSERT INTO customer (_id, name, info, points) VALUES (?, ?, ?, ?)",
        ((n, f"Customer {n}", None if n % 3 else f"Note about the customer {n}", n % 100) for n in range(1, CUSTOMERS + 1)))
    connection.executemany(
        'INSERT INTO "order" (_id, number, text, total, customer_id) VALUES (?, ?, ?, ?, ?)',
        ((n, n, f"The text of order {n}, which is as long as such texts are", n / 4, n % CUSTOMERS + 1) for n in range(1, ORDERS + 1)))
    connection.commit()
    connection.close()
    return os.path.getsize(path)


def copies(source, folder, count):
    os.makedirs(folder)
    paths = [os.path.join(folder, f"shop-{n:05}.sqlite") for n in range(count)]
    for path in paths:
        shutil.copyfile(source, path)
    return paths


def rows(path):
    """The version of a store and a checksum of its rows, whatever the attribute is called."""
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        version = connection.execute("SELECT value FROM _trellis_metadata WHERE key = 'version'").fetchone()[0]
        names = {row[1] for row in connection.execute("PRAGMA table_info(customer)")}
        note = "note" if "note" in names else "info"
        assert len(names & {"note", "info"}) == 1, names
        checksum = hashlib.sha256()
        for columns, table in ((f"_id, name, {note}, points", "customer"), ("_id, number, text, total, customer_id", '"order"')):
            line = " || '|' || ".join(f"ifnull({column.strip()}, '-')" for column in columns.split(","))
            query = f"SELECT group_concat({line}, char(10)) FROM (SELECT * FROM {table} ORDER BY _id)"
            checksum.update(connection.execute(query).fetchone()[0].encode())
        return version, note, checksum.hexdigest()
    finally:
        connection.close()


def measured(command, **options):
    before = os.times()
    result, after = run(*command, check=False, **options), os.times()
    return result, after.children_user - before.children_user, after.children_system - before.children_system


def report(what, stores, result, user, system):
    """A row: the time that the run itself reports, and that of the processors for each store."""
    wall = re.search(r"in ([0-9.]+) s", result.stdout)[1]
    print(f"| {what} | {stores} | {wall} s | {user:.1f} s | {system:.1f} s | {1000 * (user + system) / stores:.2f} ms |", flush=True)


def timed(trellis, folder, name, count):
    model, ddl = project(trellis, folder, name)
    source = os.path.join(folder, f"{name}.sqlite")
    size = template(source, ddl)
    print(f"\n{name}: stores of {size / 1e6:.2f} MB\n", flush=True)
    expected = rows(source)[2]
    fleet = os.path.join(folder, f"{name}-fleet")
    paths = copies(source, fleet, count)
    command = [trellis, "migrate", "apply", model, "--stores", f"{fleet}/*.sqlite", "--journal", os.path.join(folder, f"{name}.journal")]
    for what in (name, f"{name}, nothing to do"):
        result, user, system = measured(command)
        assert result.returncode == 0, result.stderr
        report(what, count, result, user, system)
    for path in paths if count <= 300 else random.sample(paths, 300):
        version, _, checksum = rows(path)
        assert (version, checksum) == ("2", expected), path
    shutil.rmtree(fleet)
    if name == "rename":
        fleet = os.path.join(folder, f"{name}-copied")
        part = max(1, count // 5)
        copies(source, fleet, part)
        result, user, system = measured(command[:4] + ["--stores", f"{fleet}/*.sqlite", "--backup"])
        assert result.returncode == 0, result.stderr
        report(f"{name}, with copies", part, result, user, system)
        shutil.rmtree(fleet)
    return model, source


def damage(paths, chosen):
    """Five kinds of damage."""
    for kind, path in enumerate(chosen):
        size = os.path.getsize(path)
        with open(path, "r+b") as file:
            if kind == 0:
                file.truncate(0)
            elif kind == 1:
                file.write(b"no database at all, but text")
            elif kind == 2:  # the page of the schema
                file.seek(100)
                file.write(b"\xff" * 400)
            elif kind == 3:  # half of the header is another one
                file.seek(16)
                file.write(b"\x00\x01" * 20)
            else:
                file.truncate(2000)
        assert kind < 2 or size > 4096


def killed(trellis, folder, model, source, count, kills):
    fleet, journal = os.path.join(folder, "killed"), os.path.join(folder, "killed.journal")
    paths = copies(source, fleet, count)
    broken = random.sample(paths[20:], 5)
    damage(paths, broken)
    before = {path: open(path, "rb").read() for path in broken}
    expected = rows(source)[2]
    summary = os.path.join(folder, "killed.json")
    command = [
        trellis, "migrate", "apply", model, "--stores", f"{fleet}/*.sqlite", "--canary", "10", "--max-failures", "5",
        "--journal", journal, "--format", "json",
    ]
    start, done = time.monotonic(), 0
    # As many bytes of the journal as the stores between two kills have.
    step = count * 330 // (kills + 2)
    for number in range(kills):
        size = os.path.getsize(journal) if os.path.exists(journal) else 0
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wanted = size + random.randrange(step // 2, step)
        while process.poll() is None and (not os.path.exists(journal) or os.path.getsize(journal) < wanted):
            time.sleep(0.001)
        time.sleep(random.random() * 0.004)
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
            done += 1
        process.wait()
        if number % 10 == 0:  # no file is between two versions
            for path in random.sample(paths, min(20, count)):
                if path not in broken:
                    assert rows(path)[0::2] in (("1", expected), ("2", expected)), path
    with open(summary, "w") as file:
        code = subprocess.run(command, stdout=file, stderr=subprocess.DEVNULL).returncode
    wall = time.monotonic() - start
    assert done == kills, f"{done} kills of {kills}: the run ended before"
    assert code == 1, code
    with open(summary) as file:
        fleet_summary = json.load(file)["fleet"]
    reported = [store["file"] for store in fleet_summary["stores"]]
    assert sorted(reported) == sorted(paths) and len(set(reported)) == count
    by_result = {}
    for store in fleet_summary["stores"]:
        by_result.setdefault(store["result"], []).append(store)
    assert sorted(store["file"] for store in by_result["failed"]) == sorted(broken)
    assert set(by_result) == {"failed", "migrated"}, set(by_result)
    assert all((store["from"], store["version"]) == (1, 2) for store in by_result["migrated"])
    outcomes = [json.loads(line)["done"] for line in open(journal) if '"done"' in line]
    assert len(outcomes) == len(set(outcomes)) == count, (len(outcomes), len(set(outcomes)))
    for path in paths:
        if path in broken:
            assert open(path, "rb").read() == before[path], path
        else:
            assert rows(path) == ("2", "note", expected), path
    leftovers = [name for name in os.listdir(fleet) if not name.endswith(".sqlite")]
    assert not leftovers, leftovers[:5]
    kinds = sorted(store["kind"] for store in by_result["failed"])
    print(
        f"\nkilled {done} times: {wall:.1f} s in all, {len(by_result['migrated'])} migrated, {len(by_result['failed'])} failed "
        f"({', '.join(kinds)}), {fleet_summary['continued']} from killed runs, none twice, every file at one version", flush=True)
    shutil.rmtree(fleet)


def main():
    trellis = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    kills = int(sys.argv[3]) if len(sys.argv) > 3 else 100
    seed = int(os.environ.get("SEED") or time.time())
    random.seed(seed)
    print(f"SEED={seed}")
    parent = os.environ.get("FOLDER") or ("/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
    with tempfile.TemporaryDirectory(prefix="trellis-fleet-", dir=parent) as folder:
        # A table that is rewritten leaves free pages in its file.
        parts = os.environ.get("PARTS", "rename rebuild killed").split()
        need, free = count * (1_600_000 if "rebuild" in parts else 1_100_000), shutil.disk_usage(folder).free
        if need > free:
            sys.exit(f"{need / 1e9:.1f} GB are needed and {free / 1e9:.1f} GB are free: take fewer stores")
        if "rebuild" in parts:
            timed(trellis, folder, "rebuild", count)
        if "rename" in parts or "killed" in parts:
            model, source = timed(trellis, folder, "rename", count if "rename" in parts else 1)
        if "killed" in parts:
            killed(trellis, folder, model, source, count, kills)


main()
