/// Databases with what is rare, wrong or meant to confuse.
enum OddCases {
    static let all = [
        composite, withoutColumn, textKeys, indexes, comments, names, mixed, negative, generated, strict, strays, empty, defaults, quoted, recursive, manyTables, manyColumns, words, ownSearch,
        times, checks, turnedChecks, traps, textKeysOfNumbers, mergedGroups, documentIndex,
    ]

    static let documentIndex = DatabaseCase(
        name: "functions of JSON in an index and in a generated column",
        sql: """
            CREATE TABLE doc (id INTEGER PRIMARY KEY, body TEXT, kind TEXT GENERATED ALWAYS AS (json_extract(body, '$.kind')) VIRTUAL);
            CREATE INDEX doc_number ON doc (json_extract(body, '$.n'));
            INSERT INTO doc VALUES (1, '{"kind": "a", "n": 1}'), (2, '{"n": [2]}'), (3, NULL);
            """,
        model: ["body: string?"],
        report: ["doc_number"],
        rows: [("SELECT id, body FROM doc ORDER BY 1", "SELECT _id, body FROM doc ORDER BY 1")])

    static let composite = DatabaseCase(
        name: "composite keys without row numbers",
        sql: """
            CREATE TABLE room (building TEXT, number INTEGER, seats INT, PRIMARY KEY (building, number)) WITHOUT ROWID;
            CREATE TABLE booking (id INTEGER PRIMARY KEY, building TEXT, room INTEGER, day TEXT, FOREIGN KEY (building, room) REFERENCES room ON DELETE CASCADE);
            INSERT INTO room VALUES ('B', 2, 10), ('A', 7, 20), ('A', 1, NULL);
            INSERT INTO booking VALUES (1, 'A', 7, '2024-01-01'), (2, 'B', 2, '2024-01-02'), (3, NULL, 2, NULL);
            """,
        model: ["unique: [[building, number]]", "building: string", "bookings: { to: [Booking], inverse: room2, deleteRule: cascade }"],
        report: ["the key is building, number", "the columns building, room stay attributes"],
        rows: [
            ("SELECT building, number, seats FROM room ORDER BY 1, 2", "SELECT building, number, seats FROM room ORDER BY _id"),
            ("SELECT b.id, b.building, b.room, b.day, r.seats FROM booking b LEFT JOIN room r ON r.building = b.building AND r.number = b.room",
             "SELECT b._id, b.building, b.room, b.day, r.seats FROM booking b LEFT JOIN room r ON r._id = b.room2_id"),
        ])

    static let withoutColumn = DatabaseCase(
        name: "REFERENCES without a column, and to nothing",
        sql: """
            CREATE TABLE t (code TEXT PRIMARY KEY COLLATE NOCASE, n INTEGER);
            CREATE TABLE c (id INTEGER PRIMARY KEY, t REFERENCES t, gone INTEGER REFERENCES nowhere, bad INTEGER REFERENCES t(missing));
            INSERT INTO t VALUES ('a', 1), ('B', 2);
            INSERT INTO c VALUES (1, 'A', 5, 1), (2, 'b', NULL, NULL), (3, NULL, 6, 2);
            """,
        model: ["t: { to: \"T?\", inverse: cs }", "gone: int?", "bad: int?"],
        report: ["c.gone: the table 'nowhere' is not imported", "c.bad: 't' has no such key"],
        rows: [("SELECT c.id, t.n, gone, bad FROM c LEFT JOIN t ON t.code = c.t", "SELECT c._id, t.n, gone, bad FROM c LEFT JOIN t ON t._id = c.t_id")])

