import DepotModel
import EveryTypeModel
import Foundation
import LedgerModel
import TestSupport
import Testing
import Trellis
import ValueRulesModel

/// A closure creates objects from a sequence, which are written and forgotten.
struct BatchInsertTests {
    private struct Stop: Error {}

    @Test func `objects get defaults, derived values and keys in their order`() throws {
        let file = try StoreFile(of: Ledger.self)
        let context = try file.context()
        LedgerModel.Label(in: context, name: "unsaved")
        var progress = [Int]()
        let result = try context.batchInsert((0..<1000).lazy, collectingIDs: true, onProgress: { progress.append($0) }) { number, batch in
            Customer(in: batch, name: "Änne \(number)")
        }
        #expect(result.count == 1000 && result.ids?.map(\.rowID) == (1...1000).map { Int64($0) })
        #expect(progress.last ?? 0 > 700 && progress == progress.sorted())
        #expect(try file.column("SELECT key FROM customer WHERE _id = 8") == ["anne 7"])
        #expect(try context.search(Fetch<Customer>(), for: .prefixes("999")).count == 1)
        #expect(try context.count(Fetch<Customer>()) == 1000)
        // The context keeps its own changes.
        #expect(context.insertedObjects.count == 1)
        try context.save()
    }

    @Test func `relationships lead to objects in the store and to earlier ones of the batch`() throws {
        let file = try StoreFile(of: Ledger.self)
        for container in [try file.container(), try PersistentContainer(for: Ledger.self, at: .fresh)] {
            let context = try container.makeContext()
            let ada = Customer(in: context, name: "Ada")
            try context.save()
            #expect(ada.orders.count == 0)
            var kept: LedgerModel.Order?
            try context.batchInsert(0..<700) { number, batch in
                let customer = try batch.find(Customer.self, ada.objectID)
                let order = Order(in: batch, number: Int64(number), customer: customer)
                if number == 0 { kept = order }
                for place in 0..<2 { order.rows.append(OrderRow(in: batch, pieces: Int16(place + 1))) }
                if let kept, number % 100 == 99 { kept.rows.append(OrderRow(in: batch, pieces: 10)) }
            }
            #expect(ada.orders.count == 700 && ada.orderCount == 700)
            let first = try #require(try context.first(LedgerModel.Order.where { $0.number == 0 }))
            #expect(first.rows.map(\.pieces) == [1, 2] + Array(repeating: 10, count: 7))
            #expect(first.pieces == 73)
        }
    }

    @Test func `a broken rule is named with the number of the element, and nothing is inserted`() throws {
        let file = try StoreFile(of: ValueRules.self)
        let context = try file.context()
        func failure(_ create: (Int, ManagedObjectContext) throws -> Void) throws -> ObjectValidationError.Failure? {
            try #require(throws: ObjectValidationError.self) { try context.batchInsert(0..<600, create) }.failures.first
        }
        let price = try failure { Product(in: $1, code: "AA-\(100 + $0)", price: $0 == 400 ? -1 : 1) }
        #expect(price?.row == 400 && price?.property == "price")
        let code = try failure { Product(in: $1, code: $0 == 520 ? "AA-103" : "AA-\(100 + $0)", price: 1) }
        #expect(code?.row == 520 && code?.rule == .unique && code?.property == "code")
        let pair = try failure { Product(in: $1, code: $0 == 5 ? "AA-103" : "AA-\(100 + $0)", price: 1) }
        #expect(pair?.row == 5 && pair?.rule == .unique)
        #expect(try file.column("SELECT count(*) FROM product") == ["0"])
        try context.batchInsert(0..<2) { Product(in: $1, code: "AA-\(100 + $0)", price: 1) }
        #expect(try file.column("SELECT title FROM product") == ["Untitled", "Untitled"])
    }

    @Test func `an error, a cancellation and a save within the closure undo everything`() async throws {
        let file = try StoreFile(of: Ledger.self)
        let container = try file.container()
        let context = try container.makeContext()
        let other = try container.makeContext()
        #expect(throws: Stop.self) {
            try context.batchInsert(0..<1000) { number, batch in
                if number == 900 { throw Stop() }
                Customer(in: batch, name: "\(number)")
            }
        }
        #expect(throws: Stop.self) {
            try context.batchInsert(0..<1000, onProgress: { if $0 > 500 { throw Stop() } }) { Customer(in: $1, name: "\($0)") }
        }
        for saved in [context, other] {
            Customer(in: saved, name: "unsaved")
            #expect(throws: StoreError.saveWithinSave) { try context.batchInsert(0..<1) { _, _ in try saved.save() } }
            try saved.rollback()
        }
        #expect(throws: StoreError.saveWithinSave) { try context.batchInsert(0..<1) { try $1.save() } }
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            let context = try container.makeContext()
            try context.batchInsert(0..<1000) { Customer(in: $1, name: "\($0)") }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try file.column("SELECT count(*) FROM customer") == ["0"])
        try other.save()
    }

    @Test func `the closure creates objects only`() throws {
        let file = try StoreFile(of: Ledger.self)
        let context = try file.context()
        let ada = Customer(in: context, name: "Ada")
        try context.save()
        #expect(throws: BatchError.changesObject(ada.objectID)) {
            try context.batchInsert(0..<1) { _, batch in try batch.find(Customer.self, ada.objectID)?.note = "changed" }
        }
        #expect(try file.column("SELECT searchable_note FROM customer") == ["NULL"])
    }

    @Test func `hooks and validations run, and one that cannot is named`() throws {
        let file = try StoreFile(of: Depot.self)
        let context = try file.context()
        try HookScript.run { script in
            script.willSave = { $0.saves += 1 }
            script.validate = { if $0.name == "bad" { throw BrokenRule("a good name", property: "name") } }
            try context.batchInsert(["a", "b"]) { Box(in: $1, name: $0) }
            #expect(script.calls.contains("willSave b") && script.calls.contains("awakeFromInsert a"))
            let error = try #require(throws: ObjectValidationError.self) {
                try context.batchInsert(["c", "bad"]) { Box(in: $1, name: $0) }
            }
            #expect(error.failures.first?.row == 1)
        }
        #expect(try file.column("SELECT saves FROM box") == ["1", "1"])
        let skipped = try #require(throws: BatchError.self) { try context.batchInsert(["x"]) { DepotModel.Label(in: $1, text: $0) } }
        #expect("\(skipped)".hasPrefix("the batch would skip Label.Hooks.didSave; nothing was written"))
        try context.batchInsert(["x"], skipping: .hooks) { DepotModel.Label(in: $1, text: $0) }
        #expect(try file.column("SELECT text FROM label") == ["x"])
    }

    @Test func `objects are released while the batch runs`() throws {
        let file = try StoreFile(of: EveryType.self)
        let context = try file.context()
        weak var first: Sample?
        try context.batchInsert(0..<60_000) { number, batch in
            let sample = Sample(plainIn: batch, text: "\(number)")
            if number == 0 { first = sample }
            if number == 40_000 { #expect(first == nil) }
        }
        #expect(try context.count(Fetch<Sample>()) == 60_000)
    }
}
