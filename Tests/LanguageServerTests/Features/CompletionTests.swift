import LanguageServer
import Testing

/// What the editor offers at a cursor.
struct CompletionTests {
    /// A model whose parts the offers can name.
    private static func model(_ order: String, _ rest: String = "") -> String {
        """
        trellis: 1
        model: Shop
        enums:
          State: [open, paid, sent]
        composites:
          Address: { street: string, city: string }
        entities:
          Customer:
            attributes:
              name: string
              home: Address
            relationships:
              orders: { to: [Order], inverse: customer }
          Order:
        \(order)
        \(rest)
        """
    }

    private static let order = """
            attributes:
              number: int
              state: { type: State, default: open }
            relationships:
              customer: { to: Customer, inverse: orders }
        """

    /// The offers in a text, for which a whole model was read before.
    private func offers(_ text: String) -> [String] {
        var editor = Editor(Self.model(Self.order))
        _ = editor.diagnostics(isComplete: false)
        editor.type(text)
        return editor.completions()
    }

    @Test("Keys of a file, without those that it has")
    func keysOfModel() {
        let offered = offers("trellis: 1\nmodel: Shop\n¦\nentities:\n  A:\n")
        #expect(offered == ["doc", "layout", "history", "include", "enums", "composites"])
    }

    @Test("Keys of an entity, also where a key is begun")
    func keysOfEntity() {
        #expect(offers(Self.model("    ¦")).starts(with: ["doc", "abstract", "parent", "class", "table"]))
        #expect(offers(Self.model("    doc: An order.\n    attr¦")).contains("attributes"))
        #expect(!offers(Self.model("    doc: An order.\n    attr¦")).contains("doc"))
    }

    @Test("Keys of an attribute within brackets, with and without a closing one")
    func keysInBrackets() {
        for end in ["", " }"] {
            let offered = offers(Self.model("    attributes:\n      number: { type: int, m¦\(end)"))
            #expect(offered.contains("min") && offered.contains("max") && !offered.contains("type"))
        }
        #expect(!offers(Self.model("    attributes:\n      number: { ¦, type: int }")).contains("type"))
    }

    @Test("Types: those of the model first, then built-in ones")
    func types() {
        for text in ["number: ¦", "number: { type: ¦", "number: { type: \"¦", "number: S¦"] {
            let offered = offers(Self.model("    attributes:\n      \(text)"))
            #expect(offered.starts(with: ["State", "Address", "bool"]), "\(text): \(offered)")
            #expect(!offered.contains("Customer"))
        }
        #expect(offers(Self.model("    fetches:\n      of: { parameters: { who: ¦ } }")).contains("Customer"))
    }

    @Test("Words: delete rules, Booleans and rounding")
    func words() {
        #expect(offers(Self.model("    relationships:\n      customer: { to: Customer, deleteRule: ¦")) == ["noAction", "nullify", "cascade", "deny"])
        #expect(offers(Self.model("    abstract: ¦")) == ["true", "false"])
    }

    @Test("Destinations and inverses")
    func relationships() {
        #expect(offers(Self.model("    relationships:\n      customer: { to: ¦")) == ["Customer", "Order"])
        #expect(offers(Self.model("    relationships:\n      customer: { to: [Cu¦")) == ["Customer", "Order"])
        #expect(offers(Self.model("    relationships:\n      customer: { to: Customer, inverse: ¦")) == ["orders"])
        #expect(offers(Self.model("    relationships:\n      customer:\n        to: Customer?\n        inverse: ¦")) == ["orders"])
    }

    @Test("Defaults of an enum are its cases")
    func defaults() {
        #expect(offers(Self.model("    attributes:\n      state: { type: State, default: ¦ }")) == ["open", "paid", "sent"])
        #expect(offers(Self.model("    attributes:\n      made: { type: date, default: ¦ }")) == ["now()"])
    }

    @Test("Key paths inside conditions")
    func conditions() {
        func inside(_ condition: String) -> [String] { offers(Self.model(Self.order, "    fetches:\n      some: { where: \(condition)")) }
        #expect(inside("¦").starts(with: ["number", "state", "customer"]))
        #expect(inside("customer.¦") == ["name", "home", "orders"])
        #expect(inside("customer.na¦") == ["name", "home", "orders"])
        #expect(inside("customer.home.¦") == ["street", "city"])
        #expect(inside("number > 3 AND customer.home.c¦") == ["street", "city"])
        #expect(inside("\"state == 'open' AND customer.¦") == ["name", "home", "orders"])
        #expect(inside("customer.orders.@¦") == ["count", "sum", "avg", "min", "max"])
        #expect(inside("\"SUBQUERY(customer.orders, $o, $o.¦") == ["number", "state", "customer"])
    }

    @Test("Cases beside an enum come before properties")
    func cases() {
        let offered = offers(Self.model(Self.order, "    fetches:\n      some: { where: state == ¦"))
        #expect(offered.starts(with: ["open", "paid", "sent", "number"]))
    }

    @Test("Parameters of a fetch, and the object of a fetched property")
    func parameters() {
        let fetch = "    fetches:\n      some:\n        parameters: { least: int, who: Customer }\n        where: "
        var editor = Editor(Self.model(Self.order, fetch + "number > $least"))
        _ = editor.diagnostics(isComplete: false)
        editor.type(Self.model(Self.order, fetch + "number > $¦"))
        #expect(editor.completions() == ["least", "who"])
        #expect(offers(Self.model(Self.order, "    fetchedProperties:\n      more: { from: Order, where: customer == $¦")) == ["FETCH_SOURCE"])
        #expect(offers(Self.model(Self.order, "    fetchedProperties:\n      more: { from: Order, where: customer == $FETCH_SOURCE.¦")) == ["number", "state", "customer"])
    }

