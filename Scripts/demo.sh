#!/usr/bin/env bash
# Builds Examples/Orders, runs it twice on an empty store, looks at the file with sqlite3, and migrates a file that the first
# version of the model wrote.
set -euo pipefail
cd "$(dirname "$0")/.."

build=$PWD/.build-examples
store=$build/demo/orders.sqlite
log=$build/demo.log
echo "Building Examples/Orders; the plugin generates its classes from Schemas/Orders/Orders.yaml."
echo "The first build takes 5 to 15 minutes. Its log is ${log#"$PWD"/}."
mkdir -p "$build"
# SwiftPM would take the plan of the package that was built in this folder last.
rm -f "$build/debug.yaml"
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

printf '\n--- What is in the file, by sqlite3\n'
orders='
  SELECT o._id AS id, date(o.date + 978307200, '\''unixepoch'\'') AS day, c.name AS customer, o.made, o.paid,
         (SELECT count(*) FROM order_row AS r WHERE r.order_id = o._id) AS "rows"
  FROM "order" AS o LEFT JOIN customer AS c ON c._id = o.customer_id
  ORDER BY o.date, c.name'
sqlite3 -header -column "$store" "$orders"

older=$build/demo/older.sqlite
sqlite3 "$older" <Examples/Orders/Older/version-1.sql
printf '\n--- A file that version 1 of the model wrote, by sqlite3\n'
sqlite3 -header -column "$older" '
  SELECT o._id AS id, date(o.date + 978307200, '\''unixepoch'\'') AS day, c.name AS customer, c.note, r.work, r.sum
  FROM order_row AS r JOIN "order" AS o ON o._id = r.order_id LEFT JOIN customer AS c ON c._id = o.customer_id
  ORDER BY o.date, r._id'
printf '\n--- The same program opens it, and migrates it by Schemas/Orders/versions\n'
"$build/debug/Journal" "$older"
printf '\n--- What is in the file now\n'
sqlite3 -header -column "$older" "$orders"
printf '\nThe stores: %s, %s\n' "${store#"$PWD"/}" "${older#"$PWD"/}"
