#!/usr/bin/env bash
# Builds the programs of the plugins as a SwiftPM artifact bundle, which the plugins run instead of compiling them, and prints its checksum.
# The same commit gives the same bytes, wherever it is checked out.
#
#   Scripts/artifact.sh [BUNDLE...]     with the programs for other systems from bundles that were built there
#
# The results are .build-artifact/trellis.artifactbundle and, for an address, .build-artifact/trellis.artifactbundle.zip. Packages use
# them with TRELLIS_ARTIFACT=.build-artifact/trellis.artifactbundle, or with TRELLIS_ARTIFACT=ADDRESS#CHECKSUM.
set -euo pipefail
others=()
for bundle in "$@"; do others+=("$(cd "$bundle" && pwd)"); done
cd "$(dirname "$0")/.."

triple=$(swift -print-target-info | sed -n 's/.*"unversionedTriple" *: *"\([^"]*\)".*/\1/p' | head -n 1)
# No path of this machine goes into the files.
options=(-c release --scratch-path .build-artifact/build -Xswiftc -gnone -Xswiftc -file-prefix-map -Xswiftc "$PWD=.")
[ "$(uname -s)" = Darwin ] || options+=(--static-swift-stdlib)
programs=.build-artifact/programs
rm -rf "$programs"
mkdir -p "$programs"
for product in trellis TrellisGenerator; do
  swift build "${options[@]}" --product "$product"
  cp "$(swift build "${options[@]}" --show-bin-path)/$product" "$programs/$product"
  strip "$programs/$product" 2>/dev/null || true
done
(cd / && "$OLDPWD/$programs/trellis" explain TR1203 >/dev/null)
"$programs/TrellisGenerator" Schemas/Orders/Orders.yaml "$programs/orders"

bundle=.build-artifact/trellis.artifactbundle
Scripts/artifact-bundle.py "$bundle" "$triple" "$programs/trellis" "$programs/TrellisGenerator" "${others[@]+"${others[@]}"}"
echo "$bundle, $(wc -c <"$bundle.zip" | tr -d ' ') bytes packed"
echo "checksum: $(swift package compute-checksum "$bundle.zip")"
