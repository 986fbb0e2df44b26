import FirstCourierModel
import Foundation
import SQLiteAccess
import SecondCourierModel
import TestSupport
import Testing
import Trellis

/// Programs of the first version of a model, on stores of the second one, which admits them.
struct RollOutStoreTests {
    private typealias First = FirstCourierModel.Courier
    private typealias Second = SecondCourierModel.Courier

    private let folder: TemporaryFolder
    private var path: String { folder.file("courier.sqlite") }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func rows(_ sql: String) throws -> [[String?]] { try SQLiteConnection(opening: path).rows(sql) }
    private func record(_ key: String) throws -> String? { try rows("SELECT value FROM _trellis_metadata WHERE key = '\(key)'").first?.first ?? nil }

    /// A store of the second version with objects that only its programs know.
    private func fill() throws {
        let context = try PersistentContainer(for: Second.self, at: .file(path)).makeContext()
        let ada = SecondCourierModel.Customer(in: context, name: "Ada", note: "tall")
        ada.email = "ada@example.org"
        let depot = SecondCourierModel.Depot(in: context, name: "North")
        ada.depots.insert(depot)
        let parcel = SecondCourierModel.Parcel(in: context, number: 1, state: .lost)
        parcel.weight = 2.5
        parcel.customer = ada
        parcel.depot = depot
        SecondCourierModel.Invoice(in: context, number: 10, customer: ada)
        SecondCourierModel.Invoice(in: context, number: 11, customer: SecondCourierModel.Customer(in: context, name: "Ben"))
        try context.save()
    }

    @Test func `an older program reads, inserts, updates and deletes, and a newer one opens the result`() throws {
        try fill()
        do {
            let context = try PersistentContainer(for: First.self, at: .file(path)).makeContext()
            let customers = try context.fetch(FetchAll<FirstCourierModel.Customer>.byName)
            #expect(customers.map(\.name) == ["Ada", "Ben"] && customers[0].parcelCount == 1)
            // A case of the newer version is unknown, and kept.
            let parcel = try #require(customers[0].parcels.first)
            #expect(parcel.state == .unknown("lost"))
            parcel.number = 2
            customers[0].note = "small"
            let cy = FirstCourierModel.Customer(in: context, name: "Cy")
            let sent = FirstCourierModel.Parcel(in: context, number: 3)
            sent.customer = cy
            try context.delete(customers[1])
            try context.save()
            #expect(try FirstCourierModel.Parcel.open(in: context).map(\.number) == [3])
            #expect(cy.parcelCount == 1)
            // A rule of both versions.
            FirstCourierModel.Customer(in: context, name: "Ada")
            #expect(throws: (any Error).self) { try context.save() }
        }
        #expect(try record("version") == "2" && record("hash") == Second.descriptor.hash)

        let container = try PersistentContainer(for: Second.self, at: .file(path))
        #expect(try container.checkIntegrity().isSound)
        let context = try container.makeContext()
        let customers = try context.fetch(FetchAll<SecondCourierModel.Customer>.byName)
        #expect(customers.map(\.name) == ["Ada", "Cy"])
        #expect(customers[0].email == "ada@example.org" && customers[0].note == "small" && customers[0].depots.map(\.name) == ["North"])
        #expect(customers[0].parcels.map(\.state) == [.lost] && customers[0].parcels.map(\.number) == [2] && customers[0].parcels.map(\.weight) == [2.5])
        #expect(customers[0].invoices.map(\.number) == [10] && customers.map(\.invoiceCount) == [1, 0] && customers[1].email == nil)
        // SQLite deletes what the older program does not know, and triggers keep the search.
        #expect(try context.fetchAll(SecondCourierModel.Invoice.self).map(\.number) == [10])
        #expect(try rows("SELECT rowid FROM customer_search WHERE customer_search MATCH 'small'").count == 1)
        #expect(try rows("SELECT rowid FROM customer_search WHERE customer_search MATCH 'tall'") == [])
        customers[1].email = "cy@example.org"
        try context.save()
    }

