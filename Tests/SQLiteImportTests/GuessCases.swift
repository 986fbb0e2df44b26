/// Databases whose values nearly have a form, or lose something in it.
enum GuessCases {
    static let all = [spellings, reversible, numbers, railsPairs, pairsWithMore, prefixedKeys, collations, emptyTexts, json, forms, formNames, controls]

    static let controls = DatabaseCase(
        name: "characters that YAML does not hold as they are",
        sql: """
            CREATE TABLE odd (id INTEGER PRIMARY KEY, state TEXT CHECK (state IN ('p\u{85}q', 'r\u{2028}s', 't')), note TEXT DEFAULT '\u{90}\u{FEFF}');
            INSERT INTO odd VALUES (1, 'p\u{85}q', NULL), (2, 'r\u{2028}s', 'x'), (3, 't', 'y');
            """,
        model: ["\"p\\u0085q\"", "\"r\\u2028s\"", "state: OddState?", "default: \"\\u0090\\ufeff\""],
        report: ["Odd.state"],
        rows: [("SELECT * FROM odd ORDER BY 1", "SELECT _id, state, note FROM odd ORDER BY 1")])

    static let spellings = DatabaseCase(
        name: "values that are written in several ways",
        sql: """
            CREATE TABLE v (id INTEGER PRIMARY KEY, mixed TEXT, fraction TEXT, nine TEXT, zero TEXT, words BOOLEAN, code TEXT, blank DATE, far TEXT);
            INSERT INTO v VALUES
              (1, '2024-02-29 12:00:00', '2024-02-29 12:00:00.5', '2024-02-29 12:00:00.123456789', '2024-02-29 12:00:00', 'true', '6ba7b810-9dad-11d1-80b4-00c04fd430c8', '2024-01-01', '9999-12-31 23:59:59.999999'),
              (2, '2024-02-29T12:00:00', '2024-02-29 12:00:00.50', '2024-02-29 12:00:00.000000000', '2024-02-29 12:00:00.000', 'TRUE', '6BA7B811-9DAD-11D1-80B4-00C04FD430C8', '', '0001-01-01 00:00:00.000001'),
              (3, NULL, NULL, NULL, NULL, 'f', NULL, NULL, NULL);
            """,
        model: ["mixed: string?", "fraction: string?", "nine: string?", "zero: string?", "words: string?", "code: string?", "blank: string?", "far: string?"],
        report: [
            "V.nine: string, and not date, though each of 2 values is a date with a time. Without a zone it is read as UTC: '2024-02-29 12:00:00.123456789' could not be written again as it is",
            "V.words: string, and not bool, though each of 3 values is a word for true or false: one of both has several words", "V.code: string, and not uuid, though each of 2 values is a UUID: texts are written in different ways",
            "V.blank: string, and not day, though the only value is a calendar day, YYYY-MM-DD: empty texts and NULL would become one",
        ],
        rows: [("SELECT * FROM v", "SELECT _id, mixed, fraction, nine, zero, words, code, blank, far FROM v")])

    /// The new values give each old text back: SQLite writes them.
    static let reversible = DatabaseCase(
        name: "values that are written in one way",
        sql: """
            CREATE TABLE v (id INTEGER PRIMARY KEY, whole TEXT, thousandths TEXT, python TEXT, trimmed TEXT, words BOOLEAN, code TEXT, capital TEXT, plain TEXT, bytes BLOB_UUID, blank DATE NOT NULL);
            INSERT INTO v VALUES
              (1, '2024-02-29 12:00:00', '1950-01-01T00:00:00.001Z', '2024-02-29 12:00:00', '2024-02-29 12:00:00.25', 't', '6ba7b810-9dad-11d1-80b4-00c04fd430c8', '6BA7B810-9DAD-11D1-80B4-00C04FD430C8', '6ba7b8109dad11d180b400c04fd430c8',
                x'6ba7b8109dad11d180b400c04fd430c8', ''),
              (2, '0001-01-01 00:00:00', '2099-12-31T23:59:59.999Z', '2024-02-29 12:00:00.250000', '2024-02-29 12:00:00.125', 'f', '00000000-0000-0000-0000-000000000000', '10000000-0000-0000-0000-000000000000', '00000000000000000000000000000000',
                x'00000000000000000000000000000000', '2024-01-01');
            """,
        model: ["whole: date?", "thousandths: date?", "python: date?", "trimmed: date?", "words: bool?", "code: uuid?", "capital: uuid?", "plain: uuid?", "bytes: uuid?", "blank: day?"],
        report: ["written 'YYYY-MM-DD hh:mm:ss.ffffff', without a fraction of zero", "written 'YYYY-MM-DD hh:mm:ss.fff', without zeros at its end", "is a UUID, written small letters and hyphens", "written capital letters and hyphens"],
        rows: [
            ("SELECT whole, thousandths FROM v", "SELECT strftime('%Y-%m-%d %H:%M:%S', whole + 978307200, 'unixepoch'), strftime('%Y-%m-%dT%H:%M:%fZ', thousandths + 978307200, 'unixepoch') FROM v"),
            ("SELECT substr(python || '.000', 1, 23) FROM v", "SELECT strftime('%Y-%m-%d %H:%M:%f', python + 978307200, 'unixepoch') FROM v"),
            ("SELECT words, replace(code, '-', ''), replace(capital, '-', ''), plain, hex(bytes), nullif(blank, '') FROM v", "SELECT iif(words, 't', 'f'), lower(hex(code)), hex(capital), lower(hex(plain)), hex(bytes), blank FROM v"),
        ])

