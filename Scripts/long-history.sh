#!/usr/bin/env bash
# Measures the command line in a release build on a generated history: 200 versions of 100 entities (or the numbers that are given). Each
# version adds, renames or widens an attribute of one entity. Kept results: Benchmarks/RESULTS.md.
#
#   Scripts/long-history.sh [VERSIONS [ENTITIES]]    TRELLIS=path the binary; KEEP=folder keeps the files
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
  local label=$1 start end
  shift
  start=$(date +%s.%N)
  "$@" > out.txt 2>&1 || { cat out.txt; exit 1; }
  end=$(date +%s.%N)
  awk -v label="$label" -v s="$start" -v e="$end" 'BEGIN { printf "%-44s %8.3f s\n", label, e - s }'
}

start=$SECONDS
for version in $(seq 1 "$versions"); do
  print_model "$version" > Long.yaml
  if [ "$version" -gt 1 ]; then print_decisions > "versions/$version.migration.yaml"; fi
  case $version in
    2 | 50 | "$((versions / 2))" | "$versions") seconds "create, version $version" "$trellis" migrate create Long.yaml ;;
    *) "$trellis" migrate create Long.yaml > out.txt 2>&1 || { cat out.txt; exit 1; } ;;
  esac
done
echo "all $versions versions in $((SECONDS - start)) s"
seconds "validate" "$trellis" validate Long.yaml
seconds "generate" "$trellis" generate Long.yaml --swift out
printf 'trellis: 1\nmodels:\n  Long: { path: Long.yaml, swift: out }\n' > trellis.yaml
seconds "check, nothing remembered" "$trellis" check --no-cache
echo "the history: $(du -sk versions | cut -f1) KB; the generated migrations: $(wc -c < out/Long.migrations.trellis.swift) bytes"
