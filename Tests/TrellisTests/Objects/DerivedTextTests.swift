import Foundation
import LedgerModel
import SQLiteAccess
import Testing
import Trellis

/// A store that keeps what it gets in a variable.
private final class VariableStore: AtomicStore, @unchecked Sendable {
    let path = "variable"
    private var contents: AtomicStoreContents?
    private var saves = 0

    func header() throws -> AtomicStoreHeader? { contents?.header }

    func load() throws -> AtomicStoreContents {
        guard let contents else { throw CancellationError() }
        return contents
    }

    func save(_ contents: AtomicStoreContents) throws {
        self.contents = contents
        saves += 1
    }

    func stamp() throws -> String? { contents == nil ? nil : "\(saves)" }
}

/// Texts in capital and small letters, which the library derives from other texts and writes.
struct DerivedTextTests {
    private let file: StoreFile<Ledger>

    init() throws { file = try StoreFile(of: Ledger.self) }

    /// Letters of Unicode, with the capitals and small letters that its tables give them.
    private static let letters: [(name: String, capitals: String, small: String)] = [
        ("Ada", "ADA", "ada"), ("straße", "STRASSE", "straße"), ("Éa", "ÉA", "éa"), ("ﬁn", "FIN", "ﬁn"), ("ŉ", "ʼN", "ŉ"),
        ("Ǆ", "Ǆ", "ǆ"), ("ΑΣ", "ΑΣ", "ασ"), ("🙂x", "🙂X", "🙂x"), ("a\0b", "A\0B", "a\0b"), ("İ", "İ", "i\u{307}"), ("", "", ""),
    ].filter { !TestStore.isOnCluster || !$0.name.utf8.contains(0) }

    @Test(.filesOnly(.nul)) func `it follows its source at once, and is written along with it`() throws {
        let context = try file.context()
        for (name, capitals, small) in Self.letters {
            let airport = Airport(in: context, name: name, note: name)
            #expect(Array(airport.code.utf8) == Array(capitals.utf8) && airport.handle.map { Array($0.utf8) } == Array(small.utf8), "\(name)")
        }
        try context.save()
        let rows = try file.rows("SELECT code, handle FROM airport ORDER BY _id")
        #expect(rows == Self.letters.map { [$0.capitals, $0.small] })

        let airport = try #require(try context.fetchAll(Airport.self).first { $0.name == "Ada" })
        airport.note = nil
        #expect(airport.handle == nil)
        airport.name = "Zoë"
        #expect(airport.code == "ZOË" && airport.hasChanges)
        try context.save()
        #expect(try file.rows("SELECT name, code, handle FROM airport WHERE name = 'Zoë'") == [["Zoë", "ZOË", nil]])
        #expect(try file.context().fetchAll(Airport.self).allSatisfy { $0.code == $0.name.uppercased() && $0.handle == $0.note?.lowercased() })
    }

    @Test(.filesOnly(.functions)) func `conditions compare it as the text that it is, in the store and in memory`() throws {
        let context = try file.context()
        let airport = Airport(in: context, name: "Orly", note: "Sud")
        for _ in 1...2 {
            #expect(try Airport.coded(code: "ORLY", in: context) == [airport])
            #expect(try Airport.coded(code: "Orly", in: context).isEmpty)
            #expect(try context.fetch(Airport.where { $0.code == $0.name.uppercased() && $0.handle == $0.note.lowercased() }) == [airport])
            #expect(try context.fetch(Airport.where { $0.code.beginsWith("or") }).isEmpty)
            #expect(try context.fetch(Airport.where { $0.code.beginsWith("or", [.caseInsensitive]) }) == [airport])
            try context.save()
        }
        #expect(try Airport.search(.allWords("orly"), in: context) == [airport])
    }

