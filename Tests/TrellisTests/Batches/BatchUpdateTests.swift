import EveryTypeModel
import Foundation
import InheritanceModel
import LedgerModel
import RelationshipsModel
import Testing
import Trellis
import ValueRulesModel

/// One statement sets properties in many rows.
struct BatchUpdateTests {
    // MARK: Values

    @Test func `values of every type are stored as objects store them`() throws {
        let file = try StoreFile(of: EveryType.self)
        let container = try file.container()
        let context = try container.makeContext()
        for text in ["a", "b"] { Sample(plainIn: context, text: text) }
        try context.save()
        let instant = Date(timeIntervalSinceReferenceDate: 1.5)
        let result = try context.batchUpdate(Sample.where { $0.text == "a" }, collectingIDs: true) {
            [
                $0.flag.set(to: true), $0.small.set(to: -7), $0.medium.set(to: 8), $0.large.set(to: .max), $0.single.set(to: 0.1),
                $0.double.set(to: -0.5), $0.text.set(to: "é"), $0.amount.set(to: Decimal(1234) / 100), $0.instant.set(to: instant),
                $0.day.set(to: Day(2024, 2, 29)), $0.bytes.set(to: Data([1, 2])), $0.identifier.set(to: UUID(repeating: 9)),
                $0.maybeFlag.set(to: false), $0.maybeText.set(to: "t"), $0.maybeSmall.set(to: nil),
            ]
        }
        #expect(result.count == 1)
        #expect(try result.ids == [context.id(Sample.self, 1)])
        let samples = try container.makeContext().fetchAll(Sample.self)
        let sample = samples[0]
        #expect(sample.flag && sample.small == -7 && sample.medium == 8 && sample.large == .max && sample.single == 0.1)
        #expect(sample.double == -0.5 && sample.text == "é" && sample.amount == Decimal(1234) / 100 && sample.instant == instant)
        #expect(sample.day == Day(2024, 2, 29) && sample.bytes == Data([1, 2]) && sample.identifier == UUID(repeating: 9))
        #expect(sample.maybeFlag == false && sample.maybeText == "t" && sample.maybeSmall == nil)
        #expect(samples[1].text == "b" && !samples[1].flag)
        #expect(try file.column("SELECT _version FROM sample ORDER BY _id") == ["2", "1"])
    }

    @Test(.filesOnly(.functions)) func `expressions read the row as it is before the update`() throws {
        let file = try StoreFile(of: EveryType.self)
        let context = try file.context()
        let sample = Sample(plainIn: context, text: "abc")
        (sample.small, sample.large, sample.double, sample.single, sample.amount) = (3, 10, 2, 0.1, Decimal(105) / 100)
        try context.save()
        try context.batchUpdate(Fetch<Sample>()) {
            [
                $0.small.set(to: $0.small + 1), $0.large += 5, $0.double *= $0.double, $0.single *= 3, $0.amount *= Decimal(5) / 10,
                $0.text.set(to: $0.text.uppercased()), $0.maybeText.set(to: $0.text),
            ]
        }
        #expect(sample.small == 4 && sample.large == 15 && sample.double == 4 && sample.single == Float(0.1) * 3)
        // 0.525 is rounded half away from zero.
        #expect(sample.amount == Decimal(53) / 100)
        #expect(sample.text == "ABC" && sample.maybeText == "abc")
        try context.batchUpdate(Fetch<Sample>()) { [$0.amount *= Decimal(-5) / 100, $0.large /= 4, $0.small -= 5] }
        #expect(sample.amount == Decimal(-3) / 100 && sample.large == 3 && sample.small == -1)
        try context.batchUpdate(Fetch<Sample>()) { [$0.amount /= 2] }
        #expect(sample.amount == Decimal(-2) / 100)
    }

    @Test func `conditions may lead to other rows, and order and limit choose rows`() throws {
        let file = try StoreFile(of: Ledger.self)
        let context = try file.context()
        for (number, name) in ["Ada", "Bob"].enumerated() {
            let customer = Customer(in: context, name: name)
            for place in 0..<3 { Order(in: context, number: Int64(10 * number + place), customer: customer) }
        }
        try context.save()
        try context.batchUpdate(LedgerModel.Order.where { $0.customer.name == "Bob" }) { [$0.number += 100] }
        try context.batchUpdate(Fetch<LedgerModel.Order>().sorted { [$0.number.descending] }.limit(2)) { [$0.number += 1000] }
        #expect(try file.column(#"SELECT number FROM "order" ORDER BY _id"#) == ["0", "1", "2", "110", "1111", "1112"])
        // The value comes from another row, and from a count that triggers keep.
        try context.batchUpdate(LedgerModel.Order.where { $0.customer.name == "Ada" }) { [$0.number.set(to: $0.customer.orderCount)] }
        #expect(try file.column(#"SELECT number FROM "order" ORDER BY _id LIMIT 3"#) == ["3", "3", "3"])
    }

