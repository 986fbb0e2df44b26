#!/usr/bin/env bash
# Breaks planning, saving, deleting and predicates on purpose, and prints how much of it the tests notice. The words go to
# Tests/Mutation/run.py: --sample NUMBER, --seed SEED, --area NAME. A first run takes as long as a build from nothing.
set -euo pipefail
cd "$(dirname "$0")/.."
exec Tests/Mutation/run.py "$@"