    @Test(.filesOnly(.functions)) func `an order without case does not read it, because accents would differ`() throws {
        let context = try file.context()
        for name in ["Zürich", "zurich", "ZUG"] { Airport(in: context, name: name) }
        try context.save()
        let sorted = Fetch<Airport>().sorted { [$0.name.ascending(options: [.caseInsensitive, .diacriticInsensitive]), $0.name.ascending] }
        #expect(try context.fetch(sorted).map(\.name) == ["ZUG", "Zürich", "zurich"])
        // A program that left the column behind does not change the order.
        try file.execute("UPDATE airport SET code = 'A' || _id")
        #expect(try file.context().fetch(sorted).map(\.name) == ["ZUG", "Zürich", "zurich"])
    }

    @Test func `plain SQL must set it, and the next save of the source writes it again`() throws {
        let context = try file.context()
        let airport = Airport(in: context, name: "Orly")
        try context.save()
        try file.execute("UPDATE airport SET name = 'Roissy'")
        #expect(try file.column("SELECT code FROM airport") == ["ORLY"])
        let other = try file.context()
        let same = try #require(try other.find(Airport.self, airport.objectID))
        #expect(same.code == "ROISSY")
        same.name = "roissy"
        try other.save()
        #expect(try file.column("SELECT code FROM airport") == ["ROISSY"])
    }

