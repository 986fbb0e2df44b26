#!/usr/bin/env bash
# Measures the library in a release build. Results that are kept stand in Benchmarks/RESULTS.md.
set -euo pipefail
cd "$(dirname "$0")/.."
swift build -c release --package-path Benchmarks --scratch-path "$PWD/.build-bench"
.build-bench/release/Benchmarks "$@"
