import SQLiteAccess
import SchemaEvolution
import Testing

/// Relationships whose connections no step of a plan carries: the plan is refused by name, whatever else has their names.
struct LostConnectionTests {
    /// Two versions of a model's entities, and the relationship whose connections are lost.
    struct Pair: Sendable, CustomTestStringConvertible {
        var what: String
        var old: String
        var new: String
        var lost: String
        var decided = ""
        /// The rename that is the other way out.
        var rename: String?
        /// Whether the plan keeps every connection now, and asks nothing.
        var isKept = false

        var testDescription: String { what }
    }

    private static func model(_ entities: String) -> String { "trellis: 1\nmodel: Shop\nentities:\n" + entities }

    private static let order = "  Order: { attributes: { n: int? }, relationships: { buyer: { to: Client?, inverse: orders } } }\n"
    private static let client = "  Client: { attributes: { name: string? }, relationships: { orders: { to: [Order], inverse: buyer } } }\n"
    private static let members = """
          Group: { attributes: { n: int? }, relationships: { members: { to: [Person], inverse: groups } } }
          Person: { attributes: { n: int? }, relationships: { groups: { to: [Group], inverse: members } } }

        """

    static let pairs = [
        Pair(
            what: "A to-many that another entity takes under the same names",
            old: order + "  Quote: { attributes: { n: int? } }\n" + client,
            new: """
                  Order: { attributes: { n: int? } }
                  Quote: { attributes: { n: int? }, relationships: { buyer: { to: Client?, inverse: orders } } }
                  Client: { attributes: { name: string? }, relationships: { orders: { to: [Quote], inverse: buyer } } }

                """, lost: "Order.buyer"),
        Pair(
            what: "A one-to-one that goes up to a parent and becomes many-to-many",
            old: "  Step: { attributes: { n: int? }, relationships: { after: { to: Step?, inverse: before, key: here }, before: { to: Step?, inverse: after } } }\n",
            new: """
                  Node: { abstract: true, attributes: { n: int? }, relationships: { after: { to: [Node], inverse: before }, before: { to: [Node], inverse: after } } }
                  Step: { parent: Node }

                """, lost: "Step.after", isKept: true),
        Pair(
            what: "A many-to-many whose both ends go up to parents",
            old: """
                  Thing: { attributes: { n: int? } }
                  Being: { attributes: { n: int? } }
                  Group: { parent: Thing, relationships: { members: { to: [Person], inverse: groups } } }
                  Person: { parent: Being, relationships: { groups: { to: [Group], inverse: members } } }

                """,
            new: """
                  Thing: { attributes: { n: int? }, relationships: { members: { to: [Being], inverse: groups } } }
                  Being: { attributes: { n: int? }, relationships: { groups: { to: [Thing], inverse: members } } }
                  Group: { parent: Thing }
                  Person: { parent: Being }

                """, lost: "Group.members", isKept: true),
        Pair(
            what: "A many-to-many whose both ends lead to another entity",
            old: members + "  Tag: { attributes: { n: int? } }\n",
            new: """
                  Group: { attributes: { n: int? }, relationships: { members: { to: [Tag] } } }
                  Person: { attributes: { n: int? }, relationships: { groups: { to: [Tag] } } }
                  Tag: { attributes: { n: int? } }

                """, lost: "Group.members"),
        Pair(
            what: "Two many-to-many without inverse that become each other's inverse",
            old: members.replacing(", inverse: groups", with: "").replacing(", inverse: members", with: ""), new: members,
            lost: "Person.groups", isKept: true),
        Pair(
            what: "A key that has another name in a new parent", old: order + client,
            new: """
                  Record: { abstract: true, attributes: { n: int? }, relationships: { payer: { to: Client?, inverse: orders } } }
                  Order: { parent: Record }
                  Client: { attributes: { name: string? }, relationships: { orders: { to: [Record], inverse: payer } } }

                """, lost: "Order.buyer", rename: "Order.buyer: payer"),
        Pair(
            what: "A required to-one that has another name, with a value for the new one",
            old: (order + client).replacing("Client?", with: "Client").replacing("inverse: buyer", with: "inverse: buyer, deleteRule: cascade"),
            new: (order + client).replacing("Client?", with: "Client").replacing("inverse: buyer", with: "inverse: payer, deleteRule: cascade")
                .replacing("buyer: {", with: "payer: {"),
            lost: "Order.buyer", decided: "values: { Order.payer: \"(SELECT min(_id) FROM client)\" }", rename: "Order.buyer: payer"),
        Pair(
            what: "An optional to-one that has another name while its inverse stays", old: order + client,
            new: (order + client).replacing("buyer", with: "payer"), lost: "Order.buyer", rename: "Order.buyer: payer"),
        Pair(
            what: "A to-one and a to-many without inverse that become each other's inverse",
            old: (order + client).replacing(", inverse: orders", with: "").replacing(", inverse: buyer", with: ""), new: order + client,
            lost: "Client.orders"),
        Pair(
            what: "Two to-ones without inverse that become each other's inverse",
            old: """
                  Desk: { attributes: { n: int? }, relationships: { worker: { to: Worker? } } }
                  Worker: { attributes: { n: int? }, relationships: { desk: { to: Desk? } } }

                """,
            new: """
                  Desk: { attributes: { n: int? }, relationships: { worker: { to: Worker?, inverse: desk, key: here } } }
                  Worker: { attributes: { n: int? }, relationships: { desk: { to: Desk?, inverse: worker } } }

                """, lost: "Worker.desk"),
        Pair(
            what: "Keys of two children that their parent declares once",
            old: """
                  Base: { attributes: { n: int? } }
                  Left: { parent: Base, relationships: { tag: { to: Tag?, column: left_tag } } }
                  Right: { parent: Base, relationships: { tag: { to: Tag?, column: right_tag } } }
                  Tag: { attributes: { n: int? } }

                """,
            new: """
                  Base: { attributes: { n: int? }, relationships: { tag: { to: Tag? } } }
                  Left: { parent: Base }
                  Right: { parent: Base }
                  Tag: { attributes: { n: int? } }

                """, lost: "Right.tag", isKept: true),
    ]