    @Test func `a unique one refuses names that differ in case alone, and is found by its source`() throws {
        let context = try file.context()
        let orly = try Airport.findOrCreate(name: "Orly", in: context)
        for _ in 1...2 {
            for spelling in ["orly", "ORLY", "OrLy"] { #expect(try Airport.findOrCreate(name: spelling, in: context) === orly) }
            try context.save()
        }
        orly.name = "Paris"
        #expect(try Airport.findOrCreate(name: "pARIS", in: context) === orly)
        #expect(try Airport.findOrCreate(name: "orly", in: context).isInserted)
        #expect(try Airport.findOrCreate(name: "Pâris", in: context) !== orly)
        Airport(in: context, name: "PARIS")
        let error = try #require(throws: ObjectValidationError.self) { try context.save() }
        #expect(error.failures.map(\.property).contains("code"))
    }

    @Test func `a new object is merged into the row with its derived key`() throws {
        let context = try file.context()
        Airport(in: context, name: "Orly", note: "old")
        try context.save()
        let other = try file.context()
        other.uniqueKeyPolicy = .objectWins
        Airport(in: other, name: "ORLY", note: "New")
        try other.save()
        #expect(try file.rows("SELECT _id, name, code, handle FROM airport") == [["1", "ORLY", "ORLY", "new"]])
    }

    @Test func `attributes and conditions derived from it follow in the store`() throws {
        let context = try file.context()
        let hub = Airport(in: context, name: "hub")
        let (low, high) = (Airport(in: context, name: "abc", hub: hub), Airport(in: context, name: "xyz", hub: hub))
        try context.save()
        #expect(hub.firstCode == "ABC" && hub.shortCount == 1 && low.hubCode == "HUB" && high.hubCode == "HUB")
        (low.name, hub.name) = ("nop", "Center")
        try context.save()
        #expect(hub.firstCode == "NOP" && hub.shortCount == 0 && high.hubCode == "CENTER")
        try context.batchUpdate(Airport.where { $0.name == "xyz" }) { [$0.name.set(to: "ö")] }
        #expect(try file.rows("SELECT first_code, short_count FROM airport WHERE name = 'Center'") == [["NOP", "0"]])
        #expect(try file.column("SELECT code FROM airport WHERE name = 'ö'") == ["Ö"])
    }

    @Test(.filesOnly(.functions)) func `batches write it with constants, with values of each row and for new rows`() throws {
        let context = try file.context()
        let airport = Airport(in: context, name: "Orly", note: "Sud")
        try context.save()
        try context.batchUpdate(Fetch<Airport>()) { [$0.name.set(to: "straße"), $0.note.set(to: nil)] }
        #expect(airport.code == "STRASSE" && airport.handle == nil)
        #expect(try file.rows("SELECT name, code, handle FROM airport") == [["straße", "STRASSE", nil]])
        try context.batchUpdate(Fetch<Airport>()) { [$0.name.set(to: $0.name.lowercased()), $0.note.set(to: $0.name.uppercased())] }
        #expect(try file.rows("SELECT code, note, handle FROM airport") == [["STRASSE", "STRASSE", "strasse"]])
        try context.batchInsert(["éa", "b"]) { name, context in Airport(in: context, name: name, note: name) }
        #expect(try file.rows("SELECT code, handle FROM airport ORDER BY _id") == [["STRASSE", "strasse"], ["ÉA", "éa"], ["B", "b"]])
    }

    @Test func `undo, redo, rollback and child contexts show the text of the source`() throws {
        let context = try file.context()
        let airport = Airport(in: context, name: "Orly")
        try context.save()
        context.undoLevels = 5
        airport.name = "Roissy"
        try context.undo()
        #expect(airport.code == "ORLY" && !context.hasChanges)
        try context.redo()
        #expect(airport.code == "ROISSY")
        let child = context.makeChild()
        let inner = try #require(try child.find(Airport.self, airport.objectID))
        #expect(inner.code == "ROISSY")
        inner.name = "Nice"
        #expect(try Airport.coded(code: "NICE", in: child) == [inner] && airport.code == "ROISSY")
        try child.save()
        #expect(airport.code == "NICE")
        try context.rollback()
        #expect(airport.code == "ORLY")
        #expect(try file.column("SELECT code FROM airport") == ["ORLY"])
    }

    @Test func `live results follow it in conditions and orders`() throws {
        let context = try file.context()
        let airports = ["nice", "Orly", "bern"].map { Airport(in: context, name: $0, note: $0) }
        try context.save()
        let fetch = Airport.where { $0.code > "C" }.sorted { $0.handle.descending }
        let controller = FetchedResultsController(fetch, in: context, isolation: nil)
        try controller.performFetch()
        func names() throws -> [String] {
            try context.processPendingChanges()
            return try controller.fetchedObjects.map(\.name)
        }
        #expect(try names() == ["Orly", "nice"])
        (airports[2].name, airports[1].note) = ("Zug", "AA")
        #expect(try names() == ["nice", "Zug", "Orly"])
        airports[0].name = "Aix"
        #expect(try names() == ["Zug", "Orly"])
        try context.save()
        #expect(try names() == ["Zug", "Orly"])
        try context.batchUpdate(Airport.where { $0.name == "Zug" }) { [$0.name.set(to: "a")] }
        #expect(try names() == ["Orly"])
    }

    @Test func `a store in text files does not hold it and computes it when it is read`() throws {
        let store = VariableStore()
        let container = try PersistentContainer(for: Ledger.self, at: .atomicStore(store))
        let context = try container.makeContext()
        Airport(in: context, name: "straße", note: "ÉA")
        try context.save()
        try container.close()
        let contents = try store.load()
        let table = try #require(contents.header.tables.first { $0.name == "Airport" })
        #expect(table.columns.map(\.name) == ["_id", "name", "note", "hub"])
        let again = try PersistentContainer(for: Ledger.self, at: .atomicStore(store)).makeContext()
        #expect(try Airport.coded(code: "STRASSE", in: again).map(\.handle) == ["éa"])
        // The form of the header is kept: a folded text is the one that names no derivation.
        let header = String(decoding: try JSONEncoder().encode(contents.header), as: UTF8.self)
        #expect(header.contains("\"derivation\":\"uppercase\"") && header.contains("\"derivation\":\"lowercase\""))
        #expect(!header.contains("\"derivation\":\"fold\""))
        #expect(try JSONDecoder().decode(AtomicStoreHeader.self, from: Data(header.utf8)) == contents.header)
    }
}
