#!/usr/bin/env bash
# Measures the library in a release build, against loops on SQLite's C interface and GRDB's records. Results that are kept stand
# in Benchmarks/RESULTS.md. What follows goes to the harness (--filter REGEX, --format markdown and so on; --help tells more);
# TRELLIS_ROWS=1000000 changes the number of rows, TRELLIS_ROUNDS=3 that of the rounds.
set -euo pipefail
cd "$(dirname "$0")/.."
swift package -c release --package-path Benchmarks --scratch-path "$PWD/.build-bench" benchmark "$@"
