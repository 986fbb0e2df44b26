import Contention
import Foundation
import OrdersModel
import RelationshipsModel
import Trellis

/// A process of its own that writes to a test's store.
@main
struct StoreWriter {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.count {
        case 1:
            try save(to: arguments[0])
        case 4:
            guard let seconds = Double(arguments[2]), let seed = UInt64(arguments[3]) else { exit(2) }
            try contend(arguments[0], name: arguments[1], seconds, seed)
        case 5 where arguments[0] == "follow":
            guard let place = Int(arguments[2]), let end = Double(arguments[3]), let seed = UInt64(arguments[4]) else { exit(2) }
            try await StoreFollower.run(arguments[1], place, until: Date(timeIntervalSince1970: end), seed)
        default:
            exit(2)
        }
    }

    /// Saves until it is killed, and prints the number of each save when it has returned. It goes on with what it finds: save n
    /// enters order n with ten rows, pays order n - 3, and deletes order n - 7 with its rows, which it does not load.
    private static func save(to path: String) throws {
        let container = try PersistentContainer(for: Orders.self, at: .file(path))
        let context = try container.makeContext()
        let last = try context.fetch(Fetch<Order>(sort: [.descending("date")], limit: 1)).first
        for number in (last.map { Int($0.date.timeIntervalSinceReferenceDate) } ?? 0) + 1 ... .max {
            let order = Order(in: context, date: date(number))
            for cents in 1...10 { OrderRow(in: context, sum: Decimal(cents) / 100, order: order) }
            try find(number - 3, in: context)?.paid = true
            if let old = try find(number - 7, in: context) { try context.delete(old) }
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

    private static func date(_ number: Int) -> Date {
        Date(timeIntervalSinceReferenceDate: Double(number))
    }

    private static func find(_ number: Int, in context: ManagedObjectContext) throws -> Order? {
        try context.fetch(Fetch<Order>(where: .compare("date", .equal, to: date(number)))).first
    }
}
