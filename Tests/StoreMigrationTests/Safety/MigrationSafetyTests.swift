import MigrationSamples
import SQLiteAccess
import StoreMigration
import Testing

/// What SQLite does to who migrates carelessly, and is not done here.
struct MigrationSafetyTests {
    // MARK: Foreign keys

    @Test("A table that is dropped takes no children along, though foreign keys are on, deferred or not", arguments: ["OFF", "ON"])
    func cascades(deferred: String) throws {
        let store = try PlainStore(PlainStore.family)
        let connection = try store.file.connect()
        try connection.execute("PRAGMA foreign_keys = ON; PRAGMA defer_foreign_keys = \(deferred)")
        try store.migrate(PlainStore.plan(PlainStore.rebuild, [PlainStore.rebuilt, .init("child", "child")], objects: ["parent", "child"]), on: connection)
        #expect(try store.rows("SELECT _id, parent_id FROM child") == [["1", "1"], ["2", "1"], ["3", "2"]])
        #expect(try store.rows("PRAGMA foreign_key_check") == [])
    }

    @Test("A connection whose foreign keys cannot be turned off is refused before anything happens")
    func withinTransaction() throws {
        let store = try PlainStore(PlainStore.family)
        let plan = PlainStore.plan(PlainStore.rebuild, [PlainStore.rebuilt], objects: ["parent", "child"])
        let connection = try store.file.connect()
        try connection.execute("PRAGMA foreign_keys = ON; BEGIN")
        #expect(try store.refusal(plan, on: connection) == .foreignKeysOn)
        try connection.execute("COMMIT; PRAGMA foreign_keys = OFF; BEGIN")
        #expect(try store.refusal(plan, on: connection) == .withinTransaction)
    }

    @Test("Keys that led nowhere before do not stand in the way, also of tables that get another name or have no rowid")
    func knownViolations() throws {
        let store = try PlainStore(
            PlainStore.family
                + """
                INSERT INTO child VALUES (4, 77);
                CREATE TABLE mine (k TEXT PRIMARY KEY, parent_id INTEGER REFERENCES parent (_id)) WITHOUT ROWID;
                INSERT INTO mine VALUES ('x', 78), ('y', 1);
                """)
        let plan = PlainStore.plan(
            [("ALTER TABLE child RENAME TO kid", .alter)] + PlainStore.rebuild + [("ALTER TABLE parent RENAME TO elder", .alter)],
            [TableOutcome("parent", "elder", isRewritten: true, columns: PlainStore.rebuilt.columns), .init("child", "kid")], objects: ["parent", "child"])
        try store.migrate(plan)
        #expect(try store.rows("SELECT count(*) FROM kid") == [["4"]])
        #expect(try store.rows("PRAGMA foreign_key_check").count == 2)
    }

    @Test("A key that led nowhere does not stand in the way of a table of connections: it is none")
    func noConnection() throws {
        let file = try MigrationFile(shopWith: 5)
        try file.execute("UPDATE \"order\" SET customer_id = 77 WHERE _id IN (2, 3)")
        try file.migrate(SampleHistory.shop().chain())
        #expect(try file.rows("SELECT count(*), max(client_id) FROM client_orders") == [["6", "4"]])
    }

    @Test("Keys that lead nowhere only after the plan stop it, among known ones as well", arguments: ["", "INSERT INTO child VALUES (4, 77);"])
    func newViolations(known: String) throws {
        let store = try PlainStore(PlainStore.family + known)
        var outcome = PlainStore.rebuilt
        outcome.mayLoseRows = true
        let plan = PlainStore.plan(PlainStore.rebuild + [("DELETE FROM parent WHERE _id = 2", .update)], [outcome], objects: ["parent", "child"])
        let row = RefusedRow(model: "Plain", entity: "child", properties: ["parent_id"], row: 3, values: ["2"])
        #expect(try store.refusal(plan) == .newViolations([.init(table: "child", row: 3, parent: "parent")], row: row))
    }

