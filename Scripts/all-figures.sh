#!/usr/bin/env bash
# Takes all figures of Benchmarks/RESULTS.md on one machine, one after the other: nothing else may run. Each script's output goes to a file
# of its name in FOLDER, with the machine's load before and after it. What fails is named at the end, and the rest is still measured.
#
#   Scripts/all-figures.sh FOLDER [NAME ...]     some of them; TRELLIS_CORPUS=path the corpus, HISTORY=path versions that CorpusStepTests kept,
#                                                ENTITIES="10 100" the models whose builds are measured
set -uo pipefail
folder=${1:?a folder for what is measured}
shift
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
cd "$(dirname "$0")/.."
names=("$@")
[ $# -gt 0 ] || names=(objects tool large import store-opening plugin builds histories migrations fleet checking editor million cluster corpus)

# The program that is installed, with Swift's libraries in it.
built=
artifact() { [ -n "$built" ] || { Scripts/artifact.sh >&2 && built=yes; }; }
installed() { artifact && TRELLIS=$PWD/.build-artifact/programs/trellis "$@"; }
corpus() { [ -d "${TRELLIS_CORPUS:-}" ] || { echo "TRELLIS_CORPUS names no folder"; return 1; }; }

measure() {
  case $1 in
    objects) Scripts/bench-check.py --all --record --rounds 5 ;;
    million) TRELLIS_ROWS=1000000 TRELLIS_ROUNDS=3 Scripts/bench.sh --filter '(Fetch, .*|Create and save.*|Update one column.*|Lookup.*|Batch.*|Prefetch .*)' ;;
    store-opening) Scripts/open-speed.sh ;;
    tool) installed Scripts/tool-speed.sh ;;
    large) ROUNDS=7 installed Scripts/large-model.sh 1000 5000 ;;
    plugin) artifact && PARTS= Scripts/plugin-cost.sh 1 ;;
    builds) Scripts/entity-builds.sh ${ENTITIES:-10 100 1000} ;;
    checking) Scripts/field-type-checks.sh ;;
    histories) installed Scripts/long-history.sh 200 100 ;;
    corpus) [ -d "${HISTORY:-}" ] && installed Scripts/corpus-history.sh "$HISTORY" ;;
    migrations) installed Scripts/migration-speed.sh 1000000 3 ;;
    fleet) installed Scripts/fleet-speed.sh 10000 100 ;;
    import) corpus && installed Scripts/import-speed.py "$TRELLIS_CORPUS/ddg-bookmarks/stores/Bookmarks_V5.sqlite" 1000000 2 ;;
    editor) installed Scripts/language-server-speed.py 1000 60 ;;
    cluster) Scripts/cluster-figures.sh ;;
    *) echo "there are no figures of that name"; return 1 ;;
  esac
}

failed=()
for name in "${names[@]}"; do
  {
    echo "$name, $(git rev-parse --short HEAD), $(date '+%F %H:%M'), $(uname -sm), $(nproc) processors, load $(cut -d' ' -f1-3 /proc/loadavg 2>/dev/null)"
    measure "$name"
    status=$?
    echo "ended $(date '+%H:%M:%S') with $status, load $(cut -d' ' -f1-3 /proc/loadavg 2>/dev/null)"
  } >"$folder/$name.txt" 2>&1
  tail -1 "$folder/$name.txt" | grep -q ' with 0,' || failed+=("$name")
  echo "$name: $(tail -1 "$folder/$name.txt")"
done
[ ${#failed[@]} = 0 ] || { echo "failed: ${failed[*]}"; exit 1; }
