#!/usr/bin/env bash
# Measures how long the compiler takes to check a file of 50 typed fetches in debug, with three to five conditions each, beside a model of
# 100 entities (or the number that is given). The library is built before the clock starts. Kept results: Benchmarks/RESULTS.md.
#
#   Scripts/field-type-checks.sh [ENTITIES]      KEEP=folder keeps what is measured, SLOW=milliseconds lists slower expressions
set -euo pipefail
cd "$(dirname "$0")/.."
count=${1:-100}
folder=${KEEP:-$(mktemp -d)}
[ -n "${KEEP:-}" ] || trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/model"

{
  printf 'trellis: 1\nmodel: Large\nenums:\n  Channel: [web, phone, shop]\nentities:\n'
  for ((i = 0; i < count; i++)); do
    printf '  Item%03d:\n    attributes:\n' "$i"
    printf '      title: string\n      note: string?\n      quantity: int\n      rank: int16\n      weight: double\n'
    printf '      price: { type: decimal, scale: 2 }\n      isDone: bool\n      changed: date\n      due: day?\n'
    printf '      token: uuid\n      ratio: double?\n      channel: { type: Channel, default: web }\n    relationships:\n'
    printf '      parent: { to: Item%03d?, inverse: children }\n' $(((i + count - 1) % count))
    printf '      children: { to: [Item%03d], inverse: parent }\n' $(((i + 1) % count))
  done
} >"$folder/Large.yaml"

conditions=(
  '!$0.isDone && $0.quantity > 5 && $0.title.beginsWith("A")'
  '$0.isDone && $0.parent.title == "x" && $0.changed < limit && $0.channel == .web'
  '$0.note == nil || ($0.price >= 12.5 && $0.weight < 3) || $0.channel == .phone'
  '$0.parent.parent.title.contains("b", .caseInsensitive) && !($0.quantity + 1 > 10) && $0.ratio != nil'
  '$0.parent == nil && $0.title != "z" && $0.note != name && $0.children.count > 3 && $0.rank == 4'
  '$0.children.any { $0.quantity > 5 && $0.title == "a" } && $0.channel.isIn([.web, .shop]) && $0.ratio == 0.5'
  '($0.price * 2 > 10 || $0.weight / 2 <= $0.ratio) && !$0.isDone && $0.parent != ada'
  '$0.rank.isBetween(1...3) && $0.children.sum { $0.price } > 100 && $0.due == nil && $0.title.length < 10'
  '!($0.isDone || $0.parent.isDone) && $0.title.like("a*", [.caseInsensitive, .diacriticInsensitive]) && $0.token != token'
  '$0.children.filter { $0.parent.rank > 2 }.count == 0 && $0.weight >= $0.ratio && $0.due != .today() && -$0.quantity < 0'
)
{
  printf 'import Foundation\nimport Trellis\n'
  for ((i = 0; i < 50; i++)); do
    printf '\nfunc fetch%d(limit: Date, name: String?, token: UUID, ada: Item%03d) -> Fetch<Item%03d> {\n' \
      "$i" $(((i % count + count - 1) % count)) $((i % count))
    printf '    Item%03d.where { %s }\n        .sorted { [$0.changed.descending, $0.parent.title.ascending] }\n}\n' \
      $((i % count)) "${conditions[i % ${#conditions[@]}]}"
  done
} >"$folder/Fetches.swift"

swift build --product trellis >/dev/null
swift build --target Trellis >/dev/null
products=$(swift build --show-bin-path)
"$products/trellis" generate "$folder/Large.yaml" --swift "$folder/model" --sql "$folder/Large.sql" >/dev/null

# The C modules stand in the checkouts beside the products.
checkouts=$products
while [ ! -d "$checkouts/checkouts" ]; do checkouts=$(dirname "$checkouts"); done
options=(-frontend -typecheck -swift-version 6 -module-name App -parse-as-library -I "$products/Modules" -I Sources/CSQLite
  -I "$checkouts/checkouts/GRDB.swift/Sources/GRDBSQLite")
[ -z "${SLOW:-}" ] || options+=("-warn-long-expression-type-checking=$SLOW")

echo 'import Trellis' >"$folder/Nothing.swift"
measure() { # file
  for _ in 1 2 3; do
    { TIMEFORMAT=%U; time swiftc "${options[@]}" -primary-file "$1" "$folder"/model/*.swift; } 2>&1 | tee -a "$folder/log" | tail -1
  done | sort -n | head -1
}
printf '| 50 fetches, %s entities | seconds of a processor |\n| --- | --- |\n' "$count"
printf '| the file | %s |\n' "$(measure "$folder/Fetches.swift")"
printf '| a file that only imports the library | %s |\n' "$(measure "$folder/Nothing.swift")"
[ -z "${SLOW:-}" ] || grep -o 'expression took .*' "$folder/log" | sort | uniq -c