    @Test func `folded attributes, unique keys, sums and the search follow`() throws {
        let file = try StoreFile(of: Ledger.self)
        let context = try file.context()
        let ada = Customer(in: context, name: "Ada")
        let order = Order(in: context, number: 1, customer: ada)
        let row = OrderRow(in: context, pieces: 2, order: order)
        try context.save()
        #expect(order.pieces == 2)
        try context.batchUpdate(Customer.where { $0.name == "Ada" }) { [$0.name.set(to: "Àgnes"), $0.note.set(to: "Ü")] }
        try context.batchUpdate(Fetch<OrderRow>()) { [$0.pieces += 3] }
        #expect(ada.name == "Àgnes" && ada.key == "agnes" && ada.plainNote == "u")
        #expect(row.pieces == 5 && order.pieces == 5)
        #expect(try context.search(Fetch<Customer>(), for: .allWords("agnes")).map(\.name) == ["Àgnes"])
        #expect(try context.search(Fetch<Customer>(), for: .allWords("ada")).isEmpty)
    }

    // MARK: Rules

    @Test(.filesOnly(.functions)) func `a value that breaks a rule of the model is named with its row, and nothing changes`() throws {
        let file = try StoreFile(of: ValueRules.self)
        let context = try file.context()
        for (code, price) in [("AA-100", 10), ("AA-200", 6000)] { Product(in: context, code: code, price: Decimal(price)) }
        try context.save()
        func rules(_ assignments: (Product.Fields) -> [FieldAssignment]) -> [String] {
            do {
                try context.batchUpdate(Fetch<Product>(), assignments)
                return []
            } catch let error as ObjectValidationError {
                return error.failures.map { "\($0.objectID) \($0.path) \($0.rule)" }
            } catch {
                return ["\(error)"]
            }
        }
        #expect(rules { [$0.price *= 2] } == ["Product/2 Product.price must be at most 9999.99"])
        #expect(rules { [$0.stock -= 6] }.count == 2)
        #expect(rules { [$0.code.set(to: $0.code.lowercased())] }.first == "Product/1 Product.code must match the pattern [A-Z]{2}-[0-9]{3,}")
        #expect(rules { [$0.title.set(to: "")] }.first == "Product/1 Product.title must have at least 1 character")
        #expect(rules { [$0.weight.set(to: .infinity)] }.first == "Product/1 Product.weight must be a finite number")
        #expect(rules { [$0.weight.set(to: 1), $0.price.set(to: Decimal(1) / 1000)] }.first?.contains("decimal places") == true)
        #expect(rules { [$0.price /= 0] }.first == "Product/1 Product.price must have a value")
        #expect(rules { [$0.image.set(to: Data([1]))] }.first == "Product/1 Product.image must have at least 4 bytes")
        #expect(try file.column("SELECT count(*) FROM product WHERE _version > 1") == ["0"])
        #expect(rules { [$0.weight.set(to: 1), $0.price += 1, $0.stock += 1000] } == [])
    }

    @Test(.filesOnly(.functions)) func `an integer that its type cannot hold is refused`() throws {
        let file = try StoreFile(of: EveryType.self)
        let context = try file.context()
        let sample = Sample(plainIn: context)
        (sample.small, sample.medium, sample.large) = (32_000, 2_000_000_000, .max)
        try context.save()
        #expect(throws: ObjectValidationError.self) { try context.batchUpdate(Fetch<Sample>()) { [$0.small += 1000] } }
        #expect(throws: ObjectValidationError.self) { try context.batchUpdate(Fetch<Sample>()) { [$0.medium += 1_000_000_000] } }
        #expect(throws: ObjectValidationError.self) { try context.batchUpdate(Fetch<Sample>()) { [$0.large += 1] } }
        #expect(throws: ObjectValidationError.self) { try context.batchUpdate(Fetch<Sample>()) { [$0.double.set(to: 1), $0.single.set(to: .infinity)] } }
        (sample.double, sample.single) = (1e308, .greatestFiniteMagnitude)
        try context.save()
        #expect(throws: ObjectValidationError.self) { try context.batchUpdate(Fetch<Sample>()) { [$0.double *= 10] } }
        #expect(throws: ObjectValidationError.self) { try context.batchUpdate(Fetch<Sample>()) { [$0.single *= 2] } }
        #expect(try file.column("SELECT _version FROM sample") == ["2"])
    }

