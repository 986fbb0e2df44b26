#!/usr/bin/env bash
# The tests in which several threads are at work, under the thread sanitizer: everything is built again for it, GRDB too, in a folder
# of its own. A race that is found makes the run fail. The last results are in Documentation/internals/test-runs.md.
set -euo pipefail
cd "$(dirname "$0")/.."

options=(--sanitize=thread --scratch-path "$PWD/.build-tsan" --explicit-target-dependency-import-check error)
TRELLIS_TESTS=1 swift build --build-tests "${options[@]}"
# A report is counted when the process ends, so one run reports all races.
TSAN_OPTIONS="halt_on_error=0 exitcode=66 ${TSAN_OPTIONS:-}" \
  swift test --skip-build "${options[@]}" --filter "${1:-Concurrency|Contention|Isolation|LockedStore|Merging|Perform|StatementRecord|ViewContext}"