    @Test("It is planned and proved without a question", arguments: pairs.filter(\.isKept))
    func kept(pair: Pair) throws {
        let migration = try PlannedMigration(from: Self.model(pair.old), to: Self.model(pair.new))
        #expect(migration.plan != nil && migration.findings.map(\.message) == [])
    }

    @Test("It is refused by the relationship's name, and planned with a reason for its loss", arguments: pairs.filter { !$0.isKept })
    func refused(pair: Pair) throws {
        let (old, new) = (Self.model(pair.old), Self.model(pair.new))
        let migration = try PlannedMigration(from: old, to: new, pair.decided)
        let finding = try #require(migration.findings.first { $0.code.name == "TR2102" }, "\(migration.findings.map(\.message))")
        #expect(finding.message == "the connections of '\(pair.lost)' would be lost")
        let lines = try #require(finding.suggestion?.message)
        #expect(lines.contains("'drops: { \(pair.lost): why }'"), "\(lines)")
        if let rename = pair.rename { #expect(lines.contains("'renames: { \(rename) }'"), "\(lines)") }
        #expect(migration.plan == nil)
        let dropped = try PlannedMigration(from: old, to: new, "drops: { \(pair.lost): why }\n" + pair.decided)
        #expect(dropped.plan != nil)
        #expect(dropped.findings.filter { $0.code.name != "TR2108" }.map(\.message) == [])
    }

    @Test("With the rename that is offered every connection is kept", arguments: pairs.filter { $0.rename != nil })
    func renamed(pair: Pair) throws {
        let migration = try PlannedMigration(
            from: Self.model(pair.old), to: Self.model(pair.new), "renames: { \(pair.rename ?? "") }")
        let connection = try migration.run(
            "INSERT INTO client (_id) VALUES (1), (2), (3); INSERT INTO \"order\" (_id, buyer_id) VALUES (1, 2), (2, 3), (3, 3)")
        let table = pair.new.contains("Record") ? "record" : "\"order\""
        #expect(try connection.rows("SELECT _id, payer_id FROM \(table) ORDER BY _id") == [["1", "2"], ["2", "3"], ["3", "3"]])
    }

    @Test("A required key that has another name is asked for with the rename first")
    func questionOffersRename() throws {
        let pair = try #require(Self.pairs.first { $0.what.hasPrefix("A required to-one") })
        let migration = try PlannedMigration(from: Self.model(pair.old), to: Self.model(pair.new))
        let question = try #require(migration.findings.first?.suggestion?.message)
        #expect(question.hasPrefix("decide in the migration's file: 'renames: { Order.buyer: payer }', or"), "\(question)")
    }

    @Test("A reason for the loss counts at either end")
    func eitherEnd() throws {
        let pair = Self.pairs[0]
        for drops in ["Client.orders: why", "Client.orders: why, Order.buyer: why"] {
            let migration = try PlannedMigration(from: Self.model(pair.old), to: Self.model(pair.new), "drops: { \(drops) }")
            #expect(migration.plan != nil && migration.findings.map(\.message) == [])
        }
    }

    @Test("Both ends of a many-to-many keep its connections where they stop to be inverses")
    func separated() throws {
        let apart = Self.members.replacing(", inverse: groups", with: "").replacing(", inverse: members", with: "")
        let connection = try PlannedMigration(from: Self.model(Self.members), to: Self.model(apart)).run(
            """
            INSERT INTO "group" (_id) VALUES (1), (2); INSERT INTO person (_id) VALUES (5), (6);
            INSERT INTO group_members (group_id, person_id) VALUES (1, 5), (1, 6), (2, 6)
            """)
        #expect(try connection.rows("SELECT group_id, person_id FROM group_members ORDER BY 1, 2") == [["1", "5"], ["1", "6"], ["2", "6"]])
        #expect(try connection.rows("SELECT person_id, group_id FROM person_groups ORDER BY 2, 1") == [["5", "1"], ["6", "1"], ["6", "2"]])
    }

    @Test("One of them that goes down to a child takes the child's connections, and the other keeps all")
    func separatedInHierarchy() throws {
        let old = Self.model(
            """
              Page: { attributes: { n: int? }, relationships: { notes: { to: [Note], inverse: pages } } }
              Note: { parent: Page, relationships: { pages: { to: [Page], inverse: notes } } }

            """)
        let new = Self.model(
            """
              Page: { attributes: { n: int? } }
              Note: { parent: Page, relationships: { notes: { to: [Note] }, pages: { to: [Page] } } }

            """)
        let connection = try PlannedMigration(from: old, to: new).run(
            """
            INSERT INTO page (_id, _entity) VALUES (1, 'Page'), (2, 'Note'), (3, 'Note');
            INSERT INTO note_pages (note_id, page_id) VALUES (2, 1), (2, 3), (3, 1), (3, 2)
            """)
        #expect(try connection.rows("SELECT note_id, page_id FROM note_pages ORDER BY 1, 2") == [["2", "1"], ["2", "3"], ["3", "1"], ["3", "2"]])
        #expect(try connection.rows("SELECT note_id, notes_id FROM note_notes ORDER BY 1, 2") == [["2", "3"], ["3", "2"]])
    }

    @Test("A key that becomes its own inverse is asked for: rows may not lead back")
    func ownInverse() throws {
        let old = Self.model("  Person: { attributes: { n: int? }, relationships: { partner: { to: Person? } } }\n")
        let new = old.replacing("Person? }", with: "Person?, inverse: partner }")
        let migration = try PlannedMigration(from: old, to: new)
        #expect(migration.codes == ["TR2104"], "\(migration.findings.map(\.message))")
    }

    @Test("A reason for an entity that goes is none for what objects that stay inherited from it", arguments: ["", "abstract: true, "])
    func heirs(abstract: String) throws {
        let base = "  Base: { \(abstract)attributes: { title: string? }, relationships: { owner: { to: Owner?, inverse: things } } }\n"
        let old = Self.model(
            base + "  Child: { parent: Base, attributes: { c: int? } }\n"
                + "  Owner: { attributes: { n: int? }, relationships: { things: { to: [Base], inverse: owner } } }\n")
        let new = Self.model("  Child: { attributes: { c: int? } }\n  Owner: { attributes: { n: int? } }\n")
        let migration = try PlannedMigration(from: old, to: new, "drops: { Base: why }")
        #expect(
            migration.findings.map(\.message) == [
                "the values of 'Base.title' would be lost for objects of 'Child'", "the connections of 'Base.owner' with objects of 'Child' would be lost",
            ])
        let decided = try PlannedMigration(from: old, to: new, "drops: { Base: why, Base.title: why, Base.owner: why }")
        #expect(decided.plan != nil && decided.findings.map(\.message) == [])
    }