    @Test("Properties of indexes, uniqueness, searches and orders")
    func lists() {
        for text in ["indexes: [¦", "indexes:\n      - ¦", "indexes:\n      - [number, ¦", "indexes:\n      - { on: ¦", "unique: [[¦", "search: ¦", "fetches:\n      some: { sort: -¦"] {
            let offered = offers(Self.model(Self.order, "    \(text)"))
            #expect(offered.starts(with: ["number", "state", "customer"]), "\(text): \(offered)")
        }
    }

    @Test("Of many entities those are offered that have the typed letters, and the client asks again")
    func many() throws {
        let entities = (0..<500).map { "  Item\($0): {}\n" }.joined()
        func offered(_ typed: String) throws -> (items: [CompletionItem], isWhole: Bool) {
            var editor = Editor("trellis: 1\nmodel: Shop\nentities:\n\(entities)  A:\n    relationships:\n      x: { to: \(typed)¦ }\n")
            let outline = editor.workspace.outline(of: editor.path)
            return Completer.offers(at: editor.cursor, in: try #require(editor.workspace.document(at: editor.path)), of: .model, outline)
        }
        #expect(try offered("").items.count == Completer.limit && !offered("").isWhole)
        #expect(try offered("im49").items.map(\.label).prefix(3) == ["Item49", "Item149", "Item249"])
        #expect(try !offered("im49").isWhole)
    }

    @Test("Inherited properties are offered")
    func inherited() {
        let text = "trellis: 1\nmodel: M\nentities:\n  A: { attributes: { one: int } }\n  B: { parent: A, attributes: { two: int }, fetches: { some: { where: ¦ } } }\n"
        var editor = Editor(text)
        #expect(editor.completions().starts(with: ["two", "one"]))
    }

    @Test("The word before the cursor is replaced, and a key gets its colon")
    func edits() throws {
        var editor = Editor("trellis: 1\nmodel: M\nentities:\n  A:\n    attr¦\n")
        let item = try #require(editor.items().first { $0.label == "attributes" })
        let edit = try #require(item.textEdit)
        #expect(edit.newText == "attributes:" && edit.range.start == TextPosition(line: 4, character: 4) && edit.range.end == editor.cursor)
        editor.type("trellis: 1\nmodel: M\nentities:\n  A:\n    abstract:¦\n")
        #expect(editor.items().compactMap(\.textEdit?.newText) == [" true", " false"])
        #expect(item.documentation?.value.contains("The values of its objects.") == true)
    }

    @Test("Broken text still completes: unclosed brackets, quotes and tabs above", arguments: ["x: [a, b", "x: \"abc", "x: { y: [", "\tx", ": :", "- - -"])
    func broken(line: String) {
        let text = Self.model("    attributes:\n      \(line)\n      number: { type: int }\n    relationships:\n      customer: { to: ¦")
        #expect(offers(text) == ["Customer", "Order"])
    }

    @Test("Nothing is offered in comments and docs")
    func nothing() {
        #expect(offers("trellis: 1\n# mo¦") == [])
        #expect(offers(Self.model("    doc: An ¦")) == [])
        #expect(offers(Self.model("    doc: >\n      An ¦")) == [])
    }

    @Test("Keys and codes of trellis.yaml")
    func configuration() {
        var editor = Editor([
            "trellis.yaml": "trellis: 1\nmodels:\n  Shop:\n    path: Shop.yaml\n    acc¦\n", "Shop.yaml": Self.model(Self.order),
        ])
        #expect(editor.completions().contains("access") && !editor.completions().contains("path"))
        editor.type("trellis: 1\nmodels:\n  Shop:\n    access: ¦\n")
        #expect(editor.completions().contains("public"))
        editor.type("trellis: 1\nseverity:\n  ¦\n")
        #expect(editor.completions().contains("TR1208") && !editor.completions().contains("TR1201"))
    }

    @Test("Each key of trellis.yaml and of decisions is described", arguments: [
        ("trellis.yaml", "¦\n"), ("trellis.yaml", "models:\n  Shop:\n    ¦\n"), ("trellis.yaml", "models:\n  Shop:\n    templates: { ¦"),
        ("versions/2.migration.yaml", "¦\n"), ("versions/2.migration.yaml", "steps:\n  - { ¦"),
    ])
    func described(file: String, text: String) {
        var editor = Editor([file: text, "Shop.yaml": Self.model(Self.order)])
        let items = editor.items()
        #expect(items.count > 1 && items.allSatisfy { ($0.documentation?.value ?? "").split(separator: " ").count > 3 }, "\(items.map(\.label))")
    }

    @Test("Keys and names of decisions")
    func decisions() {
        var editor = Editor(["versions/2.migration.yaml": "trellis: 1\n¦\n", "Shop.yaml": Self.model(Self.order)])
        #expect(editor.completions().starts(with: ["minimum-sqlite", "compatible-from", "renames"]))
        editor.type("trellis: 1\nrenames:\n  Order.¦\n")
        #expect(editor.completions().contains("Order.number"))
        editor.type("trellis: 1\ncases:\n  ¦\n")
        #expect(editor.completions() == ["State.open", "State.paid", "State.sent"])
    }
}
