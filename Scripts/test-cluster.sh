#!/usr/bin/env bash
# Runs suites of the library over three nodes of dqlite on this machine, from a build with tests. The argument is a regular expression for
# the names of suites; without one all suites run that keep stores in a place of the test's own.
set -euo pipefail
cd "$(dirname "$0")/.."

# Where Debian puts them, and where the tests look.
for program in /usr/bin/dqlite /usr/bin/dqlite-demo; do
    if [ ! -x "$program" ]; then
        echo "SKIPPED: no suite runs over a cluster, because dqlite is not installed (Scripts/setup.sh installs it on Debian)"
        exit 0
    fi
done

# Nodes wait for the disk at each commit, so their files are in memory where there is room. A run that crashes leaves its nodes.
memory=/dev/shm
if [ -w "$memory" ] && [ "$(df --output=avail -k "$memory" | tail -1)" -gt $((4 << 20)) ]; then
    files=$(mktemp -d "$memory/trellis-cluster.XXXXXX")
else
    files=$(mktemp -d)
fi
log=$files/log
trap 'pkill -9 -f "dqlite-demo .*$files/" || true; rm -rf "$files"' EXIT
started=$SECONDS
status=0
# These open files of their own, or start processes that do.
skipped='\.(Faults?|PowerCut|KilledProcess|RollOut.*|StoreUse|StoreFile|SwiftStep|SwiftStepCode|GeneratedMigration|MigratingOnOpening|OtherProgram|RefusedStore|RemovedFile|StorePath|Snapshot|OversizedValue|FullDisk|ProgramMistake|LostEdit|CompileTime)Tests'
TMPDIR=$files TRELLIS_STORE=dqlite .build/debug/trellisPackageTests.xctest --testing-library swift-testing \
    --filter "^TrellisTests\.(${1:-.*})" --skip "$skipped" >"$log" 2>&1 || status=$?

if [ "$status" != 0 ]; then
    awk '/^✘|^error:|^Fatal error|^Crash/ { shown = 1; print; next } /^↳/ && shown { print; next } { shown = 0 }' "$log" | head -200
fi
echo "Over files only:"
grep -o 'skipped: "over files only: [^"]*' "$log" | sed 's/.*only: //' | sort | uniq -c || true
if ! grep -o 'On nodes of dqlite: .*' "$log"; then
    echo "no test ran over the cluster" >&2
    [ "$status" != 0 ] || status=1
fi
echo "$(grep -o 'Test run with .*' "$log" | tail -1); $((SECONDS - started)) seconds of the clock"
exit "$status"
