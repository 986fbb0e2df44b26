-- version-1.sql
-- A file that the first version of Orders wrote, as sqlite3 dumps it: the demo migrates it.

BEGIN;
CREATE TABLE customer (
  _id INTEGER PRIMARY KEY AUTOINCREMENT,
  _version INTEGER NOT NULL DEFAULT 1,
  name TEXT NOT NULL,
  note TEXT
) STRICT;
CREATE UNIQUE INDEX customer__name ON customer (name);

CREATE TABLE "order" (
  _id INTEGER PRIMARY KEY AUTOINCREMENT,
  _version INTEGER NOT NULL DEFAULT 1,
  date REAL NOT NULL,
  made INTEGER NOT NULL,
  customer_id INTEGER REFERENCES customer (_id) DEFERRABLE INITIALLY DEFERRED
) STRICT;
CREATE INDEX order__date ON "order" (date DESC);
CREATE INDEX order__customer_id ON "order" (customer_id);

CREATE TABLE order_row (
  _id INTEGER PRIMARY KEY AUTOINCREMENT,
  _version INTEGER NOT NULL DEFAULT 1,
  sum REAL NOT NULL,
  work TEXT NOT NULL,
  order_id INTEGER NOT NULL REFERENCES "order" (_id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
) STRICT;
CREATE INDEX order_row__order_id ON order_row (order_id);

-- What this store is: Trellis reads it when the store is opened.
CREATE TABLE _trellis_metadata (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

INSERT INTO _trellis_metadata (key, value) VALUES
  ('layout', '1'),
  ('model', 'Orders'),
  ('version', '1'),
  ('draft', '0'),
  ('hash', '20a5eb18e85375348b2d41992da6f20c07c12c4b76f41c6dd287f3f5a79a9ada'),
  ('uuid', '0f3c5a7e9b1d2f4a6c8e0b2d4f6a8c0e'),
  ('definition', 'trellis: 1
model: Orders
entities:
  Customer:
    attributes:
      name: { type: string, minLength: 1, unique: true }
      note: string?
    relationships:
      orders: { to: [Order], inverse: customer, deleteRule: deny }
  Order:
    attributes:
      date: date
      made: { type: bool, default: false }
    relationships:
      customer: { to: Customer?, inverse: orders }
      rows: { to: [OrderRow], inverse: order, deleteRule: cascade }
    indexes:
      - [-date]
  OrderRow:
    attributes:
      sum: double
      work: string
    relationships:
      order: { to: Order, inverse: rows }
');

INSERT INTO customer (_id, name, note) VALUES (1, 'Ada Byron', 'Pays late.'), (2, 'Grace Hopper', NULL);
INSERT INTO "order" (_id, date, made, customer_id) VALUES
  (1, 789998400.0, 1, 1), (2, 752500800.0, 1, 2), (3, 790689600.0, 1, NULL);
INSERT INTO order_row (sum, order_id, work) VALUES
  (120.5, 1, 'Repair'), (35.0, 1, 'Cleaning'), (18.25, 1, 'Polishing'), (35.0, 2, 'Cleaning'), (80.1, 3, 'Repair');
COMMIT;
