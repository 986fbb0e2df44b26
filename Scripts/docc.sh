#!/usr/bin/env bash
# Builds the documentation of the library with DocC, with warnings as errors: a link that leads nowhere, a parameter that is not
# told. It takes the modules that are built already, so it costs about eight seconds and no build.
#
#   Scripts/docc.sh           into .build/documentation
#   Scripts/docc.sh FOLDER    into another folder
#
# The modules are those of .build, or of the build folder that SWIFTPM_BUILD_DIR names.
set -euo pipefail
cd "$(dirname "$0")/.."
build=${SWIFTPM_BUILD_DIR:-$PWD/.build}
output=${1:-$PWD/.build/documentation}

if [ ! -d "$build/debug/Modules" ]; then
  echo "docc: there are no modules in '$build': run 'swift build --target Trellis'" >&2
  exit 1
fi

find_tool() { if command -v xcrun >/dev/null 2>&1; then xcrun --find "$1"; else command -v "$1"; fi; }
triple=$(swift -print-target-info | sed -n 's/.*"triple" *: *"\([^"]*\)".*/\1/p' | head -n 1)
sdk=()
if command -v xcrun >/dev/null 2>&1; then sdk=(-sdk "$(xcrun --show-sdk-path)"); fi

graphs=$(mktemp -d)
trap 'rm -rf "$graphs"' EXIT
# What the library exports of its other modules is documented with it.
"$(find_tool swift-symbolgraph-extract)" -module-name Trellis -target "$triple" "${sdk[@]+"${sdk[@]}"}" \
  -I "$build/debug/Modules" -I Sources/CSQLite -I "$build/checkouts/GRDB.swift/Sources/GRDBSQLite" \
  -minimum-access-level public -skip-synthesized-members \
  -experimental-allowed-reexported-modules=Predicates,StoreMigration -output-dir "$graphs"
"$(find_tool docc)" convert Sources/Trellis/Trellis.docc --additional-symbol-graph-dir "$graphs" \
  --fallback-display-name Trellis --fallback-bundle-identifier Trellis --warnings-as-errors --output-path "$output"
echo "The library's documentation: ${output#"$PWD"/}"
