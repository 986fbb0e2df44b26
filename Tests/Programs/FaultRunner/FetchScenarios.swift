import Foundation
import OrdersModel
import Trellis

private func fill(_ context: ManagedObjectContext) throws {
    let services = ["Repair", "Cleaning"].map { Service(in: context, name: $0) }
    for (index, name) in ["Ada", "Grace", "Émilie"].enumerated() {
        let customer = Customer(in: context, name: name, info: index == 1 ? String(repeating: "a long text ", count: 900) : nil)
        for number in 0..<2 {
            let order = Order(
                in: context, date: Date(timeIntervalSinceReferenceDate: Double(10 * index + number)), made: index > 0, paid: number > 0,
                customer: customer)
            for cents in 1...3 { OrderRow(in: context, sum: Decimal(cents * (index + 1)) / 100, order: order, service: services[cents % 2]) }
        }
    }
}

private let newest = Fetch<Order>(sort: [.descending("date")])
private func brief(_ order: Order) -> String { "\(order.date.timeIntervalSinceReferenceDate) \(order.made)" }

extension Scenario {
    private static func fetch(_ name: String, _ ask: @escaping (ManagedObjectContext) throws -> String) -> Scenario {
        asking(name, of: Orders.self, fill: fill, with: { _ in () }) { context, _ in try ask(context) }
    }

    private static func look<Held>(
        _ name: String, with hold: @escaping (ManagedObjectContext) throws -> Held,
        _ ask: @escaping (ManagedObjectContext, Held) throws -> String
    ) -> Scenario {
        asking(name, of: Orders.self, fill: fill, with: hold, ask: ask)
    }

    static var fetching: [Scenario] {
        [
            fetch("fetch all") { try $0.fetchAll(Customer.self).map { $0.name + ($0.info ?? "-") }.joined() },
            fetch("fetch with a condition and an order") {
                try $0.fetch(Order.where { $0.customer.name.beginsWith("g", .caseInsensitive) || $0.rows.count > 3 }.sorted(by: .descending("date")))
                    .map(brief).joined(separator: ", ")
            },
            fetch("fetch by folded texts") {
                try $0.fetch(Customer.where { $0.name.contains("emi", [.caseInsensitive, .diacriticInsensitive]) || $0.info.like("*LONG*", .caseInsensitive) })
                    .map(\.name).joined(separator: ", ")
            },
            fetch("fetch by sums of members") {
                try $0.fetch(Order.where { $0.rows.sum { $0.sum } > Decimal(string: "0.10").unsafelyUnwrapped }.sorted(by: .ascending("date")))
                    .map(brief).joined(separator: ", ")
            },
            fetch("fetch the first") { try $0.first(newest).map(brief) ?? "none" },
            fetch("count") { "\(try $0.count(Order.where { $0.made == true }))" },
            fetch("ask whether there is one") { "\(try $0.exists(Order.where { $0.paid == true }))" },
            fetch("fetch identities") { "\(try $0.ids(newest))" },
            look("find an object", with: { try $0.ids(newest)[2] }) { try $0.find(Order.self, $1).map(brief) ?? "none" },
            look("find many objects", with: { try $0.ids(newest) }) { try $0.find(Order.self, $1).map(brief).joined(separator: ", ") },
            fetch("fetch a list in batches") { context in
                let list = try context.objects(newest, batchSize: 2)
                let found = list.map(brief).joined(separator: ", ")
                // A list cannot throw: the next fetch does.
                return found + "\(try context.exists(newest))"
            },
            fetch("fetch values") { "\(try $0.fetch(Order.where { $0.made == true }.values { ($0.date, $0.customer.name) }))" },
            fetch("fetch distinct values") { "\(try $0.fetch(Fetch<OrderRow>(sort: [.ascending("sum")]).values { $0.sum }.distinct()))" },
            fetch("fetch groups") { context in
                let groups = Fetch<OrderRow>().storedGroups { (.key($0.service.name), .sum($0.sum), .count) }
                return "\(try context.fetch(groups.having { _, _, count in count > 1 }.sorted { _, total, _ in [total.descending] }))"
            },
            fetch("prefetch") { context in
                let found = try context.fetch(newest.prefetching("customer", "rows.service"))
                return found.map { order in "\(order.customer?.name ?? "-") \(order.rows.map { $0.service?.name ?? "-" }.sorted())" }.joined(separator: ", ")
            },
            look("fetch with pending changes", with: { context in
                let held = try context.fetch(newest) as [Order]
                held[1].customer = nil
                held[2].made.toggle()
                try context.delete(held[3])
                Order(in: context, date: Date(timeIntervalSinceReferenceDate: 500), made: true)
                return held
            }) { context, _ in
                try context.fetch(Order.where { $0.made == true && $0.customer.name != "Ada" }.sorted(by: .ascending("date"))).map(brief).joined(separator: ", ")
                    + "\(try context.count(newest)) \(try context.fetch(newest.values { ($0.date, $0.customer.name) }).count)"
            },
        ]
    }

    static var loading: [Scenario] {
        [
            look("look along a to-one relationship", with: { try $0.first(newest).found() }) { context, order in
                let found = order.customer.map { $0.name + ($0.info ?? "-") } ?? "nothing"
                // A getter cannot throw: the next fetch does.
                return found + "\(try context.exists(newest))"
            },
            look("look along to-many relationships", with: { try $0.fetch(newest) as [Order] }) { context, orders in
                let found = orders.map { "\($0.rows.map(\.sum).sorted())" }.joined()
                return found + "\(try context.exists(newest))"
            },
            look("refresh an object", with: { try $0.first(Customer.byName()).found() }) { context, ada in
                try context.refresh(ada)
                return "\(ada.name) \(ada.info?.count ?? -1)"
            },
            look("refresh all", with: { context in
                let held = try context.fetch(Customer.byName()) as [Customer]
                held[0].info = "mine"
                return held
            }) { context, held in
                try context.refreshAll()
                return held.map { "\($0.name) \($0.info?.count ?? -1) \($0.orders.count)" }.joined(separator: ", ") + "\(try context.exists(newest))"
            },
        ]
    }
}
