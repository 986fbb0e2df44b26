import Foundation
import GRDB
import OrdersModel
import Trellis

/// Customers with long and short texts, and orders with rows.
private func fill(_ context: ManagedObjectContext) throws {
    let services = ["Repair", "Cleaning"].map { Service(in: context, name: $0, info: $0 == "Repair" ? "as good as new" : nil) }
    for (index, name) in ["Ada", "Grace", "Émilie"].enumerated() {
        let customer = Customer(in: context, name: name, info: index == 1 ? String(repeating: "a long text ", count: 900) : nil)
        for number in 0..<2 {
            let order = Order(in: context, date: day(10 * index + number), made: index > 0, paid: number > 0, customer: customer)
            for cents in 1...3 { OrderRow(in: context, sum: Decimal(cents * (index + 1)) / 100, order: order, service: services[cents % 2]) }
        }
    }
}

private func day(_ number: Int) -> Date { Date(timeIntervalSinceReferenceDate: Double(number) * 86_400) }

private func customer(_ name: String, _ context: ManagedObjectContext) throws -> Customer {
    try context.first(Customer.where { $0.name == name }).found()
}

private func orders(_ context: ManagedObjectContext) throws -> [Order] { try context.fetch(Fetch<Order>(sort: [.ascending("date")])) }

private func text(_ orders: [Order]) -> String {
    orders.map { "\($0.date.timeIntervalSinceReferenceDate / 86_400) \($0.made) \($0.paid) \($0.customer?.name ?? "-")" }.joined(separator: ", ")
}

private func text(_ customers: [Customer]) -> String { customers.map { "\($0.name) \($0.info?.count ?? -1)" }.joined(separator: ", ") }

extension Scenario {
    static var opening: [Scenario] {
        [
            Scenario(name: "create a store", prepare: { _ in }) { place, trial in
                trial(.always) { "\(try open(Orders.self, place).count(Fetch<Customer>()))" }
            },
            store("open a store", of: Orders.self, fill: fill) { place, trial in
                trial(.always) { try text(open(Orders.self, place).fetchAll(Customer.self)) }
            },
            Scenario(
                name: "open a store with a log that a crash left",
                prepare: { place in
                    // Copied while it is open: the log holds the last save.
                    let live = try Place.new("live", in: place.folder)
                    let context = try open(Orders.self, live)
                    try fill(context)
                    try context.save()
                    for ending in ["", "-wal"] { try FileManager.default.copyItem(atPath: live.path + ending, toPath: place.path + ending) }
                }
            ) { place, trial in
                trial(.always) { try text(open(Orders.self, place).fetchAll(Customer.self)) }
            },
            store("open a further context", of: Orders.self, fill: fill) { place, trial in
                let container = try PersistentContainer(for: Orders.self, at: .file(place.path))
                trial(.always) { try text(container.makeContext().fetchAll(Customer.self)) }
            },
            store("close a store", of: Orders.self, fill: fill) { place, trial in
                var context: ManagedObjectContext? = try open(Orders.self, place)
                if let context {
                    Customer(in: context, name: "Last")
                    try context.save()
                }
                trial(.never) {
                    context = nil
                    return "closed"
                }
            },
            store("bring the log into the file", of: Orders.self, fill: fill) { place, trial in
                let context = try open(Orders.self, place)
                Customer(in: context, name: "Last")
                try context.save()
                trial(.always) {
                    _ = try context.container.databaseWriter.writeWithoutTransaction { try $0.checkpoint(.truncate) }
                    return "done"
                }
            },
            Scenario(
                name: "refuse a database that is no store",
                prepare: { place in
                    try Data().write(to: URL(filePath: place.path))
                    try place.execute("CREATE TABLE mine (a); INSERT INTO mine VALUES (1)")
                }
            ) { place, trial in
                trial(.always) {
                    do { return "\(try open(Orders.self, place).hasChanges)" } catch StoreError.notAStore { return "refused" }
                }
            },
        ]
    }