    static let textKeys = DatabaseCase(
        name: "text keys of several tables",
        sql: """
            CREATE TABLE country (iso TEXT NOT NULL PRIMARY KEY, name TEXT) WITHOUT ROWID;
            CREATE TABLE city (name TEXT PRIMARY KEY, country_iso TEXT NOT NULL REFERENCES country ON UPDATE CASCADE);
            CREATE TABLE twin (a TEXT NOT NULL REFERENCES city, b TEXT NOT NULL REFERENCES city, PRIMARY KEY (a, b)) WITHOUT ROWID;
            INSERT INTO country VALUES ('CH', 'Switzerland'), ('AT', 'Austria');
            INSERT INTO city VALUES ('Wien', 'AT'), ('Bern', 'CH');
            INSERT INTO twin VALUES ('Bern', 'Wien'), ('Wien', 'Wien');
            """,
        model: ["country", "bs: { to: [City], inverse: as }"],
        report: ["ON UPDATE CASCADE"],
        rows: [
            ("SELECT name, country_iso FROM city ORDER BY 1", "SELECT c.name, iso FROM city c JOIN country k ON k._id = c.country_iso_id ORDER BY 1"),
            ("SELECT a, b FROM twin ORDER BY 1, 2", "SELECT y.name, x.name FROM city_as JOIN city x ON x._id = bs_id JOIN city y ON y._id = as_id ORDER BY 1, 2"),
        ])

    static let indexes = DatabaseCase(
        name: "expression and partial indexes",
        sql: """
            CREATE TABLE a (id INTEGER PRIMARY KEY, email TEXT, slug TEXT, active INTEGER, n REAL, js TEXT);
            CREATE UNIQUE INDEX a_lower ON a (lower(email));
            CREATE UNIQUE INDEX a_active ON a (slug) WHERE active = 1;
            CREATE UNIQUE INDEX a_set ON a (email) WHERE email IS NOT NULL;
            CREATE INDEX a_expr ON a (n * 2);
            CREATE INDEX a_part ON a (n DESC, slug) WHERE active > 0 AND slug IS NOT NULL;
            CREATE INDEX a_odd ON a (slug) WHERE slug LIKE 'x%';
            CREATE INDEX a_js ON a (js);
            CREATE INDEX a_id ON a (id);
            INSERT INTO a VALUES (1, 'x', 's', 1, 0.5, '["a"]'), (2, NULL, 's', 0, 2, '["b","c"]');
            """,
        model: ["unique: [email]", "- { on: [-n, slug], where: active > 0 AND slug != nil }"],
        report: ["a.a_lower: unique, on an expression", "a.a_active: unique where active = 1", "a.a_expr: on an expression", "a.a_odd: where slug LIKE 'x%'", "a.a_js: on columns"],
        rows: [("SELECT id, email, slug, active, n, js FROM a", "SELECT _id, email, slug, active, n, js FROM a")])

    static let comments = DatabaseCase(
        name: "comments with SQL in them",
        sql: """
            CREATE TABLE t ( -- CREATE TABLE x (y); CHECK (z > 1)
              id INTEGER PRIMARY KEY, /* , fake TEXT CHECK (fake = ')') */
              a TEXT DEFAULT 'CHECK (a > 1) -- no comment', -- it's
              b INTEGER CHECK (b /* ( */ >= 0 AND b < 100), "c -- d" TEXT DEFAULT ('x' || 'y')
            ); -- );
            INSERT INTO t (id, b) VALUES (1, 5);
            """,
        model: ["a: { type: \"string?\", default: CHECK (a > 1) -- no comment }", "b: { type: \"int?\", min: 0, max: 99 }", "cD: string?"],
        report: ["T.cD: 'x' || 'y'"],
        rows: [("SELECT id, a, b, \"c -- d\" FROM t", "SELECT _id, a, b, c_d FROM t")])

