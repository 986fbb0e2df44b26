#!/usr/bin/env python3
"""Compares the library's speed with the results that are committed in Benchmarks/results.json.

    bench-check.py [--all | --filter REGEX] [--record] [--strict] [--rounds N] [--program FILE] [--figures FILE]

Each figure is a ratio: Trellis to a loop on SQLite's C interface or to GRDB's records, measured in turns in one run on this machine. So
the figures of two machines can be compared, and their milliseconds cannot.

A ratio counts as changed if its median differs by more than 5 % and the quartiles of both runs do not overlap. The exit code is 0 whatever
the verdicts are, and with --strict 1 if anything is slower.

  --all        all benchmarks with a plain baseline, instead of a selection
  --filter     those whose whole name matches
  --record     writes the figures of this run to results.json, and keeps those of benchmarks that did not run
  --program    measures a program that is built, for example one of an older commit
  --figures    compares figures that an earlier run wrote (TRELLIS_FIGURES), and measures nothing
  --results    the file with the committed results, Benchmarks/results.json by default
"""
import argparse
import datetime
import json
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RESULTS = os.path.join(ROOT, "Benchmarks", "results.json")

# What the short run measures: a regular expression for each benchmark's name.
SELECTION = ["Fetch, .*", "Create and save.*", "Update one column.*", "Lookup, .*", "Fetch one by a join.*", "Prefetch .*"]
# What has no figures of its own to compare: the machine's own speed, and what differs with the number of rows only.
SKIPPED = ["Parallel.*"]

TIMES_DIFFER = 0.05


# MARK: Figures

def plain_name(name):
    """A benchmark's name without its goal, which may change."""
    return re.sub(r" \(goal [^)]*\)", "", name)


def ratios(figures):
    """The median and quartiles of each ratio of Trellis, by what it is compared with."""
    found = {}
    rounds, sides = figures["rounds"], figures["sides"]
    for place, side in enumerate(sides):
        if place == 1 or place > 1 and not side.startswith("GRDB"): continue
        own = [row[1] / row[place] for row in rounds if len(row) > max(place, 1) and row[place] > 0]
        if own: found[side] = spread(own)
    return found


def spread(values):
    if len(values) < 2: return [round(values[0], 3)] * 3
    low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
    return [round(middle, 3), round(low, 3), round(high, 3)]


def read_figures(path):
    with open(path, encoding="utf-8") as file: lines = [json.loads(line) for line in file if line.strip()]
    return {plain_name(line["name"]): {"rows": line["rows"], "ratios": ratios(line)} for line in lines if len(line["sides"]) > 1}


# MARK: Comparison

class Row:
    """One ratio, as it is committed and as it is now."""

    def __init__(self, name, committed, now, verdict):
        self.name, self.committed, self.now, self.verdict = name, committed, now, verdict

    @property
    def change(self):
        return None if self.committed is None else self.now / self.committed - 1

    def cells(self):
        committed = "" if self.committed is None else f"{self.committed:.2f}"
        change = "" if self.change is None else f"{self.change:+.1%}".replace("%", " %")
        return [self.name, committed, f"{self.now:.2f}", change, self.verdict]


def times_verdict(committed, now):
    if committed is None: return "new"
    change = now[0] / committed[0] - 1
    if abs(change) <= TIMES_DIFFER: return "same"
    if change > 0: return "slower" if now[1] > committed[2] else "noise"
    return "faster" if now[2] < committed[1] else "noise"


def compare(committed, measured):
    """The rows of all ratios that were measured."""
    rows = []
    for name, now in measured.items():
        before = committed.get(name, {})
        if before.get("rows") != now["rows"]: before = {}
        for side, figure in now["ratios"].items():
            old = before.get("ratios", {}).get(side)
            rows.append(Row(f"{name}: time to {side}", old and old[0], figure[0], times_verdict(old, figure)))
    return rows


def table(rows):
    lines = [["benchmark", "committed", "now", "change", "verdict"]] + [row.cells() for row in rows]
    widths = [max(len(line[place]) for line in lines) for place in range(5)]
    texts = []
    for line in lines:
        cells = [line[0].ljust(widths[0])] + [cell.rjust(width) for cell, width in zip(line[1:4], widths[1:4])] + [line[4]]
        texts.append("  ".join(cells).rstrip())
    return "\n".join(texts)


# MARK: Measuring

def build():
    command = ["swift", "build", "-c", "release", "--package-path", os.path.join(ROOT, "Benchmarks"),
               "--scratch-path", os.path.join(ROOT, ".build-bench"), "--product", "ObjectGraph"]
    subprocess.run(command, check=True, stdout=sys.stderr)
    path = subprocess.run(command + ["--show-bin-path"], check=True, capture_output=True, text=True).stdout.strip()
    return os.path.join(path, "ObjectGraph")


def measure(program, figures, filters, rounds):
    arguments = [argument for name in filters for argument in ("--filter", name)]
    arguments += [argument for name in SKIPPED for argument in ("--skip", name)]
    variables = dict(os.environ, TRELLIS_FIGURES=figures, TRELLIS_ROUNDS=str(rounds))
    subprocess.run([program, *arguments], check=True, stdout=subprocess.DEVNULL, env=variables)


def run(options, folder):
    program = options.program or build()
    figures = os.path.join(folder, "figures")
    measure(program, figures, [] if options.all else options.filter or SELECTION, options.rounds)
    if not os.path.exists(figures): raise SystemExit("bench-check: no benchmark has such a name")
    return read_figures(figures)


# MARK: Committed results

def machine():
    processor = platform.processor() or platform.machine()
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            processor = next((line.split(":", 1)[1].strip() for line in file if line.startswith("model name")), processor)
    return {"processor": processor, "cores": os.cpu_count(), "system": platform.platform(),
            "load": round(os.getloadavg()[0], 1)}


def read_results(path):
    if not os.path.exists(path): return {}
    with open(path, encoding="utf-8") as file: return json.load(file)["benchmarks"]


def record(path, measured, rounds):
    benchmarks = read_results(path) | measured
    content = {"recorded": datetime.date.today().isoformat(), "rounds": rounds, "machine": machine(),
               "benchmarks": dict(sorted(benchmarks.items()))}
    text = json.dumps(content, indent=2, ensure_ascii=False)
    # A ratio and its quartiles on one line.
    text = re.sub(r"\[\s+([\d.]+),\s+([\d.]+),\s+([\d.]+)\s+\]", r"[\1, \2, \3]", text)
    with open(path, "w", encoding="utf-8") as file: file.write(text + "\n")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--filter", action="append")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--strict", action="store_true")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--program")
    parser.add_argument("--figures")
    parser.add_argument("--results", default=RESULTS)
    return parser.parse_args()


def main():
    options = arguments()
    if options.figures:
        measured = read_figures(options.figures)
    else:
        with tempfile.TemporaryDirectory() as folder: measured = run(options, folder)
    rows = compare(read_results(options.results), measured)
    print(table(rows))
    if options.record: record(options.results, measured, options.rounds)
    slower = [row.name for row in rows if row.verdict == "slower"]
    if slower: print(f"\nslower: {len(slower)} of {len(rows)}")
    return 1 if slower and options.strict else 0


if __name__ == "__main__":
    sys.exit(main())
