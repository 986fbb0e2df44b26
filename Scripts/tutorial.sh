#!/usr/bin/env bash
# Types Documentation/tutorial.md, command by command and edit by edit, in an empty folder beside a checkout called trellis, and
# compares what is printed with what the page shows.
#
#   Scripts/tutorial.sh           types it
#   Scripts/tutorial.sh --record  writes what was printed into the page
#
# Packages are built into .build-examples, or the folder that SWIFTPM_BUILD_DIR names: what is there already is not built again.
# The tool is the one that was built in .build before, or the program that TRELLIS names.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
export SWIFTPM_BUILD_DIR=${SWIFTPM_BUILD_DIR:-$root/.build-examples}

tool=${TRELLIS:-$root/.build/debug/trellis}
if [ ! -x "$tool" ]; then
  echo "tutorial: there is no tool at '$tool': build it with 'swift build --product trellis'" >&2
  exit 1
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin"
ln -s "$tool" "$folder/bin/trellis"
ln -s "$root" "$folder/trellis"
export PATH=$folder/bin:$PATH NO_COLOR=1
# SwiftPM would take the plan of the package that was built in this folder last for that of the next.
next_package() { rm -f "$SWIFTPM_BUILD_DIR/debug.yaml"; }

next_package
python3 Scripts/type-page.py Documentation/tutorial.md "$folder" "$@"

# The other way to begin: with classes among the sources.
cd "$folder"
trellis init Committed --model Library --trellis trellis --committed >/dev/null
cd Committed
next_package
swift run 2>"$folder/log" >"$folder/printed" || { cat "$folder/log" >&2; exit 1; }
head -n 1 "$folder/printed" | grep -qx 'Entered 3 books\.' || { cat "$folder/printed" >&2; exit 1; }
echo "ok: a package with committed classes builds and runs"