    @Test("An abstract entity goes without a word where its heirs declare what they inherited")
    func heirsDeclare() throws {
        let old = Self.model(
            "  Base: { abstract: true, attributes: { title: string? } }\n  Child: { parent: Base, attributes: { c: int? } }\n")
        let new = Self.model("  Child: { attributes: { title: string?, c: int? } }\n")
        let connection = try PlannedMigration(from: old, to: new).run("INSERT INTO base (_id, _entity, title) VALUES (7, 'Child', 'x')")
        #expect(try connection.rows("SELECT _id, title FROM child") == [["7", "x"]])
    }

    @Test("A value for a key keeps what the key was, and not what its new inverse connected")
    func valueOfJoinedKey() throws {
        let old = Self.model(
            "  Box: { attributes: { n: int? }, relationships: { items: { to: [Item] } } }\n"
                + "  Item: { attributes: { n: int? }, relationships: { box: { to: Box? } } }\n")
        let new = old.replacing("[Item] }", with: "[Item], inverse: box, deleteRule: cascade }")
            .replacing("Box? }", with: "Box, inverse: items }")
        let decided = "values: { Item.box: \"coalesce(box_id, (SELECT min(_id) FROM box))\" }\n"
        #expect(try PlannedMigration(from: old, to: new, decided).findings.map(\.message) == ["the connections of 'Box.items' would be lost"])
        #expect(try PlannedMigration(from: old, to: new, decided + "drops: { Box.items: why }").codes == [])
    }