    static let names = DatabaseCase(
        name: "odd names",
        sql: """
            CREATE TABLE "select" ("from" TEXT, "_id" INTEGER, "_version" INT, "" TEXT, "1st" TEXT, "é è" TEXT, "日本" TEXT, "本日" TEXT, "a'b" TEXT, "a""b" TEXT, "hashValue" TEXT,
              "objectID" TEXT, "self" TEXT, "init" TEXT, "Type" TEXT, "isIn" TEXT, rowid TEXT);
            CREATE TABLE "Data" (id INTEGER PRIMARY KEY, "class" TEXT, "Data" TEXT);
            CREATE TABLE "data set" (id INTEGER PRIMARY KEY);
            CREATE TABLE "data_sets" (id INTEGER PRIMARY KEY);
            CREATE TABLE "new" (id INTEGER PRIMARY KEY);
            CREATE TABLE "x'; DROP TABLE y; --" (v TEXT);
            INSERT INTO "select" VALUES ('f', 7, 8, 'e', '1', 'é', 'j', 'k', 'l', 'm', 'h', 'o', 's', 'i', 'T', 'n', 'r');
            INSERT INTO "Data" VALUES (3, 'c', 'd');
            INSERT INTO "x'; DROP TABLE y; --" VALUES ('v');
            """,
        model: ["Select:", "DataRow:", "DataSet2:", "XDropTableY:"],
        rows: [
            ("SELECT \"from\", \"_id\", \"1st\", \"é è\", rowid FROM \"select\"", "SELECT \"from\", id, column1st, e_e, rowid FROM \"select\""),
            ("SELECT v FROM \"x'; DROP TABLE y; --\"", "SELECT v FROM x_drop_table_y"),
        ])

    static let mixed = DatabaseCase(
        name: "values of several types in a column",
        sql: """
            CREATE TABLE m (id INTEGER PRIMARY KEY, a INTEGER, b, c TEXT, d REAL, e INTEGER, f DATE, g TEXT NOT NULL);
            INSERT INTO m VALUES (1, 1, 'x', 'y', 1.5, 1, '2024-01-01', ''), (2, 'two', 0.1, 'z', 2, '', '', 'g'), (3, NULL, x'6162', x'00', 3, 3, '2024-01-03', 'h');
            """,
        model: ["a: string?", "b: data?", "c: data?", "d: double?", "e: int?", "f: day?", "g: string"],
        report: ["M.a: string, because its values are 1 integers, 1 texts", "M.e: 1 of 3 values", "M.f: 1 of 3 values"],
        rows: [("SELECT id, CAST(a AS TEXT), hex(CAST(b AS BLOB)), hex(CAST(c AS BLOB)), d, nullif(e, ''), nullif(f, ''), g FROM m", "SELECT _id, a, hex(b), hex(c), d, e, f, g FROM m")])

    static let negative = DatabaseCase(
        name: "keys below one",
        sql: """
            CREATE TABLE p (id INTEGER PRIMARY KEY, n TEXT);
            CREATE TABLE q (id INTEGER PRIMARY KEY, p_id INTEGER NOT NULL REFERENCES p);
            INSERT INTO p VALUES (-5, 'm'), (0, 'z'), (9223372036854775807, 'g');
            INSERT INTO q VALUES (1, 0), (2, -5), (3, 9223372036854775807);
            """,
        model: ["unique: [id]", "p: { to: P, inverse: qs }"],
        report: ["the least key is -5, and identities begin with 1"],
        rows: [("SELECT q.id, p.id, n FROM q JOIN p ON p.id = p_id ORDER BY q.id", "SELECT q._id, p.id, n FROM q JOIN p ON p._id = p_id ORDER BY q._id")])

    static let generated = DatabaseCase(
        name: "generated columns",
        sql: """
            CREATE TABLE g (id INTEGER PRIMARY KEY, price REAL, count INTEGER, total REAL GENERATED ALWAYS AS (price * count) STORED, name TEXT AS (upper('n' || id)) VIRTUAL NOT NULL);
            INSERT INTO g (id, price, count) VALUES (1, 2.5, 4), (2, NULL, 1);
            CREATE VIEW v AS SELECT * FROM missing;
            """,
        model: ["total: { type: \"double?\", derived: price * count }", "name: string"],
        report: ["G.total: AS (price * count)", "G.name: AS (upper ( 'n' || id ))", "v: CREATE VIEW"],
        rows: [("SELECT id, price, count, total, name FROM g", "SELECT _id, price, count, total, name FROM g")])