    @Test("User-defined statements may remove and add rows, before the plan's and after them; the plan's may not")
    func ownStatements() throws {
        let take = MigrationPlan.Step("DELETE FROM child WHERE _id = 3", .update, "By hand", isOwn: true)
        let add = MigrationPlan.Step("INSERT INTO parent (name) VALUES ('c'), ('d')", .update, "By hand", isOwn: true)
        var plan = PlainStore.plan(PlainStore.rebuild, [PlainStore.rebuilt, .init("child", "child")], objects: ["parent", "child"])
        plan.steps = [take] + plan.steps + [add]
        let store = try PlainStore(PlainStore.family)
        try store.migrate(plan)
        #expect(try store.rows("SELECT (SELECT count(*) FROM child), (SELECT count(*) FROM parent)") == [["2", "4"]])

        for own in [0, plan.steps.count - 1] {
            var hidden = plan
            hidden.steps[own] = .init(plan.steps[own].sql, .update, "Not by hand")
            let error = try PlainStore(PlainStore.family).refusal(hidden)
            #expect(error == .rowCounts([own == 0 ? .init(table: "child", before: 3, after: 2) : .init(table: "parent", before: 2, after: 4)]))
        }
    }

    @Test("A second key of a row that leads nowhere is a new one, and so is one in a table without rowids")
    func countedViolations() throws {
        let store = try PlainStore(
            """
            CREATE TABLE parent (_id INTEGER PRIMARY KEY, name TEXT);
            CREATE TABLE child (k TEXT PRIMARY KEY, a REFERENCES parent (_id), b REFERENCES parent (_id)) WITHOUT ROWID;
            INSERT INTO child VALUES ('x', 7, NULL);
            """)
        let plan = PlainStore.plan([("UPDATE child SET b = 8", .update)], [.init("parent", "parent"), .init("child", "child")])
        #expect(try store.refusal(plan) == .newViolations([.init(table: "child", row: nil, parent: "parent")]))
    }

    @Test("A key that leads to what is no key is told before anything is changed, for SQLite cannot check any then")
    func mismatch() throws {
        let store = try PlainStore(PlainStore.family + "CREATE TABLE mine (p REFERENCES parent (name));")
        let refusal = try store.refusal(PlainStore.plan(PlainStore.rebuild, [PlainStore.rebuilt], objects: ["parent", "child"]))
        guard case .keysNotChecked(let reason) = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(reason.contains("foreign key mismatch"))
    }

    @Test("A chain of thousands of rows that cascade to each other is rebuilt completely")
    func deepChain() throws {
        let store = try PlainStore(
            """
            CREATE TABLE parent (_id INTEGER PRIMARY KEY, name TEXT, next INTEGER REFERENCES parent (_id) ON DELETE CASCADE);
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) INSERT INTO parent SELECT i, 'n', nullif(i - 1, 0) FROM n;
            CREATE TRIGGER along AFTER DELETE ON parent BEGIN DELETE FROM parent WHERE next = OLD._id; END;
            """)
        let connection = try store.file.connect()
        try connection.execute("PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = ON")
        let plan = PlainStore.plan(
            [
                ("CREATE TABLE _trellis_new_parent (_id INTEGER PRIMARY KEY, name TEXT NOT NULL, next INTEGER REFERENCES parent (_id) ON DELETE CASCADE)", .rebuild),
                ("INSERT INTO _trellis_new_parent (_id, name, next) SELECT _id, name, next FROM parent", .rebuild),
                ("DROP TABLE parent", .rebuild), ("ALTER TABLE _trellis_new_parent RENAME TO parent", .alter),
            ],
            [TableOutcome("parent", "parent", isRewritten: true, columns: [.init("_id", "_id"), .init("name", "name"), .init("next", "next")])],
            objects: ["parent"])
        try store.migrate(plan, on: connection)
        #expect(try store.rows("SELECT count(*), max(next) FROM parent") == [["5000", "4999"]])
    }

    // MARK: Transactions

