import ClusterFixtures
import Contention
import DqliteNodes
import Foundation
import OrdersModel
import RelationshipsModel
import TestSupport
import Testing
import Trellis
import TrellisCluster

/// Two processes save while the leader is killed and started again: what they were told is what the store holds.
@Suite(.enabled(if: DqliteNodes.notice, "dqlite is not installed"))
struct LeaderLossTests {
    private let seconds = Double(TestScale.count(7, long: 60))
    private let kills = TestScale.count(1, long: 5)

    @Test func `two processes lose nothing and do nothing twice while leaders are killed`() throws {
        var random = SeededGenerator.forTests()
        let nodes = try DqliteNodes(3)
        let cluster = try ClusterStoreFixture(nodes.addresses)
        try StoreRival.prepare(cluster.container(Society.self))
        let running = try (0..<2).map { number in
            let process = Process()
            process.executableURL = URL(filePath: "\(Project.products)/ClusterWriter")
            let addresses = nodes.addresses.map(\.description).joined(separator: ",")
            process.arguments = [addresses, cluster.database, "process \(number)", "\(seconds)", "\(random.next())"]
            let pipe = Pipe()
            process.standardOutput = pipe
            try process.run()
            return (process, pipe)
        }
        let interval = seconds / Double(kills + 1)
        for _ in 0..<kills {
            Thread.sleep(forTimeInterval: interval * Double.random(in: 0.3...0.6, using: &random))
            let number = try nodes.stop(nodes.cluster.leader())
            Thread.sleep(forTimeInterval: interval * 0.2)
            try nodes.start(number)
        }
        let reports = try running.map { process, pipe in
            let output = pipe.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            return try JSONDecoder().decode(RivalReport.self, from: output)
        }
        try check(reports, cluster, nodes)
    }

    private func check(_ reports: [RivalReport], _ cluster: ClusterStoreFixture, _ nodes: DqliteNodes) throws {
        func sum(_ number: (RivalReport) -> Int) -> Int { reports.map(number).reduce(0, +) }
        print(
            "\(sum(\.saves)) saves, \(sum(\.conflicts)) conflicts, \(sum(\.lostSaves)) saves and \(sum(\.lostReads)) reads without a leader,",
            "\(sum(\.lateSaves)) found out later")
        #expect(reports.allSatisfy { $0.saves > 10 && $0.looks > 0 && $0.halfTransfers == 0 })

        let context = try cluster.container(Society.self).makeContext()
        let cards = try context.fetchAll(Card.self)
        let counted = StoreRival.counters.map { counter in Int64(sum { $0.increments[counter] ?? 0 }) }
        #expect(cards.prefix(counted.count).map(\.number) == counted)
        #expect(cards.dropFirst(counted.count).reduce(0) { $0 + $1.number } == 0)
        let inserted = reports.reduce(into: Set<String>()) { $0.formUnion($1.insertedAlbums) }
        let deleted = reports.flatMap(\.deletedAlbums)
        #expect(Set(deleted).count == deleted.count, "two deletes of one object succeeded")
        let albums = try context.fetch(Fetch<Album>(prefetch: ["tracks"]))
        #expect(albums.count == Set(albums.map(\.title)).count)
        #expect(Set(albums.map(\.title)) == inserted.subtracting(deleted))
        #expect(try context.fetchAll(Track.self).count == albums.map(\.tracks.count).reduce(0, +))

        let copy = try cluster.copy()
        #expect(try copy.rows("PRAGMA integrity_check") == [["ok"]])
        #expect(try copy.rows("PRAGMA foreign_key_check").isEmpty)
        // One record for each save that changed a row, and one for the preparation.
        #expect(try copy.rows("SELECT count(*) FROM _trellis_saves WHERE is_saved = 1") == [["\(sum(\.saves) + 1)"]])
    }

    @Test func `a fetch that a stopped leader keeps goes to the next leader`() throws {
        let nodes = try DqliteNodes(3)
        var options = ClusterOptions()
        (options.connectTimeout, options.requestTimeout) = (.seconds(4), .seconds(5))
        let container = try PersistentContainer(for: Orders.self, at: .dqlite(nodes.addresses.map(\.description), database: "stopped", options))
        let context = try container.makeContext()
        Customer(in: context, name: "Ada")
        try context.save()
        let process = try #require(try nodes.processIdentifier(of: nodes.cluster.leader()))
        kill(process, SIGSTOP)
        defer { kill(process, SIGCONT) }
        #expect(try context.count(Fetch<Customer>()) == 1)
    }
}
