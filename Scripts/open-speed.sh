#!/usr/bin/env bash
# Measures what opening an existing store of 100 entities costs, beside SQLite alone and GRDB. The model is written for the run, and
# compiled only then: its classes would make every other build of the benchmarks longer. Kept results: Benchmarks/RESULTS.md.
#
#   Scripts/open-speed.sh [ROUNDS]
set -euo pipefail
cd "$(dirname "$0")/.."
rounds=${1:-201}
mkdir -p Benchmarks/Schemas/Large
awk 'BEGIN {
  print "trellis: 1\nmodel: Large\nentities:"
  for (i = 0; i < 100; i++) {
    printf "  Item%03d:\n    attributes:\n", i
    print "      title: { type: string, minLength: 1 }\n      note: string?\n      quantity: int\n      rank: int16"
    print "      weight: double\n      price: { type: decimal, scale: 2 }\n      isDone: { type: bool, default: false }"
    print "      changed: { type: date, default: now() }\n      due: day?\n      picture: data?\n      token: uuid\n      ratio: double?"
    printf "    relationships:\n      parent: { to: Item%03d?, inverse: children }\n", (i + 99) % 100
    printf "      children: { to: [Item%03d], inverse: parent }\n", (i + 1) % 100
  }
}' >Benchmarks/Schemas/Large/Large.yaml
export TRELLIS_OPENING=1
build=(swift build -c release --package-path Benchmarks --scratch-path "$PWD/.build-bench" --product Opening)
"${build[@]}" >&2
"$("${build[@]}" --show-bin-path)/Opening" "$rounds"
