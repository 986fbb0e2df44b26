#!/usr/bin/env python3
"""Breaks the code on purpose and counts what the tests notice.

MutantWriter puts all mutants into a copy of the project, which is built once. Then each suite runs to find out which mutants it
reaches, and a sample of the mutants runs with the suites that reach them: a mutant is noticed if one of them fails or does not end.
Prints the score of each area, and the mutants that survive.

    run.py [--sample NUMBER-FOR-EACH-AREA] [--seed SEED] [--area NAME]... [--suites REGULAR-EXPRESSION] [--built]
"""
import argparse
import concurrent.futures
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / ".build-mutants"
TREE = WORK / "tree"
STAGED = WORK / "staged"
ORIGINALS = WORK / "originals"
LIST = WORK / "mutants.json"
REACH = WORK / "reach.json"
WRONG = WORK / "wrong.json"
AREAS = {
    "Planning": "Sources/SchemaEvolution/Planning",
    "Saving": "Sources/Trellis/Saving",
    "Deleting": "Sources/Trellis/Deleting",
    "Predicates": "Sources/Predicates",
}
# A suite that takes more seconds of processors tells about a mutant too late.
LONGEST_SUITE = 40
# Seconds of processors for suites, as they took without a mutant, after which a mutant counts as one that survives.
LONGEST_MUTANT = 90


def copy_project():
    """Copies the project, and what mutants are written into once more: the project may be edited meanwhile."""
    for folder, paths in ((STAGED, []), (ORIGINALS, AREAS.values())):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        files = subprocess.run(["git", "ls-files", "-z", *paths], check=True, stdout=subprocess.PIPE, cwd=ROOT).stdout
        archive = subprocess.run(["tar", "--null", "-T", "-", "-c"], input=files, check=True, stdout=subprocess.PIPE, cwd=ROOT).stdout
        subprocess.run(["tar", "-x", "-C", folder], input=archive, check=True)


def take_staged():
    """Makes the tree what is staged. A file with the same bytes stays as it is, so that it is not compiled again."""
    staged = {path.relative_to(STAGED): path for path in STAGED.rglob("*") if path.is_symlink() or path.is_file()}
    for path in list(TREE.rglob("*")) if TREE.exists() else []:
        if (path.is_symlink() or path.is_file()) and path.relative_to(TREE) not in staged and ".build" not in path.parts:
            path.unlink()
    for name, path in staged.items():
        target = TREE / name
        if path.is_symlink() or target.is_symlink() or not target.exists() or target.read_bytes() != path.read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.unlink(missing_ok=True)
            shutil.copy2(path, target, follow_symlinks=False)


def write_mutants(left_out, areas):
    numbers = ",".join(map(str, sorted(left_out))) or "-"
    writer = WORK / "writer" / "debug" / "MutantWriter"
    output = subprocess.run([writer, ORIGINALS, STAGED, numbers, *(AREAS[area] for area in areas)], check=True, stdout=subprocess.PIPE, text=True).stdout
    return [json.loads(line) for line in output.splitlines()]


def key(mutant):
    """What a mutant is called from one run to the next, if its line has not moved."""
    return [mutant[part] for part in ("file", "firstLine", "kind", "original", "replacement")]


def known_wrong():
    """The mutants that did not compile in an earlier run: to find each one takes a build."""
    if not WRONG.exists():
        return set()
    known = json.loads(WRONG.read_text())
    return {mutant["number"] for mutant in write_mutants(set(), AREAS) if key(mutant) in known}


def keep_wrong(mutants, left_out):
    known = json.loads(WRONG.read_text()) if WRONG.exists() else []
    WRONG.write_text(json.dumps(known + [key(m) for m in mutants if m["number"] in left_out and key(m) not in known]))


def mutants_at(places, mutants, distance):
    return {
        m["number"] for m in mutants
        if any(f == m["file"] and m["firstLine"] - distance <= line <= m["lastLine"] + distance for f, line in places)
    }


def build_in_tree(what):
    command = ["swift", "build", *what, "--package-path", TREE, "--scratch-path", WORK / "build"]
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env={**os.environ, "TRELLIS_TESTS": "1"})


def build(areas):
    """The mutants, and those that do not compile."""
    subprocess.run(["swift", "build", "--package-path", ROOT / "Tests/Mutation", "--scratch-path", WORK / "writer"], check=True, stdout=sys.stderr)
    copy_project()
    left_out = known_wrong() if set(areas) == set(AREAS) else set()
    targets = [["--target", name] for name in dict.fromkeys(Path(AREAS[area]).parts[1] for area in areas)]
    while True:
        mutants = write_mutants(left_out, areas)
        take_staged()
        # The targets alone come first, because most mutants that do not compile are found there, and the tests take long to build.
        result = next((result for what in [*targets, ["--build-tests"]] if (result := build_in_tree(what)).returncode != 0), None)
        if result is None:
            LIST.write_text(json.dumps([mutants, sorted(left_out)]))
            return mutants, left_out
        places = {(Path(file).relative_to(TREE).as_posix(), int(line)) for file, line in re.findall(r"^(/\S+\.swift):(\d+):\d+: error:", result.stdout, re.M)}
        # The compiler may find a mutant wrong some lines after it.
        wrong = next((near for distance in (0, 3, 12, 40) if (near := mutants_at(places, mutants, distance) - left_out)), None)
        if not wrong:
            sys.exit("\n".join(line for line in result.stdout.splitlines() if "error:" in line) or result.stdout[-4000:])
        print(f"{len(wrong)} mutants do not compile", file=sys.stderr)
        left_out |= wrong
        if set(areas) == set(AREAS):
            keep_wrong(mutants, wrong)


