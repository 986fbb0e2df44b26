import Foundation
import MigrationSamples
import SQLiteAccess
import StoreMigration
import TestSupport
import Testing

/// A store that is taken through its versions.
struct StoreMigratorTests {
    private let shop: SampleHistory

    init() throws {
        shop = try SampleHistory.shop()
    }

    @Test("A store goes from any version to the newest, step by step, and a second time there is nothing to do", arguments: [true, false])
    func wholeWay(isLogged: Bool) throws {
        let file = try MigrationFile(shopWith: 30, isLogged: isLogged)
        #expect(try file.migrate(shop.chain(to: 3)) == .init(fromVersion: 1, toVersion: 1, steps: 2, transactions: 1))
        #expect(try file.rows("SELECT count(*), count(hint) FROM client") == [["29", "20"]])
        #expect(try file.migrate(shop.chain()) == .init(fromVersion: 1, toVersion: 1, steps: 3, transactions: 1))
        #expect(try file.rows("SELECT name, hint FROM client WHERE _id IN (3, 5) ORDER BY _id") == [["none", "customer 3"], ["xxxxx", "customer 5"]])
        #expect(try file.rows("SELECT order_count FROM client WHERE _id = 4") == [["2"]])
        #expect(try file.rows("SELECT count(*) FROM client_orders") == [["58"]])
        #expect(try file.rows("SELECT rowid FROM client_search WHERE client_search MATCH '\"customer 5\"'") == [["5"]])
        #expect(try file.rows("PRAGMA integrity_check") == [["ok"]])
        #expect(try file.rows("PRAGMA foreign_key_check") == [])
        #expect(try file.rows("PRAGMA journal_mode") == [[isLogged ? "wal" : "delete"]])
        #expect(try file.rows("SELECT value FROM _trellis_metadata WHERE key = 'hash'") == [[shop.chain().hash]])
        let content = try StoreContent(file)
        #expect(try file.migrate(shop.chain()).steps == 0)
        #expect(try StoreContent(file) == content)
    }

    @Test("An identity that was given once is not given again after any step")
    func sequences() throws {
        let file = try MigrationFile(shopWith: 30)
        try file.migrate(shop.chain())
        try file.execute("INSERT INTO client (hint, name) VALUES ('new', '')")
        #expect(try file.rows("SELECT max(_id) FROM client") == [["31"]])
    }

    @Test("The log is emptied afterwards, and the file is what it was beside the store")
    func log() throws {
        let file = try MigrationFile(shopWith: 30)
        let open = try file.connect()
        #expect(try open.rows("SELECT count(*) FROM customer") == [["29"]])
        try file.migrate(shop.chain())
        let size = try FileManager.default.attributesOfItem(atPath: file.path + "-wal")[.size] as? Int
        #expect(size == 0)
        #expect(try open.rows("SELECT count(*) FROM client") == [["29"]])
    }

    // MARK: Progress

    @Test("Progress is told before each statement, in order, with what it is for")
    func progress() throws {
        let file = try MigrationFile(shopWith: 30)
        let told = Recorder()
        try file.migrate(shop.chain(), MigrationOptions(composesPlans: false, onProgress: { told.add($0) }))
        let steps = shop.plans.enumerated().flatMap { number, plan in (1...plan.statementCount + 1).map { [number + 1, $0] } }
        #expect(told.all.first?.purpose == "Checking the file")
        let begun = told.all.filter { $0.rows == 0 && $0.purpose != "Checking the file" && $0.fraction < 1 }
        #expect(begun.map { [$0.step, $0.statement] } == steps)
        #expect(told.all.map(\.fraction) == told.all.map(\.fraction).sorted() && told.all.allSatisfy { (0...1).contains($0.fraction) && $0.steps == 5 })
        #expect(begun.allSatisfy { !$0.purpose.isEmpty })
    }