    static let strict = DatabaseCase(
        name: "strict tables",
        sql: """
            CREATE TABLE s (id INT PRIMARY KEY, a ANY, b BLOB NOT NULL, guid BLOB) STRICT, WITHOUT ROWID;
            INSERT INTO s VALUES (5, 'x', x'01', x'000102030405060708090a0b0c0d0e0f'), (-1, 'y', x'', NULL);
            """,
        model: ["id: int", "unique: [id]", "guid: uuid?"],
        rows: [("SELECT id, a, hex(b), hex(guid) FROM s ORDER BY 1", "SELECT id, a, hex(b), hex(guid) FROM s ORDER BY _id")])

    static let strays = DatabaseCase(
        name: "keys that lead to no row",
        sql: """
            CREATE TABLE p (id INTEGER PRIMARY KEY);
            CREATE TABLE c (id INTEGER PRIMARY KEY, p_id INTEGER NOT NULL REFERENCES p);
            CREATE TABLE pc (p_id INTEGER REFERENCES p, c_id INTEGER REFERENCES c);
            INSERT INTO p VALUES (1);
            INSERT INTO c VALUES (1, 1), (2, 0), (3, 77);
            INSERT INTO pc VALUES (1, 1), (1, 1), (1, 9);
            """,
        model: ["p: { to: \"P?\", inverse: cs }", "Pc:"],
        report: ["C.p: 2 of 3 keys", "Pc.c: 1 of 3 keys"],
        rows: [("SELECT id, CASE WHEN p_id = 1 THEN 1 END FROM c ORDER BY id", "SELECT _id, p_id FROM c ORDER BY _id"), ("SELECT p_id, CASE c_id WHEN 1 THEN 1 END FROM pc", "SELECT p_id, c_id FROM pc")])

    static let empty = DatabaseCase(
        name: "tables without rows",
        sql: "CREATE TABLE e (id INTEGER PRIMARY KEY, a VARCHAR(9), b DATETIME, c BOOLEAN NOT NULL, d DECIMAL(8,3), e BLOB, f FLOAT, g DATE, h, i UUID, j NUMERIC)",
        model: ["a: string?", "b: date?", "c: bool", "d: { type: \"decimal?\", scale: 3 }", "e: data?", "f: double?", "g: day?", "h: string?", "i: uuid?", "j: double?"],
        rows: [("SELECT count(*) FROM e", "SELECT count(*) FROM e")])

    static let defaults = DatabaseCase(
        name: "defaults",
        sql: """
            CREATE TABLE d (id INTEGER PRIMARY KEY, a INT DEFAULT -5, b TEXT DEFAULT "two ""words"" x", c REAL DEFAULT (1e3), e INT DEFAULT (1 + 1), f TEXT DEFAULT NULL, g BLOB DEFAULT x'00',
              h BOOLEAN DEFAULT TRUE, i DATETIME DEFAULT (datetime('now', 'localtime')), j TEXT DEFAULT 'a: {b} # c', k INT DEFAULT '7', l INT DEFAULT 99999999999999999999);
            INSERT INTO d (id) VALUES (1);
            """,
        model: ["a: { type: \"int?\", default: -5 }", "c: { type: \"double?\", default: 1000.0 }", "h: { type: \"bool?\", default: true }", "j: { type: \"string?\", default: \"a: {b} # c\" }", "k: { type: \"int?\", default: 7 }"],
        report: ["D.e: 1 + 1", "D.g: x'00'"],
        rows: [("SELECT id, a, c, f, hex(g), j FROM d", "SELECT _id, a, c, f, hex(g), j FROM d")])

    static let quoted = DatabaseCase(
        name: "control characters in names and texts",
        sql: "CREATE TABLE \"a\u{1B}[31m\n b\" (\"c\n: d\" TEXT DEFAULT 'x\ny\u{7}', \"\u{202E}e\" TEXT); INSERT INTO \"a\u{1B}[31m\n b\" VALUES ('1\n2', char(0, 65));",
        model: ["default: \"x\\ny\\u0007\""],
        rows: [("SELECT \"c\n: d\", hex(\"\u{202E}e\") FROM \"a\u{1B}[31m\n b\"", "SELECT c_d, hex(e) FROM a31m_b")])

