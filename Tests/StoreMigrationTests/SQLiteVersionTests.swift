import SQLiteAccess
import StoreMigration
import Testing

/// Versions of SQLite, and plans that need a newer one than runs.
struct SQLiteVersionTests {
    @Test("One is two or three numbers, and says itself in as few as it can")
    func reading() {
        #expect(["3.37", "3.37.0", "3.54.1", "4.0", "3.100.2"].map { SQLiteVersion($0)?.description } == ["3.37", "3.37", "3.54.1", "4.0", "3.100.2"])
        for text in ["", "3", "3.", ".37", "3.37.1.2", "v3.37", "3.x", "3.-1", "3.+1", " 3.37", "3.1000", "３.37", "3..7"] {
            #expect(SQLiteVersion(text) == nil, "\(text)")
        }
    }

    @Test("They are ordered as numbers, and not as texts")
    func order() throws {
        let sorted = ["3.4", "3.37", "3.37.1", "3.40.1", "3.100", "4.0"].compactMap { SQLiteVersion($0) }
        #expect(sorted.shuffled().sorted() == sorted)
        #expect(SQLiteVersion(3, 53) == SQLiteVersion("3.53.0") && SQLiteVersion(3, 53).number == 3_053_000)
        #expect(SQLiteVersion.linked >= .oldestSupported && SQLiteVersion.linked.number == SQLiteConnection.libraryVersionNumber)
    }

    @Test("A plan that needs a newer SQLite than runs is refused before anything is touched, also where only a later step needs it")
    func refused() throws {
        let store = try PlainStore(PlainStore.family)
        let newer = SQLiteVersion(SQLiteVersion.linked.number / 1_000_000 + 1, 0)
        var plan = PlainStore.plan([("ALTER TABLE parent ADD COLUMN age INTEGER", .alter)], [.init("parent", "parent")], objects: ["parent", "child"])
        plan.minimumSQLite = newer
        let backup = store.file.path + ".backup"
        let error = try store.refusal(plan, .init(backupPath: backup))
        #expect(error == .sqliteTooOld(found: .linked, needed: newer, version: 2))
        #expect("\(try #require(error))".contains("the migration to version 2 needs SQLite \(newer), and \(SQLiteVersion.linked) runs here; nothing was changed"))
        #expect(throws: SQLiteError.self) { try SQLiteConnection(opening: backup) }

        // Two steps: the first one alone would leave a store that the program could not open.
        plan.minimumSQLite = .linked
        var second = plan
        (second.fromVersion, second.toVersion, second.fromHash, second.toHash, second.minimumSQLite) = (2, 3, "two", "three", newer)
        let chain = MigrationChain(model: "Plain", version: 3, isDraft: false, hash: "three", plans: [plan, second])
        let content = try StoreContent(store.file)
        #expect(throws: MigrationError.sqliteTooOld(found: .linked, needed: newer, version: 3)) {
            try StoreMigrator(store.file.connect(), chain).migrate()
        }
        #expect(try StoreContent(store.file) == content)
        try store.migrate(plan)
        #expect(try store.rows("SELECT age FROM parent") == [[nil], [nil]])
    }
}
