import ArchiveModel
import Foundation
import LedgerModel
import RelationshipsModel
import Testing
import Trellis

/// The streams of one object's changes, of a context's, and of its saves.
struct ChangeStreamTests {
    private let file: StoreFile<Ledger>
    private let container: PersistentContainer
    private let context: ManagedObjectContext
    private let other: ManagedObjectContext
    private let ada: Customer
    private let order: Order

    init() throws {
        file = try StoreFile(of: Ledger.self)
        container = try file.container()
        (context, other) = (try container.makeContext(), try container.makeContext())
        ada = Customer(in: context, name: "Ada")
        order = Order(in: context, number: 1, customer: ada)
        try context.save()
    }

    // MARK: Objects

    @Test func `a loop that is slower than the changes gets one change with all of them`() async throws {
        var changes = ada.changes.makeAsyncIterator()
        ada.name = "Eve"
        ada.note = "x"
        ada.name = "Bob"
        let first = try #require(await changes.next(isolation: #isolation))
        #expect(first.properties == ["name", "key", "note", "plainNote"])
        #expect(first.contains(\.name) && first.contains(\.key) && !first.contains(\.orders))
        ada.orders.remove(order)
        let second = try #require(await changes.next(isolation: #isolation))
        #expect(second.properties == ["orders"] && second.contains(\.orders) && !second.contains(\.name))
        // What was set before is known, and what is equal is no change.
        ada.name = "Bob"
        order.customer = ada
        #expect(await changes.next(isolation: #isolation)?.properties == ["orders"])
    }

    @Test func `a derived value that is as it was when the loop began is no change`() async throws {
        // Nothing has read the number of orders since the save.
        var changes = ada.changes.makeAsyncIterator()
        ada.note = "x"
        #expect(await changes.next(isolation: #isolation)?.properties == ["note", "plainNote"])
        try context.rollback()
        #expect(await changes.next(isolation: #isolation)?.properties == ["note", "plainNote"])
        Order(in: context, number: 2, customer: ada)
        try context.save()
        #expect(await changes.next(isolation: #isolation)?.properties.isSuperset(of: ["orders", "orderCount"]) == true)
        #expect(ada.orderCount == 2)
    }

    @Test func `an observer that reads a derived value meanwhile hides no change from a stream`() async throws {
        context.notifiesObservers = true
        let watch = Watch { [ada] in "\(ada.orderCount)" }
        var changes = ada.changes.makeAsyncIterator()
        Order(in: context, number: 2, customer: ada)
        try context.save()
        #expect(await changes.next(isolation: #isolation)?.contains(\.orderCount) == true && watch.count == 1)
        watch.again()
        Order(in: other, number: 3, customer: try other.find(Customer.self, ada.objectID))
        try other.save()
        try context.refreshAll()
        #expect(await changes.next(isolation: #isolation)?.contains(\.orderCount) == true && watch.count == 1)
    }

    @Test func `a derived text that stays the same is no change`() async throws {
        context.automaticallyMergesChanges = true
        var changes = ada.changes.makeAsyncIterator()
        ada.name = "ADA"
        #expect(await changes.next(isolation: #isolation)?.properties == ["name"])
        try context.rollback()
        #expect(await changes.next(isolation: #isolation)?.properties == ["name"])
        try #require(try other.find(Customer.self, ada.objectID)).name = "Adá"
        try other.save()
        #expect(await changes.next(isolation: #isolation)?.properties == ["name"])
    }

    @Test func `values of the store and derived values are changes too`() async throws {
        context.automaticallyMergesChanges = true
        var (theirs, mine) = (order.changes.makeAsyncIterator(), ada.changes.makeAsyncIterator())
        try #require(try other.find(Order.self, order.objectID)).number = 7
        try other.save()
        #expect(await theirs.next(isolation: #isolation)?.contains(\.number) == true)
        #expect(order.number == 7)
        Order(in: context, number: 2, customer: ada)
        try context.save()
        #expect(await mine.next(isolation: #isolation)?.properties.isSuperset(of: ["orders", "orderCount"]) == true)
        ada.name = "Eve"
        #expect(await mine.next(isolation: #isolation)?.properties == ["name", "key"])
        try context.rollback()
        #expect(await mine.next(isolation: #isolation)?.properties == ["name", "key"])
    }

    // MARK: What is as it was

    /// The properties that a loop gets after some edits. A last edit, which gives `note` another value, lets the loop run in any case.
    private func properties(_ edits: () throws -> Void) async throws -> Set<String> {
        var changes = ada.changes.makeAsyncIterator()
        try edits()
        ada.note = "\(ada.note ?? "")."
        return try #require(await changes.next(isolation: #isolation)).properties.subtracting(["note", "plainNote"])
    }

