#!/usr/bin/env bash
# Builds Examples/Orders, runs it twice on an empty store, and looks at the file with sqlite3.
set -euo pipefail
cd "$(dirname "$0")/.."

build=$PWD/.build-examples
store=$build/demo/orders.sqlite
echo "Building Examples/Orders: the plugin makes its classes from Schemas/Orders/Orders.yaml ..."
log=$build/demo.log
mkdir -p "$build"
if ! swift build --package-path Examples/Orders --scratch-path "$build" >"$log" 2>&1; then
  cat "$log"
  exit 1
fi
rm -rf "$build/demo"
mkdir -p "$build/demo"

for run in first second; do
  printf '\n--- The %s run\n' "$run"
  "$build/debug/Journal" "$store"
done

printf '\n--- What stands in the file, by sqlite3\n'
sqlite3 -header -column "$store" '
  SELECT o._id AS id, date(o.date + 978307200, '\''unixepoch'\'') AS day, c.name AS customer, o.made, o.paid,
         (SELECT count(*) FROM order_row AS r WHERE r.order_id = o._id) AS "rows"
  FROM "order" AS o LEFT JOIN customer AS c ON c._id = o.customer_id
  ORDER BY o.date, c.name'
printf '\nThe store: %s\n' "${store#"$PWD"/}"
