import ArchiveModel
import AttributeOptionsModel
import CSQLite
import Foundation
import GRDB
import OrdersModel
import SearchModel
import Testing
import Trellis

/// Values that are longer than SQLite takes: its limit is lowered, so that small ones are too long.
struct OversizedValueTests {
    private static let limit: Int32 = 4_000
    private let long = String(repeating: "x", count: 5_000)

    /// A store in memory has one connection, whose limit holds for reading and for writing.
    private func context(_ model: (some PersistentModel).Type) throws -> ManagedObjectContext {
        try PersistentContainer(for: model, at: .inMemory).makeContext()
    }

    private func setLimit(_ bytes: Int32, _ context: ManagedObjectContext) {
        _ = context.container.databaseWriter.writeWithoutTransaction { database in
            sqlite3_limit(database.sqliteConnection, SQLITE_LIMIT_LENGTH, bytes)
        }
    }

    /// Saves what is too long, which has to fail, and then again where it fits.
    private func save(_ context: ManagedObjectContext, rows: String, _ expected: String) throws {
        let writer = context.container.databaseWriter
        let before = try writer.read { try String.fetchOne($0, sql: rows) }
        setLimit(Self.limit, context)
        #expect(throws: StoreError.self) { try context.save() }
        #expect(context.hasChanges)
        setLimit(1_000_000, context)
        #expect(try writer.read { try String.fetchOne($0, sql: rows) } == before)
        try context.save()
        #expect(try writer.read { try String.fetchOne($0, sql: rows) } == expected)
    }

    @Test func `a text that is too long is refused, whether its row is new or changes`() throws {
        let context = try context(Orders.self)
        let ada = Customer(in: context, name: "Ada", info: long)
        let rows = "SELECT group_concat(name || ' ' || ifnull(length(info), 'NULL')) FROM customer"
        try save(context, rows: rows, "Ada 5000")
        ada.info = long + long
        try save(context, rows: rows, "Ada 10000")
    }

    @Test func `bytes and JSON that are too long are refused`() throws {
        let photos = try context(AttributeOptions.self)
        let photo = Photo(in: photos, title: "a", image: Data(), rating: 1)
        try photos.save()
        photo.thumbnail = Data(repeating: 1, count: 5_000)
        try save(photos, rows: "SELECT ifnull(length(thumbnail), 'NULL') FROM photo", "5000")

        let archive = try context(Archive.self)
        let document = Document(in: archive, number: 1, span: DateInterval(start: .now, duration: 1))
        try archive.save()
        document.channels = nil
        document.tags = [long]
        try save(archive, rows: "SELECT length(tags) FROM document", "5004")
    }

    @Test func `a fetch with an argument that is too long throws, and finds neither nothing nor anything else`() throws {
        let context = try context(Orders.self)
        Customer(in: context, name: "Ada")
        Customer(in: context, name: "Grace", info: long)
        try context.save()
        let all = try context.fetch(Customer.byName()) as [Customer]
        let keys = (0..<2_000).map { _ in all[0].objectID }
        setLimit(Self.limit, context)
        #expect(throws: StoreError.self) { try context.fetch(Customer.where { $0.info == long }) }
        #expect(throws: StoreError.self) { try context.count(Customer.where { $0.info != long }) }
        #expect(throws: StoreError.self) { try context.fetch(Customer.where { $0.name.isIn([long, "Ada"]) }) }
        #expect(throws: StoreError.self) { try context.exists(Customer.where { $0.info.like(long + "*") }) }
        context.reset()
        #expect(throws: StoreError.self) { try context.fetchAll(Customer.self).map(\.info) }
        // Many keys are one text; the same one again and again is read once, or refused, and never overlooked.
        if let found = try? context.find(Customer.self, keys) { #expect(found.count == keys.count) }
    }

    @Test func `a search for what is too long throws`() throws {
        let context = try context(Reading.self)
        Article(in: context, title: "a", text: "b")
        try context.save()
        setLimit(Self.limit, context)
        #expect(throws: StoreError.self) { try Article.search(.allWords(long), in: context) }
    }
}
