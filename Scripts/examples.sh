#!/usr/bin/env bash
# Builds every package of Examples over one build folder, and compares what the programs print with what they should.
#
#   Scripts/examples.sh            the plugins run the programs in .build, as an artifact bundle: only GRDB is left of what they fetch
#   Scripts/examples.sh --sources  the programs are compiled with each example, as in packages without an artifact
set -euo pipefail
cd "$(dirname "$0")/.."
build=$PWD/.build-examples
unset TRELLIS_ARTIFACT
tool=$build/debug/TrellisTool-tool
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() {
  echo "failed: $1" >&2
  [ -z "${2:-}" ] || tail -40 "$2" >&2
  exit 1
}

expect() { # what it shows, the expected output, the command
  local what=$1 expected=$2
  shift 2
  "$@" | diff -u "$expected" - || fail "$what"
  echo "ok: $what"
}

# SwiftPM would take the plan of the package that was built in this folder last for that of the next.
next_package() { rm -f "$build/debug.yaml"; }

if [ "${1:-}" != --sources ]; then
  tool=$PWD/.build/debug/trellis
  [ -x "$tool" ] || fail "there is no tool at '$tool': build it with 'swift build'"
  triple=$(swift -print-target-info | sed -n 's/.*"unversionedTriple" *: *"\([^"]*\)".*/\1/p' | head -n 1)
  artifact=.build-artifact/examples/trellis.artifactbundle
  bundle() { Scripts/artifact-bundle.py "$artifact" "$triple" "$tool" .build/debug/TrellisGenerator; }
  bundle
  cp "$artifact.zip" "$folder/first.zip"
  bundle
  cmp "$folder/first.zip" "$artifact.zip" || fail "two bundles of the same programs are the same file"
  swift package --package-path Examples/Orders --scratch-path "$build" show-dependencies >"$folder/log" 2>&1 ||
    fail "Orders, the packages of a build without an artifact" "$folder/log"
  export TRELLIS_ARTIFACT=$artifact
fi

next_package
swift build --package-path Examples/Orders --scratch-path "$build"
if [ -n "${TRELLIS_ARTIFACT:-}" ] && grep -qE 'ArgumentParser|Mustache' "$build/debug.yaml"; then
  fail "Orders, with the programs as an artifact nothing of them is compiled"
fi

# A build that did not look at a frozen version would go on with old classes and plans.
for file in "$PWD"/Schemas/Orders/Orders.yaml "$PWD"/Schemas/Orders/versions/*; do
  grep -qF "\"$file\"" "$build/debug.yaml" || fail "'$file' is no input of the build"
done
echo "ok: Orders, every file of the model's history is an input of the build"

expect "Orders, the first run" Examples/Orders/Expected/first-run.txt "$build/debug/Journal" "$folder/orders.sqlite"
expect "Orders, a second run adds nothing" Examples/Orders/Expected/second-run.txt "$build/debug/Journal" "$folder/orders.sqlite"
sqlite3 "$folder/older.sqlite" <Examples/Orders/Older/version-1.sql
expect "Orders, a file of version 1 is migrated" Examples/Orders/Expected/migrated-run.txt "$build/debug/Journal" "$folder/older.sqlite"

# --- One program over stores of three kinds.
next_package
swift build --package-path Examples/League --scratch-path "$build"
session() { # the commands, the store
  local commands=$1
  shift
  "$build/debug/League" "$@" <"Examples/League/Expected/$commands.txt"
}
for store in "file $folder/league.sqlite" "text $folder/league" memory; do
  # shellcheck disable=SC2086
  expect "League, a session over the store '${store%% *}'" Examples/League/Expected/session.txt session commands $store
done
for store in "file $folder/league.sqlite" "text $folder/league"; do
  # shellcheck disable=SC2086
  expect "League, the store '${store%% *}' has what the session saved" Examples/League/Expected/second-session.txt session second-commands $store
done
expect "League, Python's csv reads the text files" Examples/League/Expected/players.txt python3 -c '
import csv, sys
for row in csv.DictReader(open(sys.argv[1], newline="", encoding="utf-8")):
    print(row["_id"], row["name"], row["number"], row["team"])' "$folder/league/Player.csv"

# --- A server, and pages that follow it.
Scripts/test-contacts.sh

# --- Classes that are committed, and the tool through the command plugin.
trellis=(swift package --package-path Examples/Committed --scratch-path "$build" --allow-writing-to-package-directory trellis)
"${trellis[@]}" check >"$folder/log" 2>&1 || fail "Committed, what is committed is current" "$folder/log"
grep -q '^Notes: no errors, 2 entities, 1 version$' "$folder/log" || fail "Committed, the command plugin checks the models" "$folder/log"
if "${trellis[@]}" validate Nowhere.yaml >"$folder/log" 2>&1; then fail "Committed, the command plugin tells that the tool failed"; fi
grep -q "Nowhere.yaml" "$folder/log" || fail "Committed, the command plugin tells what the tool says" "$folder/log"
echo "ok: Committed, the command plugin finds everything current, and fails as the tool does"
next_package
swift build --package-path Examples/Committed --scratch-path "$build"
"$build/debug/Notebook" "$folder/notes.sqlite" "Call Ada" work phone >/dev/null
expect "Committed, a note is there in the next run" Examples/Committed/Expected/second-run.txt \
  "$build/debug/Notebook" "$folder/notes.sqlite" "Read on" work

# --- Templates of one's own. The classes are committed: a test of the tool compares them with what the model makes.
next_package
swift build --package-path Examples/Templates --scratch-path "$build"
expect "Templates, what templates and a person have added to the classes" Examples/Templates/Expected/run.txt "$build/debug/ShopApp"

# --- The build plugin with two models: on a copy, because models are changed.
copy=$build/copies/TwoModels
rm -rf "$copy"
mkdir -p "$build/copies"
cp -R Examples/TwoModels "$copy"
sed -i.original "s|path: \"../..\"|path: \"$PWD\"|" "$copy/Package.swift"
build_copy() { swift build --build-tests --package-path "$copy" --scratch-path "$build" >"$folder/log" 2>&1; }
generated() { grep -o 'Generating the classes of the model [A-Za-z]*' "$folder/log" | sort -u | sed 's/.* //' | tr '\n' ' ' || true; }
content() { (cd "$copy" && find . -type f ! -name Package.resolved -print0 | sort -z | xargs -0 cksum); }

before=$(content)
next_package
build_copy || fail "TwoModels is built" "$folder/log"
[ "$(content)" = "$before" ] || fail "TwoModels, a build leaves the sources alone"
swift test --skip-build --package-path "$copy" --scratch-path "$build" >"$folder/log" 2>&1 || fail "TwoModels, its tests" "$folder/log"
echo "ok: TwoModels, two models in two targets, and their tests"

# After another package was built here SwiftPM links the tool twice, in this build and the next.
build_copy
build_copy
[ -z "$(generated)" ] || fail "TwoModels, a build without a change generates nothing" "$folder/log"
echo "// A comment." >>"$copy/Sources/CatalogStore/Book+Heading.swift"
build_copy
[ -z "$(generated)" ] || fail "TwoModels, a change beside the model generates nothing" "$folder/log"
sed -i.original 's/published: day?/published: day?\n      pages: int?/' "$copy/Schemas/Catalog/Catalog.yaml"
echo 'extension Book { var isLong: Bool { (pages ?? 0) > 500 } }' >>"$copy/Sources/CatalogStore/Book+Heading.swift"
build_copy || fail "TwoModels, a new attribute can be used" "$folder/log"
[ "$(generated)" = "Catalog " ] || fail "TwoModels, a change of one model generates that one: $(generated)" "$folder/log"
echo "ok: TwoModels, a build generates what changed and nothing else"

# The first version of a model: its folder is new to the build.
model_text() { find "$build/plugins" -path '*/Catalog/Catalog.trellis.swift' -exec cat {} +; }
model_text | grep -q 'isDraft: true' || fail "TwoModels, a model without versions is a draft"
(cd "$copy" && "$tool" migrate create Schemas/Catalog/Catalog.yaml >"$folder/log" 2>&1) ||
  fail "TwoModels, the first version is frozen" "$folder/log"
