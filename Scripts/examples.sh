#!/usr/bin/env bash
# Builds every package of Examples over one build folder, and compares what the programs print with what they should.
set -euo pipefail
cd "$(dirname "$0")/.."
build=$PWD/.build-examples

expect() { # what it shows, the expected output, the command
  local what=$1 expected=$2
  shift 2
  if "$@" | diff -u "$expected" - ; then
    echo "ok: $what"
  else
    echo "failed: $what" >&2
    exit 1
  fi
}

swift build --package-path Examples/Orders --scratch-path "$build"

# A build that did not look at a frozen version would go on with old classes and plans.
for file in "$PWD"/Schemas/Orders/Orders.yaml "$PWD"/Schemas/Orders/versions/*; do
  if ! grep -qF "\"$file\"" "$build/debug.yaml"; then
    echo "failed: '$file' is no input of the build" >&2
    exit 1
  fi
done
echo "ok: Orders, every file of the model's history is an input of the build"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
expect "Orders, the first run" Examples/Orders/Expected/first-run.txt "$build/debug/Journal" "$folder/orders.sqlite"
expect "Orders, a second run adds nothing" Examples/Orders/Expected/second-run.txt "$build/debug/Journal" "$folder/orders.sqlite"
sqlite3 "$folder/older.sqlite" <Examples/Orders/Older/version-1.sql
expect "Orders, a file of version 1 is migrated" Examples/Orders/Expected/migrated-run.txt "$build/debug/Journal" "$folder/older.sqlite"
