#!/usr/bin/env bash
# Fetches the programs of others that the tests read our output with, into a folder outside the sources:
# - the JSON Schema of SARIF 2.1.0, the XML Schema of JUnit's reports that Jenkins uses, and a validator of XML Schemas;
# - pre-commit, and check-jsonschema with the schema of GitHub's workflows;
# - a SQLite that is newer than most systems';
# - PyYAML, ruamel.yaml and yamllint;
# - axe-core, which judges the accessibility of pages;
# - pygls, a client of the language server.
# Each is in a package of Python's index.
#
#   Scripts/test-tools.sh          fetches what is missing
#   Scripts/test-tools.sh --print  prints the folder
set -euo pipefail

folder=${XDG_CACHE_HOME:-$HOME/.cache}/trellis-test-tools
if [ "${1:-}" = --print ]; then
  echo "$folder"
  exit
fi

is_complete() { [ -s "$folder/sarif-schema.json" ] && [ -s "$folder/junit-10.xsd" ] && [ -d "$folder/xmlschema" ] &&
  [ -d "$folder/check_jsonschema" ] && [ -d "$folder/pre_commit" ] && [ -d "$folder/apsw" ] && [ -d "$folder/yamllint" ] && [ -s "$folder/axe.min.js" ] &&
  [ -d "$folder/pygls" ]; }
is_complete && exit 0

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$folder"
# Each file has to have the digest that stands in the lists beside this script: what the index gives tomorrow is what it gave when
# the lists were made. `pip-compile --generate-hashes` makes the first list again.
lists=$(cd "$(dirname "$0")" && pwd)
pip() { python3 -m pip "$@" --quiet --disable-pip-version-check --require-hashes; }
pip install --root-user-action ignore --only-binary :all: --upgrade --target "$folder" -r "$lists/test-tools.txt"
pip install --root-user-action ignore --no-deps --only-binary :all: --upgrade --target "$folder" -r "$lists/test-tools-lsp.txt"
pip install --root-user-action ignore --no-deps --upgrade --target "$scratch/sarif" -r "$lists/test-tools-sarif.txt"
cp "$scratch/sarif/sarif-schema.json" "$folder/"
pip install --root-user-action ignore --no-deps --only-binary :all: --upgrade --target "$scratch/axe" -r "$lists/test-tools-axe.txt"
cp "$scratch/axe/axe_playwright_python/axe.min.js" "$folder/"
pip download --no-deps --no-binary pytest --dest "$scratch" -r "$lists/test-tools-junit.txt"
tar -xzf "$scratch/pytest-8.3.4.tar.gz" -C "$scratch"
cp "$scratch/pytest-8.3.4/testing/example_scripts/junit-10.xsd" "$folder/"
is_complete
