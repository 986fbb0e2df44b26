import MigrationSamples
import SQLiteAccess
import StoreMigration
import Testing

/// Triggers, views and indexes that a person has put into a store.
struct OwnObjectTests {
    /// A shop's store with user-defined objects.
    private func shop(_ own: String) throws -> MigrationFile {
        let file = try MigrationFile(shopWith: 10)
        try file.execute(own)
        return file
    }

    @Test("Triggers, views and indexes survive every step, even if their tables are rebuilt")
    func carried() throws {
        let file = try shop(
            """
            CREATE TABLE journal (what TEXT);
            CREATE TRIGGER watch AFTER UPDATE OF price ON "order" BEGIN INSERT INTO journal VALUES ('price of ' || NEW._id || ' for ' || (SELECT name FROM customer WHERE _id = 3)); END;
            CREATE TRIGGER note AFTER INSERT ON journal WHEN (SELECT count(*) FROM customer) > 5 BEGIN UPDATE journal SET what = what || '!' WHERE rowid = NEW.rowid; END;
            CREATE VIEW named AS SELECT c.name AS who, c.info AS what, o.price FROM customer AS c JOIN "order" AS o ON o.customer_id = c._id;
            CREATE VIEW dear AS SELECT who FROM named WHERE price > 500;
            CREATE TRIGGER through INSTEAD OF DELETE ON named BEGIN DELETE FROM customer WHERE name = OLD.who; END;
            CREATE INDEX by_info ON customer (info COLLATE NOCASE, name) WHERE info IS NOT NULL;
            CREATE UNIQUE INDEX by_price ON "order" (price);
            """)
        let history = try SampleHistory.shop()
        // Up to the version whose tables were renamed and rebuilt; the next one drops the key that the view uses.
        try file.migrate(history.chain(to: 4))
        let own = "SELECT type || ' ' || name FROM sqlite_schema WHERE name IN ('watch', 'note', 'named', 'dear', 'through', 'by_info', 'by_price') ORDER BY 1"
        #expect(try file.rows(own).compactMap { $0[0] } == ["index by_info", "index by_price", "trigger note", "trigger through", "trigger watch", "view dear", "view named"])
        #expect(try file.rows("SELECT who, what FROM named WHERE price = 500") == [["customer 5", "xxxxx"]])
        #expect(try file.rows("SELECT count(*) FROM dear") == [["9"]])
        try file.execute("UPDATE \"order\" SET price = 7 WHERE _id = 8")
        #expect(try file.rows("SELECT what FROM journal") == [["price of 8 for customer 3!"]])
        #expect(try file.rows("SELECT sql FROM sqlite_schema WHERE name = 'by_info'")[0][0]?.contains("hint") == true)
        #expect(throws: SQLiteError.self) { try file.execute("UPDATE \"order\" SET price = 7") }
    }

    @Test("User-defined triggers do not run while rows are moved")
    func silence() throws {
        let file = try shop("CREATE TABLE journal (what); CREATE TRIGGER watch AFTER DELETE ON customer BEGIN INSERT INTO journal VALUES (OLD.name); END;")
        try file.migrate(SampleHistory.shop().chain())
        #expect(try file.rows("SELECT count(*) FROM journal") == [["0"]])
        try file.execute("DELETE FROM client WHERE _id = 1")
        #expect(try file.rows("SELECT what FROM journal") == [["customer 1"]])
    }

    @Test(
        "What does not fit the new version stops its step, which is undone, and is told by name",
        arguments: [
            ("view", "CREATE VIEW own AS SELECT customer_id FROM \"order\";"),
            ("trigger", "CREATE TRIGGER own AFTER DELETE ON label BEGIN DELETE FROM \"order\" WHERE customer_id = OLD._id; END;"),
            ("trigger", "CREATE TRIGGER own BEFORE UPDATE OF customer_id ON \"order\" BEGIN SELECT 1; END;"),
            ("index", "CREATE INDEX own ON \"order\" (customer_id, price);"),
        ])
    func notCarried(kind: String, sql: String) throws {
        let file = try shop(sql)
        let history = try SampleHistory.shop()
        let reference = try shop(sql)
        try reference.migrate(history.chain(to: 4))
        let error = #expect(throws: MigrationError.self) { try file.migrate(history.chain()) }
        guard case .notCarried(kind, "own", let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("customer_id"))
        #expect(try StoreContent(file).differences(from: StoreContent(reference)) == [])
        try file.execute("DROP \(kind) own")
        #expect(try file.migrate(history.chain()).steps == 2)
    }

    @Test("A view that sees a column through another view's * is told where that column has another name then; SQLite renames nothing there")
    func throughAsterisk() throws {
        let file = try shop("CREATE VIEW whole AS SELECT * FROM customer; CREATE VIEW part AS SELECT info FROM whole;")
        let error = #expect(throws: MigrationError.self) { try file.migrate(SampleHistory.shop().chain()) }
        guard case .notCarried("view", "part", let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("info"))
        try file.execute("DROP VIEW part")
        try file.migrate(SampleHistory.shop().chain())
        #expect(try file.rows("SELECT count(hint) FROM whole") == [["9"]])
    }

