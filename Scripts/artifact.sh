#!/usr/bin/env bash
# Builds the tool as a SwiftPM artifact bundle, which the plugins run instead of compiling the tool, and prints its checksum.
# The same commit gives the same bytes, wherever it is checked out.
#
#   Scripts/artifact.sh [BUNDLE...]     with the tools for other systems from bundles that were built there
#
# The results are .build-artifact/trellis.artifactbundle and, for an address, .build-artifact/trellis.artifactbundle.zip. Packages use
# them with TRELLIS_ARTIFACT=.build-artifact/trellis.artifactbundle, or with TRELLIS_ARTIFACT=ADDRESS#CHECKSUM.
set -euo pipefail
others=()
for bundle in "$@"; do others+=("$(cd "$bundle" && pwd)"); done
cd "$(dirname "$0")/.."

triple=$(swift -print-target-info | sed -n 's/.*"unversionedTriple" *: *"\([^"]*\)".*/\1/p' | head -n 1)
# No path of this machine goes into the file.
options=(-c release --product trellis --scratch-path .build-artifact/build -Xswiftc -gnone -Xswiftc -file-prefix-map -Xswiftc "$PWD=.")
[ "$(uname -s)" = Darwin ] || options+=(--static-swift-stdlib)
swift build "${options[@]}"
bundle=.build-artifact/trellis.artifactbundle
rm -rf "$bundle" "$bundle.zip"
mkdir -p "$bundle/$triple"
cp "$(swift build "${options[@]}" --show-bin-path)/trellis" "$bundle/$triple/trellis"
strip "$bundle/$triple/trellis" 2>/dev/null || true
chmod 755 "$bundle/$triple/trellis"
(cd / && "$OLDPWD/$bundle/$triple/trellis" explain TR1203 >/dev/null)

version=$(sed -n 's/.*current = "\(.*\)"/\1/p' Sources/TrellisTool/ToolVersion.swift)
python3 - "$bundle" "$version" "${others[@]+"${others[@]}"}" <<'PYTHON'
"""Adds the tools of other bundles, describes all of them, and packs them without times, so that equal contents are equal files."""
import json, os, shutil, sys, zipfile

bundle, version, others = sys.argv[1], sys.argv[2], sys.argv[3:]
for other in others:
    for triple in sorted(os.listdir(other)):
        if os.path.isdir(f"{other}/{triple}") and not os.path.exists(f"{bundle}/{triple}"):
            shutil.copytree(f"{other}/{triple}", f"{bundle}/{triple}")
triples = sorted(name for name in os.listdir(bundle) if os.path.isdir(f"{bundle}/{name}"))
variants = [{"path": f"{triple}/trellis", "supportedTriples": [triple]} for triple in triples]
info = {"schemaVersion": "1.0", "artifacts": {"TrellisTool": {"type": "executable", "version": version, "variants": variants}}}
with open(f"{bundle}/info.json", "w") as file:
    json.dump(info, file, indent=2, sort_keys=True)
    file.write("\n")
root = os.path.basename(bundle)
with zipfile.ZipFile(f"{bundle}.zip", "w", zipfile.ZIP_DEFLATED) as archive:
    for path in ["info.json"] + [variant["path"] for variant in variants]:
        entry = zipfile.ZipInfo(f"{root}/{path}", (2020, 1, 1, 0, 0, 0))
        entry.external_attr = (0o100755 if path.endswith("/trellis") else 0o100644) << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        with open(f"{bundle}/{path}", "rb") as file:
            archive.writestr(entry, file.read())
PYTHON
echo "$bundle, $(wc -c <"$bundle.zip" | tr -d ' ') bytes packed"
echo "checksum: $(swift package compute-checksum "$bundle.zip")"
