"""Measures migrations of a store with a million rows; Scripts/migration-speed.sh runs it and says how.

    measure.py TRELLIS FOLDER [ROWS] [ROUNDS]
"""

import os
import shutil
import sqlite3
import statistics
import subprocess
import sys
import time
import warnings

import changes
import ledger

HERE = os.path.dirname(os.path.abspath(__file__))
PAGE = 4096

warnings.simplefilter("ignore")


def model(name):
    return os.path.join(HERE, "models", name + ".yaml")


def decisions(name):
    path = model(name + ".decisions")
    return ["--decisions", path] if os.path.exists(path) else []


class Bench:
    def __init__(self, trellis, folder, rows, rounds):
        self.trellis, self.folder, self.rows, self.rounds = trellis, folder, rows, rounds
        self.source = os.path.join(folder, "source.sqlite")
        schema = os.path.join(folder, "old.sql")
        subprocess.run([trellis, "generate", model("old"), "--sql", schema], check=True, capture_output=True)
        with open(schema) as text:
            ledger.make(self.source, text.read(), rows)

    def to(self, name):
        """The change to a version of the model, by the tool."""
        return changes.by_trellis(self.trellis, model(name), decisions(name))

    def plan(self, name):
        command = [self.trellis, "migrate", "plan", model("old"), model(name), *decisions(name)]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def copy(self, own=False, with_view=True):
        path = os.path.join(self.folder, "copy.sqlite")
        for suffix in ["", "-wal", "-shm"]:
            if os.path.exists(path + suffix): os.remove(path + suffix)
        shutil.copyfile(self.source, path)
        if own: ledger.add_own(path, with_view)
        return path

    def seconds(self, change):
        """How long a change takes, until the file is closed and its log is in it."""
        path = self.copy()
        start = time.perf_counter()
        change(path)
        return time.perf_counter() - start

    def pages(self, change):
        """The number of pages that a change writes: an open reader keeps all of them in the log."""
        path = self.copy()
        reader = sqlite3.connect(path, isolation_level=None)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        change(path)
        size = os.path.getsize(path + "-wal")
        reader.close()
        return (size - 32) // (PAGE + 24)

    def in_turn(self, sides):
        """The seconds of each side, by rounds; another side begins in each, so that none is always the first."""
        times = {name: [] for name in sides}
        order = list(sides.items())
        for turn in range(self.rounds):
            first = turn % len(order)
            for name, change in order[first:] + order[:first]: times[name].append(self.seconds(change))
        return times


def main():
    trellis, folder = sys.argv[1:3]
    rows = int(sys.argv[3]) if len(sys.argv) > 3 else 1_000_000
    rounds = int(sys.argv[4]) if len(sys.argv) > 4 else 5
    bench = Bench(trellis, folder, rows, rounds)
    size = os.path.getsize(bench.source)
    print(f"{rows:,} rows, {size / 1e6:.0f} MB, {size // PAGE:,} pages; SQLite {sqlite3.sqlite_version}; {rounds} rounds\n")

    print("| what needs no rewriting | time | pages written |\n| --- | --- | --- |")
    for name, words in [("renamed", "an attribute renamed"), ("added", "an optional attribute added"), ("entity", "an entity added")]:
        change = bench.to(name)
        times = bench.in_turn({name: change})[name]
        print(f"| {words} | {statistics.median(times) * 1000:.0f} ms | {bench.pages(change):,} |")

    sides = {
        "by hand": changes.by_hand,
        "Trellis, the plan's SQL alone": changes.by_plan(bench.plan("required")),
        "Trellis, migrate apply": bench.to("required"),
        "Trellis, three changes to the table": bench.to("three"),
        "Alembic, batch mode": changes.by_alembic,
        "Django, schema editor": changes.by_django,
        "sqlite-utils, transform": changes.by_sqlite_utils,
    }
    times = bench.in_turn(sides)
    print("\n| a column becomes required | time | to the one by hand | pages written | lost |\n| --- | --- | --- | --- | --- |")
    for name, change in sides.items():
        ratios = [mine / hand for mine, hand in zip(times[name], times["by hand"])]
        print(f"| {name} | {statistics.median(times[name]):.2f} s | {statistics.median(ratios):.2f} | {bench.pages(change):,} | {lost(bench, change)} |")


def lost(bench, change):
    """The user-defined objects that a change lost, in words."""
    path = bench.copy(own=True)
    try:
        change(path)
        failed = ""
    except Exception as error:
        text = getattr(error, "stderr", None) or str(error)
        failed = f"fails with a view ({text.strip().splitlines()[0]}); without one: "
        path = bench.copy(own=True, with_view=False)
        change(path)
    missing = ledger.losses(path, bench.source, bench.rows)
    if failed: missing = [name for name in missing if name != "own view"]
    return failed + (", ".join(missing) or "nothing")


if __name__ == "__main__":
    main()
