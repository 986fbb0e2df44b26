import Foundation
import OrdersModel
import SQLiteAccess
import TestSupport
import Testing
import Trellis

/// Cuts of the power at any moment of saving, on a disk that loses, tears and reorders what was not synced.
struct PowerCutTests {
    private static let cuts = TestScale.count(16, long: 1_000)

    @Test func `with synchronous normal the store is as after some save`() throws {
        var lost = 0
        try PowerCuts("saving").run(Self.cuts) { remains in
            let last = try lastSave(in: remains)
            #expect(0...remains.acknowledged + 1 ~= last, "save \(remains.acknowledged) was acknowledged; \(remains.name)")
            lost += max(0, remains.acknowledged - last)
        }
        print("\(lost) acknowledged saves were lost in \(Self.cuts) cuts")
        #expect(lost > 0, "the cuts are not hard enough to lose what is not synced")
    }

    @Test func `with synchronous full no acknowledged save is lost`() throws {
        try PowerCuts("saving-full").run(Self.cuts) { remains in
            let last = try lastSave(in: remains)
            // The cut may come between a commit and the moment at which the program is told.
            #expect(remains.acknowledged...remains.acknowledged + 1 ~= last, "save \(remains.acknowledged) was acknowledged; \(remains.name)")
        }
    }

    /// Opens the store, compares it with what there is after some save, and gives that save's number: `TracedWork` says what each
    /// of them writes.
    private func lastSave(in remains: PowerCuts.Remains) throws -> Int {
        let folder = try TemporaryFolder()
        try remains.write(to: folder.path)
        let path = folder.file("store.sqlite")
        let context = try PersistentContainer(for: Orders.self, at: .file(path)).makeContext()
        let orders = try context.fetchAll(Order.self)
        let last = orders.last.map { Int($0.date.timeIntervalSinceReferenceDate) } ?? 0
        #expect(orders.map { Int($0.date.timeIntervalSinceReferenceDate) } == Array(max(1, last - 6)..<last + 1), "\(remains.name)")
        #expect(orders.map(\.paid) == orders.indices.map { $0 < orders.count - 3 }, "\(remains.name)")
        #expect(orders.allSatisfy { $0.rows.count == 10 }, "\(remains.name)")
        #expect(try context.fetchAll(OrderRow.self).count == 10 * orders.count, "\(remains.name)")

        let connection = try SQLiteConnection(opening: path)
        #expect(try connection.rows("PRAGMA integrity_check") == [["ok"]], "\(remains.name)")
        #expect(try connection.rows("PRAGMA foreign_key_check").isEmpty, "\(remains.name)")
        return last
    }
}
