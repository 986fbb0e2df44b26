import DqliteNodes
import Foundation
import SQLiteAccess
import TestSupport
import Testing

@testable import DqliteClient

/// Three nodes, whose leader is killed.
@Suite(.enabled(if: DqliteNodes.notice, "dqlite is not installed"))
struct ClusterTests {
    @Test func `another node leads after the leader is killed, and nothing is lost or half done`() throws {
        let nodes = try DqliteNodes(3)
        let cluster = nodes.cluster
        #expect(Set(try cluster.nodes().map(\.address)) == Set(nodes.addresses.map(\.description)))
        // Any node leads to the leader.
        let leaders = try nodes.addresses.map { try DqliteCluster([$0]).leader() }
        #expect(Set(leaders).count == 1)

        let first = try cluster.connect(to: "orders")
        try first.execute("CREATE TABLE t (a)")
        try first.transaction { try first.execute("INSERT INTO t VALUES ('before')") }
        try first.begin()
        try first.execute("INSERT INTO t VALUES ('open')")
        let number = try nodes.stop(first.leader)
        let lost = #expect(throws: DqliteError.self) { try first.execute("INSERT INTO t VALUES ('late')") }
        #expect(lost?.isKnownNotApplied == true)

        let second = try cluster.connect(to: "orders")
        #expect(second.leader != first.leader)
        try second.transaction { try second.execute("INSERT INTO t VALUES ('after')") }
        #expect(try second.rows(of: "SELECT a FROM t ORDER BY a").rows == [[.text("after")], [.text("before")]])
        try nodes.start(number)
        // The node catches up; plain SQL on the files of each of them.
        for address in nodes.addresses {
            var found = [String?]()
            for _ in 0..<100 where found.count < 2 {
                let folder = try TemporaryFolder()
                let local = try RealNodeTests.write("orders", folder) { try cluster.copy("orders", from: address, $0) }
                found = (try? local.rows("SELECT a FROM t ORDER BY a").map { $0[0] }) ?? []
                if found.count < 2 { Thread.sleep(forTimeInterval: 0.1) }
            }
            #expect(found == ["after", "before"])
        }
    }

    @Test func `a commit that is lost with the leader is unknown, and found out on the next connection`() throws {
        let nodes = try DqliteNodes(3)
        let cluster = nodes.cluster
        let first = try cluster.connect(to: "orders")
        try first.execute("CREATE TABLE saves (id INTEGER PRIMARY KEY)")
        var (known, unknown, saved) = (Set<Int64>(), Set<Int64>(), 0)
        let leader = try #require(nodes.processIdentifier(of: first.leader))
        Thread.detachNewThread {
            usleep(200_000)
            kill(leader, SIGKILL)
        }
        for id in Int64(1)... {
            do {
                try first.transaction { try first.execute("INSERT INTO saves VALUES (?)", [.integer(id)]) }
                known.insert(id)
                saved += 1
            } catch let error as DqliteError {
                if !error.isKnownNotApplied { unknown.insert(id) }
                break
            }
        }
        let next = try cluster.connect(to: "orders")
        let found = Set(try next.rows(of: "SELECT id FROM saves").rows.compactMap { row in if case .integer(let id) = row[0] { id } else { nil } })
        print("\(saved) saves before the leader ended, \(unknown.count) unknown, \(found.subtracting(known).count) of them done")
        #expect(known.isSubset(of: found))
        #expect(found.subtracting(known).isSubset(of: unknown))
    }
}