    @Test func `an older program goes on while a newer one migrates its store`() throws {
        let older = try PersistentContainer(for: First.self, at: .file(path))
        let context = try older.makeContext()
        let ada = FirstCourierModel.Customer(in: context, name: "Ada")
        try context.save()
        let newer = try PersistentContainer(for: Second.self, at: .file(path))
        #expect(try record("version") == "2")
        ada.note = "kept"
        FirstCourierModel.Customer(in: context, name: "Ben")
        try context.save()
        let seen = try newer.makeContext().fetch(FetchAll<SecondCourierModel.Customer>.byName)
        #expect(seen.map(\.name) == ["Ada", "Ben"] && seen.map(\.note) == ["kept", nil])
        // Opened again, by both.
        try older.close()
        #expect(try PersistentContainer(for: First.self, at: .file(path)).makeContext().fetchAll(FirstCourierModel.Customer.self).count == 2)
        #expect(try PersistentContainer(for: First.self, at: .file(path), access: .readOnly).makeContext().fetchAll(FirstCourierModel.Customer.self).count == 2)
    }

    @Test func `a migrated store and a new one admit the same programs`() throws {
        try PersistentContainer(for: First.self, at: .file(path)).close()
        try PersistentContainer(for: Second.self, at: .file(path)).close()
        let migrated = try record("compatible")
        let list = "\(Second.descriptor.hash) \(First.descriptor.hash)"
        #expect(migrated == list)
        let other = folder.file("new.sqlite")
        try PersistentContainer(for: Second.self, at: .file(other)).close()
        #expect(try SQLiteConnection(opening: other).rows("SELECT value FROM _trellis_metadata WHERE key = 'compatible'") == [[list]])
    }

    @Test(arguments: [
        "DELETE FROM _trellis_metadata WHERE key = 'compatible'",
        // The store went on to a version whose programs said nothing.
        "UPDATE _trellis_metadata SET value = '\(String(repeating: "ab", count: 32))' WHERE key = 'hash'",
        "UPDATE _trellis_metadata SET value = substr(value, 1, 64) WHERE key = 'compatible'",
        "UPDATE _trellis_metadata SET value = '' WHERE key = 'compatible'",
        "UPDATE _trellis_metadata SET value = substr(value, 66) WHERE key = 'compatible'",
    ]) func `a store that does not admit the program is refused as newer, and stays as it is`(_ change: String) throws {
        try fill()
        try SQLiteConnection(opening: path).execute(change)
        #expect(throws: StoreError.newerVersion(found: 2, supported: 1)) { try PersistentContainer(for: First.self, at: .file(path)) }
        #expect(throws: StoreError.newerVersion(found: 2, supported: 1)) {
            try PersistentContainer(for: First.self, at: .file(path), ifDraft: .eraseAndRecreate)
        }
        #expect(try rows("SELECT count(*) FROM invoice") == [["2"]])
    }

    @Test func `an older program copies the store as a database alone, because it does not know all tables`() throws {
        try fill()
        let container = try PersistentContainer(for: First.self, at: .file(path))
        try container.copy(to: .file(folder.file("copy.sqlite"))).close()
        #expect(try SQLiteConnection(opening: folder.file("copy.sqlite")).rows("SELECT count(*) FROM invoice") == [["2"]])
        let inMemory = try container.copy(to: .inMemory)
        #expect(try inMemory.makeContext().fetchAll(FirstCourierModel.Customer.self).count == 2)
        #expect(throws: StoreError.notCopied(path: "other", reason: "the store is of a newer version, and this program does not know all its tables")) {
            try container.copy(to: .atomicStore(UnusedStore()))
        }
        #expect(try container.checkIntegrity().isSound)
    }
}

/// The fetch of all objects in the order of their names.
private enum FetchAll<Object: ManagedObject> {
    static var byName: Fetch<Object> { Fetch<Object>(sort: [.ascending("name")]) }
}

/// A store that nothing is written to.
private struct UnusedStore: AtomicStore {
    var path: String { "other" }

    func stamp() throws -> String? { nil }
    func header() throws -> AtomicStoreHeader? { nil }
    func load() throws -> AtomicStoreContents { throw CocoaError(.fileNoSuchFile) }
    func save(_ contents: AtomicStoreContents) throws { Issue.record("the store was saved") }
}
