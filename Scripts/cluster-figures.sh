#!/bin/bash
# Measures saves and fetches on three nodes of dqlite on this machine, beside a file, in a release build. It needs Debian's go-dqlite.
set -euo pipefail
cd "$(dirname "$0")/.."
scratch=${SCRATCH:-.build-cluster}
TRELLIS_TESTS=1 swift build -c release --product ClusterFigures --scratch-path "$scratch"
folder=$(mktemp -d)
nodes=()
trap 'kill "${nodes[@]}" 2>/dev/null; rm -rf "$folder"' EXIT
for number in 1 2 3; do
  mkdir "$folder/$number"
  join=()
  [ $number -gt 1 ] && join=(--join 127.0.0.1:19301)
  dqlite-demo --api 127.0.0.1:$((19400 + number)) --db 127.0.0.1:$((19300 + number)) --dir "$folder/$number" "${join[@]}" >"$folder/$number.log" 2>&1 &
  nodes+=($!)
  sleep 2
done
sleep 5
"$scratch/release/ClusterFigures" 127.0.0.1:19301,127.0.0.1:19302,127.0.0.1:19303 "$folder"
