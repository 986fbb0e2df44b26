import SQLiteAccess
import SQLiteStorage
import SchemaEvolution
import Testing

/// What no column of a value has: the places of ordered members, and whether an optional composite without values was there.
struct LostOrderTests {
    struct Pair: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var old: String
        var new: String
        var lost: String
        var drop: String
        var decided = ""
    }

    private static func model(_ entities: String) -> String { "trellis: 1\nmodel: Shop\nentities:\n" + entities }

    private static let keyed = """
          List: { attributes: { n: int? }, relationships: { items: { to: [Item], inverse: list, ordered: true } } }
          Item: { attributes: { n: int? }, relationships: { list: { to: List?, inverse: items } } }

        """
    private static let joined = """
          List: { attributes: { n: int? }, relationships: { items: { to: [Item], inverse: lists, ordered: true } } }
          Item: { attributes: { n: int? }, relationships: { lists: { to: [List], inverse: items } } }

        """
    private static let one = "values: { Item.list: \"(SELECT min(list_id) FROM item_lists WHERE item_id = item._id)\" }"

    static let pairs = [
        Pair(
            testDescription: "a value for the key of a to-many that was a many-to-many", old: joined,
            new: joined.replacing("lists: { to: [List]", with: "list: { to: List?").replacing("inverse: lists", with: "inverse: list"),
            lost: "the order of 'List.items' would be lost", drop: "List.items.order", decided: one),
        Pair(
            testDescription: "a value for the key under the name that the to-many had", old: joined,
            new: joined.replacing("lists: { to: [List]", with: "lists: { to: List?"), lost: "the order of 'List.items' would be lost",
            drop: "List.items.order", decided: one.replacing("Item.list", with: "Item.lists")),
        Pair(
            testDescription: "an ordered inverse that is gone", old: keyed,
            new: "  List: { attributes: { n: int? } }\n  Item: { attributes: { n: int? }, relationships: { list: { to: List? } } }\n",
            lost: "the order of 'List.items' would be lost", drop: "List.items.order"),
        Pair(
            testDescription: "an ordered inverse of a many-to-many that is gone", old: joined,
            new: "  List: { attributes: { n: int? } }\n  Item: { attributes: { n: int? }, relationships: { lists: { to: [List] } } }\n",
            lost: "the order of 'List.items' would be lost", drop: "List.items.order"),
        Pair(
            testDescription: "members that have no order now", old: keyed, new: keyed.replacing(", ordered: true", with: ""),
            lost: "the order of 'List.items' would be lost", drop: "List.items.order"),
        Pair(
            testDescription: "one of two orders of a many-to-many", old: joined.replacing("inverse: items", with: "inverse: items, ordered: true"),
            new: joined, lost: "the order of 'Item.lists' would be lost", drop: "Item.lists.order"),
        Pair(
            testDescription: "an optional composite, all of whose parts may be missing, that is required now",
            old: "  Firm: { attributes: { n: int?, seat: Address? } }\ncomposites: { Address: { street: string?, zip: int? } }\n",
            new: "  Firm: { attributes: { n: int?, seat: Address } }\ncomposites: { Address: { street: string?, zip: int? } }\n",
            lost: "'Firm.seat' would no longer distinguish nil from a value without parts", drop: "Firm.seat"),
        Pair(
            testDescription: "an optional composite whose one part is an attribute of its own now",
            old: "  Firm: { attributes: { n: int?, seat: Address? } }\ncomposites: { Address: { street: string? } }\n",
            new: "  Firm: { attributes: { n: int?, street: string? } }\n",
            lost: "'Firm.seat' would no longer distinguish nil from a value without parts", drop: "Firm.seat", decided: "renames: { Firm.seat.street: street }"),
    ]

    @Test(arguments: pairs) func `the loss is refused by its name, and stands with the line that is printed`(_ pair: Pair) throws {
        let (old, new) = (Self.model(pair.old), Self.model(pair.new))
        let refused = try PlannedMigration(from: old, to: new, pair.decided)
        #expect(refused.findings.map(\.message) == [pair.lost])
        #expect(refused.codes == ["TR2102"] && refused.helps == ["decide in the migration's file: 'drops: { \(pair.drop): why }'"])
        let dropped = try PlannedMigration(from: old, to: new, pair.decided + "\ndrops: { \(pair.drop): why }")
        #expect(dropped.plan != nil && dropped.findings.map(\.message) == [])
    }

    @Test(arguments: pairs) func `the proof sees it without the planner`(_ pair: Pair) throws {
        let drop = pair.decided + "\ndrops: { \(pair.drop): why }"
        let migration = try PlannedMigration(from: Self.model(pair.old), to: Self.model(pair.new), drop)
        let plan = try #require(migration.plan)
        func decisions(_ text: String) throws -> MigrationDecisions {
            try #require(DecisionReader.read(Array("trellis: 1\n\(text)\n".utf8), file: "2.migration.yaml").decisions)
        }
        let found = try Conservation(from: migration.old, to: migration.new, decisions(pair.decided)).findings(of: plan)
        #expect(found.map(\.code.name) == ["TR2120"], "\(found.map(\.message))")
        #expect(found.first?.suggestion?.message.contains("'drops: { \(pair.drop): why }'") == true, "\(found)")
        #expect(try Conservation(from: migration.old, to: migration.new, decisions(drop)).findings(of: plan).map(\.message) == [])
    }

    @Test(arguments: [
        ("a key that is a many-to-many now", keyed, joined, "renames: { Item.list: lists }"),
        ("a value for a key that stays", keyed, keyed, "values: { Item.list: \"coalesce(list_id, (SELECT min(_id) FROM list))\" }"),
        ("new names", keyed, keyed.replacing("items", with: "entries").replacing("list:", with: "owner:").replacing("inverse: list", with: "inverse: owner"), "renames: { List.items: entries, Item.list: owner }"),
        ("an optional composite with a required part", "  Firm: { attributes: { seat: Address? } }\ncomposites: { Address: { street: string, zip: int? } }\n",
            "  Firm: { attributes: { street: string?, zip: int? } }\n", "renames: { Firm.seat.street: street, Firm.seat.zip: zip }"),
        ("a composite that goes as a whole", "  Firm: { attributes: { n: int?, seat: Address? } }\ncomposites: { Address: { street: string? } }\n",
            "  Firm: { attributes: { n: int? } }\n", "drops: { Firm.seat.street: why }"),
    ])
    func `what keeps it is planned`(name: String, old: String, new: String, decided: String) throws {
        let migration = try PlannedMigration(from: Self.model(old), to: Self.model(new), decided)
        #expect(migration.plan != nil && migration.findings.map(\.message) == [], "\(name)")
    }

    @Test func `a reason for an order gives up no connection`() throws {
        let new = Self.model(Self.keyed.replacing(", ordered: true", with: ""))
        let drop = "drops: { List.items.order: why }"
        let migration = try PlannedMigration(from: Self.model(Self.keyed), to: new, drop)
        var plan = try #require(migration.plan)
        let index = try #require(plan.steps.firstIndex { $0.sql.hasPrefix("UPDATE _trellis_metadata") })
        plan.steps.insert(.init("UPDATE item SET list_id = NULL", .update, "A fault"), at: index)
        let decisions = try #require(DecisionReader.read(Array("trellis: 1\n\(drop)\n".utf8), file: "2.migration.yaml").decisions)
        #expect(MigrationProof(from: migration.old, to: migration.new, decisions).findings(of: plan).contains { $0.code.name == "TR2120" })
        let useless = try PlannedMigration(from: Self.model(Self.keyed), to: Self.model(Self.keyed), drop)
        #expect(useless.findings.map(\.message) == ["'List.items.order' is not lost"])
    }
}