    static let recursive = DatabaseCase(
        name: "tables that need each other",
        sql: """
            CREATE TABLE hen (id INTEGER PRIMARY KEY, egg_id INTEGER NOT NULL UNIQUE REFERENCES egg);
            CREATE TABLE egg (id INTEGER PRIMARY KEY, hen_id INTEGER REFERENCES hen ON DELETE CASCADE, twin_id INTEGER UNIQUE REFERENCES egg);
            INSERT INTO hen VALUES (1, 1), (2, 2);
            INSERT INTO egg VALUES (1, 2, 2), (2, 1, NULL);
            """,
        model: ["egg: { to: Egg, inverse: hen, key: here }", "twin: { to: \"Egg?\", inverse: twinEgg, key: here }"],
        rows: [("SELECT id, egg_id FROM hen", "SELECT _id, egg_id FROM hen"), ("SELECT id, hen_id, twin_id FROM egg", "SELECT _id, hen2_id, twin_id FROM egg")])

    static let manyTables = DatabaseCase(
        name: "200 tables",
        sql: (1...200).map { "CREATE TABLE table_\($0) (id INTEGER PRIMARY KEY, name TEXT\($0 > 1 ? ", before_id INTEGER REFERENCES table_\($0 - 1)" : "")); INSERT INTO table_\($0) (id, name) VALUES (\($0), 'n');" }
            .joined(separator: "\n"),
        rows: [("SELECT id, name, before_id FROM table_77", "SELECT _id, name, before_id FROM table77")])

    static let manyColumns = DatabaseCase(
        name: "300 columns",
        sql: "CREATE TABLE wide (\((1...300).map { "c\($0) INTEGER" }.joined(separator: ", "))); INSERT INTO wide (c1, c300) VALUES (1, 300);",
        model: ["c300: int?"],
        rows: [("SELECT c1, c2, c300 FROM wide", "SELECT c1, c2, c300 FROM wide")])

    static let words = DatabaseCase(
        name: "checks and names beyond rules",
        sql: """
            CREATE TABLE statuses (id INTEGER PRIMARY KEY, v INT CHECK (v IN (1, 2, 3)), w TEXT CHECK (length(w) BETWEEN 2 AND 5), x INT CHECK (x > 0 OR v > 0), y TEXT CHECK (length(y) > 0));
            CREATE TABLE news (id INTEGER PRIMARY KEY, status_id INTEGER);
            INSERT INTO statuses VALUES (1, 2, 'ab', 1, 'y');
            INSERT INTO news VALUES (1, 1);
            """,
        model: ["Status:", "News:", "status: { to: \"Status?\", inverse: news }", "minLength: 2, maxLength: 5", "y: { type: \"string?\", minLength: 1 }"],
        report: ["Status.v: StatusV, because a check lists 1, 2, 3", "statuses: x > 0 OR v > 0"],
        rows: [("SELECT * FROM statuses", "SELECT _id, v, w, x, y FROM status"), ("SELECT id, status_id FROM news", "SELECT _id, status_id FROM news")])

    static let ownSearch = DatabaseCase(
        name: "searches and virtual tables of their own",
        sql: """
            CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT, body TEXT);
            CREATE VIRTUAL TABLE notes_fts USING fts5(title, body, content='notes', content_rowid='id');
            CREATE VIRTUAL TABLE mail USING fts5(subject);
            CREATE VIRTUAL TABLE places USING rtree(id, x0, x1);
            INSERT INTO notes VALUES (1, 'Tea', 'Green tea'), (2, 'Oil', NULL);
            """,
        model: ["search: [title, body]"],
        report: ["mail: a full-text search that keeps its own texts", "places: a virtual table"],
        rows: [("SELECT id, title, body FROM notes", "SELECT _id, title, body FROM note"), ("SELECT 1", "SELECT rowid FROM note_search WHERE note_search MATCH 'green'")])

