import Foundation
import MigrationSamples
import SQLiteAccess
import StoreMigration
import TestSupport
import Testing

/// A migration that does not come to its end: the store is of one version, whole, and migrating again finishes.
struct InterruptedMigrationTests {
    private let shop: SampleHistory

    /// Each plan is a step of its own.
    private let separately = MigrationOptions(composesPlans: false)

    init() throws {
        shop = try SampleHistory.shop()
    }

    @Test("An error before any statement of any of twenty plans undoes the plan's step, and only that; migrating again finishes")
    func injectedFailures() throws {
        var random = SeededGenerator.forTests()
        let histories = [shop] + (try SampleHistory.shopChanges())
        #expect(histories.map(\.plans.count).reduce(0, +) >= 20)
        for history in histories {
            #expect(history.faults == [])
            // What each version is when nothing goes wrong, and what the next one is made from.
            let files = try history.versions.indices.map { number in
                let file = try MigrationFile(shopWith: 12, isLogged: false)
                try file.migrate(history.chain(to: number + 1), separately)
                return file
            }
            for (start, plan) in history.plans.enumerated() {
                // All statements where there is time, and every fourth of each plan otherwise.
                let stride = TestScale.count(4, long: 1)
                let offset = Int.random(in: 0..<stride, using: &random)
                let statements = plan.steps.flatMap(\.operation.statements)
                for statement in 1...statements.count + 1 where statement % stride == offset {
                    let file = try copy(of: files[start], isLogged: Bool.random(using: &random))
                    let what = "before statement \(statement): \(statement > statements.count ? "COMMIT" : statements[statement - 1])"
                    struct Stop: Error {}
                    #expect(throws: Stop.self, "\(what)") {
                        try file.migrate(history.chain(), MigrationOptions(composesPlans: false, onProgress: { if $0.step == 1, $0.statement == statement { throw Stop() } }))
                    }
                    #expect(try file.differences(from: files[start]) == [], "\(what)")
                    #expect(try file.migrate(history.chain(), separately).steps == history.plans.count - start)
                    #expect(try file.differences(from: files[files.count - 1]) == [], "after \(what)")
                }
            }
        }
    }

    @Test("An error before any statement of a jump over six versions leaves the first one; migrating again finishes")
    func injectedFailuresOfJump() throws {
        let template = try MigrationFile(shopWith: 12, isLogged: false)
        let reference = try copy(of: template, isLogged: false)
        try reference.migrate(shop.chain(), separately)
        let jumps = Jump.jumps(along: shop.plans, from: try StoredTables(template.connect()))
        let statements = try #require(jumps.first?.plan.statementCount)
        #expect(jumps.count == 1 && statements < shop.plans.reduce(0) { $0 + $1.statementCount })
        for statement in 1...statements + 1 where TestScale.isLong || statement % 3 == 0 {
            let file = try copy(of: template, isLogged: statement % 2 == 0)
            struct Stop: Error {}
            #expect(throws: Stop.self) {
                try file.migrate(shop.chain(), MigrationOptions(onProgress: { if $0.statement == statement { throw Stop() } }))
            }
            #expect(try file.differences(from: template) == [], "before statement \(statement)")
            #expect(try file.migrate(shop.chain()) == .init(fromVersion: 1, toVersion: 1, steps: 5, transactions: 1))
            #expect(try StoreDump(file.connect()).differences(from: StoreDump(reference.connect())) == [])
        }
    }

    @Test("A process that is killed leaves a store that is of one version and whole; migrating again finishes", arguments: [true, false])
    func killed(isJump: Bool) throws {
        var random = SeededGenerator.forTests()
        let customers = 4_000
        let template = try MigrationFile(shopWith: customers, isLogged: false)
        let references = try (1...shop.versions.count).map { number in
            let file = try MigrationFile(shopWith: customers, isLogged: false)
            try file.migrate(shop.chain(to: number), separately)
            return file
        }
        let longest = try run(copy(of: template, isLogged: true), isJump, killAfter: nil)
        var reached: [Int: Int] = [:]
        for _ in 1...TestScale.count(6, long: 300) {
            let isLogged = Bool.random(using: &random)
            let file = try copy(of: template, isLogged: isLogged)
            let moment = Double.random(in: 0...longest * 1.1, using: &random)
            _ = try run(file, isJump, killAfter: moment)
            let hash = try file.rows("SELECT value FROM _trellis_metadata WHERE key = 'hash'")[0][0]
            let version = try #require(shop.versions.firstIndex { $0.schema.identity.hash == hash })
            reached[version + 1, default: 0] += 1
            #expect(!isJump || [0, 5].contains(version))
            #expect(try file.contentDifferences(from: references[version]) == [], "killed after \(moment) s, \(isLogged ? "with" : "without") a log")
            try file.migrate(shop.chain())
            #expect(try file.contentDifferences(from: references[references.count - 1]) == [], "migrated again")
        }
        print("versions after being killed\(isJump ? " in a jump" : ""): \(reached.sorted { $0.key < $1.key })")
    }

    /// A store with the same rows in a file of its own.
    private func copy(of template: MigrationFile, isLogged: Bool) throws -> MigrationFile {
        let file = try MigrationFile()
        try Data(contentsOf: URL(filePath: template.path)).write(to: URL(filePath: file.path))
        if isLogged { try file.execute("PRAGMA journal_mode = WAL") }
        return file
    }

    /// Migrates in a process of its own, which is killed some seconds after it has begun; how long it took from there.
    private func run(_ file: MigrationFile, _ isJump: Bool, killAfter seconds: Double?) throws -> Double {
        let process = Process()
        process.executableURL = URL(filePath: "\(Project.products)/MigrationRunner")
        process.arguments = [file.path] + (isJump ? [] : ["separately"])
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        _ = pipe.fileHandleForReading.availableData
        let start = ContinuousClock.now
        if let seconds {
            usleep(UInt32(seconds * 1_000_000))
            kill(process.processIdentifier, SIGKILL)
        }
        process.waitUntilExit()
        if seconds == nil { #expect(process.terminationStatus == 0) }
        return Double((ContinuousClock.now - start).components.attoseconds) / 1e18 + Double((ContinuousClock.now - start).components.seconds)
    }
}