    static let numbers = DatabaseCase(
        name: "numbers of which no double is each",
        sql: """
            CREATE TABLE n (id INTEGER PRIMARY KEY, big NUMERIC, fits NUMERIC, updated_by INTEGER, sent_at, event_time REAL, paid DECIMAL(10,2), flag INTEGER, is_on INTEGER);
            INSERT INTO n VALUES (1, 9007199254740993, -9223372036854775808, 1709208000, 1709208000, 1709208000.123, 1.25, 1, 1), (2, 0.5, 0.5, 1709208001, 1709208000.5, 1709208000.0, 1.255, 0, 2), (3, NULL, NULL, NULL, NULL, NULL, 4, 1, 0);
            """,
        model: ["big: string?", "fits: double?", "updatedBy: int?", "sentAt: double?", "eventTime: date?", "paid: double?", "flag: int?", "isOn: int?"],
        report: [
            "N.big: string, because its values are 1 numbers with decimals and 1 integers, 1 of which no double is", "N.sentAt: double, and not date, though each of 2 values is in the range of seconds since 1970: integers and numbers with decimals would become one type",
            "N.paid: double, and not decimal: 2 of 3 values fit, and 1.255 does not", "N.isOn: int, and not bool: 2 of 3 values fit, and 2 does not",
        ],
        rows: [
            ("SELECT id, CAST(big AS TEXT), fits, updated_by, sent_at, paid, flag, is_on FROM n", "SELECT _id, big, iif(fits = -9223372036854775808, '-9223372036854775808', fits), updated_by, iif(sent_at = 1709208000, '1709208000', sent_at), iif(paid = 4, '4', paid), flag, is_on FROM n"),
            ("SELECT event_time FROM n", "SELECT event_time + 978307200.0 FROM n"),
        ])

    static let railsPairs = DatabaseCase(
        name: "pairs without a declared key",
        sql: """
            CREATE TABLE "authors" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "name" varchar); CREATE TABLE "books" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "title" varchar);
            CREATE TABLE "authors_books" ("author_id" integer NOT NULL, "book_id" integer NOT NULL);
            CREATE TABLE "shelf" ("author_id" integer NOT NULL, "book_id" integer NOT NULL);
            INSERT INTO authors VALUES (1, 'A'), (2, 'B'); INSERT INTO books VALUES (1, 'X'), (2, 'Y');
            INSERT INTO authors_books VALUES (1, 2), (2, 2), (2, 1); INSERT INTO shelf VALUES (1, 1);
            """,
        model: ["books: { to: [Book], inverse: authors }", "authors: { to: [Author], inverse: books }", "Shelf:"],
        report: ["the table 'authors_books' has only keys of 'authors' and 'books', and no pair twice. Each of 3 values is a key, though no foreign key says so"],
        rows: [("SELECT author_id, book_id FROM authors_books ORDER BY 1, 2", "SELECT author_id, book_id FROM author_books ORDER BY 1, 2"), ("SELECT author_id, book_id FROM shelf", "SELECT author_id, book_id FROM shelf")])