    @Test("A long statement tells how many rows it has passed, and can be stopped within")
    func withinStatement() throws {
        let file = try MigrationFile(shopWith: 4_000)
        let told = Recorder()
        let before = try StoreContent(file)
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try file.migrate(shop.chain(), MigrationOptions(composesPlans: false, onProgress: { progress in
                told.add(progress)
                if progress.step == 3, progress.rows > 1_000 { throw Stop() }
            }))
        }
        let rows = try #require(told.all.last?.rows)
        #expect(1_000..<8_000 ~= rows)
        // The steps before it are done.
        let reference = try MigrationFile(shopWith: 4_000)
        try reference.migrate(shop.chain(to: 3), MigrationOptions(composesPlans: false))
        #expect(try StoreContent(file).differences(from: StoreContent(reference)) == [])
        #expect(try StoreContent(file) != before)
        #expect(try file.migrate(shop.chain()).steps == 3)
    }

    @Test("Several steps are one where they can be, which tells its progress as one and can be stopped within")
    func jump() throws {
        let file = try MigrationFile(shopWith: 4_000)
        let before = try StoreContent(file)
        let told = Recorder()
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try file.migrate(shop.chain(), MigrationOptions(onProgress: { progress in
                told.add(progress)
                if progress.rows > 1_000 { throw Stop() }
            }))
        }
        #expect(told.all.allSatisfy { $0.step == 1 && $0.steps == 1 && (0...1).contains($0.fraction) })
        #expect(try StoreContent(file) == before)
        #expect(try file.migrate(shop.chain()) == .init(fromVersion: 1, toVersion: 1, steps: 5, transactions: 1))
    }

    @Test("A row that a version between refuses stops a jump there, as it stops the steps")
    func refusedBetween() throws {
        let (one, other) = (try MigrationFile(shopWith: 30), try MigrationFile(shopWith: 30))
        for file in [one, other] { try file.execute("PRAGMA foreign_keys = OFF; UPDATE \"order\" SET customer_id = 900 WHERE _id = 4") }
        let (stepwise, jump) = (Result { try one.migrate(shop.chain(), MigrationOptions(composesPlans: false)) }, Result { try other.migrate(shop.chain()) })
        #expect("\(stepwise.map(\.toVersion))" == "\(jump.map(\.toVersion))")
        #expect(try StoreDump(one.connect()).differences(from: StoreDump(other.connect())) == [])
    }

    // MARK: What is refused

    /// The migrator's error for a store that was changed; the file must stay unchanged.
    private func refusal(_ changes: String, _ chain: MigrationChain? = nil) throws -> MigrationError? {
        let file = try MigrationFile(shopWith: 5)
        try file.execute(changes)
        let content = try StoreContent(file)
        let error = #expect(throws: MigrationError.self) { try file.migrate(chain ?? shop.chain()) }
        #expect(try StoreContent(file) == content)
        return error
    }

    @Test("What is no store of the model, or of no version that is known, is refused and told what it is")
    func foreignStores() throws {
        func saying(_ key: String, _ value: String) -> String { "UPDATE _trellis_metadata SET value = '\(value)' WHERE key = '\(key)';" }
        let unknown = String(repeating: "ab", count: 32)
        #expect(try refusal("DROP TABLE _trellis_metadata") == .notAStore)
        #expect(try refusal("DELETE FROM _trellis_metadata WHERE key = 'layout'") == .notAStore)
        #expect(try refusal(saying("layout", "7")) == .otherLayout(found: "7"))
        #expect(try refusal(saying("hash", unknown) + saying("model", "Else")) == .otherModel(found: "Else", expected: "Shop"))
        #expect(try refusal(saying("hash", unknown) + saying("version", "9")) == .newerVersion(found: 9, known: 1))
        #expect(try refusal(saying("hash", unknown) + saying("draft", "0")) == .otherLineage(version: 1, found: unknown))
        #expect(try refusal(saying("hash", unknown)) == .earlierDraft(version: 1, found: unknown, expected: shop.chain().hash))
        #expect(try refusal(saying("hash", unknown) + saying("draft", "0") + saying("version", "0")) == .noPath(found: 0, wanted: 1))
        var gap = shop.chain()
        gap.plans.remove(at: 1)
        #expect(try refusal("", gap) == .noPath(found: 1, wanted: 1))
        let newer = try MigrationFile(shopWith: 5)
        try newer.migrate(shop.chain())
        #expect(throws: MigrationError.self) { try newer.migrate(shop.chain(to: 3)) }
    }

    @Test("A file that is no database is refused")
    func noDatabase() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(String(repeating: "no database ", count: 1_000), to: "file")
        #expect(throws: MigrationError.notADatabase) { try StoreMigrator(SQLiteConnection(opening: path), shop.chain()).migrate() }
    }

    @Test("Every error says what to do")
    func advice() {
        let errors: [MigrationError] = [
            .notADatabase, .notAStore, .otherLayout(found: "2"), .otherModel(found: "A", expected: "B"), .newerVersion(found: 3, known: 2),
            .otherLineage(version: 2, found: "abc"), .earlierDraft(version: 1, found: "a", expected: "b"), .noPath(found: 1, wanted: 3), .withinTransaction,
            .foreignKeysOn, .brokenObject(name: "v", reason: "r"), .nameTaken(name: "_trellis_x"), .missingObject(name: "i"),
            .missingColumn(table: "t", column: "c"), .ownColumn(table: "t", column: "c"), .keysNotChecked(reason: "r"),
            .notEnoughSpace(path: "p", needed: 30 << 20, available: 5 << 10), .backupExists(path: "p"), .backupFailed(path: "p", reason: "r"),
            .notCarried(kind: "view", name: "v", reason: "r"), .refusedByRows(version: 2, statement: "INSERT", reason: "r"),
            .statementFailed(version: 2, statement: "a\nb\nc\nd", reason: "r"), .rowCounts([.init(table: "t", before: 2, after: 1)]),
            .newViolations([.init(table: "t", row: 3, parent: "u")]), .notRecorded(version: 2), .busy, .diskFull(reason: "r"), .readOnly, .damaged(reason: "r"),
            .sqlite(code: 1, reason: "r"),
        ]
        for error in errors { #expect(error.description.contains(":") || error.description.contains("changed"), "\(error)") }
        #expect(MigrationError.notEnoughSpace(path: "p", needed: 30 << 20, available: 5 << 10).description.contains("30 MB, and 5 KB are free"))
    }
}

/// Keeps what a migration tells.
final class Recorder: @unchecked Sendable {
    private let lock = NSLock()
    private var told = [MigrationProgress]()

    func add(_ progress: MigrationProgress) { lock.withLock { told.append(progress) } }
    var all: [MigrationProgress] { lock.withLock { told } }
}
