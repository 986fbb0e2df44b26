import Foundation
import OrdersModel
import SQLiteAccess
import TestSupport
import Testing
import Trellis

/// A process that is killed while it saves.
struct KilledProcessTests {
    private static let kills = 20

    @Test func `the store opens and holds exactly what was saved, whenever that was`() throws {
        var random = SeededGenerator.forTests()
        let folder = try TemporaryFolder()
        let path = folder.file("orders.sqlite")
        var (saved, killsWithin) = (0, 0)
        for _ in 1...Self.kills {
            // At any moment: while the store is made or opened as well, or some while after the first save.
            let waitsForSave = Int.random(in: 0..<4, using: &random) > 0
            let reported = try kill(afterSave: waitsForSave, microseconds: .random(in: 0...30_000, using: &random), store: path)
            let last = max(saved, reported)
            saved = try check(path)
            // It may have been killed between its last save and its report.
            #expect(last...last + 1 ~= saved, "\(last) saves were reported, and \(saved) are there")
            if reported > 0 { killsWithin += 1 }
        }
        #expect(killsWithin > Self.kills / 2)
        #expect(saved > Self.kills / 2)
    }

    /// Opens the store, holds it against what there is after some save, and gives that save's number.
    private func check(_ path: String) throws -> Int {
        let context = try PersistentContainer(for: Orders.self, at: .file(path)).makeContext()
        let orders = try context.fetchAll(Order.self)
        let last = orders.last.map { Int($0.date.timeIntervalSinceReferenceDate) } ?? 0
        #expect(orders.map { Int($0.date.timeIntervalSinceReferenceDate) } == Array(max(1, last - 6)..<last + 1))
        #expect(orders.map(\.paid) == orders.indices.map { $0 < orders.count - 3 })
        #expect(orders.allSatisfy { $0.rows.count == 10 })
        #expect(try context.fetchAll(OrderRow.self).count == 10 * orders.count)

        let connection = try SQLiteConnection(opening: path)
        #expect(try connection.rows("PRAGMA integrity_check") == [["ok"]])
        #expect(try connection.rows("PRAGMA foreign_key_check").isEmpty)
        return last
    }

    /// Starts the writer, kills it some microseconds later, or after its first save, and gives the last number that it had reported.
    private func kill(afterSave: Bool, microseconds: UInt32, store path: String) throws -> Int {
        let process = Process()
        process.executableURL = URL(filePath: "\(Project.products)/StoreWriter")
        process.arguments = [path]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        var output = afterSave ? pipe.fileHandleForReading.availableData : Data()
        usleep(microseconds)
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        output += try pipe.fileHandleForReading.readToEnd() ?? Data()
        #expect(process.terminationReason == .uncaughtSignal)
        return String(decoding: output, as: UTF8.self).split(separator: "\n").last.flatMap { Int($0) } ?? 0
    }
}
