#!/usr/bin/env bash
# Measures the command line in a release build on a generated history: 200 versions of 100 entities (or the numbers that are given). Each
# version adds, renames or widens an attribute of one entity. Kept results: Benchmarks/RESULTS.md.
#
#   Scripts/long-history.sh [VERSIONS [ENTITIES]]    TRELLIS=path the binary; KEEP=folder keeps the files; ROWS="100 100000"
set -euo pipefail
cd "$(dirname "$0")/.."
versions=${1:-200} entities=${2:-100}
trellis=${TRELLIS:-}
if [ -z "$trellis" ]; then
  swift build -c release --product trellis
  trellis=$(swift build -c release --show-bin-path)/trellis
fi
folder=${KEEP:-$(mktemp -d)}
[ -n "${KEEP:-}" ] || trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder"
cd "$folder"

# Entity N changes in the versions N + 1, N + 1 + ENTITIES and so on: an attribute comes, gets another name, and then takes nil.
print_model() { # version
  awk -v version="$1" -v count="$entities" 'BEGIN {
    print "trellis: 1"; print "model: Long"; print "entities:"
    for (i = 0; i < count; i++) {
      turn = version > i + 1 ? int((version - i - 2) / count) + 1 : 0
      printf "  Item%03d:\n    attributes:\n", i
      print "      title: { type: string, minLength: 1 }"; print "      note: string?"; print "      quantity: int"
      print "      rank: int16"; print "      weight: double"; print "      changed: date?"
      if (turn > 0) printf "      %s: { type: int, default: 0 }\n", turn % 2 ? "extra" : "other"
      print "    relationships:"
      printf "      parent: { to: \"Item%03d?\", inverse: children }\n", (i + count - 1) % count
      printf "      children: { to: [Item%03d], inverse: parent }\n", (i + 1) % count
    }
  }'
}
print_decisions() { # version
  echo "trellis: 1"
  local entity=$(( (version - 2) % entities )) turn=$(( (version - 2) / entities + 1 ))
  if [ "$turn" -gt 1 ]; then
    printf 'renames: { Item%03d.%s: %s }\n' "$entity" "$([ $((turn % 2)) = 1 ] && echo other || echo extra)" "$([ $((turn % 2)) = 1 ] && echo extra || echo other)"
  fi
}
seconds() { # label, command
  local label=$1 TIMEFORMAT="%R s, %U s of the processor" time
  shift
  time=$( { time "$@" > out.txt 2>&1 || { cat out.txt >&2; exit 1; }; } 2>&1 )
  printf '%-44s %s\n' "$label" "$time"
}
# A store of the newest version with as many rows, the same number for each entity.
make_store() { # rows, file, version
  "$trellis" generate Long.yaml --sql schema.sql > out.txt 2>&1 || { cat out.txt; exit 1; }
  awk -v rows="$(($1 / entities))" -v count="$entities" -v version="$3" 'BEGIN {
    for (i = 0; i < count; i++) {
      turn = version > i + 1 ? int((version - i - 2) / count) + 1 : 0
      name = turn == 0 ? "" : turn % 2 ? ", extra" : ", other"
      printf "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) ", rows
      printf "INSERT INTO item%03d (_id, title, quantity, rank, weight, parent_id%s) SELECT i, \047title \047 || i, i, i %% 100, i * 0.5, i%s FROM n;\n", i, name, turn ? ", i" : ""
    }
  }' > rows.sql
  rm -f "$2"
  { cat schema.sql; echo "BEGIN;"; cat rows.sql; echo "COMMIT;"; } | sqlite3 "$2"
}

start=$SECONDS
for version in $(seq 1 "$versions"); do
  print_model "$version" > Long.yaml
  if [ "$version" -gt 1 ]; then print_decisions > "versions/$version.migration.yaml"; fi
  case $version in
    2 | 50 | "$((versions / 2))" | "$versions") seconds "create, version $version" "$trellis" migrate create Long.yaml ;;
    *) "$trellis" migrate create Long.yaml > out.txt 2>&1 || { cat out.txt; exit 1; } ;;
  esac
  case $version in
    1 | "$((versions / 2))" | "$((versions - 1))") for rows in ${ROWS:-100 100000}; do make_store "$rows" "at-$version-$rows.sqlite" "$version"; done ;;
  esac
done
echo "all $versions versions in $((SECONDS - start)) s"
seconds "validate" "$trellis" validate Long.yaml
seconds "generate" "$trellis" generate Long.yaml --swift out
printf 'trellis: 1\nmodels:\n  Long: { path: Long.yaml, swift: out }\n' > trellis.yaml
seconds "check, nothing remembered" "$trellis" check --no-cache
echo "the history: $(du -sk versions | cut -f1) KB; the generated migrations: $(wc -c < out/Long.migrations.trellis.swift) bytes"
for version in 1 "$((versions / 2))" "$((versions - 1))"; do
  for rows in ${ROWS:-100 100000}; do
    seconds "apply from version $version, $rows rows" "$trellis" migrate apply "at-$version-$rows.sqlite" Long.yaml
  done
done
# What a program compiles of it: the plans alone, with the two types that they need.
{
  echo "enum Long {}"
  echo "struct EmbeddedPlans: Sendable { init(_ texts: [String]) { self.texts = texts }; let texts: [String] }"
  grep -v '^import\|^@_spi(Generated) import' out/Long.migrations.trellis.swift
} > Plans.swift
printf 'enum Long {}\nstruct EmbeddedPlans: Sendable { init(_ texts: [String]) { self.texts = texts }; let texts: [String] }\n' > Empty.swift
seconds "swiftc -O without migrations" swiftc -O -parse-as-library -c Empty.swift -o Empty.o
seconds "swiftc -O with the embedded migrations" swiftc -O -parse-as-library -c Plans.swift -o Plans.o
echo "the object file: $(wc -c < Plans.o) bytes, without migrations $(wc -c < Empty.o)"
