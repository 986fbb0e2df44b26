import Foundation
import Trellis

/// A store of the pages' model for one test: Ada with three orders, of which the last is paid.
struct ShopStore {
    let container: PersistentContainer
    let context: ManagedObjectContext

    init() throws {
        container = try PersistentContainer(for: Orders.self, at: .inMemory)
        context = try container.makeContext()
        let (ada, tea) = (Customer(in: context, name: "Ada"), Service(in: context, name: "Tea"))
        for day in 1...3 {
            let date = Date(timeIntervalSinceReferenceDate: Double(day) * 86_400)
            let order = Order(in: context, date: date, made: true, paid: day == 3, customer: ada)
            OrderRow(in: context, sum: Decimal(60 * day), order: order, service: tea)
        }
        try context.save()
    }
}
