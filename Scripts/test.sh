#!/usr/bin/env bash
# Everything that must hold before a change lands. TRELLIS_SEED repeats random tests, TRELLIS_RECORD=1 records expected files
# (and fails), TRELLIS_CORPUS names a folder of real Core Data models; one that stands beside the checkout is found.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ -z "${TRELLIS_CORPUS:-}" ] && [ -d ../shared/corpus ]; then
    TRELLIS_CORPUS=$(cd ../shared/corpus && pwd)
    export TRELLIS_CORPUS
fi

# A change is not refused for a fault that it did not bring: random tests have one seed here, and new ones in test-long.sh.
export TRELLIS_SEED="${TRELLIS_SEED:-20261125}"
echo "TRELLIS_SEED=$TRELLIS_SEED"

step() { printf '\n=== %s\n' "$1"; }

# Imports that Package.swift does not declare are errors: the arrows of the pipeline run down only.
checks=(--explicit-target-dependency-import-check error)

step "Checking words and sentences"
Scripts/test-check-words.py
Scripts/check-words.py

step "Testing what compares benchmarks"
Scripts/test-bench-check.py

step "Building, with undeclared imports as errors"
# The plugins are built with the examples, below.
TRELLIS_TESTS=1 swift build --build-tests "${checks[@]}"

step "Testing"
# Tests run beside each other, so what failed stands anywhere in thousands of lines: it is said again at the end.
report=$(mktemp)
trap 'rm -f "$report"' EXIT
if ! swift test --skip-build "${checks[@]}" 2>&1 | tee "$report"; then
    printf '\n=== What failed\n'
    # A line of an issue is followed by lines of its values and comments, which begin with an arrow.
    awk '/^✘|error:|[Cc]rash|signal/ { shown = 1; print; next } /^↳/ && shown { print; next } { shown = 0 }' "$report" | head -200
    exit 1
fi

step "Opening the pages of models in a browser"
Scripts/test-pages.sh

step "Building the library's reference, with warnings as errors"
Scripts/docc.sh

step "Building and running the examples"
Scripts/examples.sh

step "Typing the tutorial"
Scripts/tutorial.sh

step "Compiling the benchmarks"
rm -f .build-examples/debug.yaml
swift build --package-path Benchmarks --scratch-path "$PWD/.build-examples"
