import CBaseline
import Foundation
import Trellis

/// Measures the library against the same work on SQLite's C interface, in one process and in turn.
@main
struct Benchmarks {
    static func main() throws {
        let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000
        let folder = FileManager.default.temporaryDirectory.appending(path: "trellis-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "freight.sqlite").path

        let container = try PersistentContainer(for: Freight.self, at: .file(path))
        try fill(container, count)
        try fetch(container, path, count)
    }

    private static func fill(_ container: PersistentContainer, _ count: Int) throws {
        let context = try container.makeContext()
        for number in 0..<count {
            let day = Double(number % 3_000) * 86_400
            Shipment(
                in: context, number: Int64(number), customer: "CUST\(number % 91)", employee: Int32(number % 9),
                ordered: Date(timeIntervalSinceReferenceDate: day),
                required: Date(timeIntervalSinceReferenceDate: day + 28 * 86_400),
                shipped: number % 10 == 0 ? nil : Date(timeIntervalSinceReferenceDate: day + 9 * 86_400),
                carrier: Int32(number % 3), weight: Double(number % 1_000) / 8, name: "Receiver number \(number % 89)",
                address: "\(number % 250) Long Street of the Harbour", city: "City \(number % 70)",
                region: number % 3 == 0 ? "Region \(number % 19)" : nil, postcode: number % 20 == 0 ? nil : "\(10_000 + number % 900)",
                country: "Country \(number % 21)")
        }
        try context.save()
    }

    private static func fetch(_ container: PersistentContainer, _ path: String, _ count: Int) throws {
        var connection: OpaquePointer?
        guard sqlite3_open_v2(path, &connection, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK, let connection
        else { throw CocoaError(.fileReadUnknown) }
        defer { sqlite3_close_v2(connection) }

        var checked = 0
        func baseline() -> Double {
            var rows = [PlainShipment]()
            let time = seconds { rows = PlainShipment.all(connection) }
            checked = rows.count
            return time
        }
        let first = try Rounds(11, baseline: baseline) {
            let context = try container.makeContext()
            var rows = [Shipment]()
            let time = try seconds { rows = try context.fetchAll(Shipment.self) }
            precondition(rows.count == checked && rows.count == count, "the two sides read different rows")
            return time
        }
        first.printResult("Fetching \(count) rows of 14 columns into registered objects, against a C loop filling a plain class")

        let context = try container.makeContext()
        let registered = try context.fetchAll(Shipment.self)
        let again = try Rounds(11, baseline: baseline) {
            var rows = [Shipment]()
            let time = try seconds { rows = try context.fetchAll(Shipment.self) }
            precondition(rows.count == registered.count, "the two sides read different rows")
            return time
        }
        again.printResult("The same again, when all objects are registered")
    }
}
