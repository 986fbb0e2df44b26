import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// Stores that are damaged in several ways at once. The oracle is the damage itself: the test knows how many rows it broke.
struct RandomDamageTests {
    private struct Damage: Sendable {
        var name: String
        var run: @Sendable (DamagedShop, Int) throws -> Void
        /// What the check must say, for a number of rows.
        var expected: @Sendable (Int) -> [String]
    }

    private static func rows(_ count: Int) -> String { "\(count) row\(count == 1 ? "" : "s")" }

    private static let damages: [Damage] = [
        .init(name: "ages", run: { try $0.breakAges($1) }) {
            ["\(rows($0)) with a value of 'Customer.age' that does not meet"]
        },
        .init(name: "keys", run: { try $0.breakKeys($1) }) {
            ["\(rows($0)) with a key 'Order.customer' that leads to no row of 'Customer'"]
        },
        .init(name: "tags", run: { try $0.deleteTags($1) }) {
            ["\(rows($0)) with a key 'Order.tags' that leads to no row of 'Tag'"]
        },
        .init(name: "duplicates", run: { try $0.duplicateNames($1) }) {
            [
                "the index 'customer__name' is missing", "\(rows($0 + 1)) of 'Customer' share 1 value of 'Customer.name'",
            ]
        },
        .init(
            name: "missing values",
            run: { shop, count in
                try shop.writeAgainstDefinition(of: "order", removing: " NOT NULL", "UPDATE \"order\" SET number = NULL WHERE _id <= \(count)")
            }
        ) { ["\(rows($0)) without a value of 'Order.number'"] },
        .init(
            name: "wrong types",
            run: { try $0.writeAgainstDefinition(of: "tag", removing: " STRICT", "UPDATE tag SET label = X'00' WHERE _id > (SELECT max(_id) FROM tag) - \($1)") }
        ) { ["\(rows($0)) with a value of 'Tag.label' that is no TEXT"] },
        .init(name: "index", run: { shop, _ in try shop.execute("DROP INDEX order__number") }) { _ in
            ["the index 'order__number' is missing"]
        },
        .init(
            name: "column",
            run: { shop, _ in try shop.execute("ALTER TABLE customer ADD COLUMN mine TEXT") }
        ) { _ in ["the column 'mine' of 'customer' should not exist"] },
        .init(
            name: "trigger",
            run: { shop, _ in try shop.execute("DROP TRIGGER customer__order_count__insert") }
        ) { _ in ["the trigger 'customer__order_count__insert' is missing"] },
    ]

    @Test func `each damage is reported with the right counts, and a sound store has no finding`() throws {
        let seed = SeededGenerator.seedForTests()
        var random = SeededGenerator(seed: seed)
        let rounds = TestScale.count(6, long: 500)
        let shop = try DamagedShop()
        let empty = try shop.bytes()
        let url = URL(filePath: shop.folder.file("shop.sqlite"))
        for round in 1...rounds {
            try empty.write(to: url)
            try shop.fill(customers: .random(in: 8...60, using: &random))
            let sound = try shop.check()
            #expect(sound.exitCode == 0 && !sound.errors.contains("TR23"), "round \(round) of \(seed): \(sound.errors)")
            var expected = [String]()
            var names = [String]()
            for damage in Self.damages.shuffled(using: &random).prefix(.random(in: 1...3, using: &random)) {
                let count = Int.random(in: 1...4, using: &random)
                try damage.run(shop, count)
                expected += damage.expected(count)
                names.append("\(damage.name) \(count)")
            }
            let check = try shop.check()
            #expect(check.exitCode == 1)
            for text in expected { #expect(check.errors.contains(text), "round \(round) of \(seed), \(names): \(text)\n\(check.errors)") }
            // Nothing else is reported.
            let found = check.errors.split(separator: "\n").filter { $0.contains(/error.*TR23|TR23.*error/) }.count
            #expect(found == expected.count, "round \(round) of \(seed), \(names): \(check.errors)")
        }
    }

    @Test func `what the check states about a step is what a rehearsal meets`() throws {
        let seed = SeededGenerator.seedForTests()
        var random = SeededGenerator(seed: seed)
        let shop = try DamagedShop()
        let empty = try shop.bytes()
        try shop.freeze(replacing: "max: 150", with: "max: 60")
        for round in 1...TestScale.count(4, long: 100) {
            try empty.write(to: URL(filePath: shop.folder.file("shop.sqlite")))
            try shop.fill(customers: .random(in: 4...20, using: &random))
            let count = Int.random(in: 0...3, using: &random)
            try shop.execute("UPDATE customer SET age = 61 + _id WHERE _id <= \(count)")
            let comment = Comment(rawValue: "round \(round) of \(seed), \(count) rows")
            let check = try shop.check()
            #expect(check.errors.contains("\(Self.rows(count)) with a value of 'Customer.age'") == (count > 0), comment)
            #expect((check.exitCode == 0) == (count == 0), comment)
            let rehearsal = try shop.trellis("migrate", "rehearse", "shop.sqlite", "Shop.yaml")
            #expect(rehearsal.exitCode == check.exitCode, "\(comment): \(rehearsal.errors)")
        }
    }
}