    @Test func `a value that another row has is named with both rows`() throws {
        let file = try StoreFile(of: Ledger.self)
        let context = try file.context()
        for name in ["Ada", "Bob", "Cleo"] { Customer(in: context, name: name) }
        try context.save()
        let error = try #require(throws: ObjectValidationError.self) {
            try context.batchUpdate(Customer.where { $0.name == "Bob" }) { [$0.name.set(to: "ADA")] }
        }
        #expect(error.failures.first?.rule == .unique)
        #expect(try error.failures.first?.objectID == context.id(Customer.self, 2))
        #expect(try error.failures.first?.conflictingObjectID == context.id(Customer.self, 1))
        #expect(throws: ObjectValidationError.self) { try context.batchUpdate(Fetch<Customer>()) { [$0.name.set(to: "one")] } }
        #expect(try file.column("SELECT name FROM customer ORDER BY _id") == ["Ada", "Bob", "Cleo"])
    }

    @Test func `properties that a batch cannot set are refused`() throws {
        let file = try StoreFile(of: Ledger.self)
        let context = try file.context()
        #expect(throws: (any Error).self) { try context.batchUpdate(Fetch<Customer>()) { [$0.key.set(to: "x")] } }
        #expect(throws: (any Error).self) { try context.batchUpdate(Fetch<Customer>()) { [$0.orderCount.set(to: 1)] } }
        #expect(throws: (any Error).self) { try context.batchUpdate(Fetch<LedgerModel.Order>()) { [$0.customer.name.set(to: "x")] } }
        #expect(throws: (any Error).self) { try context.batchUpdate(Fetch<Customer>()) { _ in [] } }
        #expect(throws: (any Error).self) {
            try context.batchUpdate(Fetch<Customer>()) { [$0.name.set(to: "x"), $0.name.set(to: "y")] }
        }
    }

    // MARK: Relationships and inheritance

    @Test func `a relationship is set by object or identity, and members follow`() throws {
        let file = try StoreFile(of: Ledger.self)
        let context = try file.context()
        let orders = (0..<2).map { Order(in: context, number: Int64($0)) }
        let rows = (0..<3).map { OrderRow(in: context, pieces: Int16($0), order: orders[0]) }
        try context.save()
        #expect(orders[0].rows.count == 3)
        try context.batchUpdate(OrderRow.where { $0.pieces > 0 }) { [$0.order.set(toID: orders[1].objectID)] }
        #expect(Array(orders[0].rows) == [rows[0]] && Array(orders[1].rows) == [rows[1], rows[2]])
        #expect(orders[1].pieces == 3)
        try context.batchUpdate(OrderRow.where { $0.pieces == 2 }) { [$0.order.set(to: nil)] }
        #expect(rows[2].order == nil && Array(orders[1].rows) == [rows[1]])
        let missing = try context.id(LedgerModel.Order.self, 99)
        #expect(throws: StoreError.notFound(missing)) { try context.batchUpdate(Fetch<OrderRow>()) { [$0.order.set(toID: missing)] } }
        #expect(throws: (any Error).self) {
            try context.batchUpdate(Fetch<OrderRow>()) { [$0.order.set(toID: ObjectID(entity: "Customer", rowID: 1))] }
        }
    }

    @Test func `rows of entities that inherit are included or not`() throws {
        let file = try StoreFile(of: Inheritance.self)
        let context = try file.context()
        InheritanceModel.Person(in: context, name: "a")
        Guest(in: context, name: "b")
        try context.save()
        let all = try context.batchUpdate(Fetch<InheritanceModel.Person>(), collectingIDs: true) { [$0.email.set(to: nil)] }
        #expect(try Set(all.ids ?? []) == [context.id(InheritanceModel.Person.self, 1), context.id(Guest.self, 2)])
        let some = try context.batchUpdate(Fetch<InheritanceModel.Person>().includingSubentities(false)) { [$0.name.set(to: "c")] }
        #expect(some.count == 1)
        try context.batchUpdate(Fetch<Guest>()) { [$0.name.set(to: "d"), $0.until.set(to: Day(2024, 1, 1))] }
        #expect(try file.column("SELECT name FROM person ORDER BY _id") == ["c", "d"])
    }

    @Test func `a count of members that would be skipped is named, and an option allows it`() throws {
        let file = try StoreFile(of: Society.self)
        let context = try file.context()
        let teams = ["A", "B"].map { Team(in: context, name: $0) }
        for team in teams { for number in 0..<2 { Player(in: context, name: "\(team.name)\(number)", team: team) } }
        try context.save()
        #expect(throws: BatchError.self) {
            try context.batchUpdate(Player.where { $0.name == "A0" }) { [$0.team.set(toID: teams[1].objectID)] }
        }
        #expect(teams[0].players.count == 2)
        try context.batchUpdate(Player.where { $0.name == "A0" }, skipping: .memberCounts) { [$0.team.set(toID: teams[1].objectID)] }
        #expect(teams[0].players.count == 1 && teams[1].players.count == 3)
        #expect(throws: BatchError.needsObjects(entity: "Person", property: "spouse")) {
            try context.batchUpdate(Fetch<RelationshipsModel.Person>()) { [$0.spouse.set(to: nil)] }
        }
    }
}