    static let pairsWithMore = DatabaseCase(
        name: "tables of two keys that stay entities",
        sql: """
            CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TABLE b (id INTEGER PRIMARY KEY);
            CREATE TABLE ranked (a_id INTEGER REFERENCES a, b_id INTEGER REFERENCES b, rank INTEGER, PRIMARY KEY (a_id, b_id));
            CREATE TABLE twice (a_id INTEGER REFERENCES a, b_id INTEGER REFERENCES b);
            CREATE TABLE half (a_id INTEGER REFERENCES a, b_id INTEGER REFERENCES b);
            CREATE TABLE lost (a_id INTEGER REFERENCES a, b_id INTEGER REFERENCES b);
            INSERT INTO a VALUES (1); INSERT INTO b VALUES (1), (2);
            INSERT INTO ranked VALUES (1, 1, 5); INSERT INTO twice VALUES (1, 2), (1, 2); INSERT INTO half VALUES (1, NULL); INSERT INTO lost VALUES (1, 9);
            """,
        model: ["Ranked:", "Twice:", "Half:", "Lost:"],
        report: ["tables of two keys that stay entities:\n  Ranked: it has further columns: rank\n  Twice: a pair is there twice\n  Half: a key is NULL\n  Lost: a key leads to no row"],
        rows: [("SELECT a_id, b_id, rank FROM ranked", "SELECT a_id, b_id, rank FROM ranked"), ("SELECT a_id, b_id FROM twice", "SELECT a_id, b_id FROM twice")])

    static let prefixedKeys = DatabaseCase(
        name: "keys without the prefix of all tables",
        sql: """
            CREATE TABLE shop_customers (id INTEGER PRIMARY KEY, name TEXT); CREATE TABLE shop_orders (id INTEGER PRIMARY KEY, customerId INTEGER, other_id INTEGER);
            INSERT INTO shop_customers VALUES (3, 'A'); INSERT INTO shop_orders VALUES (1, 3, 1), (2, NULL, 3);
            """,
        model: ["customer: { to: \"Customer?\", inverse: orders }", "otherID: int?"],
        report: ["Order.customer: each of 1 values of customerId is a key of 'shop_customers'"],
        rows: [("SELECT id, customerId, other_id FROM shop_orders", "SELECT _id, customer_id, other_id FROM \"order\"")])

    /// SQLite compares texts of a column by its collation.
    static let collations = DatabaseCase(
        name: "texts that a collation takes for equal",
        sql: """
            CREATE TABLE c (id INTEGER PRIMARY KEY, words BOOLEAN COLLATE NOCASE, spaces TEXT COLLATE RTRIM, pair BOOLEAN);
            INSERT INTO c VALUES (1, 'true', '2024-02-29', 'True'), (2, 'TRUE', '   ', 'False'), (3, 'f', NULL, 'True');
            """,
        model: ["words: string?", "spaces: string?", "pair: bool?"],
        report: ["C.words: string, and not bool, though each of 3 values is a word for true or false: one of both has several words", "C.pair: bool, because each of 3 values is a word for true or false, written 'True' and 'False'"],
        rows: [("SELECT words, spaces, pair FROM c", "SELECT words, spaces, iif(pair, 'True', 'False') FROM c")])

    static let emptyTexts = DatabaseCase(
        name: "empty texts beside NULL",
        sql: """
            CREATE TABLE e (id INTEGER PRIMARY KEY, day DATE, big NUMERIC, schema_version DATETIME);
            INSERT INTO e VALUES (1, '', 9007199254740993, 1709208000), (2, NULL, 0.5, 1709208001), (3, '', '', NULL), (4, NULL, NULL, 1709208002);
            """,
        model: ["day: string?", "big: string?", "schemaVersion: date?"],
        rows: [("SELECT day, CAST(big AS TEXT) FROM e", "SELECT day, big FROM e"), ("SELECT schema_version FROM e", "SELECT CAST(schema_version + 978307200 AS INTEGER) FROM e")])

