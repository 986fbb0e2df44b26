import SchemaModel
import Testing

/// The storage hash says whether two programs can open each other's stores: what it takes in is for ever.
struct StorageHashTests {
    private static let model = """
        trellis: 1
        model: Orders
        enums:
          Channel: [phone, post]
          Rank: { raw: int, cases: { low: 1, high: 5 } }
        composites:
          Money: { amount: int, currency: string }
        entities:
          Order:
            attributes:
              name: { type: string, minLength: 1 }
              rating: { type: int16, min: 1, max: 5, check: true }
              code: { type: string, pattern: "[a-z]*" }
              channel: Channel
              rank: Rank?
              price: Money
              total: { type: decimal, scale: 2, rounding: up }
              time: { type: duration, min: PT0S }
              paid: { type: bool, default: false }
              form: { type: json, swift: Form }
            relationships:
              customer: { to: Customer?, inverse: orders }
              card: { to: Card?, inverse: order }
            indexes: [name]
            fetches:
              unpaid: { where: paid == false, sort: [name] }
          Card:
            relationships:
              order: { to: Order?, inverse: card, key: here }
          Customer:
            attributes:
              name: string
            relationships:
              orders: { to: [Order], inverse: customer, deleteRule: deny }

        """

    struct Edit: Sendable, CustomTestStringConvertible {
        var old: String
        var new: String
        var testDescription: String { "\(old) -> \(new)" }

        init(_ old: String, _ new: String) { (self.old, self.new) = (old, new) }
    }

    private static let ofPrograms = [
        Edit("minLength: 1", "minLength: 2, maxLength: 9"),
        Edit("{ type: string, minLength: 1 }", "string"),
        Edit("[a-z]*", "[a-z]+"),
        Edit("default: false", "default: true"),
        Edit("rounding: up", "rounding: halfEven"),
        Edit(", rounding: up", ""),
        Edit("min: PT0S", "min: PT1S, rounding: down, default: PT1H"),
        Edit("channel: Channel\n", "channel: { type: Channel, default: post }\n"),
        Edit("swift: Form", "swift: Formular"),
        Edit("[phone, post]", "{ cases: { telephone: phone, letter: post } }"),
        Edit("[phone, post]", "[post, phone]"),
        Edit("where: paid == false", "where: paid == true"),
        Edit("      unpaid: {", "      all: {}\n      unpaid: {"),
        Edit("to: [Order], inverse: customer", "to: [Order], minCount: 1, maxCount: 3, inverse: customer"),
        Edit("to: Card?", "to: Card"),
        Edit("  Rank: {", "  Colour: [red, green]\n  Rank: {"),
    ]

    private static let ofStores = [
        Edit("model: Orders", "model: Others"),
        Edit("model: Orders", "model: Orders\nhistory: true"),
        Edit("max: 5, check", "max: 6, check"),
        Edit("min: 1, max: 5, check: true", "min: 1, max: 5"),
        Edit("[phone, post]", "[phone, post, web]"),
        Edit("[phone, post]", "[phone, post, unknown]"),
        Edit("high: 5", "high: 6"),
        Edit("amount: int,", "amount: int16,"),
        Edit("amount: int,", "value: int,"),
        Edit("rank: Rank?", "rank: Rank"),
        Edit("{ type: duration, min: PT0S }", "int"),
        Edit("form: {", "shape: {"),
        Edit("price: Money", "price: Money?"),
        Edit("{ type: string, minLength: 1 }", "{ type: string, unique: true }"),
        Edit("to: Order?", "to: Order"),
        Edit("to: Customer?", "to: Customer"),
        Edit("deleteRule: deny", "deleteRule: cascade"),
        Edit("indexes: [name]", "indexes: [name, paid]"),
        Edit("indexes: [name]", "indexes: [name]\n    search: [name]"),
        Edit("Customer:\n    attributes:", "Tag:\n  Customer:\n    attributes:"),
    ]

    @Test(arguments: ofPrograms)
    func `what only programs know leaves it as it is, and changes the meaning`(edit: Edit) throws {
        let (old, new) = try (read(Self.model), read(applied(edit)))
        #expect(new.storageHash == old.storageHash)
        if edit.new != "[post, phone]" { #expect(new.meaningHash != old.meaningHash) }
    }

    @Test(arguments: ofStores)
    func `what a store is gives another one`(edit: Edit) throws {
        #expect(try read(applied(edit)).storageHash != read(Self.model).storageHash)
    }

    @Test func `no two changes of what a store is share one`() throws {
        let hashes = try Self.ofStores.map { try read(applied($0)).storageHash }
        #expect(Set(hashes).count == hashes.count)
    }

    @Test func `names of enums and composites are Swift's`() throws {
        let text = Self.model.replacing("Channel", with: "Way").replacing("Money", with: "Price")
        #expect(try read(text).storageHash == read(Self.model).storageHash)
    }

    @Test func `the canonical text is stable`() throws {
        let text = "trellis: 1\nmodel: M\nentities:\n  A: { attributes: { n: { type: int?, default: 3, min: 1 } }, relationships: { b: { to: A?, inverse: c }, c: { to: [A], inverse: b } } }\n"
        let expected = "model: M\n  A:\n    attributes:\n      n: { type: int64, optional: true }\n    relationships:\n"
            + "      b: { to: A, optional: true, inverse: c, key: here }\n      c: { to: [A], inverse: b }\n"
        #expect(try read(text).storageText == expected)
    }

    private func applied(_ edit: Edit) -> String {
        #expect(Self.model.contains(edit.old))
        return Self.model.replacing(edit.old, with: edit.new)
    }

    private func read(_ text: String) throws -> Model {
        let result = ModelReader.read(Array(text.utf8), file: "Model.yaml")
        return try #require(result.model, "\(result.findings.map(\.message))")
    }
}
