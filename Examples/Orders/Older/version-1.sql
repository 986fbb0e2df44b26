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

CREATE TABLE service (
  _id INTEGER PRIMARY KEY AUTOINCREMENT,
  _version INTEGER NOT NULL DEFAULT 1,
  name TEXT NOT NULL,
  info TEXT
) STRICT;
CREATE UNIQUE INDEX service__name ON service (name);

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
  order_id INTEGER NOT NULL REFERENCES "order" (_id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  service_id INTEGER REFERENCES service (_id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED
) STRICT;
CREATE INDEX order_row__order_id ON order_row (order_id);
CREATE INDEX order_row__service_id ON order_row (service_id);

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
  ('hash', '118624068b51485f7768ae432e7dc33d931367a816dad79b75a0931d3e3e1f94'),
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
    relationships:
      order: { to: Order, inverse: rows }
      service: { to: Service?, inverse: rows }
  Service:
    attributes:
      info: string?
      name: { type: string, minLength: 1, unique: true }
    relationships:
      rows: { to: [OrderRow], inverse: service }
');

INSERT INTO customer (_id, name, note) VALUES (1, 'Ada Byron', 'Pays late.'), (2, 'Grace Hopper', NULL);
INSERT INTO service (_id, name) VALUES (1, 'Cleaning'), (2, 'Polishing'), (3, 'Repair');
INSERT INTO "order" (_id, date, made, customer_id) VALUES
  (1, 789998400.0, 1, 1), (2, 752500800.0, 1, 2), (3, 790689600.0, 1, NULL);
INSERT INTO order_row (sum, order_id, service_id) VALUES
  (120.5, 1, 3), (35.0, 1, 1), (18.25, 1, 2), (35.0, 2, 1), (80.1, 3, 3);
COMMIT;