    @Test("The line that is printed for a key that changes sides does for a relationship to the same entity")
    func selfReference() throws {
        let old = Self.model(
            "  Node: { attributes: { n: int? }, relationships: { next: { to: Node?, inverse: before }, before: { to: [Node], inverse: next } } }\n")
        let new = old.replacing("next: { to: Node?", with: "next: { to: [Node]").replacing("before: { to: [Node]", with: "before: { to: Node?")
        let line = "(SELECT _other._id FROM node AS _other WHERE _other.next_id = node._id)"
        let asked = try PlannedMigration(from: old, to: new)
        #expect(asked.codes == ["TR2104"] && asked.helps[0].contains("'values: { Node.before: \"\(line)\" }'"), "\(asked.helps)")
        let connection = try PlannedMigration(from: old, to: new, "values: { Node.before: \"\(line)\" }")
            .run("INSERT INTO node (_id) VALUES (1), (2), (3); UPDATE node SET next_id = 2 WHERE _id = 1; UPDATE node SET next_id = 3 WHERE _id = 2")
        #expect(try connection.rows("SELECT _id, before_id FROM node ORDER BY _id") == [["1", nil], ["2", "1"], ["3", "2"]])
    }

    @Test("A key that changes sides to a child has the child's rows alone, and the proof refuses others")
    func childrenAlone() throws {
        let old = Self.model(
            """
              Pet: { attributes: { n: int? }, relationships: { owner: { to: Owner?, inverse: pet, key: here } } }
              Cat: { parent: Pet }
              Owner: { attributes: { n: int? }, relationships: { pet: { to: Pet?, inverse: owner } } }

            """)
        let new = Self.model(
            """
              Pet: { attributes: { n: int? } }
              Cat: { parent: Pet, relationships: { owner: { to: [Owner], inverse: pet } } }
              Owner: { attributes: { n: int? }, relationships: { pet: { to: Cat?, inverse: owner } } }

            """)
        let asked = try PlannedMigration(from: old, to: new)
        #expect(asked.findings.map(\.message) == ["the connections of 'Pet.owner' with objects of 'Pet' would be lost"])
        #expect(try PlannedMigration(from: old, to: new, "drops: { Pet.owner: why }").findings.map(\.message) == [])
        let query = "SELECT _id FROM pet WHERE owner_id = owner._id"
        func decided(_ query: String) throws -> PlannedMigration {
            try PlannedMigration(from: old, to: new, "drops: { Pet.owner: why }\nvalues: { Owner.pet: \"(\(query))\" }")
        }
        #expect(try decided(query + " AND _entity IN ('Cat')").findings.map(\.message) == [])
        let refused = try decided(query).findings
        #expect(refused.contains { $0.code.name == "TR2107" && $0.message.contains("and not of 'Cat'") }, "\(refused.map(\.message))")
    }

    @Test("A many-to-many end whose inverse becomes a key under a new name is asked for by the old relationship")
    func manyToManyBecomesKey() throws {
        let new = Self.members.replacing("groups: { to: [Group]", with: "team: { to: Group?").replacing("inverse: groups", with: "inverse: team")
        let migration = try PlannedMigration(from: Self.model(Self.members), to: Self.model(new))
        #expect(migration.findings.map(\.message) == ["'Person.team' is to-one now, but 'Group.members' connected any number of objects"])
    }
}
