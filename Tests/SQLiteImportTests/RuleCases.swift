/// Databases with rules that a model states in another way, or that their rows break.
enum RuleCases {
    static let all = [lists, oldLists, generated, merged, lastKey, clauses, nearlyForms, derivedWithCheck]

    static let lists = DatabaseCase(
        name: "checks that list values",
        sql: """
            CREATE TABLE orders (id INTEGER PRIMARY KEY, state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'closed', 'in progress')), level INT CHECK (level IS NULL OR level IN (1, 2, -3)),
              flag INTEGER DEFAULT 1 CHECK (flag IN (0, 1)), kind TEXT DEFAULT 'z' CHECK (kind IN ('unknown', 'x', '', '+', 'Self')), digit TEXT CHECK (digit IN (1, 2)), low TEXT COLLATE NOCASE CHECK (low IN ('a', 'b')),
              n INT CHECK (n IN (1, 2) AND n < 9), "not" TEXT CHECK ("not" NOT IN ('a')), fraction REAL CHECK (fraction IN (0.5)));
            CREATE INDEX orders_level ON orders (level) WHERE state = 'in progress';
            CREATE INDEX orders_digit ON orders (digit) WHERE state = 'lost';
            INSERT INTO orders VALUES (1, 'open', 1, 0, 'x', 1, 'a', 1, 'b', 0.5), (2, 'in progress', NULL, 1, '', 2, 'B', 2, 'c', NULL), (3, 'closed', -3, NULL, 'unknown', NULL, NULL, NULL, NULL, NULL);
            """,
        model: [
            "cases: { open: open, closed: closed, inProgress: in progress }", "raw: int\n    cases: { value1: 1, value2: 2, valueMinus3: -3 }", "cases: { unknownValue: unknown, x: x, empty: \"\", other: +, selfValue: Self }",
            "state: { type: OrderState, default: open }", "level: OrderLevel?", "flag: { type: \"bool?\", default: true }", "OrderDigit:", "OrderLow: [a, b, unknown]", "n: OrderN?",
            "- { on: level, where: state == inProgress }",
        ],
        report: [
            "Order.state: OrderState, because a check lists 'open', 'closed', 'in progress'\n", "Order.low: OrderLow, because a check lists 'a', 'b'. 1 of 2 values are none of them: the case 'unknown' keeps them",
            "Order.kind: 'z'", "orders: n IN ( 1 , 2 ) AND n < 9", "orders: not NOT IN", "orders.orders_digit: where state = 'lost'", "Order.flag: bool, because each of 2 values is 0 or 1",
        ],
        rows: [("SELECT id, state, level, flag, kind, digit, low, n, \"not\", fraction FROM orders", "SELECT _id, state, level, flag, kind, digit, low, n, \"not\", fraction FROM \"order\"")])

    /// SQLite lets a program write rows that break checks.
    static let oldLists = DatabaseCase(
        name: "rows that break checks",
        sql: """
            CREATE TABLE jobs (id INTEGER PRIMARY KEY, state TEXT CHECK (state IN ('a', 'b')), n INT CHECK (n > 5));
            INSERT INTO jobs (id, state, n) VALUES (1, 'a', 6);
            PRAGMA ignore_check_constraints = ON;
            INSERT INTO jobs (id, state, n) VALUES (2, 'c', 5), (3, 'b', 1), (4, NULL, NULL);
            """,
        model: ["JobState: [a, b, unknown]", "n: { type: \"int?\", min: 6 }"],
        report: ["1 of 3 values are none of them: the case 'unknown' keeps them", "jobs: 1 of 4 rows, such as that with id 2: state IN ( 'a' , 'b' )", "jobs: 2 of 4 rows, such as that with id 2: n > 5"],
        rows: [("SELECT id, state, n FROM jobs", "SELECT _id, state, n FROM job")])

    static let generated = DatabaseCase(
        name: "calculated columns",
        sql: """
            CREATE TABLE g (id INTEGER PRIMARY KEY, p REAL, q INT NOT NULL, r REAL NOT NULL, total REAL AS (p * q) STORED, sum INT AS ((q + 2) * 3), area AS (r * r) NOT NULL, half INT AS (q / 2), rest REAL AS (q / 2 * r),
              code TEXT, up TEXT AS (upper(code)), name TEXT, low TEXT AS (LOWER("name")), rounded REAL AS (round(p, 1)), ofKey INT AS (id * 2), ofOther INT AS (half + 1), text TEXT AS (q + 1));
            INSERT INTO g (id, p, q, r, code, name) VALUES (1, 2.5, 4, 1.5, 'ab', 'Ü'), (2, NULL, 5, 2, 'C', 'ä'), (3, 0.1, -3, 0.3, NULL, NULL);
            """,
        model: [
            "total: { type: \"double?\", derived: p * q }", "sum: { type: int, derived: (q + 2) * 3 }", "area: { type: double, derived: r * r }", "half: { type: int, derived: q / 2 }", "up: { type: \"string?\", derived: uppercase(code) }",
            "rest: double?", "low: string?", "rounded: double?", "ofKey: int?", "ofOther: int?", "text: string?",
        ],
        report: ["generated columns that become derived attributes:\n  G.total: AS (p * q)", "generated columns that become plain attributes:\n  G.rest: AS (q / 2 * r)"],
        rows: [
            ("SELECT id, total, sum, area, half, rest, up, low, rounded, ofKey, ofOther, text FROM g", "SELECT _id, total, sum, area, half, rest, up, low, rounded, of_key, of_other, text FROM g")
        ])

