import Foundation
import OrdersModel
import RelationshipsModel
import TestSupport
import Testing
import Trellis
import TrellisDelimitedText

/// The kinds of stores, which all behave in the same way.
enum StoreKind: String, CaseIterable, CustomTestStringConvertible {
    case file, rollback, memory, delimitedText

    var testDescription: String { rawValue }
    /// Whether the objects exist after the container is closed.
    var lasts: Bool { self != .memory }

    func open(_ model: (some PersistentModel).Type, in folder: TemporaryFolder) throws -> PersistentContainer {
        switch self {
        case .file: try PersistentContainer(for: model, at: .file(folder.file("a.sqlite")))
        case .rollback: try PersistentContainer(for: model, at: .file(folder.file("a.sqlite")), journal: .rollback)
        case .memory: try PersistentContainer(for: model, at: .inMemory)
        case .delimitedText:
            try PersistentContainer(for: model, at: .atomicStore(DelimitedTextStore(folder: folder.file("text"))))
        }
    }
}

/// What all kinds of stores do.
struct SharedStoreTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Another container over the store, if the kind lasts; the same one otherwise.
    private func reopened(_ kind: StoreKind, _ container: PersistentContainer, _ model: (some PersistentModel).Type) throws -> PersistentContainer {
        guard kind.lasts else { return container }
        try container.close()
        return try kind.open(model, in: folder)
    }

    @Test(arguments: StoreKind.allCases)
    func `objects and their links are saved, found, changed and deleted`(_ kind: StoreKind) throws {
        var container = try kind.open(Orders.self, in: folder)
        let uuid = container.storeUUID
        do {
            let context = try container.makeContext()
            let ada = Customer(in: context, name: "Ada")
            for number in 0..<3 {
                let order = Order(in: context, date: Date(timeIntervalSinceReferenceDate: Double(number) + 0.1), customer: ada)
                OrderRow(in: context, sum: Decimal(number) + 0.25, order: order)
            }
            try context.save()
        }
        container = try reopened(kind, container, Orders.self)
        #expect(container.storeUUID == uuid)
        do {
            let context = try container.makeContext()
            let orders = try context.fetch(Fetch<Order>(sort: [.ascending("date")]))
            #expect(orders.map(\.date.timeIntervalSinceReferenceDate) == [0.1, 1.1, 2.1])
            #expect(orders.map { $0.customer?.name } == ["Ada", "Ada", "Ada"])
            #expect(orders.map { $0.rows.map(\.sum) } == [[0.25], [1.25], [2.25]])
            #expect(try context.count(Order.where { $0.date > Date(timeIntervalSinceReferenceDate: 1) }) == 2)
            orders[1].paid = true
            try context.delete(orders[0])
            try context.save()
        }
        container = try reopened(kind, container, Orders.self)
        let context = try container.makeContext()
        #expect(try context.fetchAll(Order.self).map(\.paid) == [true, false])
        // The delete rule took the row along, and no id is used again.
        #expect(try context.fetchAll(OrderRow.self).count == 2)
        let customer = Customer(in: context, name: "Grace")
        let last = Order(in: context)
        try context.save()
        #expect(last.objectID.rowID == 4 && customer.objectID.rowID == 2)
        try context.delete(last)
        try context.save()
        container = try reopened(kind, container, Orders.self)
        let again = try container.makeContext()
        let next = Order(in: again)
        try again.save()
        #expect(next.objectID.rowID == 5)
        #expect(try container.checkIntegrity().isSound)
        try container.close()
    }

    @Test(arguments: StoreKind.allCases)
    func `the last save wins no conflict silently`(_ kind: StoreKind) throws {
        let container = try kind.open(Orders.self, in: folder)
        let (first, second) = (try container.makeContext(), try container.makeContext())
        let ada = Customer(in: first, name: "Ada")
        try first.save()
        let same = try #require(try second.find(Customer.self, ada.objectID))
        #expect(same.name == "Ada")
        ada.name = "first"
        try first.save()
        same.name = "second"
        #expect(throws: ConflictError.self) { try second.save() }
        try second.refresh(same, mergeChanges: true)
        try second.save()
        let read = try reopened(kind, container, Orders.self)
        #expect(try read.makeContext().fetchAll(Customer.self).map(\.name) == ["second"])
        try read.close()
    }

    @Test(arguments: StoreKind.allCases)
    func `ordered members, pairs, and ends that are their own inverse keep their order and direction`(_ kind: StoreKind) throws {
        let container = try kind.open(Society.self, in: folder)
        let context = try container.makeContext()
        let city = City(in: context, name: "Bern")
        Country(in: context, name: "CH", capital: city)
        let people = ["a", "b", "c", "d"].map { Person(in: context, name: $0, birthplace: city) }
        people[0].spouse = people[1]
        people[0].friends.replace(with: [people[1], people[2]])
        people[0].following.replace(with: [people[3], people[1], people[2]])
        let post = Post(in: context, title: "p")
        let tags = ["x", "y", "z"].map { Tag(in: context, name: $0) }
        post.tags.replace(with: [tags[2], tags[0], tags[1]])
        let album = Album(in: context, title: "t")
        album.tracks.replace(with: ["3", "1", "2"].map { Track(in: context, title: $0) })
        try context.save()
        let again = try reopened(kind, container, Society.self)
        let reading = try again.makeContext()
        let found = try reading.fetch(Fetch<Person>(sort: [.ascending("name")]))
        #expect(found[0].spouse === found[1] && found[1].spouse === found[0])
        #expect(Set(found[0].friends.map(\.name)) == ["b", "c"] && found[2].friends.map(\.name) == ["a"])
        #expect(found[0].following.map(\.name) == ["d", "b", "c"])
        #expect(try reading.fetchAll(Post.self).first?.tags.map(\.name) == ["z", "x", "y"])
        #expect(try reading.fetchAll(Album.self).first?.tracks.map(\.title) == ["3", "1", "2"])
        #expect(try again.checkIntegrity().isSound)
        try again.close()
    }

    @Test(arguments: StoreKind.allCases)
    func `a failed save changes neither the store nor the context`(_ kind: StoreKind) throws {
        let container = try kind.open(Orders.self, in: folder)
        let context = try container.makeContext()
        let order = Order(in: context)
        let row = OrderRow(in: context, sum: 1, order: order)
        try context.save()
        row.sum = -1
        #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(row.sum == -1 && context.hasChanges)
        #expect(try container.makeContext().fetchAll(OrderRow.self).map(\.sum) == [1])
        // A trigger of your own stands for what only the database refuses.
        try container.databaseWriter.write { database in
            try database.execute(sql: "CREATE TRIGGER no BEFORE UPDATE ON \"order_row\" BEGIN SELECT RAISE(ABORT, 'no'); END")
        }
        row.sum = 2
        #expect(throws: StoreError.constraint(message: "no")) { try context.save() }
        try container.databaseWriter.write { try $0.execute(sql: "DROP TRIGGER no") }
        try context.save()
        let again = try reopened(kind, container, Orders.self)
        #expect(try again.makeContext().fetchAll(OrderRow.self).map(\.sum) == [2])
        try again.close()
    }

    @Test(arguments: StoreKind.allCases, StoreKind.allCases)
    func `a store is copied to any kind, with every id`(_ from: StoreKind, _ to: StoreKind) throws {
        let container = try from.open(Orders.self, in: folder)
        let context = try container.makeContext()
        for number in 0..<5 { Order(in: context, customer: Customer(in: context, name: "\(number)")) }
        try context.save()
        try context.delete(try #require(try context.fetchAll(Order.self).last))
        try context.save()
        let target: StoreLocation =
            switch to {
            case .file, .rollback: .file(folder.file("copy.sqlite"))
            case .memory: .inMemory
            case .delimitedText: .atomicStore(DelimitedTextStore(folder: folder.file("copy")))
            }
        let copy = try container.copy(to: target)
        #expect(copy.storeUUID == container.storeUUID)
        let copied = try copy.makeContext()
        #expect(try copied.fetchAll(Order.self).map { [$0.objectID, $0.customer?.objectID] } == context.fetchAll(Order.self).map { [$0.objectID, $0.customer?.objectID] })
        let order = Order(in: copied)
        try copied.save()
        #expect(order.objectID.rowID == 6)
        if to != .memory { #expect(throws: StoreError.self) { try container.copy(to: target) } }
    }
}
