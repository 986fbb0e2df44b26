import Foundation
import MigrationSamples
import SQLiteAccess
import StoreMigration
import TestSupport
import Testing

/// Damaged files.
struct FileCheckTests {
    private static let addition: [(sql: String, strategy: MigrationPlan.Strategy)] = [("ALTER TABLE child ADD COLUMN note TEXT", .alter)]

    /// A store whose index does not have what its table has: rows are whole.
    private func storeWithWrongIndex() throws -> PlainStore {
        let store = try PlainStore(PlainStore.family + "CREATE INDEX child_parent ON child (parent_id);")
        try store.file.execute("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, '(parent_id)', '(_id)') WHERE name = 'child_parent'")
        return store
    }

    /// A store with a row that its own table does not allow.
    private func storeWithWrongRow() throws -> PlainStore {
        let store = try PlainStore(PlainStore.family + "INSERT INTO child VALUES (9, NULL);")
        try store.file.execute("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'parent_id INTEGER', 'parent_id INTEGER NOT NULL') WHERE name = 'child'")
        return store
    }

    private func isDamaged(_ error: MigrationError?) -> Bool {
        if case .damaged = error { true } else { false }
    }

    @Test func `no file that quick_check finds damaged is migrated by plans that write rows`() throws {
        let sound = try MigrationFile(shopWith: 300, isLogged: false)
        let bytes = try Data(contentsOf: URL(filePath: sound.path))
        var random = SeededGenerator.forTests()
        let chain = try SampleHistory.shop().chain()
        var damaged = 0
        for _ in 0..<TestScale.count(15, long: 1_000) {
            var copy = bytes
            let page = Int.random(in: 1..<bytes.count / 4096, using: &random) * 4096
            for _ in 0..<3 { copy[page + Int.random(in: 0..<4096, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
            let file = try MigrationFile()
            try copy.write(to: URL(filePath: file.path))
            guard (try? file.rows("PRAGMA quick_check(1)")) != [["ok"]] else { continue }
            damaged += 1
            let error = #expect(throws: MigrationError.self) { try file.migrate(chain) }
            // SQLite itself may stumble over the damage before.
            #expect(try isDamaged(error) || Data(contentsOf: URL(filePath: file.path)) == copy, "\(String(describing: error))")
        }
        #expect(damaged > 5)
    }

    @Test func `a plan that writes rows is refused where a table is damaged, and one that writes none does not look`() throws {
        let rebuild = PlainStore.plan(PlainStore.rebuild, [PlainStore.rebuilt, .init("child", "child")], objects: ["parent", "child"])
        let error = try storeWithWrongRow().refusal(rebuild)
        #expect(error == .damaged(reason: "NULL value in child.parent_id"))
        let store = try storeWithWrongRow()
        try store.migrate(PlainStore.plan(Self.addition, [.init("child", "child")], objects: ["parent", "child"]))
        #expect(try store.rows("SELECT count(*), count(note) FROM child") == [["4", "0"]])
    }

    @Test func `a full check finds a wrong index, also before a plan that writes no rows`() throws {
        let rebuild = PlainStore.plan(PlainStore.rebuild, [PlainStore.rebuilt, .init("child", "child")], objects: ["parent", "child"])
        let addition = PlainStore.plan(Self.addition, [.init("child", "child")], objects: ["parent", "child"])
        for plan in [rebuild, addition] {
            try storeWithWrongIndex().migrate(plan)
            #expect(try isDamaged(storeWithWrongIndex().refusal(plan, MigrationOptions(fileCheck: .full))))
        }
    }

    @Test(arguments: FileCheck.allCases) func `an index of the user's own with a function that is unknown here stops no check`(check: FileCheck) throws {
        let store = try PlainStore(PlainStore.family)
        try store.file.execute(
            """
            CREATE TABLE own (a TEXT, CHECK (trim(a) IS NOT 'x'));
            INSERT INTO own VALUES ('y');
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = replace(sql, 'trim', 'mine') WHERE name = 'own';
            """)
        let plan = PlainStore.plan(PlainStore.rebuild, [PlainStore.rebuilt, .init("child", "child")], objects: ["parent", "child"])
        try store.migrate(plan, MigrationOptions(fileCheck: check))
        #expect(try store.rows("SELECT value FROM _trellis_metadata WHERE key = 'version'") == [["2"]])
    }

    @Test func `a store that is of the version already is not checked`() throws {
        let store = try storeWithWrongRow()
        try store.file.execute("UPDATE _trellis_metadata SET value = '2' WHERE key = 'version'; UPDATE _trellis_metadata SET value = 'two' WHERE key = 'hash'")
        try store.migrate(PlainStore.plan(PlainStore.rebuild, [PlainStore.rebuilt]), MigrationOptions(fileCheck: .full))
    }

    @Test func `a check can be stopped, and leaves the file as it was`() throws {
        let file = try MigrationFile(shopWith: 3_000)
        let content = try StoreContent(file)
        struct Stop: Error {}
        for check in FileCheck.allCases {
            #expect(throws: Stop.self) {
                try file.migrate(SampleHistory.shop().chain(), MigrationOptions(fileCheck: check, onProgress: { if $0.purpose == "Checking the file" { throw Stop() } }))
            }
        }
        #expect(try StoreContent(file) == content)
    }
}