build_copy || fail "TwoModels, the build takes the first version" "$folder/log"
[ "$(generated)" = "Catalog " ] || fail "TwoModels, a first version generates its model again: $(generated)" "$folder/log"
if model_text | grep -q 'isDraft: true'; then fail "TwoModels, after the first version the classes are of a draft"; fi
build_copy
[ -z "$(generated)" ] || fail "TwoModels, a build after that generates nothing" "$folder/log"
echo "ok: TwoModels, a build notices the first version of a model"

mkdir "$copy/Templates"
sed 's/of the shop/of 2025/' Tests/DocumentTests/Models/Templated/Templates/entity.mustache >"$copy/Templates/entity.mustache"
sed -i.original 's|Catalog: {|Catalog: { templates: { swift-entity: Templates/entity.mustache },|' "$copy/trellis.yaml"
# SwiftPM asks the plugin for its inputs when a manifest or the list of sources changes, and not for a file that is new.
touch "$copy/Package.swift"
build_copy || fail "TwoModels, the build takes a template" "$folder/log"
sed -i.original 's/2025/2026/' "$copy/Templates/entity.mustache"
build_copy || fail "TwoModels, the build takes a changed template" "$folder/log"
[ "$(find "$build/plugins" -path '*/Catalog/Catalog.entities*' -exec cat {} + | grep -c '^// Copyright of 2026')" = 8 ] ||
  fail "TwoModels, a changed template is seen by the next build" "$folder/log"
echo "ok: TwoModels, a template is an input of the build"

sed -i.original 's/inverse: author, deleteRule: deny/inverse: writer, deleteRule: deny/' "$copy/Schemas/Catalog/Catalog.yaml"
if build_copy; then fail "TwoModels, a broken model fails the build"; fi
grep -q '^.*/Schemas/Catalog/Catalog.yaml:11:37: error\[TR1203\]: ' "$folder/log" ||
  fail "TwoModels, a broken model is told with its file, line and column" "$folder/log"
echo "ok: TwoModels, a broken model fails the build at its line and column"

# --- Two programs over three nodes, the leader of which is killed meanwhile.
if command -v dqlite >/dev/null && command -v dqlite-demo >/dev/null; then
  Scripts/cluster-demo.sh >"$folder/cluster" 2>&1 || fail "Cluster, two desks take orders" "$folder/cluster"
  for desk in north south; do
    saved=$(grep -c "^$desk: saved" "$folder/cluster" || true)
    [ "$saved" -gt 5 ] && grep -qx "$desk|$saved" "$folder/cluster" || fail "Cluster, each order of the desk $desk is there once" "$folder/cluster"
  done
  echo "ok: Cluster, each order that a desk reported is there once, though the leader was killed"
else
  echo "SKIPPED: Cluster needs dqlite (Debian's go-dqlite)"
fi
next_package
