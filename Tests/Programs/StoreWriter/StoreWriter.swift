import Foundation
import OrdersModel
import Trellis

/// Saves orders of ten rows one after the other until somebody kills it, and prints the number of each when it is saved. A
/// test kills it in the middle of its work.
@main
struct StoreWriter {
    static func main() throws {
        guard let path = CommandLine.arguments.dropFirst().first else { exit(2) }
        let container = try PersistentContainer(for: Orders.self, at: .file(path))
        let context = try container.makeContext()
        for number in 1... {
            let order = Order(in: context, date: Date(timeIntervalSinceReferenceDate: Double(number)))
            for cents in 1...10 { OrderRow(in: context, sum: Decimal(cents) / 100, order: order) }
            try context.save()
            FileHandle.standardOutput.write(Data("\(number)\n".utf8))
        }
    }
}
