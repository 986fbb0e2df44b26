import Diagnostics
import SchemaEvolution
import Testing

/// What keeps programs of a version from using stores of the next one, change by change.
struct ObstacleTests {
    /// A change of the model, with the reason that it gives; nil for none.
    struct Change: Sendable, CustomTestStringConvertible {
        var old: String
        var new: String
        var reason: String?
        var decisions = ""

        init(_ old: String, _ new: String, _ reason: String? = nil, deciding decisions: String = "") {
            (self.old, self.new, self.reason, self.decisions) = (old, new, reason, decisions)
        }

        var testDescription: String { "'\(old)' becomes '\(new)'" }
    }

    private static let text = """
        trellis: 1
        model: Shop
        enums:
          Channel: [web, phone]
          Carrier: [post, courier, unknown]
        composites:
          Address: { street: string, city: "string?" }
        entities:
          Party:
            attributes:
              name: string
            relationships:
              tags: { to: [Tag] }
          Customer:
            parent: Party
            attributes:
              email: string?
            relationships:
              orders: { to: [Order], inverse: customer, deleteRule: cascade }
          Order:
            attributes:
              number: { type: int, unique: true }
              amount: { type: decimal, scale: 2 }
              info: string?
              code: { type: int16, check: true, min: 1 }
              channel: Channel
              carrier: Carrier
              home: Address?
              search: { type: string?, derived: fold(info) }
            relationships:
              customer: { to: "Customer?", inverse: orders }
              items: { to: [Item], inverse: order, ordered: true }
              referrer: { to: "Party?" }
            fetches:
              numbered: { where: number > 3, sort: number }
          Item:
            attributes:
              title: string
            relationships:
              order: { to: "Order?", inverse: items }
          Tag:
            attributes:
              word: string
            search: [word]

        """

    /// Orders get notes, which go with them; notes get a relationship, and entities may follow.
    private static func chain(_ relationship: String, _ more: String = "", _ reason: String? = nil) -> Change {
        let place = "      referrer: { to: \"Party?\" }\n    fetches:\n      numbered: { where: number > 3, sort: number }\n"
        let notes = "      notes: { to: [Note], inverse: order, deleteRule: cascade }\n    fetches:\n"
        let note = "  Note:\n    relationships:\n      order: { to: Order, inverse: notes }\n      \(relationship)\n"
        return Change(place, place.replacing("    fetches:\n", with: notes) + note + more, reason)
    }

