#!/usr/bin/env bash
# Builds and starts Examples/Contacts: a list of contacts in the browser. Its options are those of the server.
set -euo pipefail
cd "$(dirname "$0")/.."

build=$PWD/.build-examples
log=$build/contacts.log
echo "Building Examples/Contacts. The first build takes 5 to 15 minutes. Its log is ${log#"$PWD"/}."
mkdir -p "$build"
# SwiftPM would take the plan of the package that was built in this folder last.
rm -f "$build/debug.yaml"
if ! swift build --package-path Examples/Contacts --scratch-path "$build" >"$log" 2>&1; then
  cat "$log"
  exit 1
fi
exec "$build/debug/ContactsServer" "$@"
