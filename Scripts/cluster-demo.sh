#!/usr/bin/env bash
# Starts three nodes of dqlite on this machine and two programs that take orders, and kills the leader meanwhile. It needs Debian's go-dqlite.
set -euo pipefail
cd "$(dirname "$0")/.."
for program in dqlite dqlite-demo; do
  command -v $program >/dev/null || { echo "install dqlite first: apt-get install go-dqlite" >&2; exit 1; }
done
build=$PWD/.build-examples
mkdir -p "$build"
echo "Building Examples/Cluster. The first build takes 5 to 15 minutes."
# SwiftPM would take the plan of the package that was built in this folder last.
rm -f "$build/debug.yaml"
if ! swift build --package-path Examples/Cluster --scratch-path "$build" >"$build/Cluster.log" 2>&1; then
  cat "$build/Cluster.log"
  exit 1
fi

folder=$(mktemp -d)
declare -A nodes
trap 'kill -9 "${nodes[@]}" 2>/dev/null || true; rm -rf "$folder"' EXIT
start() {
  mkdir -p "$folder/$1"
  local join=()
  [ "$1" = 1 ] || join=(--join 127.0.0.1:19101)
  dqlite-demo --api "127.0.0.1:1920$1" --db "127.0.0.1:1910$1" --dir "$folder/$1" "${join[@]}" >"$folder/$1.log" 2>&1 &
  nodes[$1]=$!
  # The shell would report that a node was killed.
  disown
}
for number in 1 2 3; do
  start $number
  sleep 2
done
list=127.0.0.1:19101,127.0.0.1:19102,127.0.0.1:19103
sleep 3
echo "Three nodes run. Two desks take orders."
"$build/debug/Desk" north 14 $list &
north=$!
"$build/debug/Desk" south 14 $list &
south=$!
sleep 4
leader=$(dqlite -s $list orders .leader | grep -o '1910[1-3]' | head -1)
echo "-- Killing the leader, 127.0.0.1:$leader"
kill -9 "${nodes[${leader: -1}]}"
sleep 5
echo "-- Starting it again"
start "${leader: -1}"
wait $north $south
echo "-- The orders of each customer, by plain SQL"
dqlite -s $list orders 'SELECT c.name, count(*) FROM "order" o JOIN customer c ON c._id = o.customer_id GROUP BY c.name'
