import Foundation
import SQLiteAccess
import StoreMigration
import TestSupport
import Testing
@testable import AgencyModel
@_spi(Generated) import Trellis

/// Steps in Swift, as a program runs them when it opens a store.
struct SwiftStepTests {
    @Test("A store has what the steps write, and all that they leave alone")
    func written() throws {
        let store = try AgencyStore()
        let suppliers = try store.rows("SELECT _id, name, vat FROM party WHERE _entity = 'Supplier'")
        let orders = try store.rows("SELECT _id, trim(title), total, customer_id FROM \"order\" WHERE title <> 'draft' ORDER BY _id")
        let homes = try store.rows("SELECT _id, home_city, home_zip FROM party WHERE home ORDER BY _id")
        let versions = try store.rows("SELECT _id, _version FROM party")
        let samples = try samples(of: store)
        let names = try store.rows("SELECT _id, name FROM party WHERE _entity = 'Customer' ORDER BY _id")
        let channels = try store.rows("SELECT channel FROM party WHERE _entity = 'Customer' ORDER BY _id")

        let container = try PersistentContainer(for: Agency.self, at: .file(store.path))
        let context = try container.makeContext()
        let customers = try context.fetch(Fetch<Customer>(sort: [.ascending("searchName"), .ascending("firstName")]))
        #expect(customers.count == 30)
        // The library computes what it derives.
        #expect(customers.allSatisfy { $0.searchName == $0.lastName.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil) })
        #expect(customers.allSatisfy { $0.addressCount == $0.addresses.count })
        try container.close()

        #expect(try store.version == 5)
        #expect(try store.rows("SELECT _id, name, vat FROM party WHERE _entity = 'Supplier'") == suppliers)
        #expect(try store.rows("SELECT _id, title, total, customer_id FROM \"order\" ORDER BY _id") == orders)
        #expect(try store.rows("SELECT number FROM \"order\" ORDER BY _id") == (1...orders.count).map { ["\($0)"] })
        #expect(try store.rows("SELECT customer_id, city, zip FROM address ORDER BY customer_id") == homes)
        #expect(try store.rows("SELECT DISTINCT rank FROM address") == [["2"]])
        #expect(try store.rows("SELECT _id, _version FROM party") == versions)
        #expect(try store.rows("SELECT channel FROM party WHERE _entity = 'Customer' ORDER BY _id") == channels)
        let split = try store.rows("SELECT _id, first_name || ' ' || last_name FROM party WHERE _entity = 'Customer' ORDER BY _id")
        #expect(split == names)
        let buyers = Set(orders.compactMap(\.[3]))
        #expect(
            try store.rows("SELECT name FROM party WHERE _entity = 'Customer' ORDER BY _id")
                == names.map { [buyers.contains($0[0] ?? "") ? $0[1]?.uppercased() : $0[1]] })
        // Each value of each type is the same again, bit by bit.
        #expect(try self.samples(of: store) == (samples + samples).sorted())
        #expect(try store.rows("SELECT name FROM sqlite_schema WHERE name LIKE '\\_trellis\\_%' ESCAPE '\\'") == [["_trellis_metadata"]])
        #expect(try store.rows("PRAGMA integrity_check") == [["ok"]])
    }

    private func samples(of store: AgencyStore) throws -> [String] {
        let columns = try store.rows("SELECT name FROM pragma_table_info('sample') WHERE name NOT LIKE '\\_%' ESCAPE '\\' ORDER BY name")
        let values = columns.compactMap(\.[0]).map { "quote(\($0))" }.joined(separator: " || '|' || ")
        return try store.rows("SELECT \(values) FROM sample").compactMap(\.[0]).sorted()
    }

    @Test("Jumps around steps in Swift leave the same rows as each plan alone")
    func composed() throws {
        let (jumping, stepping) = (try AgencyStore(), try AgencyStore())
        #expect(try jumping.migrate() == .init(fromVersion: 1, toVersion: 5, steps: 4, transactions: 3))
        #expect(try stepping.migrate(composing: false) == .init(fromVersion: 1, toVersion: 5, steps: 4, transactions: 4))
        #expect(try jumping.differences(from: stepping) == [])
    }

    // MARK: Errors

    @Test("An error of a step undoes it, and is named with its version and step")
    func failed() throws {
        let store = try AgencyStore()
        try store.execute("UPDATE party SET name = '!' WHERE _id = 29")
        let before = try AgencyStore(copying: store)
        let error = #expect(throws: StoreError.self) { try PersistentContainer(for: Agency.self, at: .file(store.path)) }
        guard case .notMigrated(.swiftStepFailed(2, "splitNames", let reason)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("RefusedName") && "\(error.map { "\($0)" } ?? "")".contains("step 'splitNames' of the migration to version 2"))
        #expect(try store.differences(from: before) == [])
        try store.execute("UPDATE party SET name = 'Ben Ott' WHERE _id = 29")
        try PersistentContainer(for: Agency.self, at: .file(store.path)).close()
        #expect(try store.rows("SELECT first_name, last_name FROM party WHERE _id = 29") == [["Ben", "Ott"]])
    }

    @Test("A value that cannot be read, and a row that a rule refuses, name themselves")
    func unreadable() throws {
        for (change, expected) in [
            ("UPDATE sample SET day = '2024-02-30' WHERE _id = 2", "the value '2024-02-30' of 'Sample.day' cannot be read (_id 2)"),
            ("UPDATE sample SET link = 'a b'", "the value 'a b' of 'Sample.link' cannot be read (_id 1)"),
        ] {
            let store = try AgencyStore()
            try store.execute(change)
            let error = #expect(throws: MigrationError.self) { try store.migrate() }
            #expect(error == .swiftStepFailed(version: 2, step: "copySamples", reason: expected))
            #expect(try store.version == 1)
        }
        let store = try AgencyStore()
        try store.migrate(to: 4)
        let refused = SwiftStepFunction("numberOrders", toVersion: 5) { run in
            // A trigger of the user's own is not active during a migration; a constraint is.
            _ = try run.statement(for: .init(.delete, run.step.writes[0])) { "UPDATE \"order\" SET title = NULL" }.step()
        }
        let error = #expect(throws: MigrationError.self) { try store.migrate(to: 5, [refused]) }
        #expect(error == .swiftStepFailed(version: 5, step: "numberOrders", reason: "NOT NULL constraint failed: order.title"))
    }

    @Test("A value that no save would store stops a step")
    func unwritable() throws {
        typealias Sample = Agency.ToVersion2.New.Sample
        let changes: [(property: String, change: @Sendable (inout Sample) -> Void)] = [
            ("tags", { $0.tags = "{" }), ("tags", { $0.tags = "" }), ("double", { $0.double = .infinity }), ("double", { $0.double = .nan }),
            ("single", { $0.single = -.infinity }), ("amount", { $0.amount = Decimal(sign: .plus, exponent: -3, significand: 1) }),
            ("instant", { $0.instant = Date(timeIntervalSinceReferenceDate: .infinity) }),
            ("unix", { $0.unix = Date(timeIntervalSinceReferenceDate: .nan) }),
            ("iso", { $0.iso = Date(timeIntervalSinceReferenceDate: 1e15) }),
        ]
        let store = try AgencyStore()
        let before = try AgencyStore(copying: store)
        for (property, change) in changes {
            let functions = [
                SwiftStepFunction("splitNames", toVersion: 2) { _ in },
                SwiftStepFunction("copySamples", toVersion: 2) { run in _ = try run.update(Sample.self, 1, change) },
            ]
            let error = #expect(throws: MigrationError.self) { try store.migrate(to: 2, functions) }
            let reason = "the value of 'Sample.\(property)' cannot be stored"
            #expect(error == .swiftStepFailed(version: 2, step: "copySamples", reason: reason))
        }
        #expect(try store.differences(from: before) == [])
    }

    @Test("A key of another entity's row stops a step, in rows that it changes and in those that it inserts")
    func wrongDestinations() throws {
        typealias Order = Agency.ToVersion5.New.Order
        let store = try AgencyStore()
        try store.migrate(to: 4)
        let before = try AgencyStore(copying: store)
        let supplier = try #require(try store.rows("SELECT _id FROM party WHERE _entity = 'Supplier'")[0][0].flatMap { Int64($0) })
        let writes: [@Sendable (SwiftStepRun) throws -> Void] = [
            { _ = try $0.update(Order.self, 2) { $0.customer = supplier } },
            { _ = try $0.insert(Order(number: 1, title: "bed", total: 1, customer: supplier)) },
        ]
        for write in writes {
            let error = #expect(throws: MigrationError.self) { try store.migrate(to: 5, [.init("numberOrders", toVersion: 5, write)]) }
            let reason = "'Order.customer' would lead to a row that is no 'Customer' (_id \(supplier))"
            #expect(error == .swiftStepFailed(version: 5, step: "numberOrders", reason: reason))
        }
        #expect(try store.differences(from: before) == [])
        try store.migrate(to: 5, [.init("numberOrders", toVersion: 5) { _ = try $0.update(Order.self, 2) { $0.customer = 7 } }])
        #expect(try store.rows("SELECT customer_id FROM \"order\" WHERE _id = 2") == [["7"]])
    }

    @Test("A key that leads nowhere after a step undoes it")
    func strayKeys() throws {
        let store = try AgencyStore()
        try store.migrate(to: 4)
        let before = try AgencyStore(copying: store)
        let deletes = SwiftStepFunction("numberOrders", toVersion: 5) { run in
            try run.forEach(PartyRow.self) { if $0.key == 3 { _ = try run.delete(PartyRow.self, $0.key) } }
        }
        let error = #expect(throws: MigrationError.self) { try store.migrate(to: 5, [deletes]) }
        guard case .newViolations? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try store.differences(from: before) == [])
    }

    @Test("A step that is over reads no more, and one reads no entity that it does not name")
    func misused() throws {
        let store = try AgencyStore()
        try store.migrate(to: 4)
        let kept = Kept()
        let function = SwiftStepFunction("numberOrders", toVersion: 5) { run in
            kept.run = run
            #expect(throws: SwiftStepError.notNamed(entity: "Sample", step: "numberOrders")) { _ = try run.find(SampleRow.self, 1) }
            let found = try run.find(PartyRow.self, 1000)
            let isUpdated = try run.update(PartyRow.self, 1000) { $0.name = "" }
            let isDeleted = try run.delete(PartyRow.self, 1000)
            #expect(found == nil && !isUpdated && !isDeleted)
        }
        try store.migrate(to: 5, [function])
        #expect(throws: SwiftStepError.isOver(step: "numberOrders")) { _ = try kept.run?.find(PartyRow.self, 1) }
    }

    @Test("Without its function a step is refused before anything changes, and versions before it can be reached")
    func missing() throws {
        let store = try AgencyStore()
        let before = try AgencyStore(copying: store)
        let first = MigrationError.needsProgram(version: 2, steps: ["splitNames", "copySamples"], reachable: nil)
        #expect(throws: first) { try store.migrate(to: 5, []) }
        #expect(try store.differences(from: before) == [])
        try store.migrate(to: 2)
        #expect(throws: MigrationError.needsProgram(version: 5, steps: ["numberOrders"], reachable: 4)) { try store.migrate(to: 5, []) }
        #expect(try store.version == 2)
        #expect(try store.migrate(to: 4, []).toVersion == 4)
    }

    // MARK: Stopping

    @Test("An error of onProgress in any row of a step leaves the store at a version, and migrating again finishes")
    func stopped() throws {
        let template = try AgencyStore(customers: 600)
        let references = try [1, 2, 4, 5].map { version in
            let store = try AgencyStore(copying: template)
            if version > 1 { try store.migrate(to: version) }
            return (version: version, store: store)
        }
        let total = Counter()
        try AgencyStore(copying: template).migrate { progress in if progress.rows > 0 { total.add() } }
        #expect(total.count >= 12)
        var versions = Set<Int>()
        for tick in 1...total.count {
            let (store, ticks) = (try AgencyStore(copying: template), Counter())
            struct Stop: Error {}
            #expect(throws: Stop.self) {
                try store.migrate { progress in
                    if progress.rows == 0 { return }
                    ticks.add()
                    if ticks.count == tick { throw Stop() }
                }
            }
            let version = try #require(try store.version)
            versions.insert(version)
            let reference = try #require(references.first { $0.version == version })
            #expect(try store.differences(from: reference.store) == [], "tick \(tick)")
            try store.migrate()
            #expect(try store.differences(from: references[3].store) == [], "tick \(tick)")
        }
        #expect(versions.isSuperset(of: [1, 4]))
    }

    @Test("A step that catches what stops it is stopped all the same")
    func caught() throws {
        let store = try AgencyStore(customers: 600)
        try store.migrate(to: 4)
        struct Stop: Error {}
        let function = SwiftStepFunction("numberOrders", toVersion: 5) { run in
            try run.forEach(PartyRow.self) { row in
                _ = try? run.update(PartyRow.self, row.key) { $0.name = "\(row.key)" }
            }
        }
        #expect(throws: Stop.self) { try store.migrate(to: 5, [function]) { if $0.rows > 0 { throw Stop() } } }
        #expect(try store.version == 4 && store.rows("SELECT count(*) FROM party WHERE name = '7'") == [["0"]])
    }

    @Test("A cancelled task stops a step with CancellationError")
    func cancelled() async throws {
        let store = try AgencyStore(customers: 600)
        let path = store.path
        let task = Task {
            _ = try PersistentContainer(
                for: Agency.self, at: .file(path),
                migration: .automatic(onProgress: { progress in
                    if progress.rows > 0, progress.purpose.contains("splitNames") { withUnsafeCurrentTask { $0?.cancel() } }
                }))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try store.version == 1)
        try PersistentContainer(for: Agency.self, at: .file(path)).close()
        #expect(try store.version == 5)
    }

    @Test("A process that is killed in a step leaves a store of one version; opening it again finishes")
    func killed() throws {
        var random = SeededGenerator.forTests()
        let template = try AgencyStore(customers: 3_000)
        let references = try [1, 2, 4, 5].map { version in
            let store = try AgencyStore(copying: template)
            if version > 1 { try store.migrate(to: version) }
            return (version: version, store: store)
        }
        let whole = try AgencyStore(copying: template)
        // The last line has the memory.
        let lines = try #require(try lines(opening: whole, killAfter: nil)) - 1
        #expect(try whole.differences(from: references[3].store) == [])
        var reached: [Int: Int] = [:]
        for _ in 0..<TestScale.count(8, long: 100) {
            let store = try AgencyStore(copying: template)
            _ = try self.lines(opening: store, killAfter: Int.random(in: 1...lines, using: &random))
            let version = try #require(try store.version)
            reached[version, default: 0] += 1
            let reference = try #require(references.first { $0.version == version })
            #expect(try store.differences(from: reference.store) == [])
            try PersistentContainer(for: Agency.self, at: .file(store.path)).close()
            #expect(try store.differences(from: references[3].store) == [])
        }
        print("versions after being killed in steps: \(reached.sorted { $0.key < $1.key })")
    }

    /// Opens a store in a process of its own, which is killed at some progress.
    /// - Returns: how many lines it printed.
    private func lines(opening store: AgencyStore, killAfter limit: Int?) throws -> Int? {
        let process = Process()
        process.executableURL = URL(filePath: "\(Project.products)/MigrationRunner")
        process.arguments = ["agency", store.path] + (limit.map { ["\($0)"] } ?? [])
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        var lines = 0
        while true {
            let data = pipe.fileHandleForReading.availableData
            if data.isEmpty { break }
            lines += data.count { $0 == UInt8(ascii: "\n") }
        }
        process.waitUntilExit()
        #expect(limit == nil ? process.terminationStatus == 0 : process.terminationReason == .uncaughtSignal)
        return lines
    }

    // MARK: Size

    @Test("Five thousand rows, or a hundred thousand in a long run, take hardly more memory than a thousand")
    func memory() throws {
        let count = TestScale.count(5_000, long: 100_000)
        func peak(_ customers: Int) throws -> Int {
            let store = try AgencyStore(customers: customers, nameLength: 2000)
            let run = try ChildProcess.run("\(Project.products)/MigrationRunner", ["agency", store.path], in: "/")
            #expect(run.exitCode == 0, "\(run.errors)")
            #expect(try store.rows("SELECT count(*) FROM party WHERE last_name <> ''") == [["\(customers)"]])
            let line = try #require(run.output.split(separator: "\n").last)
            return try #require(Int(line.split(separator: " ").last ?? ""))
        }
        let (small, large) = (try peak(1_000), try peak(count))
        print("peak memory: \(small) KB with 1000 rows, \(large) KB with \(count) rows")
        #if os(Linux)
            #expect(small > 0)
        #endif
        // The names of the further rows alone have 8 MB.
        #expect(large - small < 5_000)
    }
}

// MARK: - Rows of a test's own

private struct PartyRow: WritableMigratedRow, Equatable {
    static let entity = "Party"
    var key: Int64
    var name: String

    init(_ row: MigratedRowReader) throws {
        key = row.objectID
        name = try row.value(0)
    }

    func write(to row: inout MigratedRowWriter) throws { try row.write(name) }
}

private struct SampleRow: MigratedRow {
    static let entity = "Sample"
    init(_ row: MigratedRowReader) throws {}
}

private final class Kept: @unchecked Sendable {
    var run: SwiftStepRun?
}

private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var value = 0

    func add() { lock.withLock { value += 1 } }
    var count: Int { lock.withLock { value } }
}
