import ClusterFixtures
import DqliteClient
import DqliteNodes
import Foundation
import OrdersModel
import SQLiteAccess
import TestSupport
import Testing
import Trellis
import TrellisCluster

/// What the program of Examples/Orders does with a file, it does with three nodes.
@Suite(.enabled(if: DqliteNodes.notice, "dqlite is not installed"))
struct OrdersFlowTests {
    private static let example = "\(Project.root)/Examples/Orders"

    /// Runs the program's session on the file and on the cluster, step by step. After each step, both find the same objects, and each node
    /// has the rows of the file.
    /// - Returns: what both have printed.
    private func run(_ pair: StorePair<Orders>) throws -> String {
        var lines = [[String]](repeating: [], count: 2)
        let sessions = try pair.both.enumerated().map { number, container in
            try Session(in: container.makeContext()) { lines[number].append($0) }
        }
        for step in sessions[0].steps.indices {
            for session in sessions { try session.steps[step]() }
            let pictures = try pair.both.map(picture)
            #expect(pictures[0] == pictures[1] && lines[0] == lines[1], "step \(step): \(lines[1])")
            let rows = try Self.rows(SQLiteConnection(opening: pair.path))
            let nodes = try pair.cluster.addresses.filter { try !hasRows(rows, $0, pair.cluster) }
            #expect(nodes == [], "step \(step)")
        }
        #expect(try pair.differences() == [])
        return lines[1].joined(separator: "\n") + "\n"
    }

    /// All rows of the model.
    private static func rows(_ connection: SQLiteConnection) throws -> [[[String?]]] {
        try ["customer", "service", "\"order\"", "order_row"].map { try connection.rows("SELECT * FROM \($0) ORDER BY _id") }
    }

    /// Whether a node has these rows, if a node that follows gets some seconds.
    private func hasRows(_ rows: [[[String?]]], _ node: DqliteAddress, _ cluster: ClusterStoreFixture) throws -> Bool {
        for _ in 0..<100 {
            if try Self.rows(cluster.copy(of: node)) == rows { return true }
            Thread.sleep(forTimeInterval: 0.1)
        }
        return false
    }

    /// All objects, as the fetches of the model and relationships lead to them.
    private func picture(_ container: PersistentContainer) throws -> [String] {
        let context = try container.makeContext()
        let customers = try Customer.byName(in: context)
        var lines = customers.map { "\($0.objectID) \($0.name) \($0.info ?? "-") \($0.orders.count)" }
        for customer in customers {
            lines += try Order.placed(since: .distantPast, by: customer, in: context).map { "\(customer.name) \($0.objectID)" }
        }
        lines += try Order.unpaid(in: context).map { "unpaid \($0.objectID)" }
        for order in try context.fetch(Fetch<Order>(sort: [.ascending("date"), .ascending("customer.name")], prefetch: ["rows.service"])) {
            let rows = try OrderRow.inOrder(order: order, in: context)
            lines.append("\(order.objectID) \(order.date.timeIntervalSinceReferenceDate) \(order.made) \(order.paid) \(order.customer?.name ?? "-")")
            lines += rows.map { "\($0.objectID) \($0.sum) \($0.service?.name ?? "-") \(order.rows.contains($0))" }
        }
        let services = try context.fetchAll(Service.self).map { "\($0.objectID) \($0.name) \($0.info ?? "-") \($0.rows.count)" }
        return lines + services.sorted()
    }

    /// What the example prints after the lines about its store.
    private func expected(_ name: String) throws -> String {
        let text = try String(contentsOfFile: "\(Self.example)/Expected/\(name).txt", encoding: .utf8)
        return text.split(separator: "\n", omittingEmptySubsequences: false).drop { $0.hasPrefix("Migrating") || $0.hasPrefix("Store") }
            .joined(separator: "\n")
    }

    @Test func `the program fills a store, and finds it filled`() throws {
        let pair = try StorePair(Orders.self)
        for name in ["first-run", "second-run"] { #expect(try run(pair) == expected(name)) }
    }

    @Test func `a store of the first version is migrated, and the program finds its orders`() throws {
        let project = try TemporaryFolder()
        for name in ["Orders.yaml", "versions"] {
            try FileManager.default.copyItem(atPath: "\(Project.root)/Schemas/Orders/\(name)", toPath: project.file(name))
        }
        try project.write("trellis: 1\nmodels:\n  Orders: { path: Orders.yaml, targets: [file, dqlite] }\n", to: "trellis.yaml")
        let dump = try String(contentsOfFile: "\(Self.example)/Older/version-1.sql", encoding: .utf8)
        let pair = try StorePair(Orders.self, prepare: { cluster, path in
            #expect(FileManager.default.createFile(atPath: path, contents: nil))
            try SQLiteConnection(opening: path).execute(dump)
            try ClusterSQL(cluster).execute(dump)
            // The example's steps were planned for files alone.
            for arguments in [["renew", "--unreleased", "--from", "2"], ["apply", path], ["apply", cluster.name]] {
                let tool = try ChildProcess.run(Project.trellis, ["migrate"] + arguments, in: project.path)
                #expect(tool.exitCode == 0, "\(tool.output)\(tool.errors)")
            }
        })
        #expect(try run(pair) == expected("migrated-run"))
    }
}