    @Test("The version is recorded within the step's transaction, and a plan that does not record it is undone")
    func record() throws {
        let store = try PlainStore(PlainStore.family)
        let plan = PlainStore.plan([("ALTER TABLE parent ADD COLUMN b", .alter)], [.init("parent", "parent")], recordsVersion: false)
        #expect(try store.refusal(plan) == .notRecorded(version: 2))
    }

    @Test("Rows that a plan loses or makes without saying so stop it", arguments: ["DELETE FROM child WHERE _id = 3", "INSERT INTO child VALUES (9, 1)", "DELETE FROM mine"])
    func rowCounts(statement: String) throws {
        let store = try PlainStore(PlainStore.family + "CREATE TABLE mine (x); INSERT INTO mine VALUES (1);")
        let plan = PlainStore.plan(PlainStore.rebuild + [(statement, .update)], [PlainStore.rebuilt, .init("child", "child")], objects: ["parent", "child"])
        guard case .rowCounts(let found) = try store.refusal(plan) else {
            Issue.record("not refused")
            return
        }
        #expect(found.map(\.table) == [statement.contains("mine") ? "mine" : "child"])
    }

    @Test("What SQLite lets pass on empty tables and refuses on rows is undone, and told with the statement")
    func refusedOnRows() throws {
        for statement in ["ALTER TABLE parent ADD COLUMN b TEXT NOT NULL", "ALTER TABLE parent ADD COLUMN b DEFAULT CURRENT_TIMESTAMP"] {
            let plan = PlainStore.plan([("ALTER TABLE child ADD COLUMN z", .alter), (statement, .alter)], [], objects: ["parent", "child"])
            let empty = try PlainStore("CREATE TABLE parent (_id INTEGER PRIMARY KEY); CREATE TABLE child (x);")
            try empty.migrate(plan)
            guard case .statementFailed(2, statement, _) = try PlainStore(PlainStore.family).refusal(plan) else {
                Issue.record("\(statement)")
                continue
            }
        }
        var doubled = PlainStore.plan([], [.init("child", "child")], objects: ["parent", "child"])
        doubled.steps.insert(.init(.createIndex(IndexDefinition("u", on: "child", [.init("parent_id")], isUnique: true))), at: 0)
        guard case .refusedByRows(2, _, let reason, let row) = try PlainStore(PlainStore.family).refusal(doubled) else {
            Issue.record("not refused")
            return
        }
        #expect(reason.contains("UNIQUE"))
        #expect(row == RefusedRow(model: "Plain", entity: "child", properties: ["parent_id"], row: 1, otherRow: 2, values: ["1"]))
    }

    // MARK: Names

    @Test("What has a name that the migration needs for a while is left as it is, and told", arguments: ["_trellis_new_parent", "_TRELLIS_x"])
    func takenNames(name: String) throws {
        let store = try PlainStore(PlainStore.family + "CREATE TABLE \(name) (x); INSERT INTO \(name) VALUES ('mine');")
        let plan = PlainStore.plan(PlainStore.rebuild, [PlainStore.rebuilt], objects: ["parent", "child"])
        #expect(try store.refusal(plan) == .nameTaken(name: name))
        #expect(try store.rows("SELECT x FROM \(name)") == [["mine"]])
    }

    @Test("Keys follow a table that gets another name, though the connection was set to leave them behind")
    func legacyNames() throws {
        let store = try PlainStore(PlainStore.family + "CREATE VIEW mine AS SELECT name FROM parent; CREATE INDEX own ON parent (name);")
        let connection = try store.file.connect()
        try connection.execute("PRAGMA legacy_alter_table = ON")
        let plan = PlainStore.plan(
            [("ALTER TABLE parent RENAME TO elder", .alter)], [.init("parent", "elder"), .init("child", "child")], objects: ["parent", "child"])
        try store.migrate(plan, on: connection)
        #expect(try store.rows("SELECT \"table\" FROM pragma_foreign_key_list('child')") == [["elder"]])
        #expect(try store.rows("SELECT name FROM mine ORDER BY 1") == [["a"], ["b"]])
    }

