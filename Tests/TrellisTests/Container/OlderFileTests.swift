import Foundation
import OrdersModel
import TestSupport
import Testing
import Trellis

/// A file that the first version of a model wrote, opened by a program of its newest.
struct OlderFileTests {
    @Test("Orders of version 1 open with their rows, in the form of the newest version", .filesOnly(.file))
    func orders() throws {
        let store = try StoreFile(of: Orders.self)
        let dump = try String(contentsOfFile: "\(Project.root)/Examples/Orders/Older/version-1.sql", encoding: .utf8)
        let made = try ChildProcess.run(named: "sqlite3", [store.path], input: dump)
        try #require(made.exitCode == 0 && made.errors == "")
        let uuid = try store.column("SELECT value FROM _trellis_metadata WHERE key = 'uuid'")

        let context = try store.context()
        #expect(try Customer.byName(in: context).map { "\($0.name): \($0.info ?? "-")" } == ["Ada Byron: Pays late.", "Grace Hopper: -"])
        let orders = try Order.journal(in: context)
        #expect(orders.map(\.paid) == [true, false, false] && orders.allSatisfy(\.made))
        #expect(orders.map { $0.customer?.name } == ["Grace Hopper", "Ada Byron", nil])
        #expect(orders.map { $0.rows.reduce(Decimal(0)) { $0 + $1.sum } } == [35, Decimal(string: "173.75"), Decimal(string: "80.1")])
        #expect(try OrderRow.inOrder(order: orders[1], in: context).map { $0.service?.name } == ["Cleaning", "Polishing", "Repair"])
        #expect(try store.column("SELECT value FROM _trellis_metadata WHERE key IN ('version', 'draft') ORDER BY key") == ["0", "\(Orders.descriptor.version)"])
        #expect(try store.column("SELECT value FROM _trellis_metadata WHERE key = 'uuid'") == uuid)
        #expect(try store.rows("PRAGMA integrity_check") == [["ok"]] && store.rows("PRAGMA foreign_key_check") == [])
    }
}