    static let times = DatabaseCase(
        name: "times in many forms",
        sql: """
            CREATE TABLE x (id INTEGER PRIMARY KEY, iso TEXT, zone TEXT, one_zone TEXT, created_at INTEGER, updated INTEGER, real_time REAL, not_time TEXT, bad_day TEXT, zero_at INTEGER);
            INSERT INTO x VALUES (1, '2024-02-29T12:00:00Z', '2024-02-29 12:00:00+02:00', '2024-02-29 12:00:00+02:00', 1709208000, 1709208000123, 1709208000.5, '2024-02-29 25:00:00', '2023-02-29', 0),
              (2, '2024-02-29T12:00:59Z', '2024-02-29T12:00:00.250-05:30', '2024-03-01 12:00:00+02:00', 1709208001, 1709208000124, 1709208000.25, '2024', '2024-02-29', 1709208000);
            """,
        model: ["iso: date?", "zone: string?", "oneZone: date?", "createdAt: date?", "updated: date?", "realTime: date?", "notTime: string?", "badDay: string?", "zeroAt: int?"],
        report: [
            "X.zone: string, and not date, though each of 2 values is a date with a time. Without a zone it is read as UTC: texts are written in different ways, such as '2024-02-29 12:00:00+02:00' and '2024-02-29T12:00:00.250-05:30'",
            "X.iso: date, because each of 2 values is a date with a time. Without a zone it is read as UTC, written 'YYYY-MM-DDThh:mm:ssZ', declared TEXT", "X.zeroAt: int, and not date: 1 of 2 values fit, and 0 does not",
            "X.createdAt: date, because each of 2 values is in the range of seconds since 1970, on 2024-02-29, declared INTEGER", "X.badDay: string, and not day: 1 of 2 values fit, and '2023-02-29' does not",
        ],
        rows: [
            ("SELECT strftime('%s', iso) + 0, strftime('%s', one_zone) + 0, created_at, updated / 1000, CAST(real_time AS INTEGER) FROM x",
             "SELECT CAST(iso + 978307200 AS INTEGER), CAST(one_zone + 978307200 AS INTEGER), CAST(created_at + 978307200 AS INTEGER), CAST(updated + 978307200 AS INTEGER), CAST(real_time + 978307200 AS INTEGER) FROM x"),
            ("SELECT zone, not_time, bad_day, zero_at FROM x", "SELECT zone, not_time, bad_day, zero_at FROM x"),
        ])

    static let checks = DatabaseCase(
        name: "a key that is two keys",
        sql: """
            CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TABLE b (id INTEGER PRIMARY KEY);
            CREATE TABLE ab (id INTEGER PRIMARY KEY REFERENCES a, x INTEGER REFERENCES a REFERENCES b, order_id INTEGER, "order" INTEGER REFERENCES b, customer INTEGER REFERENCES a, customerId INTEGER);
            INSERT INTO a VALUES (1), (2); INSERT INTO b VALUES (1), (2);
            INSERT INTO ab VALUES (2, 1, 5, 2, 1, 9);
            """,
        rows: [("SELECT id, x, x, \"order\", customer, customerId, order_id FROM ab", "SELECT a_id, x_id, x2_id, order2_id, customer2_id, customer_id, order_id FROM ab")])

    static let turnedChecks = DatabaseCase(
        name: "checks with the limit first",
        sql: """
            CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER CHECK (5 < a), b INT CHECK (1 <= b AND 9 > b), c TEXT CHECK (3 >= length(c)), d REAL CHECK (-1.5 <= d),
              e TEXT CHECK ('<' < e), f INT CHECK (a > f));
            INSERT INTO t VALUES (1, 6, 8, 'abc', -1.5, 'x', 2);
            """,
        model: ["a: { type: \"int?\", min: 6 }", "b: { type: \"int?\", min: 1, max: 8 }", "c: { type: \"string?\", maxLength: 3 }", "d: { type: \"double?\", min: -1.5 }", "e: string?", "f: int?"],
        report: ["t: a > f"],
        rows: [("SELECT id, a, b, c, d, e, f FROM t", "SELECT _id, a, b, c, d, e, f FROM t")])

