#!/usr/bin/env python3
"""Feeds bench-check.py figures of runs that did not happen, and reads its table."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))


class BenchCheck(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.results = os.path.join(self.folder, "results.json")

    def check(self, rounds, *options, name="Fetch (goal 1.15)", sides=("C loop", "Trellis"), rows=100):
        """Compares one benchmark with what is recorded; gives the exit code and the rows of the table."""
        path = os.path.join(self.folder, "figures")
        with open(path, "w", encoding="utf-8") as file:
            file.write(json.dumps({"name": name, "unit": "µs", "rows": rows, "sides": sides, "rounds": rounds}) + "\n")
        process = subprocess.run(
            [sys.executable, os.path.join(HERE, "bench-check.py"), "--figures", path, "--results", self.results, *options],
            capture_output=True, text=True)
        self.assertEqual(process.stderr, "")
        lines = [line for line in process.stdout.splitlines()[1:] if ": " in line and not line.startswith("slower:")]
        return process.returncode, lines

    def record(self, rounds, **options):
        self.check(rounds, "--record", **options)

    def verdict(self, rounds, *options, **names):
        code, lines = self.check(rounds, *options, **names)
        self.assertEqual(len(lines), 1, lines)
        return code, lines[0].split()[-1]

    def test_a_ratio_is_new_before_it_is_recorded_and_the_same_afterwards(self):
        rounds = [[100, 110], [100, 111], [100, 112]]
        self.assertEqual(self.verdict(rounds), (0, "new"))
        self.record(rounds)
        self.assertEqual(self.verdict(rounds), (0, "same"))

    def test_a_slower_machine_with_the_same_ratio_is_the_same(self):
        self.record([[100, 110], [100, 111], [100, 112]])
        self.assertEqual(self.verdict([[300, 330], [150, 167], [700, 784]]), (0, "same"))

    def test_a_ratio_beyond_the_quartiles_is_slower_and_fails_if_asked(self):
        self.record([[100, 110], [100, 111], [100, 112]])
        slower = [[100, 125], [100, 126], [100, 127]]
        self.assertEqual(self.verdict(slower), (0, "slower"))
        self.assertEqual(self.verdict(slower, "--strict"), (1, "slower"))

    def test_a_smaller_ratio_is_faster(self):
        self.record([[100, 110], [100, 111], [100, 112]])
        self.assertEqual(self.verdict([[100, 90], [100, 91], [100, 92]], "--strict"), (0, "faster"))

    def test_a_ratio_that_the_quartiles_explain_is_noise(self):
        self.record([[100, 100], [100, 110], [100, 140]])
        self.assertEqual(self.verdict([[100, 105], [100, 125], [100, 145]], "--strict"), (0, "noise"))

    def test_other_numbers_of_rows_are_not_compared(self):
        self.record([[100, 110]])
        self.assertEqual(self.verdict([[100, 200]], rows=1_000), (0, "new"))

    def test_a_benchmark_keeps_its_results_when_its_goal_changes(self):
        self.record([[100, 110]])
        self.assertEqual(self.verdict([[100, 110]], name="Fetch (goal 1.05)"), (0, "same"))

    def test_trellis_is_compared_with_each_baseline_and_other_sides_with_none(self):
        _, lines = self.check([[100, 110, 220, 400]], sides=("C loop", "Trellis", "GRDB by index", "Trellis twice"))
        self.assertEqual([line.split("  ")[0] for line in lines], ["Fetch: time to C loop", "Fetch: time to GRDB by index"])
        self.assertIn("0.50", lines[1])

    def test_recording_keeps_benchmarks_that_did_not_run(self):
        self.record([[100, 110]])
        self.record([[100, 120]], name="Save")
        self.assertEqual(self.verdict([[100, 110]]), (0, "same"))
        self.assertEqual(self.verdict([[100, 120]], name="Save"), (0, "same"))


if __name__ == "__main__":
    unittest.main()
