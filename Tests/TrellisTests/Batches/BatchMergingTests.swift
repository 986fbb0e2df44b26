import Foundation
import OrdersModel
import Testing
import Trellis

/// Objects, live results and other contexts show what a batch has changed.
struct BatchMergingTests {
    private let file: StoreFile<Orders>
    private let container: PersistentContainer
    private let context: ManagedObjectContext
    private let other: ManagedObjectContext

    init() throws {
        file = try StoreFile(of: Orders.self)
        container = try file.container()
        context = try container.makeContext()
        other = try container.makeContext()
        other.automaticallyMergesChanges = true
        for number in 0..<3 { Customer(in: context, name: "c\(number)", info: "read") }
        try context.save()
    }

    @Test func `another context merges an update and a delete with its next fetch`() throws {
        let theirs = try other.fetch(Customer.byName())
        try context.batchUpdate(Customer.where { $0.name == "c0" }) { [$0.info.set(to: "batch")] }
        try context.batchDelete(Customer.where { $0.name == "c1" })
        #expect(try other.fetch(Customer.byName()).map(\.name) == ["c0", "c2"])
        #expect(theirs[0].info == "batch" && theirs[1].isDeleted)
    }

    @Test func `unsaved changes stay, and saving them is a conflict`() throws {
        let objects = try context.fetch(Customer.byName())
        objects[0].info = "mine"
        objects[1].info = "mine"
        try context.batchUpdate(Customer.where { $0.name == "c0" }) { [$0.info.set(to: "batch")] }
        try context.batchDelete(Customer.where { $0.name == "c1" })
        #expect(objects[0].info == "mine" && !objects[1].isDeleted)
        let error = try #require(throws: ConflictError.self) { try context.save() }
        #expect(Set(error.conflicts.map(\.kind)) == [.changed, .deleted])
        // The batch neither saw nor wrote them.
        try context.rollback()
        #expect(try context.fetch(Customer.byName()).map(\.info) == ["batch", "read"])
    }

    @Test func `a change of another property survives a batch`() throws {
        let ada = try #require(try context.first(Customer.byName()))
        ada.name = "renamed"
        try context.batchUpdate(Fetch<Customer>()) { [$0.info.set(to: "batch")] }
        #expect(ada.info == "batch" && ada.name == "renamed")
        try context.save()
        #expect(try other.fetch(Customer.byName()).map(\.name) == ["c1", "c2", "renamed"])
    }

    @Test func `live results of both contexts follow batches of any size`() throws {
        for size in [50, 12_000] {
            let lists = [context, other].map { FetchedResultsController(Customer.byName(), in: $0, isolation: nil) }
            for list in lists { try list.performFetch() }
            func check(_ count: Int, _ first: String?) throws {
                try other.processPendingChanges()
                for list in lists {
                    #expect(try list.fetchedObjects.count == count)
                    #expect(try list.fetchedObjects.first?.info == first)
                }
            }
            try context.batchInsert(0..<size) { Customer(in: $1, name: "a\($0)", info: "new") }
            try check(size + 3, "new")
            try context.batchUpdate(Customer.where { $0.name.beginsWith("a") }) { [$0.info.set(to: "updated")] }
            try check(size + 3, "updated")
            try context.batchDelete(Customer.where { $0.name.beginsWith("a") })
            try check(3, "read")
        }
    }

    @Test func `a stream of saves reports a batch with its rows, and a large one without`() async throws {
        let stream = container.saves
        try context.batchUpdate(Customer.where { $0.name == "c0" }) { [$0.info.set(to: "batch")] }
        try context.batchInsert(0..<10_001) { Customer(in: $1, name: "a\($0)") }
        try context.batchDelete(Customer.where { $0.name == "a5" })
        var reports = [SavedChanges]()
        for await report in stream {
            reports.append(report)
            if reports.count == 3 { break }
        }
        #expect(try reports[0].updated == [context.id(Customer.self, 1)])
        #expect(reports[0].isComplete)
        #expect(reports[1].inserted.isEmpty && !reports[1].isComplete)
        // The rows of rules are in no list.
        #expect(!reports[2].isComplete && reports[2].isOf(context))
    }
}
