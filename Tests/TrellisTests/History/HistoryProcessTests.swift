import ChronicleModel
import Foundation
import TestSupport
import Testing
import Trellis

/// Two processes write to a store, and each reads the other's changes from the history.
@Suite("The history of two processes", .serialized)
struct HistoryProcessTests {
    /// As `StoreWriter` prints it.
    private struct Report: Codable {
        var written: [String]
        var read: [String]
    }

    @Test(.filesOnly(.processes)) func `each process reads every change of the other exactly once and in order`() throws {
        let file = try StoreFile(of: Chronicle.self)
        // Before either process purges.
        let history = try file.container().history
        for place in 0..<2 { _ = try history.register("process \(place)", after: .beginning) }
        var random = SeededGenerator.forTests()
        let seconds = Double(TestScale.count(2, long: 30))
        let end = Date(timeIntervalSinceNow: seconds + 0.5).timeIntervalSince1970
        let arguments = (0..<2).map { place in ["history", file.path, "\(place)", "\(end)", "\(random.next())"] }
        let reports = try StoreWriters.run(arguments, reporting: Report.self)
        for (reader, writer) in [(reports[0], reports[1]), (reports[1], reports[0])] {
            #expect(writer.written.count > 20)
            #expect(reader.read == writer.written)
        }
        print("\(reports.map(\.written.count)) changes in \(seconds) s")
    }
}
