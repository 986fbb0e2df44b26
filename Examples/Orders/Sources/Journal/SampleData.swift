import Foundation
import Trellis

/// What the example enters into an empty store.
struct SampleData {
    private let context: ManagedObjectContext

    init(in context: ManagedObjectContext) {
        self.context = context
    }

    func enter() throws {
        let ada = Customer(in: context, name: "Ada Byron", info: "Pays late.")
        let grace = Customer(in: context, name: "Grace Hopper")
        let alan = Customer(in: context, name: "Alan Turing")

        let cleaning = Service(in: context, name: "Cleaning")
        let polishing = Service(in: context, name: "Polishing")
        let repair = Service(in: context, name: "Repair", info: "By appointment.")

        order(day: 2, of: ada, [(repair, "120.50"), (cleaning, "35.00"), (polishing, "18.25")])
        order(day: 2, of: grace, [(cleaning, "35.00")])
        order(day: 5, of: alan, [(polishing, "20.00")])
        order(day: 7, of: nil, [(cleaning, "30.00"), (repair, "80.00")])
        try context.save()
    }

    /// Work goes on: some orders are done, one is paid, one turns out to be a mistake.
    func work() throws {
        let orders = try Order.journal(in: context)
        for order in orders where order.customer?.name != "Alan Turing" { order.made = true }
        for order in orders where order.customer?.name == "Grace Hopper" { order.paid = true }
        for order in orders where order.customer?.name == "Alan Turing" { try context.delete(order) }
        for customer in try Customer.byName(in: context) where customer.orders.isEmpty { try context.delete(customer) }
        try context.save()
    }

    private func order(day: Int, of customer: Customer?, _ rows: [(service: Service, sum: String)]) {
        let noon = Date(timeIntervalSinceReferenceDate: 800_000_000 + Double(day) * 86_400)
        let order = Order(in: context, date: noon, customer: customer)
        for row in rows {
            OrderRow(in: context, sum: Decimal(string: row.sum) ?? 0, order: order, service: row.service)
        }
    }
}
