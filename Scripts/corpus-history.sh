#!/usr/bin/env bash
# Freezes a history that CorpusStepTests kept (TRELLIS_KEEP_HISTORIES=folder swift test --filter CorpusStepTests) and measures the
# command line on it. Kept results: Benchmarks/RESULTS.md.
#
#   Scripts/corpus-history.sh FOLDER    a folder with N.yaml and N.migration.yaml; TRELLIS=path the binary; ROWS="100 100000" rows in stores
set -euo pipefail
history=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
fill=$PWD/Scripts/fill-store.py
trellis=${TRELLIS:?the path of a release build}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
last=$(ls "$history" | grep -cE '^[0-9]+\.yaml$')
name=$(sed -n 's/^model: *//p' "$history/1.yaml")
seconds() { # label, command
  local label=$1
  shift
  local TIMEFORMAT="%R s, %U s of the processor"
  local time
  time=$( { time "$@" > out.txt 2>&1 || { cat out.txt >&2; exit 1; }; } 2>&1 )
  printf '%-44s %s\n' "$label" "$time"
}
start=$SECONDS
for version in $(seq 1 "$last"); do
  cp "$history/$version.yaml" Model.yaml
  if [ "$version" -gt 1 ]; then cp "$history/$version.migration.yaml" versions/; fi
  case $version in
    2 | 10 | "$((last / 2))" | "$last") seconds "create, version $version" "$trellis" migrate create Model.yaml ;;
    *) "$trellis" migrate create Model.yaml > out.txt 2>&1 || { echo "version $version"; cat out.txt; exit 1; } ;;
  esac
  case $version in
    1 | "$((last / 2))" | "$((last - 1))")
      "$trellis" generate Model.yaml --sql schema.sql > out.txt 2>&1 || { cat out.txt; exit 1; }
      for rows in ${ROWS:-100 100000}; do
        sqlite3 "at-$version-$rows.sqlite" < schema.sql
        echo "a store of version $version: $("$fill" "at-$version-$rows.sqlite" "$rows" Model.yaml)"
      done
      ;;
  esac
done
echo "all $last versions in $((SECONDS - start)) s"
seconds "validate" "$trellis" validate Model.yaml
seconds "generate" "$trellis" generate Model.yaml --swift out
printf 'trellis: 1\nmodels:\n  %s: { path: Model.yaml, swift: out }\n' "$name" > trellis.yaml
"$trellis" format Model.yaml > out.txt 2>&1
seconds "check, nothing remembered" "$trellis" check --no-cache
echo "the history: $(du -sk versions | cut -f1) KB; the generated migrations: $(cat out/*.migrations.trellis.swift | wc -c) bytes"
# One jump, and the same way step by step.
for version in 1 "$((last / 2))" "$((last - 1))"; do
  for rows in ${ROWS:-100 100000}; do
    cp "at-$version-$rows.sqlite" steps.sqlite
    seconds "apply from version $version, $rows rows" "$trellis" migrate apply "at-$version-$rows.sqlite" Model.yaml
    steps() { for to in $(seq $((version + 1)) "$last"); do "$trellis" migrate apply steps.sqlite Model.yaml --to "$to"; done; }
    seconds "the same, version by version" steps
    rm steps.sqlite
  done
done
