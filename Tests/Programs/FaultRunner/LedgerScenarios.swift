import LedgerModel
import Trellis

private func fill(_ context: ManagedObjectContext) throws {
    for (index, name) in ["Ada", "Émilie"].enumerated() {
        let customer = Customer(in: context, name: name, note: "NOTE of \(name)")
        let order = Order(in: context, number: Int64(index), customer: customer)
        for pieces in 1...2 { order.rows.append(OrderRow(in: context, pieces: Int16(pieces), price: 1.25, weight: 0.5)) }
        customer.labels.insert(Label(in: context, name: "label \(index)", weight: 2, rank: 3))
    }
}

enum LedgerScenarios {
    static var all: [Scenario] {
        [
            .saving("save what counts and sums derive from", of: Ledger.self, fill: fill) { context in
                let customers = try context.fetchAll(Customer.self)
                let order = Order(in: context, number: 7, customer: customers[0])
                order.rows.append(OrderRow(in: context, pieces: 9, price: 3, weight: 1))
                try context.delete(context.fetchAll(Order.self)[1])
                customers[1].labels.insert(try context.first(Fetch<Label>()).found())
                customers[1].name = "Émilie du Châtelet"
            },
            .store("read derived values again after a save", of: Ledger.self, fill: fill) { place, trial in
                let context = try Scenario.open(Ledger.self, place)
                let customer = try context.first(Fetch<Customer>()).found()
                Order(in: context, number: 8, customer: customer)
                trial(.unlessDone) {
                    try context.save()
                    let found = "\(customer.orderCount) \(customer.key)"
                    return found + "\(try context.exists(Customer.frequent(count: 2)))"
                }
            },
        ]
    }
}