    @Test("Tables exchange their names, and one changes the case of its letters alone, with all rows")
    func exchangedNames() throws {
        let history = try SampleHistory([
            ("trellis: 1\nmodel: Pair\nentities:\n  One:\n    attributes: { a: int }\n  Two:\n    attributes: { b: string }\n  Three: { table: three }\n", ""),
            ("trellis: 1\nmodel: Pair\nentities:\n  Two:\n    attributes: { a: int }\n  One:\n    attributes: { b: string }\n  Three: { table: THREE }\n", "renames: { One: Two, Two: One }"),
        ])
        let file = try MigrationFile()
        let connection = try file.connect()
        try history.make(1, in: connection)
        try connection.execute("INSERT INTO one (a) VALUES (5); INSERT INTO two (b) VALUES ('x'), ('y'); INSERT INTO three DEFAULT VALUES")
        try file.migrate(history.chain())
        #expect(try file.rows("SELECT (SELECT a FROM two), (SELECT count(*) FROM one), (SELECT count(*) FROM \"THREE\")") == [["5", "2", "1"]])
        #expect(try file.rows("SELECT name FROM sqlite_schema WHERE name LIKE 'three'") == [["THREE"]])
    }

    // MARK: What is beside the rows

    @Test("Figures of ANALYZE are made again where there were some, and nowhere else")
    func statistics() throws {
        let store = try PlainStore(PlainStore.family + "CREATE INDEX i ON child (parent_id); CREATE INDEX p ON parent (name); CREATE TABLE mine (x); CREATE INDEX m ON mine (x); INSERT INTO mine VALUES (1); ANALYZE; DELETE FROM sqlite_stat1 WHERE tbl = 'mine'; INSERT INTO mine VALUES (2);")
        let plan = PlainStore.plan(
            PlainStore.rebuild + [("CREATE INDEX p ON parent (name)", .index), ("ALTER TABLE parent RENAME TO elder", .alter)],
            [TableOutcome("parent", "elder", isRewritten: true, columns: PlainStore.rebuilt.columns), .init("child", "child")],
            objects: ["parent", "child", "i", "p"])
        try store.migrate(plan)
        #expect(try store.rows("SELECT tbl, idx, stat FROM sqlite_stat1 WHERE tbl NOT LIKE '_trellis%' ORDER BY tbl") == [["child", "i", "3 2"], ["elder", "p", "2 1"]])
        let bare = try PlainStore(PlainStore.family)
        try bare.migrate(PlainStore.plan(PlainStore.rebuild, [PlainStore.rebuilt], objects: ["parent", "child"]))
        #expect(try bare.rows("SELECT name FROM sqlite_schema WHERE name = 'sqlite_stat1'") == [])
    }

    @Test("A removed table, index or column is reported before anything is changed")
    func missing() throws {
        let plan = PlainStore.plan(PlainStore.rebuild, [PlainStore.rebuilt], objects: ["parent", "child", "i"])
        #expect(try PlainStore(PlainStore.family).refusal(plan) == .missingObject(name: "i"))
        let other = PlainStore.plan(
            [
                ("CREATE TABLE _trellis_new_parent (_id INTEGER PRIMARY KEY, \"name\")", .rebuild),
                ("INSERT INTO _trellis_new_parent (_id, \"name\") SELECT _id, \"name\" FROM parent", .rebuild),
                ("DROP TABLE parent", .rebuild), ("ALTER TABLE _trellis_new_parent RENAME TO parent", .alter),
            ], [PlainStore.rebuilt], objects: ["parent"])
        // SQLite would take the name in double quotes for a text.
        let store = try PlainStore("CREATE TABLE parent (_id INTEGER PRIMARY KEY); INSERT INTO parent VALUES (1);")
        #expect(try store.refusal(other) == .missingColumn(table: "parent", column: "name"))
    }
}
