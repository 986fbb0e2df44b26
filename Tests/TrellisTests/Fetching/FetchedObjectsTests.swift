import Foundation
import OrdersModel
import Testing
import Trellis

/// Long results, read batch by batch.
struct FetchedObjectsTests {
    private let file: StoreFile<Orders>
    private let fetch = Fetch<Order>(sort: [.ascending("date")])

    init() throws {
        file = try StoreFile(of: Orders.self)
        let context = try file.context()
        let customer = Customer(in: context, name: "Ada")
        for second in 0..<25 {
            let order = Order(in: context, date: .at(second), customer: customer)
            OrderRow(in: context, sum: Decimal(second), order: order)
        }
        try context.save()
    }

    private func seconds(_ objects: some Sequence<Order>) -> [Double] { objects.map(\.date.timeIntervalSinceReferenceDate) }

    @Test func `identities are read at once, and rows when they are looked at`() throws {
        let context = try file.context()
        let (objects, first) = try context.recordStatements { try context.objects(fetch, batchSize: 10) }
        #expect(objects.count == 25)
        #expect(StatementFigures(first).statements == 1)
        #expect(context.registeredObjects.isEmpty)

        let (object, second) = context.recordStatements { objects[12] }
        #expect(object?.date == .at(12))
        #expect(StatementFigures(second).rows == 10)
        let (_, third) = context.recordStatements { objects[19] }
        #expect(third.isEmpty)
        #expect(objects[24]?.date == .at(24))
        #expect(objects.indices == 0..<25)
    }

    @Test func `a loop gives everything in order, with one query for each batch`() throws {
        let context = try file.context()
        let (found, statements) = try context.recordStatements { seconds(try context.objects(fetch, batchSize: 10)) }
        #expect(found == (0..<25).map(Double.init))
        #expect(statements.count == 4)
        // It can be gone through again.
        let objects = try context.objects(fetch.limit(3).offset(2), batchSize: 2)
        #expect(seconds(objects) == [2, 3, 4])
        #expect(seconds(objects) == [2, 3, 4])
    }

    @Test(arguments: [0, -5]) func `a batch has a row at least`(_ size: Int) throws {
        let context = try file.context()
        #expect(seconds(try context.objects(fetch.limit(3), batchSize: size)) == [0, 1, 2])
    }

    @Test func `objects of earlier batches are released, and those of the last two are held`() throws {
        let context = try file.context()
        let objects = try context.objects(fetch, batchSize: 5)
        weak let first = objects[0]
        weak let second = objects[5]
        #expect(first != nil)
        _ = objects[10]
        // The table of the context keeps unused objects until it has many; it is told to look now.
        try context.refreshAll()
        #expect(first == nil)
        #expect(second != nil)
        let (again, statements) = context.recordStatements { objects[0]?.date }
        #expect(again == .at(0))
        #expect(statements.count == 1)
    }

    @Test func `rows that another context deletes meanwhile are missing in their places`() throws {
        let context = try file.context()
        let objects = try context.objects(fetch, batchSize: 10)
        #expect(objects[3] != nil)
        let other = try file.context()
        for order in try other.fetch(fetch) where [3, 12, 13].contains(order.date.timeIntervalSinceReferenceDate) {
            try other.delete(order)
        }
        try other.save()
        #expect(objects.count == 25)
        // What was read before the delete is as it was.
        #expect(objects[3]?.date == .at(3))
        #expect(objects[12] == nil)
        #expect(objects[14]?.date == .at(14))
        #expect(seconds(objects) == (0..<25).filter { $0 != 12 && $0 != 13 }.map(Double.init))
    }

    @Test func `what the context itself deletes is missing at once`() throws {
        let context = try file.context()
        let objects = try context.objects(fetch, batchSize: 10)
        try context.delete(try #require(objects[1]))
        #expect(objects[1] == nil)
        #expect(objects[2] != nil)
        #expect(seconds(objects).count == 24)
    }

    @Test func `what comes later is not among them`() throws {
        let context = try file.context()
        let objects = try context.objects(fetch)
        Order(in: context, date: .at(-1))
        #expect(objects.count == 25)
        #expect(objects[0]?.date == .at(0))
    }

    @Test func `new objects are among them, also when they have been saved, and not when they are taken back`() throws {
        let context = try file.context()
        let new = [Order(in: context, date: .at(0.5)), Order(in: context, date: .at(0.6))]
        let objects = try context.objects(fetch, batchSize: 2)
        #expect(objects.count == 27)
        #expect(objects[1] === new[0])
        try context.save()
        #expect(objects[1] === new[0])
        #expect(objects[2] === new[1])
        try context.delete(new[0])
        #expect(objects[1] == nil)
        #expect(seconds(objects).prefix(3) == [0, 0.6, 1])
    }

    @Test func `relationships are prefetched batch by batch`() throws {
        let context = try file.context()
        let objects = try context.objects(fetch.prefetching("rows"), batchSize: 10)
        let (sums, statements) = context.recordStatements { objects.map { $0.rows.count } }
        #expect(sums == Array(repeating: 1, count: 25))
        #expect(statements.count == 6)
        #expect(throws: StoreError.notARelationship(path: "date", entity: "Order")) {
            try context.objects(fetch.prefetching("date"))
        }
    }

    @Test func `a reset of the context lets a loop go on with objects of its new beginning`() throws {
        let context = try file.context()
        let objects = try context.objects(fetch, batchSize: 10)
        let before = try #require(objects[0])
        context.reset()
        #expect(objects[24]?.managedObjectContext === context)
        #expect(before.managedObjectContext == nil)
    }

    @Test func `a batch that cannot be read ends the loop, and the next fetch says why`() throws {
        try file.execute("PRAGMA ignore_check_constraints = ON; UPDATE \"order\" SET made = 7 WHERE date = 12")
        let context = try file.context()
        let objects = try context.objects(fetch, batchSize: 5)
        #expect(seconds(objects) == (0..<10).map(Double.init))
        let error = #expect(throws: StoreError.self) { try context.count(fetch) }
        #expect(error.map(\.description)?.contains("'made' of row 13") == true)
        #expect(objects[11] == nil)
        #expect(throws: StoreError.self) { try context.save() }
        #expect(objects[24]?.date == .at(24))
        #expect(try context.count(fetch) == 25)
    }
}