def test_program():
    return next((WORK / "build" / "debug").glob("*.xctest"))


def run(suites, seconds, **environment):
    """Whether all tests of the suites pass, and the seconds of processors that they took; None if they do not end.

    Seconds are those of processors, so that other work on the machine makes no test fail; one that waits for ever is stopped by the clock.
    """
    pattern = "|".join(f"^{re.escape(suite)}/" for suite in suites)
    command = ["prlimit", f"--cpu={seconds:.0f}", test_program(), "--testing-library", "swift-testing", "--filter", pattern]
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=TREE, start_new_session=True,
        env={"TRELLIS_SEED": "20261125", **os.environ, **environment})
    # Counted and not read from a clock, so that the run can be stopped for a while.
    for _ in range(int(10 * seconds / 0.02)):
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            break
        time.sleep(0.02)
    else:
        os.killpg(process.pid, signal.SIGKILL)
        pid, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    ended = process.returncode not in (-signal.SIGXCPU, -signal.SIGKILL)
    return process.returncode == 0 if ended else None, usage.ru_utime + usage.ru_stime


def find_reach(pattern):
    """For each suite that passes: its seconds and the mutants that it reaches."""
    listing = subprocess.run([test_program(), "--testing-library", "swift-testing", "--list-tests"], check=True, stdout=subprocess.PIPE, text=True, cwd=TREE).stdout
    suites = sorted({line.rsplit("/", 1)[0] for line in listing.splitlines() if "/" in line.split("(")[0]})
    suites = [suite for suite in suites if re.search(pattern, suite)]

    def one(suite):
        path = WORK / "reached" / suite.replace("/", "-")
        path.unlink(missing_ok=True)
        passed, seconds = run([suite], LONGEST_SUITE, TRELLIS_MUTANTS_REACHED=str(path))
        marks = path.read_bytes() if path.exists() else b""
        return suite, passed, seconds, {number for number, mark in enumerate(marks) if mark}

    (WORK / "reached").mkdir(exist_ok=True)
    reach = {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for suite, passed, seconds, numbers in pool.map(one, suites):
            if passed and numbers:
                reach[suite] = (seconds, numbers)
            elif not passed:
                print(f"{suite} {'takes too long' if passed is None else 'fails without a mutant'}: it is left out", file=sys.stderr)
    return reach


def passes(suites, seconds, mutant):
    return run(suites, 30 + 5 * seconds, TRELLIS_MUTANT=str(mutant["number"]))[0]


def is_noticed(mutant, reach):
    suites = sorted((seconds, suite) for suite, (seconds, numbers) in reach.items() if mutant["number"] in numbers)
    total = 0
    group, group_seconds = [], 0
    for seconds, suite in suites:
        if total + seconds > LONGEST_MUTANT and total > 0:
            break
        group.append(suite)
        group_seconds += seconds
        total += seconds
        # Each group takes about as long as all before it: what fails soon is known soon.
        if group_seconds >= max(3, total / 2):
            if not passes(group, group_seconds, mutant):
                return True
            group, group_seconds = [], 0
    return bool(group) and not passes(group, group_seconds, mutant)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, default=60, help="mutants of each area, 60 by default; 0 for all")
    parser.add_argument("--seed", type=int, default=int(os.environ.get("TRELLIS_SEED") or random.randrange(1 << 30)))
    parser.add_argument("--area", action="append", choices=AREAS, help="an area; all by default")
    parser.add_argument("--suites", default="", help="a regular expression for the names of the suites that run; all by default")
    parser.add_argument("--built", action="store_true", help="runs what was built the last time, for the same areas, with the reach that was found then")
    options = parser.parse_args()
    areas = options.area or list(AREAS)
    if not options.built:
        REACH.unlink(missing_ok=True)
    print(f"TRELLIS_SEED={options.seed}", flush=True)

    mutants, left_out = json.loads(LIST.read_text()) if options.built else build(areas)
    if options.built and REACH.exists() and not options.suites:
        reach = {suite: (seconds, set(numbers)) for suite, (seconds, numbers) in json.loads(REACH.read_text()).items()}
    else:
        reach = find_reach(options.suites)
        if not options.suites:
            REACH.write_text(json.dumps({suite: (seconds, sorted(numbers)) for suite, (seconds, numbers) in reach.items()}))
    reached = set().union(*(numbers for _, numbers in reach.values())) if reach else set()
    chance = random.Random(options.seed)
    survivors = []
    print(f"{len(mutants)} mutants, {len(left_out)} of which do not compile; {len(reach)} suites reach {len(reached)}")
    for area in areas:
        candidates = [m for m in mutants if m["file"].startswith(AREAS[area]) and m["number"] in reached]
        sample = candidates if options.sample == 0 else chance.sample(candidates, min(options.sample, len(candidates)))
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            noticed = list(pool.map(lambda m: is_noticed(m, reach), sample))
        survivors += [m for m, is_known in zip(sample, noticed) if not is_known]
        if sample:
            print(f"{area}: {sum(noticed)} of {len(sample)} noticed, {100 * sum(noticed) / len(sample):.0f} %, of {len(candidates)} that tests reach", flush=True)
    for m in survivors:
        change = f"'{m['original']}' as '{m['replacement']}'" if m["replacement"] else f"without '{m['original']}'"
        print(f"{m['file']}:{m['firstLine']}: survives: {change}  ({m['kind']}, {m['number']})")


main()
