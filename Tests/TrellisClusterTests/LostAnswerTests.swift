import ClusterFixtures
import DqliteClient
import DqliteNodes
import Foundation
import OrdersModel
import TestSupport
import Testing
import Trellis
import TrellisCluster

/// The answer to a commit is lost, before or after the leader had the commit.
@Suite(.enabled(if: DqliteNodes.notice, "dqlite is not installed"))
struct LostAnswerTests {
    @Test(arguments: [true, false])
    func `a save without an answer is found out, and is done once`(_ deliversCommit: Bool) throws {
        let nodes = try DqliteNodes(1)
        let proxy = try CommitProxy(to: nodes.addresses[0], deliversCommit: deliversCommit, isArmed: false)
        let cluster = try ClusterStoreFixture(nodes.addresses)
        let context = try cluster.container(Orders.self, at: [proxy.address]).makeContext()
        Customer(in: context, name: "first")
        try context.save()
        proxy.arm()
        let second = Customer(in: context, name: "second")
        try context.save()
        #expect(second.objectID.rowID == 2 && !context.hasChanges)
        second.info = "x"
        try context.save()
        let rows = try cluster.copy().rows("SELECT name, info, _version FROM customer ORDER BY _id")
        #expect(rows == [["first", nil, "1"], ["second", "x", "2"]])
        #expect(try cluster.copy().rows("SELECT count(*) FROM _trellis_saves WHERE is_saved = 1") == [["3"]])
    }

    @Test(arguments: ["update", "delete", "insert"], [true, false])
    func `a batch without an answer is found out, and repeated if it calls no closure`(_ batch: String, _ deliversCommit: Bool) throws {
        let nodes = try DqliteNodes(1)
        let proxy = try CommitProxy(to: nodes.addresses[0], deliversCommit: deliversCommit, isArmed: false)
        let cluster = try ClusterStoreFixture(nodes.addresses)
        let context = try cluster.container(Orders.self, at: [proxy.address]).makeContext()
        try context.batchInsert(0..<3) { Customer(in: $1, name: "c\($0)", info: "old") }
        let objects = try context.fetch(Fetch<Customer>(sort: [.ascending("name")]))
        proxy.arm()
        let rows: [[String?]]
        switch batch {
        case "update":
            let result = try context.batchUpdate(Customer.where { $0.name != "c1" }, collectingIDs: true) { [$0.info.set(to: "new")] }
            #expect(result.count == 2 && result.ids?.count == 2 && objects.map(\.info) == ["new", "old", "new"])
            rows = [["c0", "new", "2"], ["c1", "old", "1"], ["c2", "new", "2"]]
        case "delete":
            let result = try context.batchDelete(Customer.where { $0.name != "c1" }, collectingIDs: true)
            #expect(result.count == 2 && result.ids?.count == 2 && objects.map(\.isDeleted) == [true, false, true])
            rows = [["c1", "old", "1"]]
        default:
            var calls = 0
            let result = Result {
                try context.batchInsert([3]) {
                    Customer(in: $1, name: "c\($0)", info: "old")
                    calls += 1
                }
            }
            #expect(calls == 1)
            rows = (0..<(deliversCommit ? 4 : 3)).map { ["c\($0)", "old", "1"] }
            if case .failure(StoreError.connectionLost) = result { #expect(!deliversCommit) } else { #expect(try result.get().count == 1) }
        }
        #expect(proxy.commits > 0)
        #expect(try cluster.copy().rows("SELECT name, info, _version FROM customer ORDER BY _id") == rows)
    }

    @Test func `a save whose fate is not known can be asked for, and is not saved twice`() throws {
        let nodes = try DqliteNodes(1)
        let proxy = try CommitProxy(to: nodes.addresses[0], deliversCommit: true, isArmed: false)
        let cluster = try ClusterStoreFixture(nodes.addresses)
        let container = try cluster.container(Orders.self, at: [proxy.address], connectTimeout: .seconds(1))
        let context = try container.makeContext()
        let first = Customer(in: context, name: "first")
        try context.save()
        // The node is silent from the commit on, and longer than the container looks for it.
        proxy.arm(silent: true)
        Customer(in: context, name: "second")
        first.info = "changed"
        var save: SaveID?
        do { try context.save() } catch StoreError.fateUnknown(let id, _) { save = id }
        let id = try #require(save)
        #expect(throws: StoreError.self) { try context.save() }
        // What cannot be rolled back is still uncertain.
        #expect(throws: StoreError.self) { try context.rollback() }
        proxy.disarm()
        #expect(try container.fate(of: id) == .saved)
        #expect(throws: StoreError.savedBefore(id)) { try context.save() }
        try context.rollback()
        #expect(try context.fetchAll(Customer.self).map(\.name) == ["first", "second"])
        Customer(in: context, name: "third")
        try context.save()
        #expect(try cluster.copy().rows("SELECT count(*) FROM customer") == [["3"]])
        #expect(try container.fate(of: SaveID()) == .notSaved)
    }

    @Test func `a save that was given up cannot arrive later`() throws {
        let cluster = try ClusterStoreFixture()
        let container = try cluster.container(Orders.self)
        let id = SaveID()
        #expect(try container.fate(of: id) == .notSaved)
        let connection = try cluster.connection()
        let late = "BEGIN IMMEDIATE; INSERT INTO customer (name) VALUES ('late'); INSERT INTO _trellis_saves (id, time, is_saved) VALUES ('\(id)', 0, 1); COMMIT"
        #expect(throws: DqliteError.self) { try connection.executeScript(late) }
        connection.close()
        #expect(try container.fate(of: id) == .notSaved)
        #expect(try container.makeContext().count(Fetch<Customer>()) == 0)
    }
}
