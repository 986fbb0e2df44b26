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

step() { printf '\n=== %s (after %d s)\n' "$1" "$SECONDS"; }

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

# Suites that a container on a cluster can break in other ways than one on a file. All of them run in test-long.sh.
clustered='(Conflict|MergePolicy|Swap|UniquenessConflict|DeleteRule|Refresh|BatchInsert|FetchedObjects)Tests'

# What needs nothing but the build runs beside the tests, which leave part of the processors idle: many wait for a program.
beside=$(mktemp)
run_beside() {
    step "Talking to the language server from an editor"
    Scripts/test-editors.sh || return 1

    step "Opening the pages of models in a browser"
    Scripts/test-pages.sh || return 1

    step "Running suites of the library over a cluster"
    Scripts/test-cluster.sh "$clustered" || return 1

    step "Building the library's reference, with warnings as errors"
    Scripts/docc.sh || return 1

    step "Building and running the examples"
    Scripts/examples.sh || return 1

    # The packages below find what the examples have compiled.
    export TRELLIS_ARTIFACT=.build-artifact/examples/trellis.artifactbundle

    step "Typing the tutorial"
    Scripts/tutorial.sh || return 1

    step "Compiling the benchmarks"
    rm -f .build-examples/debug.yaml
    swift build --package-path Benchmarks --scratch-path "$PWD/.build-examples" || return 1
    step "Done beside the tests"
}
# In a process group of its own, so that it can be ended with all that it has started.
set -m
run_beside >"$beside" 2>&1 &
helper=$!
set +m

report=$(mktemp)
files=
trap 'kill -- "-$helper" 2>/dev/null || true; rm -rf "$report" "$beside" ${files:+"$files"}' EXIT

# SQLite waits for the disk at each commit of each test, in some suites for as long as they compute. So their files are in memory where
# there is room.
memory=/dev/shm
if [ -z "${TMPDIR:-}" ] && [ -w "$memory" ] && [ "$(df --output=avail -k "$memory" | tail -1)" -gt $((4 << 20)) ]; then
    files=$(mktemp -d "$memory/trellis-tests.XXXXXX")
else
    files=$(mktemp -d)
fi

# As many tests run at once as there are processors, and one that waits for a program keeps its place. So three programs run the tests:
# those of the library, those of the tool and of the corpus, and the others.
library='TrellisTests' tool='TrellisToolTests|CorpusTests'
reports=$(mktemp -d)
run_tests() { # name, --filter or --skip, modules
    mkdir "$files/$1"
    if [ "$(uname -s)" = Linux ]; then
        TMPDIR=$files/$1 .build/debug/trellisPackageTests.xctest --testing-library swift-testing "$2" "^($3)\\." 2>&1
    else
        # It locks the build, so the three run one after the other.
        TMPDIR=$files/$1 swift test --skip-build "${checks[@]}" "$2" "^($3)\\." 2>&1
    fi
}

step "Testing"
set -m
run_tests tool --filter "$tool" >"$reports/tool" &
tool_run=$!
run_tests others --skip "$library|$tool" >"$reports/others" &
others_run=$!
set +m
trap 'kill -- "-$helper" "-$tool_run" "-$others_run" 2>/dev/null || true; rm -rf "$report" "$beside" "$reports" "$files"' EXIT

failed=0
run_tests library --filter "$library" | tee "$report" || failed=$?
for run in "$tool_run" "$others_run"; do wait "$run" || failed=$?; done
cat "$reports"/*
cat "$reports"/* >>"$report"
# A part that finds no tests passes.
[ "$(grep -c 'Test run with [1-9]' "$report")" = 3 ] || failed=1
if [ "$failed" != 0 ]; then
    # Tests run beside each other, so what failed stands anywhere in thousands of lines: it is said again at the end. A line of an issue
    # is followed by lines of its values and comments, which begin with an arrow.
    printf '\n=== What failed\n'
    awk '/^✘|^error:|^Fatal error|^Crash/ { shown = 1; print; next } /^↳/ && shown { print; next } { shown = 0 }' "$report" | head -200
    exit 1
fi

failed=0
wait "$helper" || failed=$?
trap 'rm -rf "$report" "$beside" "$reports" "$files"' EXIT
cat "$beside"
[ "$failed" = 0 ] || { echo "what runs beside the tests failed, as the lines above say" >&2; exit 1; }
step "Passed"
