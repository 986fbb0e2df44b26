import ChronicleModel
import Foundation
import TestSupport
import Trellis

/// A process that writes to a store and reads another's changes from its history.
enum HistoryFollower {
    /// Writes and reads until a moment, then reads what the other one has written last, and prints both.
    /// - Parameter place: 0 or 1; the other process has the other number.
    static func run(_ path: String, _ place: Int, until end: Date, _ seed: UInt64) throws {
        let container = try PersistentContainer(for: Chronicle.self, at: .file(path), busyTimeout: 60)
        let context = try container.makeContext()
        context.transactionAuthor = "\(place)"
        let reader = try container.history.register("process \(place)")
        var random = SeededGenerator(seed: seed)
        var report = HistoryReport(written: [], read: [])
        var visits = [Visit]()
        while Date() < end {
            report.written.append(try write(context, &visits, &random))
            if Int.random(in: 0..<4, using: &random) == 0 { try read(reader, from: 1 - place, &report, &random) }
            if Int.random(in: 0..<50, using: &random) == 0 { try container.history.purge() }
        }
        // The other process may still be in its last save.
        Thread.sleep(until: end + 1)
        while try read(reader, from: 1 - place, &report, &random) {}
        FileHandle.standardOutput.write(try JSONEncoder().encode(report))
    }

    /// Changes one object, and gives the change in words.
    private static func write(
        _ context: ManagedObjectContext, _ visits: inout [Visit], _ random: inout SeededGenerator
    ) throws -> String {
        let date = Date(timeIntervalSinceReferenceDate: Double(visits.count))
        guard visits.count > 5, Int.random(in: 0..<3, using: &random) > 0 else {
            let visit = Visit(in: context, date: date)
            try context.save()
            visits.append(visit)
            return "insert \(visit.objectID)"
        }
        let place = visits.indices.randomElement(using: &random) ?? 0
        let visit = visits[place]
        if Bool.random(using: &random) {
            visit.minutes += 1
            try context.save()
            return "update \(visit.objectID)"
        }
        visits.remove(at: place)
        try context.delete(visit)
        try context.save()
        return "delete \(visit.objectID)"
    }

    /// - Returns: whether there was a change of anyone.
    @discardableResult
    private static func read(
        _ reader: HistoryReader, from author: Int, _ report: inout HistoryReport, _ random: inout SeededGenerator
    ) throws -> Bool {
        let changes = try reader.changes(limit: Int.random(in: 1...40, using: &random))
        guard let last = changes.last else { return false }
        try reader.markSeen(through: last.token)
        for change in changes where change.transaction?.author == "\(author)" {
            report.read.append("\(change.operation) \(change.objectID)")
        }
        return true
    }
}

/// What a process has written, and what it has read of the other.
struct HistoryReport: Codable {
    var written: [String]
    var read: [String]
}
