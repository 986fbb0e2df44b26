#!/usr/bin/env bash
# Measures migrations of a store with a million rows: what must rewrite nothing, and a rewritten table, beside the same change
# by hand, by Alembic, by Django and by sqlite-utils, all in turn on the same file, with what each of them lost. Kept results:
# Benchmarks/RESULTS.md.
#
#   Scripts/migration-speed.sh [ROWS] [ROUNDS]     TRELLIS=path the binary, FOLDER=path where the stores are written
#
# It needs Python 3.10 or newer with venv and pip; what it installs goes into a folder of its own.
set -euo pipefail
cd "$(dirname "$0")/.."

environment=.build-migrations
requirements=Benchmarks/Migrations/requirements.txt
if ! cmp -s "$requirements" "$environment/requirements.txt"; then
  python3 -m venv "$environment"
  "$environment/bin/pip" install --quiet --disable-pip-version-check --requirement "$requirements"
  cp "$requirements" "$environment/requirements.txt"
fi

trellis=${TRELLIS:-.build/release/trellis}
[ -n "${TRELLIS:-}" ] || swift build -c release --product trellis > /dev/null

# In memory where that can be had, which is stricter: a disk would be the same wait for all.
folder=$(mktemp -d -p "${FOLDER:-$([ -w /dev/shm ] && echo /dev/shm || echo "${TMPDIR:-/tmp}")}")
trap 'rm -rf "$folder"' EXIT
"$environment/bin/python" Benchmarks/Migrations/measure.py "$trellis" "$folder" "$@"
