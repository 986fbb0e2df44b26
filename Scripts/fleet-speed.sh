#!/usr/bin/env bash
# Measures migrations of many stores: a rename, a rebuilt table, and a fleet with damaged files that is killed again and again. Kept
# results: Benchmarks/RESULTS.md.
#
#   Scripts/fleet-speed.sh [STORES] [KILLS]     TRELLIS=path the binary, FOLDER=path where the stores are written, SEED=n
#
# 10,000 stores, the default, need 16 GB in FOLDER (default: /dev/shm).
set -euo pipefail
cd "$(dirname "$0")/.."

trellis=${TRELLIS:-.build/release/trellis}
[ -n "${TRELLIS:-}" ] || swift build -c release --product trellis > /dev/null
python3 Benchmarks/Migrations/fleet.py "$trellis" "$@"
