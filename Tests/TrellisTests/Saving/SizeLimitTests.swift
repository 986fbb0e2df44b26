import AttributeOptionsModel
import CSQLite
import EveryTypeModel
import Foundation
import GRDB
import SearchModel
import Testing
import Trellis

/// A lowered limit stands for SQLite's own, which is a thousand million bytes.
@Suite(.filesOnly(.connection))
struct SizeLimitTests {
    private let limit = 100_000

    private func lower(_ container: PersistentContainer) {
        container.databaseWriter.writeWithoutTransaction { database in
            _ = sqlite3_limit(database.sqliteConnection, SQLITE_LIMIT_LENGTH, Int32(limit))
        }
    }

    static let changes: [(property: String, change: @Sendable (Sample, Int) -> Void)] = [
        ("text", { $0.text = String(repeating: "x", count: $1) }),
        ("maybeText", { $0.maybeText = String(repeating: "ä", count: $1 / 2 + 1) }),
        ("bytes", { $0.bytes = Data(count: $1) }),
        ("maybeBytes", { $0.maybeBytes = Data(count: $1) }),
    ]

    @Test(arguments: SizeLimitTests.changes.indices)
    func `a value that is too large is named, and the store keeps the old one`(_ number: Int) throws {
        let (property, change) = Self.changes[number]
        let file = try StoreFile(of: EveryType.self)
        let container = try file.container()
        let context = try container.makeContext()
        let sample = Sample(plainIn: context, text: "precious")
        sample.maybeText = "dear"
        sample.bytes = Data([1])
        sample.maybeBytes = Data([2])
        try context.save()
        lower(container)

        change(sample, limit + 1)
        #expect(throws: StoreError.tooLarge(entity: "Sample", property: property)) { try context.save() }
        let columns = "SELECT text || maybe_text || hex(bytes) || hex(maybe_bytes) FROM sample"
        #expect(try file.column(columns) == ["preciousdear0102"])
        #expect(context.updatedObjects == [sample])

        change(sample, 10)
        try context.save()
        #expect(try file.column(columns) != ["preciousdear0102"])
    }

    @Test func `a new object with a value that is too large is not saved`() throws {
        let file = try StoreFile(of: EveryType.self)
        let container = try file.container()
        let context = try container.makeContext()
        lower(container)
        Sample(plainIn: context)
        // Short texts wait in memory of the save's own, and long ones are copied: both are checked.
        let large = Sample(plainIn: context, text: String(repeating: "x", count: limit + 1))
        let error = #expect(throws: StoreError.self) { try context.save() }
        #expect(error == .tooLarge(entity: "Sample", property: "text"))
        #expect("\(try #require(error))".contains("'Sample.text'"))
        #expect(try file.column("SELECT count(*) FROM sample") == ["0"])
        #expect(large.objectID.isTemporary)
        large.text = ""
        try context.save()
        #expect(try file.column("SELECT count(*) FROM sample") == ["2"])
    }

    @Test func `a short text that is too large is refused too`() throws {
        let file = try StoreFile(of: EveryType.self)
        let container = try file.container()
        let context = try container.makeContext()
        container.databaseWriter.writeWithoutTransaction { database in
            _ = sqlite3_limit(database.sqliteConnection, SQLITE_LIMIT_LENGTH, 5_000)
        }
        Sample(plainIn: context, text: String(repeating: "x", count: 5_001))
        #expect(throws: StoreError.tooLarge(entity: "Sample", property: "text")) { try context.save() }
    }

    @Test func `a row whose values are too large together is named`() throws {
        let file = try StoreFile(of: EveryType.self)
        let container = try file.container()
        let context = try container.makeContext()
        let sample = Sample(plainIn: context)
        try context.save()
        lower(container)
        sample.bytes = Data(count: limit - 1_000)
        sample.maybeBytes = Data(count: limit - 1_000)
        #expect(throws: StoreError.tooLarge(entity: "Sample", property: nil)) { try context.save() }
        sample.maybeBytes = nil
        try context.save()
        #expect(try file.column("SELECT length(bytes) FROM sample") == ["\(limit - 1_000)"])
    }

    @Test func `a lazy value that is too large is named, whether it was loaded or not`() throws {
        let file = try StoreFile(of: AttributeOptions.self)
        let container = try file.container()
        let first = try container.makeContext()
        Album(in: first, cover: Data([9]))
        try first.save()
        lower(container)
        for isLoaded in [false, true] {
            let context = try container.makeContext()
            let album = try #require(try context.fetchAll(Album.self).first)
            if isLoaded { #expect(album.cover == Data([9])) }
            album.cover = Data(count: limit + 1)
            #expect(throws: StoreError.tooLarge(entity: "Album", property: "cover")) { try context.save() }
            #expect(try file.column("SELECT hex(cover) FROM album") == ["09"])
        }
    }

    @Test func `a value in a question that is too large is an error, and not a question for nothing`() throws {
        // In memory, contexts read on the connection that writes.
        let container = try PersistentContainer(for: EveryType.self, at: .inMemory)
        let context = try container.makeContext()
        Sample(plainIn: context)
        try context.save()
        lower(container)
        let text = String(repeating: "x", count: limit + 1)
        #expect(throws: StoreError.tooLarge(entity: nil, property: nil)) {
            try context.fetch(Sample.where { $0.maybeText != text })
        }
        #expect(throws: StoreError.tooLarge(entity: nil, property: nil)) { try context.count(Sample.where { $0.text == text }) }
        #expect(try context.count(Fetch<Sample>()) == 1)
    }

    @Test func `a search for a text that is too large is an error`() throws {
        let container = try PersistentContainer(for: Reading.self, at: .inMemory)
        let context = try container.makeContext()
        lower(container)
        let words = String(repeating: "word ", count: limit / 5 + 1)
        #expect(throws: StoreError.tooLarge(entity: nil, property: nil)) {
            try Article.search(.allWords(words), in: context)
        }
    }

    @Test func `an object whose change is too large keeps it when it is refreshed`() throws {
        let container = try PersistentContainer(for: EveryType.self, at: .inMemory)
        let context = try container.makeContext()
        let sample = Sample(plainIn: context, text: "here")
        try context.save()
        lower(container)
        sample.maybeText = String(repeating: "x", count: limit + 1)
        try container.databaseWriter.write { try $0.execute(sql: "UPDATE sample SET text = 'there', _version = _version + 1") }
        try context.refresh(sample)
        #expect(sample.text == "here" && sample.maybeText?.utf8.count == limit + 1)
        try context.rollback()
        #expect(sample.text == "there" && sample.maybeText == nil)
    }
}
