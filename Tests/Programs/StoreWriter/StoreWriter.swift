import Contention
import Foundation
import OrdersModel
import RelationshipsModel
import Trellis

/// A process of its own that writes to a test's store.
@main
struct StoreWriter {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.count {
        case 1:
            try save(to: arguments[0])
        case 4:
            guard let seconds = Double(arguments[2]), let seed = UInt64(arguments[3]) else { exit(2) }
            try contend(arguments[0], name: arguments[1], seconds, seed)
        default:
            exit(2)
        }
    }

    /// Saves orders of ten rows one after the other until somebody kills it, and prints the number of each when it is saved. A
    /// test kills it in the middle of its work.
    private static func save(to path: String) throws {
        let container = try PersistentContainer(for: Orders.self, at: .file(path))
        let context = try container.makeContext()
        for number in 1... {
            let order = Order(in: context, date: Date(timeIntervalSinceReferenceDate: Double(number)))
            for cents in 1...10 { OrderRow(in: context, sum: Decimal(cents) / 100, order: order) }
            try context.save()
            FileHandle.standardOutput.write(Data("\(number)\n".utf8))
        }
    }

    /// Writes among others for so many seconds, and prints what it did.
    private static func contend(_ path: String, name: String, _ seconds: Double, _ seed: UInt64) throws {
        let container = try PersistentContainer(for: Society.self, at: .file(path), busyTimeout: 60)
        var rival = try StoreRival(name, on: container, seed: seed)
        FileHandle.standardOutput.write(try JSONEncoder().encode(rival.work(seconds: seconds)))
    }
}
