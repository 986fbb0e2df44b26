#!/usr/bin/env bash
# Builds and starts a program of Examples: start-example.sh PACKAGE PRODUCT, then the program's own arguments.
set -euo pipefail
cd "$(dirname "$0")/.."
package=$1 product=$2
shift 2

build=$PWD/.build-examples
log=$build/$product.log
echo "Building Examples/$package. The first build takes 5 to 15 minutes. Its log is ${log#"$PWD"/}."
mkdir -p "$build"
# SwiftPM would take the plan of the package that was built in this folder last.
rm -f "$build/debug.yaml"
if ! swift build --package-path "Examples/$package" --scratch-path "$build" >"$log" 2>&1; then
  cat "$log"
  exit 1
fi
exec "$build/debug/$product" "$@"
