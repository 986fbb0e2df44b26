import Foundation
import SQLiteAccess
import ShelfModel
import TestSupport
import Testing
import Trellis
import TrellisCoreData

/// The calls are those of Documentation/coming-from/core-data.md.
struct MigrationTests {
    private let folder: TemporaryFolder
    private var old: URL { URL(filePath: folder.file("Old.sqlite")) }
    private var new: URL { URL(filePath: folder.file("New.sqlite")) }

    init() throws {
        folder = try TemporaryFolder()
        _ = try CoreDataFixture.shelf(at: folder.file("Old.sqlite"))
    }

    /// The names of all files.
    private var files: Set<String> {
        get throws { Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)) }
    }

    @Test func `a user's store becomes a store of its version, and the container migrates it further`() throws {
        let before = try Data(contentsOf: old)
        #expect(!CoreDataImport.isDone(at: new))
        var fractions = [Double]()
        let summary = try CoreDataImport.migrate(from: old, to: new, for: Shelf.self) { fractions.append($0.fraction) }
        #expect(CoreDataImport.isDone(at: new))
        #expect(summary.objects == ["Item": 2, "Gift": 1, "Mark": 2, "Owner": 2])
        #expect(summary.version == 1)
        #expect(summary.strayKeys.isEmpty && summary.refusedRows.isEmpty)
        #expect(!fractions.isEmpty && fractions == fractions.sorted())
        #expect(try Data(contentsOf: old) == before)
        #expect(try files == ["Old.sqlite", ".Old_SUPPORT", "New.sqlite"])

        let container = try PersistentContainer(for: Shelf.self, at: .file(new.path))
        let context = try container.makeContext()
        let items = try context.fetch(Fetch<Item>(sort: [.ascending("name")]))
        #expect(items.map(\.name) == ["Box", "Lamp", "Vase"])
        let vase = items[2]
        #expect(vase.small == -7 && vase.large == 9_007_199_254_740_993 && vase.isDone == true)
        #expect(vase.price == Decimal(string: "10.11") && vase.weight == 1.5 && vase.ratio == 0.25)
        #expect(vase.made == Date(timeIntervalSinceReferenceDate: 722_787_770.189348))
        #expect(vase.link == URL(string: "https://example.org/a?b=c"))
        #expect(vase.token == UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
        #expect(vase.payload == Data([0, 255]) && vase.cover == Data([0xaa, 0xbb]) && vase.extra == Data("bplis".utf8))
        #expect(items[1].cover == Data([9, 8, 7]))
        #expect(items[0] is Gift && (items[0] as? Gift)?.bonus == 5)
        #expect(vase.tags.map(\.label) == ["blue", "red"])
        #expect(vase.owner?.items.map(\.name) == ["Lamp", "Vase"])
        // Version 2 has a property that the old store did not know.
        vase.owner?.note = "moved"
        let added = Item(in: context, name: "Bowl")
        try context.save()
        #expect(added.objectID.description == "Item/41")
        #expect(try container.checkIntegrity().problems.isEmpty)
    }

    @Test func `rows that the next save refuses are copied and counted`() throws {
        try SQLiteConnection(opening: old.path).execute("UPDATE ZITEM SET ZWEIGHT = 9e999 WHERE Z_PK = 2")
        let summary = try CoreDataImport.migrate(from: old, to: new, for: Shelf.self)
        #expect(summary.refusedRows.map { "\($0.property) \($0.rule): \($0.count), \($0.key)" } == ["Item.weight must be a finite number: 1, 2"])
        let context = try PersistentContainer(for: Shelf.self, at: .file(new.path)).makeContext()
        let lamp = try #require(try context.find(Item.self, ObjectID(entity: "Item", rowID: 2)))
        lamp.name = "Torch"
        #expect(throws: ObjectValidationError.self) { try context.save() }
    }

    @Test func `a migration that is stopped leaves nothing, and the next one begins again`() throws {
        struct Stop: Error {}
        let before = try files
        #expect(throws: Stop.self) { try CoreDataImport.migrate(from: old, to: new, for: Shelf.self) { _ in throw Stop() } }
        #expect(try files == before)
        // A file of another owner beside the new store.
        try folder.write("mine", to: "New.sqlite.importing")
        try CoreDataImport.migrate(from: old, to: new, for: Shelf.self)
        #expect(try files == before.union(["New.sqlite", "New.sqlite.importing"]))
    }

    @Test func `a store of another model is refused`() throws {
        var entities = CoreDataFixture.shelf
        entities[2].attributes.append(.init("shoeSize", 100))
        try FileManager.default.removeItem(at: old)
        _ = try CoreDataFixture(
            old.path, entities, CoreDataFixture.shelfTables.replacing("ZOWNER (Z_PK", with: "ZOWNER (ZSHOESIZE INTEGER, Z_PK"))
        let error = #expect(throws: CoreDataImportError.self) { try CoreDataImport.migrate(from: old, to: new, for: Shelf.self) }
        #expect(error?.message.contains("the model 'Shelf' has no version that stores what the model in the store says") == true)
        #expect(error?.localizedDescription == error?.message)
    }

    @Test func `a store that is there already is not replaced`() throws {
        try CoreDataImport.migrate(from: old, to: new, for: Shelf.self)
        let error = #expect(throws: CoreDataImportError.self) { try CoreDataImport.migrate(from: old, to: new, for: Shelf.self) }
        #expect(error?.message == "'\(new.path)' exists already, and is not replaced")
    }
}
