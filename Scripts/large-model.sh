#!/usr/bin/env bash
# Measures the command line in a release build on models of 1,000, 2,000 and 5,000 entities (or the numbers that are given),
# each with ten attributes and two relationships. Where flatc is installed, `flatc --swift` on the same schema is the
# baseline: the commands take turns, and a ratio is the median of the rounds' own. Kept results: Benchmarks/RESULTS.md.
#
#   Scripts/large-model.sh [ENTITIES ...]          times and peak memory; ROUNDS=15 changes how often, TRELLIS=path the binary
#   Scripts/large-model.sh --print FORMAT ENTITIES the model alone: yaml, or fbs for flatc
set -euo pipefail
cd "$(dirname "$0")/.."

print_model() { # format, entities
  awk -v format="$1" -v count="$2" '
    # The entities stand in a ring: each is the parent of the next one.
    function name(i) { return sprintf("Item%05d", (i + count) % count) }
    function yaml(i) {
      print "  " name(i) ":"
      print "    doc: Number " i " of the things that are kept."
      print "    attributes:"
      print "      title: { type: string, minLength: 1 }"
      print "      note: string?"
      print "      quantity: int"
      print "      rank: int16"
      print "      weight: double"
      print "      isDone: { type: bool, default: false }"
      print "      changed: { type: date, default: now() }"
      print "      due: day?"
      print "      picture: data?"
      print "      token: uuid"
      print "    relationships:"
      print "      parent: { to: " name(i - 1) "?, inverse: children }"
      print "      children: { to: [" name(i + 1) "], inverse: parent }"
    }
    function fbs(i) {
      print "/// Number " i " of the things that are kept."
      print "table " name(i) " {"
      print "  title:string (required);"
      print "  note:string;"
      print "  quantity:long;"
      print "  rank:short;"
      print "  weight:double;"
      print "  is_done:bool = false;"
      print "  changed:double;"
      print "  due:string;"
      print "  picture:[ubyte];"
      print "  token:[ubyte] (required);"
      print "  parent:" name(i - 1) ";"
      print "  children:[" name(i + 1) "];"
      print "}"
    }
    BEGIN {
      print format == "yaml" ? "trellis: 1\nmodel: Large\nentities:" : "namespace Large;"
      for (i = 0; i < count; i++) if (format == "yaml") yaml(i); else fbs(i)
    }'
}

if [ "${1:-}" = --print ]; then
  print_model "$2" "$3"
  exit
fi

sizes=("$@")
[ $# -gt 0 ] || sizes=(1000 2000 5000)
rounds=${ROUNDS:-7}
[ -x /usr/bin/time ] || { echo "large-model: GNU time is needed: apt-get install time" >&2; exit 1; }
if [ -z "${TRELLIS:-}" ]; then
  swift build -c release --product trellis
  TRELLIS=$(swift build -c release --show-bin-path)/trellis
fi

# In memory where that can be had: disks are slow in ways of their own, some at making files where others were just deleted.
folder=$([ -w /dev/shm ] && mktemp -d -p /dev/shm || mktemp -d)
trap 'rm -rf "$folder"' EXIT
results=$folder/results

measure() { # entities, what, command ...
  local label="$1 $2"
  shift 2
  /usr/bin/time -f "$label %e %U %S %M" -o "$folder/time" "$@" >/dev/null
  cat "$folder/time" >>"$results"
}

measure_all() { # entities, round
  local yaml=$folder/Large$1.yaml fbs=$folder/large$1.fbs out=$folder/$1-$2
  if command -v flatc >/dev/null; then measure "$1" flatc flatc --swift -o "$out/flat" "$fbs"; fi
  measure "$1" validate "$TRELLIS" validate "$yaml"
  measure "$1" generate "$TRELLIS" generate "$yaml" --swift "$out" --sql "$out/schema.sql"
  measure "$1" again "$TRELLIS" generate "$yaml" --swift "$out" --sql "$out/schema.sql"
}

for size in "${sizes[@]}"; do
  print_model yaml "$size" >"$folder/Large$size.yaml"
  print_model fbs "$size" >"$folder/large$size.fbs"
  measure_all "$size" warm-up
done
: >"$results"
for ((round = 0; round < rounds; round++)); do
  for size in "${sizes[@]}"; do measure_all "$size" "$round"; done
done

echo "Medians of $rounds rounds: seconds of the clock and of the processors, peak memory, and the clock's ratio to flatc."
echo "'again' is a generate that finds every file current."
awk '
  function median(list, count,   i, j, value) {
    for (i = 2; i <= count; i++) {
      value = list[i]
      for (j = i - 1; j > 0 && list[j] > value; j--) list[j + 1] = list[j]
      list[j + 1] = value
    }
    return count % 2 ? list[(count + 1) / 2] : (list[count / 2] + list[count / 2 + 1]) / 2
  }
  function figure(values, key,   i, list) {
    for (i = 1; i <= rounds[key]; i++) list[i] = values[key, i]
    return median(list, rounds[key])
  }
  {
    key = $1 " " $2
    if (++rounds[key] == 1) order[++kinds] = key
    wall[key, rounds[key]] = $3; cpu[key, rounds[key]] = $4 + $5; peak[key, rounds[key]] = $6 / 1024
    if ($2 == "flatc") flat = $3
    if (flat > 0) ratio[key, rounds[key]] = $3 / flat
  }
  END {
    printf "\n| entities | command | wall | processor | peak | to flatc |\n| --- | --- | --- | --- | --- | --- |\n"
    for (i = 1; i <= kinds; i++) {
      split(order[i], part, " ")
      printf "| %d | %s | %.2f s | %.2f s | %.0f MB | %s |\n", part[1], part[2], figure(wall, order[i]),
        figure(cpu, order[i]), figure(peak, order[i]), (flat > 0 ? sprintf("%.1f", figure(ratio, order[i])) : "-")
    }
  }' "$results"