    @Test func `an edit that is taken back before the loop runs is no change`() async throws {
        let bob = Customer(in: context, name: "Bob")
        let label = Label(in: context, name: "x")
        ada.labels.insert(label)
        try context.save()
        #expect(ada.labels.count == 1)
        let taken = try await properties {
            ada.name = "Eve"
            ada.name = "Ada"
            order.customer = bob
            order.customer = ada
            ada.labels.remove(label)
            ada.labels.insert(label)
        }
        #expect(taken == [])
        try context.rollback()
        #expect(ada.orders.count == 1)
        #expect(
            try await properties {
                ada.name = "Eve"
                Order(in: context, number: 9, customer: ada)
                try context.rollback()
            } == [])
        context.undoLevels = 5
        #expect(
            try await properties {
                ada.name = "Eve"
                try context.delete(order)
                try context.undo()
            } == [])
        let eve = Customer(in: context, name: "Eve")
        var hers = eve.changes.makeAsyncIterator()
        let new = Order(in: context, number: 10, customer: eve)
        #expect(await hers.next(isolation: #isolation)?.contains(\.orders) == true)
        var its = new.changes.makeAsyncIterator()
        context.endUndoGroup()
        try context.delete(eve)
        try context.undo()
        new.number = 11
        eve.name = "Eva"
        #expect(await its.next(isolation: #isolation)?.properties == ["number"] && new.customer === eve)
        #expect(await hers.next(isolation: #isolation)?.properties == ["name", "key"])
        try context.rollback()
        // What a loop has reported before is what counts.
        var changes = ada.changes.makeAsyncIterator()
        ada.name = "Eve"
        #expect(await changes.next(isolation: #isolation)?.contains(\.name) == true)
        ada.name = "Ada"
        #expect(await changes.next(isolation: #isolation)?.contains(\.name) == true)
        var mine = order.changes.makeAsyncIterator()
        order.customer = bob
        order.customer = ada
        order.customer = nil
        #expect(await mine.next(isolation: #isolation)?.properties == ["customer"])
    }

    @Test func `values that another context saves and takes back are no change`() async throws {
        context.automaticallyMergesChanges = true
        let theirs = try #require(try other.find(Customer.self, ada.objectID))
        let read = try await properties {
            for name in ["Eve", "Ada"] {
                theirs.name = name
                try other.save()
                _ = try context.fetchAll(Order.self)
            }
        }
        #expect(read == [])
    }

    @Test func `a new object keeps its place in relationships when a save gives it its identity`() async throws {
        let new = Order(in: context, number: 2, customer: ada)
        #expect(ada.orders.count == 2)
        var (theirs, mine) = (ada.changes.makeAsyncIterator(), new.changes.makeAsyncIterator())
        new.customer = nil
        new.customer = ada
        try context.save()
        (ada.note, new.number) = ("last", 3)
        #expect(await theirs.next(isolation: #isolation)?.contains(\.orders) == false)
        #expect(await mine.next(isolation: #isolation)?.contains(\.customer) == false)
    }

    @Test func `a JSON value that is set again is a change, because equal texts do not tell equal values`() async throws {
        let context = try PersistentContainer(for: Archive.self, at: .fresh).makeContext()
        let document = Document(in: context, number: 1, span: DateInterval(start: .distantPast, duration: 1))
        document.limit = 1
        try context.save()
        var changes = document.changes.makeAsyncIterator()
        document.limit = 2
        document.limit = 1
        document.number = 2
        document.number = 1
        #expect(await changes.next(isolation: #isolation)?.properties == ["limit"])
    }

    @Test func `a derived value that two saves change there and back is no change`() async throws {
        var changes = ada.changes.makeAsyncIterator()
        let new = Order(in: context, number: 2, customer: ada)
        try context.save()
        try context.delete(new)
        try context.save()
        ada.note = "last"
        let change = try #require(await changes.next(isolation: #isolation))
        #expect(change.contains(\.note) && !change.contains(\.orderCount))
        Order(in: context, number: 3, customer: ada)
        try context.save()
        #expect(await changes.next(isolation: #isolation)?.contains(\.orderCount) == true)
    }

    @Test func `a destination that saves change there and back is no change`() async throws {
        let bob = Customer(in: context, name: "Bob")
        order.customer = bob
        try context.save()
        var changes = order.changes.makeAsyncIterator()
        order.customer = ada
        try context.save()
        order.customer = bob
        try context.save()
        try context.refreshAll()
        order.number = 5
        #expect(await changes.next(isolation: #isolation)?.properties == ["number"])
        order.customer = nil
        #expect(await changes.next(isolation: #isolation)?.properties == ["customer"])
    }

    @Test func `an order of members that is as it was is no change, and another one is`() async throws {
        let rows = (Int16(1)...3).map { OrderRow(in: context, pieces: $0, order: order) }
        try context.save()
        #expect(order.rows.count == 3)
        var changes = order.changes.makeAsyncIterator()
        order.rows.move(from: 0, to: 2)
        order.rows.move(from: 2, to: 0)
        order.number = 5
        #expect(await changes.next(isolation: #isolation)?.properties == ["number"])
        order.rows.move(from: 0, to: 2)
        #expect(await changes.next(isolation: #isolation)?.properties == ["rows"])
        #expect(order.rows.last === rows[0])
    }

    @Test func `the stream of an object ends when it is deleted, after the last change`() async throws {
        var changes = order.changes.makeAsyncIterator()
        order.number = 5
        try context.delete(order)
        #expect(await changes.next(isolation: #isolation)?.contains(\.number) == true)
        #expect(await changes.next(isolation: #isolation) == nil)
        var none = order.changes.makeAsyncIterator()
        #expect(await none.next(isolation: #isolation) == nil)
    }

    @Test func `the stream of an object ends with its context`() async throws {
        var changes = order.changes.makeAsyncIterator()
        context.reset()
        while let change = await changes.next(isolation: #isolation) { #expect(!change.properties.isEmpty) }
        var mine: ManagedObjectContext? = try container.makeContext()
        let object = try #require(try mine?.find(Order.self, order.objectID))
        var late = object.changes.makeAsyncIterator()
        mine = nil
        #expect(object.managedObjectContext == nil)
        #expect(await late.next(isolation: #isolation) == nil)
    }

    @Test @MainActor func `a loop in an actor waits for edits there, and a cancelled one ends`() async throws {
        let context = container.viewContext
        let ada = try #require(try context.fetchAll(Customer.self).first)
        let loop = Task { @MainActor in
            var properties: [Set<String>] = []
            for await change in ada.changes { properties.append(change.properties) }
            return properties
        }
        for name in ["Eve", "Bob"] {
            // The loop takes its turns while this one waits.
            for _ in 0..<20 { await Task.yield() }
            ada.name = name
        }
        for _ in 0..<20 { await Task.yield() }
        loop.cancel()
        let changes = await loop.value
        #expect(changes == [["name", "key"], ["name", "key"]])
    }

    // MARK: Contexts

    @Test func `a context reports inserted, updated, deleted and refreshed objects`() async throws {
        var changes = context.changes.makeAsyncIterator()
        let new = Customer(in: context, name: "New")
        let temporary = new.objectID
        order.number = 3
        let first = try #require(try await changes.next(isolation: #isolation))
        #expect(first.inserted == [temporary] && first.updated == [order.objectID])
        #expect(first.deleted.isEmpty && first.refreshed.isEmpty && first.permanentIDs.isEmpty)

        try context.save()
        let second = try #require(try await changes.next(isolation: #isolation))
        #expect(second.permanentIDs == [temporary: new.objectID] && second.inserted.isEmpty && second.updated.isEmpty)

        try #require(try other.find(Customer.self, ada.objectID)).name = "Eve"
        try other.save()
        let third = try #require(try await changes.next(isolation: #isolation))
        #expect(third.refreshed == [ada.objectID] && third.updated.isEmpty)

        try context.delete(new)
        try context.save()
        #expect(try await changes.next(isolation: #isolation)?.deleted == [new.objectID])
    }

    @Test func `reading a row again that has not changed is no refresh of an edited object`() async throws {
        var changes = context.changes.makeAsyncIterator()
        order.number = 3
        try context.refreshAll()
        let change = try #require(try await changes.next(isolation: #isolation))
        #expect(change.updated == [order.objectID] && change.refreshed.isEmpty)
    }

    @Test func `what a loop has not seen of an object is one change`() async throws {
        var changes = context.changes.makeAsyncIterator()
        let new = Customer(in: context, name: "New")
        new.name = "Newer"
        try context.save()
        order.number = 8
        try context.save()
        let gone = Customer(in: context, name: "Gone")
        try context.delete(gone)
        let change = try #require(try await changes.next(isolation: #isolation))
        #expect(change.inserted == [new.objectID] && change.updated == [order.objectID] && change.deleted.isEmpty)
    }

    @Test func `connections and rollbacks are reported`() async throws {
        let label = Label(in: context, name: "x")
        try context.save()
        var changes = context.changes.makeAsyncIterator()
        ada.labels.insert(label)
        #expect(try await changes.next(isolation: #isolation)?.updated == [ada.objectID, label.objectID])
        try context.rollback()
        #expect(try await changes.next(isolation: #isolation)?.refreshed == [ada.objectID, label.objectID])
        order.number = 4
        _ = try await changes.next(isolation: #isolation)
        try context.rollback()
        let change = try #require(try await changes.next(isolation: #isolation))
        #expect(change.refreshed == [order.objectID])
    }

    @Test func `a context reports its saves, and not those of others`() async throws {
        var saves = context.saves.makeAsyncIterator()
        ada.name = "Eve"
        let new = Order(in: context, number: 2)
        try context.save()
        new.number = 3
        try context.save()
        try #require(try other.find(Order.self, order.objectID)).number = 9
        try other.save()
        let first = try #require(await saves.next(isolation: #isolation))
        #expect(first.inserted == [new.objectID] && first.updated == [ada.objectID] && first.deleted.isEmpty && first.isOf(context))
        try context.delete(new)
        try context.save()
        #expect(await saves.next(isolation: #isolation)?.deleted == [new.objectID])
    }
}