    @Test(
        "Where SQLite cannot rename within one object the step is refused: the others would speak of another column that has the name now",
        arguments: [
            ("trigger", "CREATE VIEW pair AS SELECT x FROM a; CREATE TRIGGER own INSTEAD OF UPDATE ON pair BEGIN UPDATE a SET x = NEW.x; END;"),
            ("view", "CREATE VIEW whole AS SELECT * FROM a; CREATE VIEW own AS SELECT x FROM whole;"),
        ])
    func reusedNames(kind: String, sql: String) throws {
        let model = "trellis: 1\nmodel: Plain\nentities:\n  A: { attributes: { x: int } }\n"
        let history = try SampleHistory([(model, ""), (model.replacing("x: int", with: "oldX: int, x: { type: int, default: 7 }"), "renames: { A.x: oldX }")])
        let file = try MigrationFile()
        try history.make(1, in: file.connect())
        try file.execute("INSERT INTO a (x) VALUES (5); CREATE VIEW shown AS SELECT x FROM a; CREATE UNIQUE INDEX by_x ON a (x); \(sql)")
        let content = try StoreContent(file)
        let error = #expect(throws: MigrationError.self) { try file.migrate(history.chain()) }
        guard case .notCarried(kind, "own", let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.hasPrefix("no such column"))
        #expect(try StoreContent(file) == content)
        try file.execute("DROP \(kind) own")
        try file.migrate(history.chain())
        #expect(try file.rows("SELECT * FROM shown") == [["5"]])
        #expect(try file.rows("SELECT name FROM pragma_index_info('by_x')") == [["old_x"]])
    }

    @Test("A view or a trigger that is broken already is told before anything is changed", arguments: [
        "CREATE TABLE t (x); CREATE VIEW own AS SELECT x FROM t; DROP TABLE t;",
        "CREATE TABLE t (x); CREATE TRIGGER own AFTER DELETE ON label BEGIN DELETE FROM t; END; DROP TABLE t;",
        "CREATE TRIGGER own AFTER INSERT ON label BEGIN INSERT INTO nowhere VALUES (1); END;",
        "CREATE TRIGGER own AFTER UPDATE OF name ON label BEGIN SELECT NEW.sound; END;",
    ])
    func broken(sql: String) throws {
        let file = try shop(sql)
        let content = try StoreContent(file)
        let error = #expect(throws: MigrationError.self) { try file.migrate(SampleHistory.shop().chain()) }
        guard case .brokenObject("own", _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try StoreContent(file) == content)
    }

    @Test("What a program's own function makes up is not known to be wrong, and goes along")
    func functions() throws {
        let file = try shop("CREATE TRIGGER own AFTER DELETE ON customer BEGIN SELECT shout(OLD.name); END; CREATE VIEW loud AS SELECT shout(name) AS n FROM customer;")
        try file.migrate(SampleHistory.shop().chain())
        #expect(try file.rows("SELECT sql LIKE '%ON \"client\"%' FROM sqlite_schema WHERE name = 'own'") == [["1"]])
    }

    @Test("A user-defined column in a rebuilt table is not lost: the step is refused")
    func ownColumn() throws {
        let file = try shop("ALTER TABLE customer ADD COLUMN mine TEXT DEFAULT 'x'")
        let history = try SampleHistory.shop()
        let error = #expect(throws: MigrationError.self) { try file.migrate(history.chain()) }
        #expect(error == .ownColumn(table: "client", column: "mine"))
        // The steps before keep it.
        #expect(try file.rows("SELECT count(mine) FROM client") == [["9"]])
    }

    @Test("User-defined tables stay, with keys that refer to the new tables")
    func ownTables() throws {
        let file = try shop("CREATE TABLE mine (x INTEGER REFERENCES customer (_id)); INSERT INTO mine VALUES (3), (4); CREATE VIRTUAL TABLE words USING fts5 (w); INSERT INTO words VALUES ('hello')")
        try file.migrate(SampleHistory.shop().chain())
        #expect(try file.rows("SELECT hint FROM mine JOIN client ON client._id = x ORDER BY x") == [["customer 3"], ["customer 4"]])
        #expect(try file.rows("SELECT \"table\" FROM pragma_foreign_key_list('mine')") == [["client"]])
        #expect(try file.rows("SELECT rowid FROM words WHERE words MATCH 'hello'") == [["1"]])
    }

    @Test("Objects on a table that the new version drops go with it")
    func onDroppedTable() throws {
        let file = try shop("")
        let history = try SampleHistory.shop()
        try file.migrate(history.chain(to: 5))
        try file.execute("CREATE INDEX own ON visit (at); CREATE TRIGGER along AFTER DELETE ON visit BEGIN SELECT 1; END;")
        try file.migrate(history.chain())
        #expect(try file.rows("SELECT name FROM sqlite_schema WHERE name IN ('own', 'along', 'visit')") == [])
    }

    @Test("An index of one's own on a column that is dropped in place is told, one on another column stays")
    func shrinkingTable() throws {
        let plan = PlainStore.plan(
            [("ALTER TABLE parent DROP COLUMN name", .rebuild)], [.init("parent", "parent", columns: [.init("name", nil)]), .init("child", "child")],
            objects: ["parent", "child"])
        let store = try PlainStore(PlainStore.family + "ALTER TABLE parent ADD COLUMN b; CREATE INDEX own ON parent (b);")
        try store.migrate(plan)
        #expect(try store.rows("SELECT name FROM sqlite_schema WHERE name = 'own'") == [["own"]])
        let other = try PlainStore(PlainStore.family + "CREATE INDEX own ON parent (name);")
        guard case .notCarried("index", "own", _) = try other.refusal(plan) else {
            Issue.record("not refused")
            return
        }
    }
}