    static var saving: [Scenario] {
        [
            saving("insert an object", of: Orders.self, fill: fill) { Customer(in: $0, name: "New", info: "text") },
            saving("insert a long text", of: Orders.self, fill: fill) { Customer(in: $0, name: "New", info: String(repeating: "x", count: 30_000)) },
            saving("insert a graph of objects", of: Orders.self, fill: fill) { context in
                let new = Customer(in: context, name: "New")
                for number in 1...30 {
                    let order = Order(in: context, date: day(number), customer: new)
                    for cents in 1...3 { OrderRow(in: context, sum: Decimal(cents), order: order) }
                }
            },
            saving("change objects", of: Orders.self, fill: fill) { context in
                let (ada, grace) = (try customer("Ada", context), try customer("Grace", context))
                ada.info = "longer than before"
                grace.info = nil
                for order in try orders(context) {
                    order.paid.toggle()
                    order.customer = ada
                }
            },
            saving("exchange unique values", of: Orders.self, fill: fill) { context in
                let (ada, grace) = (try customer("Ada", context), try customer("Grace", context))
                (ada.name, grace.name) = ("Grace", "Ada")
            },
            store("refuse a value that another row has", of: Orders.self, fill: fill) { place, trial in
                let context = try open(Orders.self, place)
                Customer(in: context, name: "Ada")
                Service(in: context, name: "Gardening")
                trial(.always) {
                    do { try context.save() } catch let error as ObjectValidationError { return "\(error.failures.count)" }
                    return "saved"
                }
            },
            saving("save twice", of: Orders.self, fill: fill) { context in
                Customer(in: context, name: "First")
                try context.save()
                try customer("First", context).info = "once more"
                Customer(in: context, name: "Second")
            },
            store("show what another context has saved", of: Orders.self, fill: fill) { place, trial in
                let context = try open(Orders.self, place)
                context.automaticallyMergesChanges = true
                let held = try context.fetch(Customer.byName()) as [Customer]
                let other = try context.container.makeContext()
                try customer("Ada", other).info = "merged"
                try other.save()
                trial(.always) {
                    let found = try text(context.fetch(Customer.byName()))
                    return found + text(held)
                }
            },
        ]
    }

    static var conflicts: [Scenario] {
        [
            conflict("report a conflict", .error, "UPDATE customer SET info = 'theirs', _version = _version + 1 WHERE name = 'Ada'"),
            conflict("solve a conflict for the object", .objectWins, "UPDATE customer SET info = 'theirs', _version = _version + 1 WHERE name = 'Ada'"),
            conflict("solve a conflict for the store", .storeWins, "UPDATE customer SET info = 'theirs', _version = _version + 1 WHERE name = 'Ada'"),
            conflict("write over a row that was changed", .overwrite, "UPDATE customer SET info = 'theirs', _version = _version + 1 WHERE name = 'Ada'"),
            conflict("write a row again that was deleted", .objectWins, "UPDATE \"order\" SET customer_id = NULL; DELETE FROM customer WHERE name = 'Ada'"),
        ]
    }

    private static func conflict(_ name: String, _ policy: MergePolicy, _ theirs: String) -> Scenario {
        store(name, of: Orders.self, fill: fill) { place, trial in
            let context = try open(Orders.self, place)
            context.mergePolicy = policy
            let ada = try customer("Ada", context)
            ada.info = "mine"
            Service(in: context, name: "Gardening")
            try place.execute(theirs)
            trial(.unlessDone) {
                do { try context.save() } catch is ConflictError { return "conflict" }
                return "\(context.hasChanges) \(ada.info ?? "-")"
            }
        }
    }

    static var deleting: [Scenario] {
        [
            saving("delete an object with loaded parts", of: Orders.self, fill: fill) { context in
                let order = try orders(context)[0]
                guard order.rows.count == 3 else { throw Missing() }
                try context.delete(order)
            },
            saving("delete objects with unknown parts", of: Orders.self, fill: fill) { context in
                for order in try orders(context).prefix(3) { try context.delete(order) }
            },
            saving("delete what others lead to", of: Orders.self, fill: fill) { context in
                for service in try context.fetchAll(Service.self) { try context.delete(service) }
            },
            asking("find what a deletion reaches", of: Orders.self, fill: fill, with: { try orders($0) }) { context, held in
                for order in held where !order.isDeleted { try context.delete(order) }
                return "\(context.deletedObjects.count) \(try context.count(Fetch<OrderRow>()))"
            },
            store("refuse a deletion that a rule denies", of: Orders.self, fill: fill) { place, trial in
                let context = try open(Orders.self, place)
                try context.delete(customer("Ada", context))
                trial(.always) {
                    do { try context.save() } catch let error as ObjectValidationError { return "\(error.failures.count)" }
                    return "saved"
                }
            },
            store("undo changes", of: Orders.self, fill: fill) { place, trial in
                let context = try open(Orders.self, place)
                let held = try context.fetch(Customer.byName()) as [Customer]
                let all = try orders(context)
                held[0].name = "Other"
                all[1].customer = held[1]
                try context.delete(all[0])
                Customer(in: context, name: "New")
                trial(.always) {
                    try context.rollback()
                    let found = text(try orders(context))
                    try context.save()
                    return found + text(held) + "\(context.hasChanges)"
                }
            },
        ]
    }
}
