#!/usr/bin/env bash
# Measures how long generated classes take to compile: models of 10, 100 and 1,000 entities (or the numbers that are given) with twelve
# attributes and two relationships each, as committed files, made by the build plugin, and as records of GRDB's written by hand. The
# library is built before the clock starts. Each is built from nothing, again after one attribute of one entity is new, and with nothing
# to do. Kept results: Benchmarks/RESULTS.md.
#
#   Scripts/entity-builds.sh [ENTITIES ...]  KEEP=folder keeps the package that is measured, HOLD=command runs before each build
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
counts=("$@")
[ $# -gt 0 ] || counts=(10 100 1000)
folder=${KEEP:-$(mktemp -d)}
[ -n "${KEEP:-}" ] || trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder"/{Schemas/Large,Sources/{Warm,Committed,Plugged,Records}}

print_model() { # the entity that has one attribute more
  awk -v count="$count" -v changed="${1:-}" 'BEGIN {
    print "trellis: 1\nmodel: Large\nentities:"
    for (i = 0; i < count; i++) {
      printf "  Item%03d:\n    attributes:\n", i
      print "      title: { type: string, minLength: 1 }\n      note: string?\n      quantity: int\n      rank: int16"
      print "      weight: double\n      price: { type: decimal, scale: 2 }\n      isDone: { type: bool, default: false }"
      print "      changed: { type: date, default: now() }\n      due: day?\n      picture: data?\n      token: uuid\n      ratio: double?"
      if (changed != "" && i == changed) print "      later: int?"
      printf "    relationships:\n      parent: { to: Item%03d?, inverse: children }\n", (i + count - 1) % count
      printf "      children: { to: [Item%03d], inverse: parent, deleteRule: cascade }\n", (i + 1) % count
    }
  }'
}

print_record() { # number, and anything for one property more
  awk -v i="$1" -v count="$count" -v last="${2:+14}" 'BEGIN {
    if (last == "") last = 13
    name = sprintf("Item%03d", i); table = sprintf("item%03d", i)
    split("title note quantity rank weight price isDone changed due picture token ratio parentID later", names, " ")
    split("String String? Int64 Int16 Double Int64 Bool Double String? Data? UUID Double? Int64? Int64?", types, " ")
    split("title note quantity rank weight price is_done changed due picture token ratio parent_id later", columns, " ")
    print "import Foundation\nimport GRDB\n\nstruct " name ": FetchableRecord, MutablePersistableRecord, Identifiable {"
    print "    static let databaseTableName = \"" table "\""
    printf "    static let parent = belongsTo(Item%03d.self)\n", (i + count - 1) % count
    printf "    static let children = hasMany(Item%03d.self)\n\n    enum Columns {\n", (i + 1) % count
    for (n = 1; n <= last; n++) print "        static let " names[n] " = Column(\"" columns[n] "\")"
    print "    }\n\n    var id: Int64?"
    for (n = 1; n <= last; n++) print "    var " names[n] ": " types[n]
    printf "\n    init(id: Int64? = nil"
    for (n = 1; n <= last; n++) printf ", %s: %s", names[n], types[n]
    print ") {\n        self.id = id"
    for (n = 1; n <= last; n++) print "        self." names[n] " = " names[n]
    print "    }\n\n    init(row: Row) {\n        id = row[0]"
    for (n = 1; n <= last; n++) print "        " names[n] " = row[" n "]"
    print "    }\n\n    func encode(to container: inout PersistenceContainer) {\n        container[\"_id\"] = id"
    for (n = 1; n <= last; n++) print "        container[Columns." names[n] "] = " names[n]
    print "    }\n\n    mutating func didInsert(_ inserted: InsertionSuccess) {\n        id = inserted.rowID\n    }\n}"
  }'
}

cat >"$folder/Package.swift" <<EOF
// swift-tools-version: 6.2
import PackageDescription

let trellis = Target.Dependency.product(name: "Trellis", package: "trellis")
let package = Package(
    name: "EntityBuilds", platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "trellis", path: "$root"), .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .executableTarget(name: "Warm", dependencies: [trellis, .product(name: "GRDB", package: "GRDB.swift")],
            plugins: [.plugin(name: "TrellisPlugin", package: "trellis")]),
        .executableTarget(name: "Committed", dependencies: [trellis]),
        .executableTarget(name: "Plugged", dependencies: [trellis],
            plugins: [.plugin(name: "TrellisPlugin", package: "trellis")]),
        .executableTarget(name: "Records", dependencies: [.product(name: "GRDB", package: "GRDB.swift")]),
    ],
    swiftLanguageModes: [.v6])
