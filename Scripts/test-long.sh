#!/usr/bin/env bash
# The tests that try more with TRELLIS_LONG=1: random input, rivals for one store, faults, power cuts, damaged files; then all suites over a
# cluster, and the examples with plugins that are compiled from sources. What came out last stands in Documentation/internals/test-runs.md.
set -euo pipefail
cd "$(dirname "$0")/.."

checks=(--explicit-target-dependency-import-check error)
TRELLIS_TESTS=1 swift build --build-tests "${checks[@]}"
# Each suite that asks TestScale, and those that do so by what they share.
scaled=$(grep -rl --include='*Tests.swift' 'TestScale\.' Tests | sed 's|.*/||; s|\.swift$||' | paste -sd '|')
suites="\.($scaled|Random[A-Za-z]*|FaultTests|KilledProcessTests|DeleteRuleMatrixTests|ServerProcessTests)/"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
started=$SECONDS
status=0
TRELLIS_LONG=1 swift test --skip-build "${checks[@]}" --filter "$suites" 2>&1 | tee "$log" || status=$?
echo
echo "Seeds:"
grep -o '.*TRELLIS_SEED=[0-9]*' "$log" | sort -u
echo "$(date -u +%Y-%m-%d), $((SECONDS - started)) seconds, $(grep -o 'Test run with .*' "$log" | tail -1)"

echo
Scripts/test-cluster.sh || status=$?
Scripts/examples.sh --sources || status=$?
exit "$status"
