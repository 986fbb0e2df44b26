#!/usr/bin/env bash
# Measures how long generated classes take to compile: a model of 100 entities (or the number that is given) with twelve attributes
# and two relationships each, as committed files, made by the build plugin, and as records of GRDB's written by hand. The library is
# built before the clock starts. Kept results: Benchmarks/RESULTS.md.
#
#   Scripts/entity-builds.sh [ENTITIES]      KEEP=folder keeps the package that is measured, HOLD=command runs before each build
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
count=${1:-100}
folder=${KEEP:-$(mktemp -d)}
[ -n "${KEEP:-}" ] || trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder"/{Schemas/Large,Sources/{Warm,Committed,Plugged,Records}}

print_model() {
  awk -v count="$count" 'BEGIN {
    print "trellis: 1\nmodel: Large\nentities:"
    for (i = 0; i < count; i++) {
      printf "  Item%03d:\n    attributes:\n", i
      print "      title: { type: string, minLength: 1 }\n      note: string?\n      quantity: int\n      rank: int16"
      print "      weight: double\n      price: { type: decimal, scale: 2 }\n      isDone: { type: bool, default: false }"
      print "      changed: { type: date, default: now() }\n      due: day?\n      picture: data?\n      token: uuid\n      ratio: double?"
      printf "    relationships:\n      parent: { to: Item%03d?, inverse: children }\n", (i + count - 1) % count
      printf "      children: { to: [Item%03d], inverse: parent, deleteRule: cascade }\n", (i + 1) % count
    }
  }'
}

print_record() { # number
  awk -v i="$1" -v count="$count" 'BEGIN {
    name = sprintf("Item%03d", i); table = sprintf("item%03d", i)
    split("title note quantity rank weight price isDone changed due picture token ratio parentID", names, " ")
    split("String String? Int64 Int16 Double Int64 Bool Double String? Data? UUID Double? Int64?", types, " ")
    split("title note quantity rank weight price is_done changed due picture token ratio parent_id", columns, " ")
    print "import Foundation\nimport GRDB\n\nstruct " name ": FetchableRecord, MutablePersistableRecord, Identifiable {"
    print "    static let databaseTableName = \"" table "\""
    printf "    static let parent = belongsTo(Item%03d.self)\n", (i + count - 1) % count
    printf "    static let children = hasMany(Item%03d.self)\n\n    enum Columns {\n", (i + 1) % count
    for (n = 1; n <= 13; n++) print "        static let " names[n] " = Column(\"" columns[n] "\")"
    print "    }\n\n    var id: Int64?"
    for (n = 1; n <= 13; n++) print "    var " names[n] ": " types[n]
    printf "\n    init(id: Int64? = nil"
    for (n = 1; n <= 13; n++) printf ", %s: %s", names[n], types[n]
    print ") {\n        self.id = id"
    for (n = 1; n <= 13; n++) print "        self." names[n] " = " names[n]
    print "    }\n\n    init(row: Row) {\n        id = row[0]"
    for (n = 1; n <= 13; n++) print "        " names[n] " = row[" n "]"
    print "    }\n\n    func encode(to container: inout PersistenceContainer) {\n        container[\"_id\"] = id"
    for (n = 1; n <= 13; n++) print "        container[Columns." names[n] "] = " names[n]
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
print_model >"$folder/Schemas/Large/Large.yaml"
for ((i = 0; i < count; i++)); do print_record "$i" >"$folder/Sources/Records/$(printf 'Item%03d' "$i").swift"; done
{
  printf 'import GRDB\n\nlet queue = try DatabaseQueue()\ntry queue.read { database in\n'
  for ((i = 0; i < count; i++)); do printf '    print(try Item%03d.fetchAll(database).count)\n' "$i"; done
  printf '}\n'
} >"$folder/Sources/Records/main.swift"

quietly() { "$@" >"$folder/log" 2>&1 || { tail -40 "$folder/log" >&2; exit 1; }; }

quietly ${HOLD:-} swift build --package-path "$root" --product trellis
quietly "$(swift build --package-path "$root" --show-bin-path)/trellis" generate "$folder/Schemas/Large/Large.yaml" \
  --swift "$folder/Sources/Committed" --sql "$folder/Large.sql"
for configuration in debug release; do
  quietly ${HOLD:-} swift build --package-path "$folder" -c "$configuration" --product Warm
done

results=$folder/results
: >"$results"
for configuration in debug release; do
  for product in Committed Plugged Records; do
    # The clock is within what HOLD waits for.
    quietly ${HOLD:-} bash -c 'TIMEFORMAT=%1R; { time swift build "${@:2}"; } 2>"$1"' _ "$folder/seconds" \
      --package-path "$folder" -c "$configuration" --product "$product"
    seconds=$(tail -1 "$folder/seconds")
    bin=$(swift build --package-path "$folder" -c "$configuration" --show-bin-path)
    size() { cp "$1" "$folder/stripped" && strip "$folder/stripped" && wc -c <"$folder/stripped"; }
    echo "$product $configuration $seconds $(size "$bin/$product")" >>"$results"
  done
  echo "Least $configuration - $(size "$bin/Warm")" >>"$results"
done
echo "Committed: generated files in the package. Plugged: made by the build plugin. Records: GRDB alone, without Trellis. Least: a program"
echo "that opens a store of one entity."
awk -v count="$count" '
  BEGIN { print "| " count " entities | build | seconds | stripped program |\n| --- | --- | --- | --- |" }
  { printf "| %s | %s | %s | %.1f MB |\n", $1, $2, $3, $4 / 1e6 }' "$results"
