#!/usr/bin/env bash
# libFuzzer on what reads text: predicates, then models. fuzz.sh [seconds] runs each so long (60 by default), on one
# core. What it found before stays in .build-fuzz/corpus and is where it goes on. An input that shows a mistake is written to
# .build-fuzz/found, and the run fails: fix it, and keep the input in Tests/Fuzzing/Cases, which ordinary tests read again.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-60}
work=$PWD/.build-fuzz
swift build -c release --package-path Tests/Fuzzing --scratch-path "$work"
binaries=$(swift build -c release --package-path Tests/Fuzzing --scratch-path "$work" --show-bin-path)
mkdir -p "$work"/{corpus,seeds}/{predicates,models} "$work/found"

# What to begin with: models of the test cases, and the conditions in them behind a byte that says "no arguments".
for file in Tests/Cases/*/*.yaml Schemas/*/*.yaml; do
  if [ "$(wc -c <"$file")" -lt 4000 ]; then cp "$file" "$work/seeds/models/$(echo "$file" | tr / _)"; fi
done
number=0
sed -n "s/^.*where: ['\"]\{0,1\}\([^}]*\).*$/\1/p" Tests/Cases/*/*.yaml | sort -u | while read -r condition; do
  number=$((number + 1))
  printf '\x00%s' "$condition" >"$work/seeds/predicates/$number"
done

fuzz() { # binary, name, longest input, dictionary
  echo "== $2, $seconds s =="
  "$binaries/$1" "$work/corpus/$2" "$work/seeds/$2" "Tests/Fuzzing/Cases/$2" -max_total_time="$seconds" -max_len="$3" -timeout=10 \
    -rss_limit_mb=2048 -dict="Tests/Fuzzing/$2.dict" -artifact_prefix="$work/found/$2-" -print_final_stats=1 2>&1 |
    grep -vE '^#[0-9]+\s+(NEW|REDUCE|RELOAD|READ|pulse)|Uses:|NEW_FUNC'
}
fuzz PredicateFuzzer predicates 400
fuzz ModelFuzzer models 3000
