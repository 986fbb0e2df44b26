import Foundation
import MigrationSamples
import SQLiteAccess
import StoreMigration
import TestSupport
import Testing

/// What a migration reports of its rows, its bytes and its time.
struct ProgressTests {
    private let shop: SampleHistory

    init() throws {
        shop = try SampleHistory.shop()
    }

    private func reports(_ file: MigrationFile, _ options: MigrationOptions = .init()) throws -> [MigrationProgress] {
        let recorder = Recorder()
        var options = options
        options.onProgress = { recorder.add($0) }
        try file.migrate(shop.chain(), options)
        return recorder.all
    }

    @Test(arguments: [true, false]) func `the fraction never decreases, and is 1 in the last report alone`(composing: Bool) throws {
        for customers in [0, 1, 30, 4_000] {
            let file = try MigrationFile(shopWith: customers)
            let reports = try reports(file, MigrationOptions(backupPath: file.file("copy"), composesPlans: composing))
            let fractions = reports.map(\.fraction)
            #expect(fractions == fractions.sorted() && fractions.allSatisfy { $0 >= 0 })
            #expect(fractions.last == 1 && fractions.filter { $0 == 1 }.count == 1, "\(customers)")
            let last = try #require(reports.last)
            #expect(last.timeLeft == .zero && last.done == last.total && last.purpose == "Done" && last.step == last.steps)
        }
    }

    @Test func `rows and bytes are counted up to those of all statements, which grow with the store`() throws {
        let (small, large) = (try reports(MigrationFile(shopWith: 400)), try reports(MigrationFile(shopWith: 4_000)))
        for reports in [small, large] {
            let rows = reports.map(\.done.rows), bytes = reports.map(\.done.bytes)
            #expect(rows == rows.sorted() && bytes == bytes.sorted() && rows.last ?? 0 > 0)
            #expect(Set(reports.map(\.total)).count == 1)
            #expect(reports.allSatisfy { $0.done.rows <= $0.total.rows && $0.done.bytes <= $0.total.bytes })
        }
        let (few, many) = (try #require(small.last).total, try #require(large.last).total)
        #expect((8.0...12.0).contains(Double(many.rows) / Double(few.rows)), "\(few) \(many)")
        #expect((8.0...13.0).contains(Double(many.bytes) / Double(few.bytes)), "\(few) \(many)")
    }

    @Test func `a statement that writes a large table is most of the way, and its middle is reported`() throws {
        let file = try MigrationFile(shopWith: 0)
        // One table has nearly all the rows.
        try file.execute(
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000) "
                + "INSERT INTO customer (name, info) SELECT 'customer ' || i, 'info' FROM n")
        let reports = try reports(file)
        // Where the rows of a rebuilt table are copied, progress is reported within.
        let within = reports.filter { $0.rows > 0 }
        #expect(Set(within.map { Int($0.fraction * 20) }).count > 4, "\(Set(within.map { Int($0.fraction * 20) }).sorted())")
        #expect(within.contains { (0.2...0.8).contains($0.fraction) })
        // Statements without rows take nearly nothing of the whole.
        let jumps = zip(reports, reports.dropFirst()).filter { $0.statement == $1.statement && $0.rows == 0 && $1.rows == 0 && $1.fraction < 1 }
        #expect(jumps.allSatisfy { $1.fraction - $0.fraction < 0.05 })
    }

    @Test func `the time left is told after a while, and falls to zero`() throws {
        let file = try MigrationFile(shopWith: 0)
        try file.execute(
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) "
                + "INSERT INTO customer (name, info) SELECT 'customer ' || i, 'info' FROM n")
        let recorder = Recorder()
        // Each report is slow, so that the migration takes seconds.
        try file.migrate(shop.chain(), MigrationOptions(onProgress: { progress in
            recorder.add(progress)
            usleep(20_000)
        }))
        let told = recorder.all.compactMap(\.timeLeft)
        #expect(recorder.all.first?.timeLeft == nil && told.last == .zero)
        #expect(told.count > 3 && told.allSatisfy { $0 >= .zero && $0 < .seconds(600) }, "\(told)")
    }

    @Test func `if plans that run as one are undone and run one by one, the fraction goes on`() throws {
        let file = try MigrationFile(shopWith: 300)
        // A key that leads nowhere, which a version between refuses.
        try file.execute("PRAGMA foreign_keys = OFF; UPDATE \"order\" SET customer_id = 900 WHERE _id = 4")
        let recorder = Recorder()
        let outcome = try? file.migrate(shop.chain(), MigrationOptions(onProgress: { recorder.add($0) }))
        let fractions = recorder.all.map(\.fraction)
        #expect(fractions == fractions.sorted() && fractions.contains { $0 > 0.1 })
        #expect((fractions.last == 1) == (outcome != nil))
    }

    @Test func `a store that needs no migration reports nothing`() throws {
        let file = try MigrationFile(shopWith: 3)
        _ = try reports(file)
        #expect(try reports(file).isEmpty)
    }
}
