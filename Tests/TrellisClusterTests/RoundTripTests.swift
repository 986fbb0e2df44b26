import ClusterFixtures
import DqliteNodes
import Foundation
import OrdersModel
import Testing
import Trellis

/// Contexts read the rows of their objects in groups, because each statement is a round trip.
@Suite(.enabled(if: DqliteNodes.notice, "dqlite is not installed"))
struct RoundTripTests {
    private static let count = 1_200

    /// A context with many objects, and another container's one with the same.
    private func contexts(_ log: RequestLog) throws -> (mine: ManagedObjectContext, objects: [Customer], theirs: ManagedObjectContext, others: [Customer]) {
        let pair = try StorePair(Orders.self, observer: log.note)
        let mine = try pair.remote.makeContext()
        for number in 0..<Self.count { Customer(in: mine, name: "c\(10_000 + number)") }
        try mine.save()
        let theirs = try pair.cluster.container(Orders.self).makeContext()
        let fetch = Fetch<Customer>(sort: [.ascending("name")])
        return (mine, try mine.fetch(fetch), theirs, try theirs.fetch(fetch))
    }

    @Test func `a refresh, a merge and a rollback take a round trip for 500 objects`() throws {
        let log = RequestLog()
        let (mine, objects, theirs, others) = try contexts(log)
        for place in [0, 600, 1_199] { others[place].info = "theirs" }
        try theirs.delete(others[700])
        try theirs.save()
        objects[600].name = "mine"
        let refresh = try log.of { try mine.refreshAll() }
        // A BEGIN, 1,200 rows, and the end.
        #expect(refresh.count <= 5, "\(refresh)")
        #expect([0, 600, 1_199, 1].map { objects[$0].info } == ["theirs", "theirs", "theirs", nil])
        #expect(objects[600].name == "mine" && objects[700].isDeleted && objects[701].name == "c10701")

        let sibling = try mine.container.makeContext()
        sibling.automaticallyMergesChanges = true
        let same = try sibling.fetchAll(Customer.self)
        for object in objects where !object.isDeleted { object.info = "mine" }
        try mine.save()
        let merge = try log.of { _ = try sibling.count(Fetch<Customer>()) ; _ = try sibling.fetch(Fetch<Customer>(limit: 1)) }
        #expect(merge.count <= 7, "\(merge)")
        #expect(same.count == Self.count - 1 && same.allSatisfy { $0.info == "mine" })

        for object in same { object.info = "unsaved" }
        let rollback = try log.of { try sibling.rollback() }
        #expect(rollback.count <= 5, "\(rollback)")
        #expect(same.allSatisfy { $0.info == "mine" })
    }

    @Test func `a list without a change history reads its objects in groups after another container's save`() async throws {
        let log = RequestLog()
        let (mine, objects, theirs, others) = try contexts(log)
        let results = FetchedResultsController(Fetch<Customer>(sort: [.ascending("name")]), in: mine)
        try results.performFetch()
        others[1_100].info = "theirs"
        try theirs.save()
        var refreshes = 0
        var trips = 0
        for _ in 0..<400 where objects[1_100].info == nil {
            try await Task.sleep(for: .milliseconds(20))
            let sent = try log.of { try mine.processPendingChanges() }
            let reading = sent.filter { $0.contains("FROM \"customer\"") || $0.contains("FROM customer") }.count
            if reading > 0 { (refreshes, trips) = (refreshes + 1, trips + reading) }
        }
        #expect(objects[1_100].info == "theirs" && objects.count == Self.count)
        // Three groups, and the list's own query; also when it began to listen.
        #expect(refreshes > 0 && trips <= 5 * refreshes, "\(trips) in \(refreshes)")
        withExtendedLifetime(results) {}
    }
}