    /// Found by random databases.
    static let traps = DatabaseCase(
        name: "guesses that do not hold",
        sql: """
            CREATE TABLE "null" (id INTEGER PRIMARY KEY, "null" TEXT, type TEXT, parent TEXT, n DECIMAL(10,2), rank INTEGER CHECK (rank > 0) DEFAULT 0, "no" INTEGER, at TEXT UNIQUE, "true" TEXT);
            CREATE INDEX null_no ON "null" (rank) WHERE "no" > 0;
            INSERT INTO "null" VALUES (1, 'x', '[1]', '["a"]', -9223372036854775808, 1, 5, '2024-01-01T00:00:00Z', 't'), (2, 'y', '[2,3]', '[]', 1.5, 2, 6, '2024-01-01 00:00:00', NULL);
            """,
        model: ["Null2:", "null2: string?", "type: { type: \"json?\", swift: \"[Int]\" }", "parent: { type: \"json?\", swift: \"[String]\" }", "n: double?", "rank: { type: \"int?\", min: 1 }", "at: string?"],
        report: ["Null2.rank: 0, which a check refuses", "null.null_no: where no > 0"],
        rows: [("SELECT id, \"null\", type, parent, n + 0.0, rank, \"no\", at, \"true\" FROM \"null\"", "SELECT _id, null2, type, parent, n, rank, \"no\", at, true2 FROM null2")])

    /// SQLite's foreign keys turn the child's value into the type of the parent's column.
    static let textKeysOfNumbers = DatabaseCase(
        name: "numbers that refer to texts",
        sql: """
            PRAGMA foreign_keys = ON;
            CREATE TABLE a (code TEXT PRIMARY KEY);
            CREATE TABLE b (id INTEGER PRIMARY KEY, plain REFERENCES a (code), whole INT REFERENCES a (code), part REAL REFERENCES a (code));
            INSERT INTO a VALUES ('01'), ('1'), ('1.0'), ('2');
            INSERT INTO b VALUES (1, 1, 1, 1), (2, 2, 2, NULL), (3, '01', NULL, NULL);
            """,
        rows: [
            (
                "SELECT id, (SELECT rowid FROM a WHERE code = CAST(plain AS TEXT)), (SELECT rowid FROM a WHERE code = CAST(whole AS TEXT)), (SELECT rowid FROM a WHERE code = CAST(part AS TEXT)) FROM b",
                "SELECT _id, plain_id, whole_id, part_id FROM b"
            )
        ])

    static let mergedGroups = DatabaseCase(
        name: "unique groups whose keys lead to one row",
        sql: """
            CREATE TABLE a (code TEXT PRIMARY KEY);
            CREATE TABLE b (id INTEGER PRIMARY KEY, kind TEXT, a REFERENCES a (code), UNIQUE (a, kind));
            CREATE TABLE c (id INTEGER PRIMARY KEY, kind TEXT, a REFERENCES a (code), UNIQUE (kind, a));
            CREATE TABLE d (id INTEGER PRIMARY KEY, kind TEXT, a REFERENCES a (code));
            CREATE UNIQUE INDEX d_set ON d (a, kind) WHERE a IS NOT NULL;
            CREATE TABLE pair (x REFERENCES a (code), y REFERENCES a (code), PRIMARY KEY (x, y));
            INSERT INTO a VALUES ('1'), ('2');
            INSERT INTO b VALUES (1, 'k', 1), (2, 'k', '1'), (3, 'l', '1');
            INSERT INTO c VALUES (1, 'k', 1), (2, 'l', '1'), (3, NULL, 1), (4, NULL, '1');
            INSERT INTO d VALUES (1, 'k', 1), (2, 'k', '1'), (3, 'k', NULL), (4, 'k', NULL);
            INSERT INTO pair VALUES (1, 2), ('1', '2');
            """,
        model: ["unique: [[kind, a]]"],
        report: ["b.a+kind: not unique, because '1', 'k' and 1, 'k' become one value", "d.d_set: not unique"],
        rows: [
            ("SELECT id, kind, CAST(a AS TEXT) FROM b", "SELECT b._id, kind, code FROM b JOIN a ON a._id = a_id ORDER BY b._id"),
            ("SELECT CAST(x AS TEXT), CAST(y AS TEXT) FROM pair", "SELECT k.code, l.code FROM pair JOIN a AS k ON k._id = x_id JOIN a AS l ON l._id = y_id"),
        ])
}