EOF
# The least that links the library, so that everything else is built.
mkdir -p "$folder/Schemas/Least"
printf 'trellis: 1\nmodel: Least\nentities:\n  Thing:\n    attributes: { name: string }\n' >"$folder/Schemas/Least/Least.yaml"
touch "$folder/Sources/Warm/Least.trellis" "$folder/Sources/Plugged/Large.trellis"
open_store() { # model
  printf 'import Trellis\n\nprint(try PersistentContainer(for: %s.self, at: .inMemory).storeUUID)\n' "$1"
}
open_store Least >"$folder/Sources/Warm/main.swift"
open_store Large | tee "$folder/Sources/Committed/main.swift" >"$folder/Sources/Plugged/main.swift"

quietly() { "$@" >"$folder/log" 2>&1 || { tail -40 "$folder/log" >&2; exit 1; }; }
generate() {
  quietly "$trellis" generate "$folder/Schemas/Large/Large.yaml" --swift "$folder/Sources/Committed" --sql "$folder/Large.sql"
}
# Prints the seconds of the clock and of the processors, in user mode. The clock is within what HOLD waits for.
build() { # configuration, product
  quietly ${HOLD:-} bash -c 'TIMEFORMAT="%1R %1U"; { time swift build "${@:2}"; } 2>"$1"' _ "$folder/seconds" \
    --package-path "$folder" -c "$1" --product "$2"
  tail -1 "$folder/seconds"
}
products=(Committed Plugged Records)
results=$folder/results
: >"$results"

make_sources() {
  find "$folder"/Sources/{Committed,Records} -name "*.swift" ! -path "*/Committed/main.swift" -delete
  print_model >"$folder/Schemas/Large/Large.yaml"
  for ((i = 0; i < count; i++)); do print_record "$i" >"$folder/Sources/Records/$(printf 'Item%03d' "$i").swift"; done
  {
    printf 'import GRDB\n\nlet queue = try DatabaseQueue()\ntry queue.read { database in\n'
    for ((i = 0; i < count; i++)); do printf '    print(try Item%03d.fetchAll(database).count)\n' "$i"; done
    printf '}\n'
  } >"$folder/Sources/Records/main.swift"
  generate
}

add_attribute() {
  print_model 5 >"$folder/Schemas/Large/Large.yaml"
  print_record 5 more >"$folder/Sources/Records/Item005.swift"
  generate
}

count=${counts[0]}
quietly ${HOLD:-} swift build --package-path "$root" --product trellis
trellis=$(swift build --package-path "$root" --show-bin-path)/trellis
for count in "${counts[@]}"; do
  for configuration in debug release; do
    make_sources
    # Everything else is built, and the generator linked, which a change of the configuration repeats.
    quietly ${HOLD:-} swift build --package-path "$folder" -c "$configuration" --product Warm
    bin=$(swift build --package-path "$folder" -c "$configuration" --show-bin-path)
    for product in "${products[@]}"; do
      # What SwiftPM writes only when it plans a build stays.
      find "$bin/$product.build" -type f ! -name '*.json' ! -name sources -delete 2>/dev/null || true
      rm -f "$bin/$product" "$bin"/Modules/"$product".*
      echo "$count $product $configuration all $(build "$configuration" "$product") $(
        cp "$bin/$product" "$folder/stripped" && strip "$folder/stripped" && wc -c <"$folder/stripped")" >>"$results"
      echo "$count $product $configuration nothing $(build "$configuration" "$product")" >>"$results"
    done
    # Without debugging information about lines, an optimizer compiles a module as a whole: no file of it is quicker than all.
    [ "$configuration" = debug ] || continue
    add_attribute
    for product in "${products[@]}"; do echo "$count $product $configuration one $(build "$configuration" "$product")" >>"$results"; done
  done
done
echo "Committed: generated files in the package. Plugged: made by the build plugin. Records: GRDB alone, without Trellis. Seconds of the"
echo "clock and of the processors; with one attribute more in one entity; with nothing to do; size of the stripped program."
awk '
  { key = $1 " " $2 " " $3; if (!(key in seen)) { seen[key] = 1; order[++kinds] = key }
    wall[key, $4] = $5; user[key, $4] = $6; if ($4 == "all") size[key] = $7 }
  function cell(key, what) { return (key SUBSEP what) in wall ? wall[key, what] " (" user[key, what] ")" : "" }
  BEGIN { print "| entities | files | build | all | one changed | nothing | program |\n| --- | --- | --- | --- | --- | --- | --- |" }
  END { for (i = 1; i <= kinds; i++) { split(order[i], part, " ")
    printf "| %s | %s | %s | %s | %s | %s | %.1f MB |\n", part[1], part[2], part[3], cell(order[i], "all"), cell(order[i], "one"),
      cell(order[i], "nothing"), size[order[i]] / 1e6 } }' "$results"
