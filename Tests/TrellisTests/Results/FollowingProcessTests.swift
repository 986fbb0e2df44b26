import Foundation
import OrdersModel
import TestSupport
import Testing
import Trellis

/// Two processes write to a store, and each follows a list of it.
@Suite("Live results of two processes", .serialized)
struct FollowingProcessTests {
    /// As `StoreWriter` prints it.
    private struct Report: Codable {
        var committed: Double
        var seen: Double?
        var isCurrent: Bool
        var count: Int
        var saves: Int
        var reports: Int
    }

    @Test(.filesOnly(.processes)) func `each list ends as a fetch finds it, soon after the other's last commit`() throws {
        let file = try StoreFile(of: Orders.self)
        _ = try file.container()
        var random = SeededGenerator.forTests()
        let seconds = Double(TestScale.count(3, long: 30))
        let end = Date(timeIntervalSinceNow: seconds + 0.5).timeIntervalSince1970
        let arguments = (0..<2).map { place in ["follow", file.path, "\(place)", "\(end)", "\(random.next())"] }
        let reports = try StoreWriters.run(arguments, reporting: Report.self)
        #expect(reports.allSatisfy { $0.isCurrent && $0.saves > 10 && $0.reports > 10 && $0.count > 2 }, "\(reports)")
        #expect(reports[0].count == reports[1].count)
        for (own, other) in [(reports[0], reports[1]), (reports[1], reports[0])] {
            let seen = try #require(own.seen, "\(reports)")
            let delay = seen - other.committed
            print("seen \(Int(delay * 1_000)) ms after the commit; \(own.saves) saves, \(own.reports) reports")
            // A machine that runs other tests besides may let a process wait.
            #expect(delay < (TestScale.isLong ? 0.05 : 0.9), "\(delay) s")
        }
    }
}