    private func obstacles(_ change: Change) throws -> [String] {
        let text = Self.text
        try #require(change.old.isEmpty || text.contains(change.old))
        let new = change.old.isEmpty ? text + change.new : text.replacing(change.old, with: change.new, maxReplacements: 1)
        let read = DecisionReader.read(Array(("trellis: 1\n" + change.decisions).utf8), file: "2.migration.yaml").decisions
        let (former, latter) = (try PlannedMigration.version(text), try PlannedMigration.version(new))
        return try RollOut.obstacles(of: former, with: latter, #require(read)).map(\.reason)
    }

    @Test(arguments: [
        Change("      info: string?\n", "      info: string?\n      note: string?\n"),
        Change("", "  Invoice:\n    attributes: { number: int }\n    relationships: { order: { to: \"Order?\" } }\n"),
        Change("", "  Invoice:\n    attributes: { number: int }\n    relationships: { order: { to: \"Order?\" }, items: { to: [Item] } }\n"),
        Change("      info: string?\n", "      info: string?\n      label: { type: string?, unique: true }\n"),
        Change("      info: string?\n", "      info: string?\n      itemCount: { type: int, derived: items.@count }\n"),
        Change("      info: string?\n", "      info: string?\n      changed: { type: date?, derived: now() }\n"),
        Change("[post, courier, unknown]", "[post, courier, drone, unknown]"),
        chain("marks: { to: [Mark], inverse: note, deleteRule: cascade }", "  Mark: { relationships: { note: { to: Note, inverse: marks } } }\n"),
        Change("model: Shop\n", "model: Shop\nhistory: true\n"),
        Change("      numbered: { where: number > 3, sort: number }", "      numbered: { where: number > 4, sort: info }"),
        Change("    fetches:\n", "    indexes: [info]\n    fetches:\n"),
        Change("    relationships:\n      order: { to", "    search: [title]\n    relationships:\n      order: { to"),
        Change("      email: string?\n", "      email: string?\n      phone: string?\n"),
        Change("      word: string\n", "      word: { type: string, default: none, minLength: 2 }\n"),
    ]) func `nothing stands in the way of programs that can ignore the change`(_ change: Change) throws {
        #expect(try obstacles(change) == [])
    }

    @Test(arguments: [
        // Attributes.
        Change("      info: string?\n", "      info: string?\n      note: { type: string, default: none }\n", "insert objects without 'Order.note', which is required"),
        Change("      email: string?\n", "      email: string?\n      phone: { type: string, default: none }\n", "insert objects without 'Customer.phone', which is required"),
        Change("      title: string\n", "      title: string?\n", "cannot read objects without 'Item.title'"),
        Change("      email: string?\n", "      email: string\n", "can save objects without 'Customer.email', which is required"),
        Change("      title: string\n", "      title: url\n", "read and write 'Item.title' as string, and not as url"),
        Change("scale: 2 }", "scale: 3 }", "know 'Order.amount' with another 'scale'"),
        Change("check: true, min: 1", "check: true, min: 2", "know 'Order.code' with another 'min'"),
        Change("check: true, min: 1", "check: true", "know 'Order.code' with another 'min'"),
        Change("type: int16, check: true, min: 1", "type: int32, check: true, min: 1", "read and write 'Order.code' as int16, and not as int32"),
        Change("fold(info)", "uppercase(info)", "know 'Order.search' with another 'derived'"),
        Change("      info: string?\n", "      info: string?\n      upper: { type: string?, derived: uppercase(info) }\n", "do not compute 'Order.upper'"),
        Change("      title: string\n", "      name: string\n", "use 'Item.title', which is removed, renamed or moved", deciding: "renames: { Item.title: name }"),
        // A new attribute has the name of an old one.
        Change(
            "      title: string\n", "      title: string?\n      name: string\n", "use 'Item.title', which is removed, renamed or moved",
            deciding: "renames: { Item.title: name }"),
        Change("      title: string\n", "      title: string\n", "read and write other values of 'Item.title': 'values' computes them in a step", deciding: "values: { Item.title: upper(title) }"),
        // Enums and composites.
        Change("[web, phone]", "[web, phone, shop]", "cannot read the case 'Channel.shop': they have no 'unknown'"),
        Change("[web, phone]", "[web]", "can store the case 'Channel.phone', which is removed"),
        Change("[web, phone]", "{ cases: { web: phone, phone: web } }", "store web for the case 'Channel.web', and not phone"),
        Change("[web, phone]", "[web, phone, unknown]", "cannot read unknown raw values of 'Channel'"),
        Change("[post, courier, unknown]", "[post, courier]", "can keep unknown raw values of 'Carrier', which has no 'unknown'"),
        Change("city: \"string?\" }", "city: \"string?\", zip: string }", "write 'Order.home' without 'zip'"),
        Change("city: \"string?\" }", "city: \"string?\", zip: \"string?\" }", "write 'Order.home' without 'zip'"),
        Change("{ street: string, city: \"string?\" }", "{ street: string }", "use 'Order.home.city', which is removed or renamed"),
        // Relationships.
        Change("customer: { to: \"Customer?\"", "customer: { to: Customer", "can save objects without 'Order.customer', which is required"),
        Change("inverse: customer, deleteRule: cascade", "inverse: customer", "know 'Customer.orders' with another 'deleteRule'"),
        Change("inverse: order, ordered: true", "inverse: order", "know no order of 'Order.items', or another one"),
        Change("inverse: customer, deleteRule: cascade", "inverse: customer, deleteRule: cascade, ordered: true", "know no order of 'Customer.orders', or another one"),
        Change("      referrer: { to: \"Party?\" }\n", "", "use 'Order.referrer', which is removed, renamed or moved"),
        Change("referrer: { to: \"Party?\" }", "referrer: { to: \"Customer?\" }", "follow 'Order.referrer' to other objects"),
        Change("      referrer: { to: \"Party?\" }\n", "      referrer: { to: \"Party?\" }\n      payer: { to: Party }\n", "insert objects without 'Order.payer', which is required"),
        Change("      referrer: { to: \"Party?\" }\n", "      referrer: { to: \"Party?\" }\n      payer: { to: \"Party?\", deleteRule: deny }\n", "do not know that 'Order.payer' denies deletions"),
        // Rules between objects.
        Change("", "  Invoice:\n    attributes: { number: int }\n    relationships: { order: { to: Order } }\n", "cannot delete objects of 'Order' that 'Invoice.order' leads to"),
        Change("      info: string?\n", "      info: { type: string?, unique: true }\n", "can save values of 'Order.info' twice, which are unique"),
        Change("{ type: int, unique: true }", "int", "rely on unique values of 'Order.number'"),
        Change("    search: [word]\n", "", "search 'Tag' otherwise"),
        Change("    search: [word]\n", "    search: { on: [word], tokenizer: porter }\n", "search 'Tag' otherwise"),
        // What a deletion leads to, through entities that the programs do not know.
        chain("marks: { to: [Mark], inverse: note, deleteRule: deny }", "  Mark: { relationships: { note: { to: Note, inverse: marks } } }\n", "cannot delete objects of 'Note' that 'Mark.note' leads to"),
        chain("marks: { to: [Mark], inverse: note }", "  Mark: { relationships: { note: { to: Note, inverse: marks } } }\n", "cannot delete objects of 'Note' that 'Mark.note' leads to"),
        chain("tag: { to: \"Tag?\", deleteRule: deny }", "", "do not know that 'Note.tag' denies deletions"),
        chain("tag: { to: \"Tag?\", deleteRule: cascade }", "", "do not know that deletions take objects of 'Tag' along, by 'Note.tag'"),
        Change("      referrer: { to: \"Party?\" }\n", "      referrer: { to: \"Party?\" }\n      payer: { to: \"Party?\", deleteRule: cascade }\n", "do not know that deletions take objects of 'Party' along, by 'Order.payer'"),
        Change("      referrer: { to: \"Party?\" }\n", "      referrer: { to: \"Party?\" }\n      parts: { to: [Order], inverse: whole, deleteRule: cascade }\n      whole: { to: \"Order?\", inverse: parts }\n", "do not know that deletions take objects of 'Order' along, by 'Order.whole'"),
        Change("      tags: { to: [Tag] }\n", "      tags: { to: [Tag] }\n      words: { to: [Tag], deleteRule: cascade }\n", "do not know that deletions take objects of 'Tag' along, by 'Party.words'"),
        // Entities.
        Change("", "  Supplier:\n    parent: Party\n    attributes: { vat: string? }\n", "do not know 'Supplier', whose objects are in the table of 'Party'"),
        Change("  Party:\n", "  Party:\n    abstract: true\n", "insert objects of 'Party', which is abstract"),
        Change("  Tag:\n", "  Tag:\n    table: tags\n", "look for the objects of 'Tag' in another table or hierarchy"),
        Change("model: Shop\n", "model: Store\n", "look for a store of 'Shop'"),
    ]) func `programs that need what changed are named with the reason`(_ change: Change) throws {
        let reason = try #require(change.reason)
        let found = try obstacles(change)
        #expect(found.contains(reason), "\(found)")
    }

    @Test func `a store without the history that older programs read is an obstacle`() throws {
        let former = try PlannedMigration.version(Self.text.replacing("model: Shop\n", with: "model: Shop\nhistory: true\n"))
        let obstacles = try RollOut.obstacles(of: former, with: PlannedMigration.version(Self.text))
        #expect(obstacles.map(\.reason) == ["read a change history, which the store does not have"])
    }

    @Test func `versions are listed in ranges`() {
        let words = [[3], [3, 4], [1, 2, 3], [1, 3, 5, 6, 7]].map(VersionRanges.words)
        #expect(words == ["version 3", "versions 3 and 4", "versions 1 to 3", "versions 1, 3 and 5 to 7"])
    }
}
