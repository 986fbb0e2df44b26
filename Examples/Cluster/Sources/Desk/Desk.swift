import Foundation
import Trellis
import TrellisCluster

/// One of several servers that take orders into one store on a cluster: `Desk NAME SECONDS host:port,host:port`.
@main
struct Desk {
    let name: String
    let container: PersistentContainer

    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let seconds = Double(arguments[2]) else { return print("usage: Desk NAME SECONDS host:port,host:port") }
        let nodes = arguments[3].split(separator: ",").map(String.init)
        let desk = Desk(name: arguments[1], container: try PersistentContainer(for: Orders.self, at: .dqlite(nodes, database: "orders")))
        let end = Date.now.addingTimeInterval(seconds)
        while Date.now < end {
            try desk.takeOrder()
            Thread.sleep(forTimeInterval: 0.5)
        }
    }

    /// Saves an order, and begins again with a new context if the cluster has certainly not done it.
    private func takeOrder() throws {
        while true {
            let context = try container.makeContext()
            do {
                let customer = try Customer.byName(in: context).first { $0.name == name } ?? Customer(in: context, name: name)
                Order(in: context, customer: customer)
                try context.save()
                return report("saved")
            } catch StoreError.connectionLost {
                report("no leader answers; nothing was written")
            } catch StoreError.fateUnknown(let save, _) {
                if isDone(save) { return report("saved; the answer had been lost") }
            } catch is ObjectValidationError {
                // The other desk has entered the customer.
            }
        }
    }

    /// Asks for the fate of a save until a leader answers.
    private func isDone(_ save: SaveID) -> Bool {
        while true {
            if let fate = try? container.fate(of: save) { return fate == .saved }
            report("the save \(save) may be done or not")
            Thread.sleep(forTimeInterval: 0.5)
        }
    }

    private func report(_ text: String) {
        let count = (try? container.makeContext().count(Fetch<Order>())).map(String.init) ?? "?"
        print("\(name): \(text); \(count) orders in all")
        fflush(nil)
    }
}
