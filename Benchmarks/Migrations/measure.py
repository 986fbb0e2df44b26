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
        help_text = subprocess.run([trellis, "migrate", "--help"], capture_output=True, text=True).stdout
        self.applies = "apply" in help_text

    def to(self, name):
        """The change to a version of the model, by the tool."""
        if self.applies:
            return changes.by_trellis([self.trellis, "migrate", "apply", model(name), *decisions(name)])
        return changes.by_plan(self.plan(name))

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

    def run(self, change, path):
        """Runs a change.
        Returns: the seconds, and how many pages were written: somebody who reads keeps all that goes to the log in it."""
        reader = sqlite3.connect(path, isolation_level=None)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        start = time.perf_counter()
        try:
            change(path)
            seconds = time.perf_counter() - start
            wal = os.path.getsize(path + "-wal") if os.path.exists(path + "-wal") else 0
        finally:
            reader.execute("ROLLBACK")
            reader.close()
        return seconds, max(0, wal - 32) // (PAGE + 24)

    def in_turn(self, sides):
        """The seconds of each side by rounds, and the pages that it wrote."""
        times = {name: [] for name in sides}
        pages = {}
        for _ in range(self.rounds):
            for name, change in sides.items():
                seconds, pages[name] = self.run(change, self.copy())
                times[name].append(seconds)
        return times, pages


def main():
    trellis, folder = sys.argv[1:3]
    rows = int(sys.argv[3]) if len(sys.argv) > 3 else 1_000_000
    rounds = int(sys.argv[4]) if len(sys.argv) > 4 else 5
    bench = Bench(trellis, folder, rows, rounds)
    size = os.path.getsize(bench.source)
    how = "migrate apply" if bench.applies else "the plan's SQL"
    print(f"{rows:,} rows, {size / 1e6:.0f} MB, {size // PAGE:,} pages; SQLite {sqlite3.sqlite_version}; {rounds} rounds; {how}\n")

    print("| what needs no rewriting | time | pages written |\n| --- | --- | --- |")
    for name, words in [("renamed", "an attribute renamed"), ("added", "an optional attribute added"), ("entity", "an entity added")]:
        times, pages = bench.in_turn({name: bench.to(name)})
        print(f"| {words} | {statistics.median(times[name]) * 1000:.0f} ms | {pages[name]:,} |")

    sides = {
        "by hand": changes.by_hand,
        "Trellis": bench.to("required"),
        "Trellis, three changes to the table": bench.to("three"),
        "Trellis, the plan's SQL alone": changes.by_plan(bench.plan("required")),
        "Alembic, batch mode": changes.by_alembic,
        "Django, schema editor": changes.by_django,
        "sqlite-utils, transform": changes.by_sqlite_utils,
    }
    times, pages = bench.in_turn(sides)
    print("\n| a column becomes required | time | to the one by hand | pages written | lost |\n| --- | --- | --- | --- | --- |")
    for name, change in sides.items():
        ratios = [mine / hand for mine, hand in zip(times[name], times["by hand"])]
        print(f"| {name} | {statistics.median(times[name]):.2f} s | {statistics.median(ratios):.2f} | {pages[name]:,} | {lost(bench, change)} |")


def lost(bench, change):
    """What a store with things of a person's own lost by a change, in words."""
    path = bench.copy(own=True)
    try:
        bench.run(change, path)
        failed = ""
    except Exception as error:
        text = getattr(error, "stderr", None) or str(error)
        failed = f"fails with a view ({text.strip().splitlines()[0]}); without one: "
        path = bench.copy(own=True, with_view=False)
        bench.run(change, path)
    missing = ledger.losses(path, bench.rows)
    if failed: missing = [name for name in missing if name != "own view"]
    return failed + (", ".join(missing) or "nothing")


if __name__ == "__main__":
    main()
