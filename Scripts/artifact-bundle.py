#!/usr/bin/env python3
"""Makes a SwiftPM artifact bundle of a built tool, and packs it without times, so that equal tools are equal files.

    Scripts/artifact-bundle.py BUNDLE TRIPLE TOOL [OTHER...]

TRIPLE is the system of TOOL, as Swift names it. OTHER are bundles with tools for other systems, which the new one has as well. Beside
the bundle stands a file BUNDLE.zip.
"""
import json
import os
import re
import shutil
import sys
import zipfile


def version():
    folder = os.path.dirname(os.path.abspath(__file__))
    with open(f"{folder}/../Sources/TrellisTool/ToolVersion.swift", encoding="utf-8") as file:
        return re.search(r'current = "(.*)"', file.read()).group(1)


def collect(bundle, triple, tool, others):
    """Copies the tools into the folder of the bundle, one for each system."""
    shutil.rmtree(bundle, ignore_errors=True)
    os.makedirs(f"{bundle}/{triple}")
    shutil.copy(tool, f"{bundle}/{triple}/trellis")
    os.chmod(f"{bundle}/{triple}/trellis", 0o755)
    for other in others:
        for name in sorted(os.listdir(other)):
            if os.path.isdir(f"{other}/{name}") and not os.path.exists(f"{bundle}/{name}"):
                shutil.copytree(f"{other}/{name}", f"{bundle}/{name}")


def describe(bundle):
    """Writes info.json, and returns the paths of the tools."""
    triples = sorted(name for name in os.listdir(bundle) if os.path.isdir(f"{bundle}/{name}"))
    variants = [{"path": f"{triple}/trellis", "supportedTriples": [triple]} for triple in triples]
    tool = {"type": "executable", "version": version(), "variants": variants}
    with open(f"{bundle}/info.json", "w", encoding="utf-8") as file:
        json.dump({"schemaVersion": "1.0", "artifacts": {"TrellisTool": tool}}, file, indent=2, sort_keys=True)
        file.write("\n")
    return [variant["path"] for variant in variants]


def pack(bundle, tools):
    with zipfile.ZipFile(f"{bundle}.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for path in ["info.json"] + tools:
            entry = zipfile.ZipInfo(f"{os.path.basename(bundle)}/{path}", (2020, 1, 1, 0, 0, 0))
            entry.external_attr = (0o100755 if path in tools else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            with open(f"{bundle}/{path}", "rb") as file:
                archive.writestr(entry, file.read())


def main():
    bundle, triple, tool, *others = sys.argv[1:]
    collect(bundle.rstrip("/"), triple, tool, others)
    pack(bundle.rstrip("/"), describe(bundle.rstrip("/")))


if __name__ == "__main__":
    main()
