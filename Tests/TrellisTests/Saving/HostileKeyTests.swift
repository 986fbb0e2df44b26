import Foundation
import LedgerModel
import OrdersModel
import TestSupport
import Testing
import Trellis

/// Unique keys with texts that SQL, JSON and text files treat specially, and more keys than one statement takes, against plain
/// dictionaries.
struct HostileKeyTests {
    private static let texts = [
        " ", "'", "''", "\"", "`", "\\", "\\u0000", "a\0", "a\0b", "\0", "\0\0", "%", "_", "?", "?1", ":a", "$a", ";", "--", "/*", "a\nb", "a\r\nb",
        "'; DROP TABLE customer; --", "' OR 1 = 1 --", "[1,2]", "{\"a\":1}", "null", "NULL", "nil", "1", "1.0", "01", "true", "X'00'", "🙂", "👩‍👩‍👧", "🇩🇪",
        "é", "e\u{301}", "\u{FEFF}a", "a\u{200D}", "\u{202E}abc", "\u{FFFD}", "\u{10FFFF}", "ﬁ", "ß", "ss", "İ", "ı", "日本", "\u{7F}", "\u{1}", "\u{85}",
        String(repeating: "x", count: 70_000), String(repeating: "'", count: 999), "a ", " a", "a\t",
    ].filter { !TestStore.isOnCluster || !$0.utf8.contains(0) }

    /// A text by its bytes: Swift takes two spellings of one character for the same.
    private static func hex(_ text: String) -> String { text.utf8.map { String(format: "%02X", $0) }.joined() }

    /// The stored names, by their bytes, with another column.
    private func stored(_ file: StoreFile<Orders>, _ column: String) throws -> [String: String] {
        Dictionary(try file.rows("SELECT hex(name), \(column) FROM customer").map { ($0[0] ?? "", $0[1] ?? "") }) { _, _ in "twice" }
    }

    @Test func `each hostile text is a key of its own, stored or not`() throws {
        let file = try StoreFile(of: Orders.self)
        let context = try file.context()
        var known = [String: OrdersModel.Customer]()
        for _ in 1...3 {
            for text in Self.texts.shuffled() {
                let customer = try OrdersModel.Customer.findOrCreate(name: text, in: context) { $0.info = Self.hex(text) }
                #expect(Array(customer.name.utf8) == Array(text.utf8))
                if let before = known[Self.hex(text)] { #expect(before === customer) }
                known[Self.hex(text)] = customer
            }
            #expect(Set(known.values.map(ObjectIdentifier.init)).count == Self.texts.count)
            try context.save()
        }
        #expect(try stored(file, "info") == Dictionary(uniqueKeysWithValues: Self.texts.map { (Self.hex($0), Self.hex($0)) }))
        let other = try file.context()
        for text in Self.texts {
            #expect(try OrdersModel.Customer.findOrCreate(name: text, in: other).objectID == known[Self.hex(text)]?.objectID)
        }
        #expect(!other.hasChanges)
    }

    @Test(arguments: [UniqueKeyPolicy.objectWins, .storeWins])
    func `a save merges thousands of new objects into the rows with their keys, and inserts the others`(policy: UniqueKeyPolicy) throws {
        var random = SeededGenerator.forTests()
        // More than SQLite binds in one statement.
        let starts = ["n'", "n\"", "n\\", "ñ", TestStore.isOnCluster ? "n;" : "n\0"]
        let names = Self.texts + (0..<TestScale.count(3_000, long: 34_000)).map { "\(starts[$0 % 5])\($0)" }
        let file = try StoreFile(of: Orders.self)
        let context = try file.context()
        let before = names.filter { _ in Int.random(in: 0..<3, using: &random) > 0 }
        for name in before { OrdersModel.Customer(in: context, name: name).info = "old" }
        try context.save()
        let ids = try stored(file, "_id")
        #expect(ids.count == before.count)

        let other = try file.context()
        other.uniqueKeyPolicy = policy
        let after = names.filter { _ in Int.random(in: 0..<3, using: &random) > 0 }.shuffled(using: &random)
        let new = after.map { name in
            let customer = OrdersModel.Customer(in: other, name: name)
            customer.info = "new"
            return customer
        }
        try other.save()
        #expect(new.allSatisfy { !$0.hasChanges && !$0.isInserted })
        var expected = Dictionary(uniqueKeysWithValues: before.map { (Self.hex($0), "old") })
        for name in after where policy == .objectWins || expected[Self.hex(name)] == nil { expected[Self.hex(name)] = "new" }
        #expect(try stored(file, "info") == expected)
        // Rows keep their identities.
        let idsAfter = try stored(file, "_id")
        #expect(ids.allSatisfy { idsAfter[$0.key] == $0.value })
        #expect(zip(new, after).allSatisfy { "\($0.objectID)" == "Customer/\(idsAfter[Self.hex($1)] ?? "")" })
    }

    /// Texts that differ in case and diacritics alone, and those of another class, by hand.
    private static let classes = [
        ["Ada", "ADA", "áDA", "A\u{301}da"], ["Straße", "STRASSE", "strasse"], ["o'Brien", "O'BRIEN", "ó'brien"], ["a\0B", "A\0b"], ["a\0C"],
        ["🙂É", "🙂e\u{301}"], ["🙃E"], ["\"X\"", "\"x\""], ["\\u0041"], [""], ["%É", "%e"], ["_e"], ["ﬁ", "FI"],
    ]

    @Test(.filesOnly(.nul)) func `a folded key finds and merges all spellings of a hostile text, and no other text`() throws {
        let file = try StoreFile(of: Ledger.self)
        let context = try file.context()
        for (number, spellings) in Self.classes.enumerated() {
            let note = "\(number)"
            let customers = try (spellings + spellings).map { try LedgerModel.Customer.findOrCreate(name: $0, in: context) { $0.note = note } }
            #expect(customers.allSatisfy { $0 === customers[0] && $0.note == note }, "\(spellings)")
        }
        try context.save()
        #expect(try file.column("SELECT note FROM customer ORDER BY _id") == Self.classes.indices.map(String.init))

        let other = try file.context()
        other.uniqueKeyPolicy = .objectWins
        let new = Self.classes.map { LedgerModel.Customer(in: other, name: $0.last ?? "", note: "new") }
        try other.save()
        #expect(new.map { "\($0.objectID)" } == Self.classes.indices.map { "Customer/\($0 + 1)" })
        let rows = try file.rows("SELECT hex(name), note FROM customer ORDER BY _id")
        #expect(rows == Self.classes.map { [Self.hex($0.last ?? ""), "new"] })
    }

    @Test(.filesOnly(.nul)) func `a key in capital letters merges texts that differ in case alone`() throws {
        let file = try StoreFile(of: Ledger.self)
        let context = try file.context()
        for name in ["o'brien", "a\0b", "🙂é", "e\u{301}", "straße"] { Airport(in: context, name: name, note: name) }
        try context.save()
        let other = try file.context()
        other.uniqueKeyPolicy = .objectWins
        let new = ["O'BRIEN", "A\0B", "🙂É", "E\u{301}", "STRASSE", "É"].map { Airport(in: other, name: $0, note: "new") }
        try other.save()
        #expect(new.prefix(5).map { "\($0.objectID)" } == (1...5).map { "Airport/\($0)" })
        #expect(try file.column("SELECT count(*) FROM airport WHERE handle = 'new'") == ["6"])
    }
}
