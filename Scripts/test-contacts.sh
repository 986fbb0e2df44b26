#!/usr/bin/env bash
# Tests Examples/Contacts: its server over HTTP, and its pages in Chromium. CONTACTS_SCREENSHOTS names a folder for pictures of the
# pages; TRELLIS_SEED repeats the random changes.
set -euo pipefail
cd "$(dirname "$0")/.."

build=$PWD/.build-examples
# SwiftPM would take the plan of the package that was built in this folder last.
rm -f "$build/debug.yaml"
swift build --package-path Examples/Contacts --scratch-path "$build"
# Python leaves no compiled files in the sources.
export CONTACTS_SERVER=$build/debug/ContactsServer PYTHONDONTWRITEBYTECODE=1
cd Examples/Contacts/Tests
python3 -m unittest test_http test_events test_pages
