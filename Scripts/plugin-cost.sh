#!/usr/bin/env bash
# Measures what the build plugin costs a clean build in debug: the same program with its classes committed, and made by the plugin, for
# which its program is built as well, or with the program from `make artifact`; in turns, fetching left out. Then how long a build with
# nothing to do takes, and each switch between `swift build` and `swift test`. Then what the program's own build is spent on, part by part,
# one after the other. Kept results: Benchmarks/RESULTS.md.
#
#   Scripts/plugin-cost.sh [ROUNDS]      KEEP=folder keeps the packages that are measured, PARTS= leaves the last table out
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
rounds=${1:-3}
folder=${KEEP:-$(mktemp -d)}
[ -n "${KEEP:-}" ] || trap 'rm -rf "$folder"' EXIT

make_package() { # name, plugins
  mkdir -p "$folder/$1/Sources/Journal" "$folder/$1/Tests/JournalTests"
  cat >"$folder/$1/Package.swift" <<EOF
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "$1", platforms: [.macOS(.v14)],
    dependencies: [.package(name: "trellis", path: "$root")],
    targets: [
        .executableTarget(name: "Journal", dependencies: [.product(name: "Trellis", package: "trellis")], plugins: [$2]),
        .testTarget(name: "JournalTests", dependencies: ["Journal"]),
    ],
    swiftLanguageModes: [.v6])
EOF
  cp Examples/Orders/Sources/Journal/*.swift "$folder/$1/Sources/Journal/"
  cp -R Schemas "$folder/$1/"
  printf 'import Testing\n\n@Test func holds() { #expect(Int("2") == 2) }\n' >"$folder/$1/Tests/JournalTests/JournalTests.swift"
}
make_package committed ""
make_package plugged '.plugin(name: "TrellisPlugin", package: "trellis")'
make_package artifact '.plugin(name: "TrellisPlugin", package: "trellis")'
for package in plugged artifact; do cp Examples/Orders/Sources/Journal/Orders.trellis "$folder/$package/Sources/Journal/"; done
packages=(committed plugged)
if [ -d .build-artifact/trellis.artifactbundle ]; then packages+=(artifact); else echo "plugin-cost: without 'make artifact' before it, its program is not measured" >&2; fi
use() { # package: its environment
  unset TRELLIS_ARTIFACT
  [ "$1" != artifact ] || export TRELLIS_ARTIFACT=.build-artifact/trellis.artifactbundle
}
swift build --product trellis >/dev/null
"$(swift build --show-bin-path)/trellis" generate Schemas/Orders/Orders.yaml --swift "$folder/committed/Sources/Journal" >/dev/null

clean() { # package: without what was built, with what was fetched
  use "$1"
  find "$folder/$1/.build" -mindepth 1 -maxdepth 1 ! -name checkouts ! -name repositories ! -name workspace-state.json -exec rm -rf {} + 2>/dev/null || true
  swift package --package-path "$folder/$1" resolve >/dev/null 2>&1
}
timed() { # package, what follows "swift build"
  local package=$1
  shift
  { TIMEFORMAT='%R %U %S'; time swift build --package-path "$folder/$package" "$@" >"$folder/log" 2>&1; } 2>&1 | awk '{ print $1, $2 + $3 }'
}

printf '| round | the program | seconds | of processors |\n| --- | --- | --- | --- |\n'
for ((round = 1; round <= rounds; round++)); do
  for package in "${packages[@]}"; do
    clean "$package"
    timed "$package" --product Journal | awk -v round="$round" -v name="$package" '{ printf "| %s | %s | %s | %.1f |\n", round, name, $1, $2 }'
  done
done

printf '\n| seconds | `swift build`, nothing to do | `swift test` after it | `swift build` after it | `swift test` again |\n| --- | --- | --- | --- | --- |\n'
again() { # package, command
  { TIMEFORMAT='%R'; time swift "$2" --package-path "$folder/$1" >"$folder/log" 2>&1; } 2>&1
}
for package in "${packages[@]}"; do
  use "$package"
  # Everything is built once before.
  again "$package" test >/dev/null
  again "$package" build >/dev/null
  for ((round = 1; round <= rounds; round++)); do
    echo "| $package | $(again "$package" build) | $(again "$package" test) | $(again "$package" build) | $(again "$package" test) |"
    again "$package" build >/dev/null
  done
done
unset TRELLIS_ARTIFACT
[ "${PARTS-all}" ] || exit 0

printf '\n| part of the generator | seconds | of processors |\n| --- | --- | --- |\n'
rm -rf "$folder/generator" && mkdir "$folder/generator"
part() { # name, what follows "swift build"
  local name=$1
  shift
  { TIMEFORMAT='%R %U %S'; time swift build --package-path "$root" --scratch-path "$folder/generator" "$@" >"$folder/log" 2>&1; } 2>&1 |
    awk -v name="$name" '{ printf "| %s | %s | %.1f |\n", name, $1, $2 + $3 }'
}
swift package --package-path "$root" --scratch-path "$folder/generator" resolve >/dev/null 2>&1
part "planning the build, and the C modules" --target Diagnostics
part "Mustache" --target Mustache
part "the predicates" --target Predicates
part "models and their layout" --target SQLiteStorage
part "evolution" --target SchemaEvolution
part "generation" --target SwiftGeneration
part "the files of a project" --target ProjectFiles
part "the generator itself, and linking" --product TrellisGenerator
