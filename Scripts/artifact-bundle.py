#!/usr/bin/env python3
"""Makes a SwiftPM artifact bundle of the plugins' programs, and packs it without times, so that equal programs are equal files.

    Scripts/artifact-bundle.py BUNDLE TRIPLE TOOL GENERATOR [OTHER...]

TRIPLE is the system of TOOL and GENERATOR, as Swift names it. OTHER are bundles with programs for other systems, which the new one has
as well. BUNDLE.zip beside the bundle is the same as a file.
"""
import json
import os
import re
import shutil
import sys
import zipfile

# The names of the programs in a bundle, by the names that the plugins use.
PROGRAMS = {"TrellisTool": "trellis", "TrellisGenerator": "trellis-generator"}


def version():
    folder = os.path.dirname(os.path.abspath(__file__))
    with open(f"{folder}/../Sources/TrellisTool/ToolVersion.swift", encoding="utf-8") as file:
        return re.search(r'current = "(.*)"', file.read()).group(1)


def collect(bundle, triple, programs, others):
    """Copies the programs into the folder of the bundle, two for each system."""
    shutil.rmtree(bundle, ignore_errors=True)
    os.makedirs(f"{bundle}/{triple}")
    for program, name in zip(programs, PROGRAMS.values()):
        shutil.copy(program, f"{bundle}/{triple}/{name}")
        os.chmod(f"{bundle}/{triple}/{name}", 0o755)
    for other in others:
        for name in sorted(os.listdir(other)):
            if os.path.isdir(f"{other}/{name}") and not os.path.exists(f"{bundle}/{name}"):
                shutil.copytree(f"{other}/{name}", f"{bundle}/{name}")


def describe(bundle):
    """Writes info.json, and returns the paths of the programs."""
    triples = sorted(name for name in os.listdir(bundle) if os.path.isdir(f"{bundle}/{name}"))
    artifacts = {}
    for tool, name in PROGRAMS.items():
        variants = [{"path": f"{triple}/{name}", "supportedTriples": [triple]} for triple in triples]
        artifacts[tool] = {"type": "executable", "version": version(), "variants": variants}
    with open(f"{bundle}/info.json", "w", encoding="utf-8") as file:
        json.dump({"schemaVersion": "1.0", "artifacts": artifacts}, file, indent=2, sort_keys=True)
        file.write("\n")
    return [f"{triple}/{name}" for triple in triples for name in PROGRAMS.values()]


def pack(bundle, programs):
    with zipfile.ZipFile(f"{bundle}.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for path in ["info.json"] + programs:
            entry = zipfile.ZipInfo(f"{os.path.basename(bundle)}/{path}", (2020, 1, 1, 0, 0, 0))
            entry.external_attr = (0o100755 if path in programs else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            with open(f"{bundle}/{path}", "rb") as file:
                archive.writestr(entry, file.read())


def main():
    bundle, triple, tool, generator, *others = sys.argv[1:]
    collect(bundle.rstrip("/"), triple, [tool, generator], others)
    pack(bundle.rstrip("/"), describe(bundle.rstrip("/")))


if __name__ == "__main__":
    main()