    /// A property that is set writes the text of Swift's encoder.
    static let json = DatabaseCase(
        name: "JSON in other spellings than Swift's",
        sql: """
            CREATE TABLE j (id INTEGER PRIMARY KEY, kept TEXT, map TEXT, blank TEXT, keys TEXT, twice TEXT, number TEXT, escaped TEXT, slash TEXT, shape TEXT);
            INSERT INTO j VALUES
              (1, '["a","/é"]', '{"a":"1","b":"2"}', '["a", "b"]', '{"b":"1","a":"2"}', '{"a":"1","a":"2"}', '[1,-0]', '["\\u0061"]', '["a\\/b"]', '{"a":1.0}'),
              (2, '[]', '{}', '["a"]', '{"a":"1"}', '{"a":"1"}', '[1]', '["a"]', '["a/b"]', '{"a":1e2}');
            """,
        model: [
            "kept: { type: \"json?\", swift: \"[String]\" }", "map: { type: \"json?\", swift: \"[String: String]\" }", "blank: string?", "keys: string?", "twice: string?", "number: string?", "escaped: string?",
            "slash: string?", "shape: string?",
        ],
        report: [
            "J.blank: string, which looks like JSON: 1 of 2 values would be written otherwise, such as '[\"a\", \"b\"]'", "J.keys: string, which looks like JSON: 1 of 2", "J.twice: string, which looks like JSON: 1 of 2",
            "J.number: string, which looks like JSON: 1 of 2", "J.escaped: string, which looks like JSON: 1 of 2", "J.slash: string, which looks like JSON: 1 of 2", "J.shape: string, JSON of other shapes",
        ],
        rows: [("SELECT * FROM j", "SELECT _id, kept, map, blank, keys, twice, number, escaped, slash, shape FROM j")])

    /// Two ways to write é are two texts in SQLite, and one in Swift.
    static let forms = DatabaseCase(
        name: "texts in two forms of Unicode",
        sql: """
            CREATE TABLE f (id INTEGER PRIMARY KEY, state TEXT CHECK (state IN ('\u{e9}', 'e\u{301}')), kind TEXT CHECK (kind IN ('\u{e9}', 'x')), sign TEXT CHECK (sign IN ('K', '\u{212a}')), "\u{17f}um" TEXT, other TEXT DEFAULT 'e\u{301}' CHECK (other IN ('\u{e9}', 'x')));
            INSERT INTO f VALUES (1, '\u{e9}', '\u{e9}', 'K', NULL, NULL), (2, 'e\u{301}', 'x', '\u{212a}', 's', 'x');
            PRAGMA ignore_check_constraints = ON; INSERT INTO f (id, kind, other) VALUES (3, 'e\u{301}', NULL), (4, 'other', NULL);
            """,
        model: ["state: string?", "kind: string?", "sign: string?", "other: FOther?\n"], report: ["F.state: string, and no enum", "F.kind: string, and no enum", "F.sign: string, and no enum"],
        rows: [("SELECT id, hex(state), hex(kind), hex(sign) FROM f", "SELECT _id, hex(state), hex(kind), hex(sign) FROM f")])

    static let formNames = DatabaseCase(
        name: "names in two forms of Unicode",
        sql: """
            CREATE TABLE "caf\u{e9}" (id INTEGER PRIMARY KEY, "\u{e9}" INTEGER CHECK ("\u{e9}" > 1), "e\u{301}" INTEGER CHECK ("e\u{301}" < 9), "\u{c9}" INTEGER);
            CREATE TABLE "cafe\u{301}" (id INTEGER PRIMARY KEY, "\u{e9}_id" INTEGER REFERENCES "caf\u{e9}", t TEXT UNIQUE);
            CREATE TABLE "CAF\u{c9}" (k TEXT PRIMARY KEY) WITHOUT ROWID;
            INSERT INTO "caf\u{e9}" VALUES (1, 2, 3, 4), (7, 8, 8, 8); INSERT INTO "cafe\u{301}" VALUES (5, 7, 't'); INSERT INTO "CAF\u{c9}" VALUES ('k');
            """,
        model: ["  Cafe:", "  Cafe2:", "  Cafe3:", "e: { type: \"int?\", min: 2 }", "e2: { type: \"int?\", max: 8 }", "e3: int?", "e: { to: \"Cafe?\", inverse: cafe2s }"],
        rows: [
            ("SELECT * FROM \"caf\u{e9}\"", "SELECT _id, e, e2, e3 FROM cafe"), ("SELECT * FROM \"cafe\u{301}\"", "SELECT _id, e_id, t FROM cafe2"), ("SELECT * FROM \"CAF\u{c9}\"", "SELECT k FROM cafe3"),
        ])
}
