#!/usr/bin/env bash
# Measures the tool as a person or a hook waits for it, whole processes of a release build: validating a correct model of 100 entities,
# generating again when nothing has changed, for 1,000 entities too, and, after one attribute has changed, what 'check' needs to name what
# is stale and 'generate' to write it. Kept results: Benchmarks/RESULTS.md.
#
#   Scripts/tool-speed.sh [ROUNDS]     TRELLIS=path the binary; without it, one with Swift's libraries in it is built
set -euo pipefail
cd "$(dirname "$0")/.."
rounds=${1:-21}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ -z "${TRELLIS:-}" ]; then
  Scripts/install.sh "$work/bin" >/dev/null
  TRELLIS=$work/bin/trellis
fi
export XDG_CACHE_HOME=$work/cache
cd "$work"

print_model() { # name, number of entities
  awk -v name="$1" -v count="$2" 'BEGIN {
  print "trellis: 1\nmodel: " name "\nentities:"
  for (i = 0; i < count; i++) {
    printf "  Item%03d:\n    attributes:\n", i
    print "      title: { type: string, minLength: 1 }\n      note: string?\n      quantity: int\n      rank: int16"
    print "      weight: double\n      price: { type: decimal, scale: 2 }\n      isDone: { type: bool, default: false }"
    print "      changed: { type: date, default: now() }\n      due: day?\n      picture: data?\n      token: uuid\n      ratio: double?"
    printf "    relationships:\n      parent: { to: Item%03d?, inverse: children }\n", (i + count - 1) % count
    printf "      children: { to: [Item%03d], inverse: parent }\n", (i + 1) % count
  }
}'
}
mkdir -p Schemas/Large
print_model Large 100 >Schemas/Large/Large.yaml
printf 'trellis: 1\nmodels:\n  Large: { draft: true, swift: Sources/Store/Generated, sql: Schemas/Large/Large.sql }\n' >trellis.yaml
"$TRELLIS" format --quiet
"$TRELLIS" migrate create Schemas/Large/Large.yaml --quiet
"$TRELLIS" generate --quiet
"$TRELLIS" check --quiet

change() { # round: an attribute that was never there before
  awk -v round="$1" '{ print } /note: string[?]/ && !done { print "      remark" round ": string?"; done = 1 }' \
    "$work/model" >Schemas/Large/Large.yaml
}
timed() { { TIMEFORMAT=%R; time "$@" >"$work/output" 2>&1 || true; } 2>&1; }
row() { sort -n | awk -v what="$1" '{ value[NR] = $1 } END { printf "| %s | %.3f | %.3f |\n", what, value[int((NR + 1) / 2)], value[1] }'; }

cp Schemas/Large/Large.yaml model
mkdir thousand
(cd thousand && print_model Thousand 1000 >Thousand.yaml && "$TRELLIS" generate Thousand.yaml --swift out --sql out.sql --quiet)

printf '| 100 entities, %s rounds | seconds, median | least |\n| --- | --- | --- |\n' "$rounds"
for ((i = 0; i < rounds; i++)); do timed "$TRELLIS" validate Schemas/Large/Large.yaml; done | row "validate, with one frozen version"
mkdir alone && cp Schemas/Large/Large.yaml alone
for ((i = 0; i < rounds; i++)); do timed "$TRELLIS" validate alone/Large.yaml; done | row "validate, the model alone"
for ((i = 0; i < rounds; i++)); do timed "$TRELLIS" check; done | row "check, nothing changed"
for ((i = 0; i < rounds; i++)); do timed "$TRELLIS" generate; done | row "generate, nothing changed"
cd thousand
for ((i = 0; i < rounds; i++)); do timed "$TRELLIS" generate Thousand.yaml --swift out --sql out.sql; done |
  row "generate of 1,000 entities, nothing changed"
cd ..
for ((i = 0; i < rounds; i++)); do change "$i"; timed "$TRELLIS" check; done | row "check, one attribute changed"
for ((i = 0; i < rounds; i++)); do change "$i"; timed "$TRELLIS" generate; done | row "generate, one attribute changed"
printf 'The last one: %s\n' "$(cat "$work/output")"