    static let merged = DatabaseCase(
        name: "unique values that become equal",
        sql: """
            CREATE TABLE m (id INTEGER PRIMARY KEY, k UNIQUE, t TEXT); INSERT INTO m VALUES (1, 5, 'a'), (2, '5', 'b'), (3, NULL, 'c'), (4, NULL, 'd');
            CREATE TABLE w (a, b INT, PRIMARY KEY (a, b)) WITHOUT ROWID; INSERT INTO w VALUES (1.5, 1), ('1.5', 1), ('1.5', 2);
            CREATE TABLE c (id INTEGER PRIMARY KEY, m_k REFERENCES m (k)); INSERT INTO c VALUES (1, '5'), (2, 5);
            CREATE TABLE text (code TEXT PRIMARY KEY); INSERT INTO text VALUES ('1'); CREATE TABLE d (id INTEGER PRIMARY KEY, t UNIQUE REFERENCES text); INSERT INTO d VALUES (1, 1), (2, '1');
            """,
        model: ["k: string?", "a: string", "t: { to: \"Text?\", inverse: ds }"],
        report: ["m.k: not unique, because", "become one value", "w: not unique, because", "d.t: not unique, because"],
        rows: [
            ("SELECT id, CAST(k AS TEXT), t FROM m", "SELECT _id, k, t FROM m"), ("SELECT CAST(a AS TEXT), b FROM w ORDER BY 1, 2", "SELECT a, b FROM w ORDER BY 1, 2"),
            ("SELECT c.id, m.t FROM c JOIN m ON m.k = c.m_k ORDER BY c.id", "SELECT c._id, m.t FROM c JOIN m ON m._id = c.m_k_id ORDER BY c._id"),
        ])

    static let derivedWithCheck = DatabaseCase(
        name: "a check of a calculated column",
        sql: """
            CREATE TABLE d (id INTEGER PRIMARY KEY, q INT NOT NULL, next INT AS (q + 1) CHECK (next > 0), kind TEXT NOT NULL, low TEXT AS (lower(kind)) CHECK (low IN ('a', 'b')));
            INSERT INTO d (id, q, kind) VALUES (1, 4, 'A'), (2, 5, 'b');
            """,
        model: ["next: { type: int, derived: q + 1 }", "low: { type: string, derived: lowercase(kind) }"],
        report: ["generated columns that become derived attributes:\n  D.next: AS (q + 1)\n  D.low: AS (lower ( kind ))\n", "checks that are left out:\n  d: next > 0\n  d: low IN ( 'a' , 'b' )"],
        rows: [("SELECT id, q, next, low FROM d", "SELECT _id, q, next, low FROM d")])

    static let lastKey = DatabaseCase(
        name: "the last possible key",
        sql: """
            CREATE TABLE big (id INTEGER PRIMARY KEY, n TEXT); INSERT INTO big VALUES (1, 'a'), (9223372036854775807, 'b');
            CREATE TABLE counted (id INTEGER PRIMARY KEY AUTOINCREMENT, big_id INTEGER REFERENCES big); INSERT INTO counted VALUES (3, 9223372036854775807);
            UPDATE sqlite_sequence SET seq = 9223372036854775807;
            """,
        model: ["unique: [id]"],
        report: ["Big: the greatest key is 9223372036854775807, and no key could follow it"],
        rows: [
            ("SELECT c.id, b.id, n FROM counted c JOIN big b ON b.id = big_id", "SELECT c._id, b.id, n FROM counted c JOIN big b ON b._id = big_id"), ("SELECT 3", "SELECT seq FROM sqlite_sequence WHERE name = 'counted'"),
        ])

    static let clauses = DatabaseCase(
        name: "clauses and numbers without a counterpart",
        sql: """
            PRAGMA user_version = 7; PRAGMA application_id = 99;
            CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT, u TEXT UNIQUE ON CONFLICT REPLACE, v TEXT NOT NULL ON CONFLICT ABORT);
            CREATE TABLE note_search (id INTEGER PRIMARY KEY, a TEXT);
            CREATE VIRTUAL TABLE note_index USING fts5(body, content='note', content_rowid='id', prefix='2 3');
            CREATE TABLE child (id INTEGER PRIMARY KEY, note_id INTEGER NOT NULL REFERENCES note ON DELETE SET NULL);
            INSERT INTO note VALUES (1, 'b', 'u', 'v'); INSERT INTO child VALUES (1, 1);
            """,
        model: ["NoteSearch:", "children: { to: [Child], inverse: note, deleteRule: deny }"],
        report: [
            "user_version: 7", "application_id: 99", "note: 'ON CONFLICT REPLACE'", "note_index: the search has no option 'prefix = 2 3'", "note_index: a full-text search that no entity can declare: another table has the name of its table",
            "Child.note: ON DELETE SET NULL of columns that are NOT NULL denies the deletion",
        ],
        rows: [("SELECT id, body, u, v FROM note", "SELECT _id, body, u, v FROM note")])

    static let nearlyForms = DatabaseCase(
        name: "values that only look like a form",
        sql: """
            CREATE TABLE x (id INTEGER PRIMARY KEY, d TEXT, big TEXT, half TEXT, pair TEXT, low TEXT, escaped TEXT);
            INSERT INTO x VALUES (1, '0000-01-01', '[9223372036854775808]', '["\\ud800"]', '["\\ud83d\\ude00"]', '["\\ude00\\ud83d"]', '["\\\\ud800"]');
            """,
        model: ["d: string?", "big: string?", "half: string?", "low: string?", "pair: string?", "escaped: { type: \"json?\", swift: \"[String]\" }"],
        rows: [("SELECT * FROM x", "SELECT _id, d, big, half, pair, low, escaped FROM x")])
}
