#!/usr/bin/env bash
# The tests with random input, those of rivals for one store, and those of faults and power cuts, with the full number of tries; then all suites over a cluster. What came out last stands in Documentation/internals/test-runs.md.
set -euo pipefail
cd "$(dirname "$0")/.."

checks=(--explicit-target-dependency-import-check error)
TRELLIS_TESTS=1 swift build --build-tests "${checks[@]}"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
started=$SECONDS
status=0
TRELLIS_LONG=1 swift test --skip-build "${checks[@]}" --filter 'Random|CorpusStep|Agreement|Matrix|KilledProcess|InterruptedMigration|FleetKill|MemberCondition|FoldedText|ArgumentTests|RefusedPredicate|FaultTests|PowerCut|ProcessTests|LeakTests|InterruptedSave|DiagramTests' 2>&1 | tee "$log" || status=$?
echo
echo "Seeds:"
grep -o '.*TRELLIS_SEED=[0-9]*' "$log" | sort -u
echo "$(date -u +%Y-%m-%d), $((SECONDS - started)) seconds, $(grep -o 'Test run with .*' "$log" | tail -1)"

echo
Scripts/test-cluster.sh || status=$?
exit "$status"
