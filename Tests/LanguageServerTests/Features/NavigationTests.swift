import Foundation
import LanguageServer
import Testing

/// Where names are declared and used, and what an editor shows of them.
struct NavigationTests {
    static let model = """
        trellis: 1
        model: Shop
        enums:
          State: [open, paid]
        composites:
          Address: { street: string, city: string }
        entities:
          Person:
            abstract: true
            attributes:
              name: { type: string, doc: What others say. }
          Customer:
            parent: Person
            attributes:
              home: Address
            relationships:
              orders: { to: [Order], inverse: customer }
            indexes: [[name, home.city]]
          Order:
            doc: What customers buy.
            attributes:
              state: { type: State, default: open }
              total: { type: decimal, scale: 2 }
            relationships:
              customer: { to: "Customer?", inverse: orders }
            fetches:
              of:
                parameters: { who: Customer, least: { type: decimal, scale: 2 } }
                where: >-
                  customer == $who AND state == open
                  AND total >= $least AND customer.home.city != nil
                sort: [-total, customer.name]

        """

    /// The texts of the lines to which references lead, with the place of the cursor before `name` in the n-th line that contains `line`.
    private func lines(at cursor: String, _ question: (inout Editor) -> [Location]) throws -> [String] {
        var editor = Editor(try Self.marked(cursor))
        let document = TextDocument(Self.model)
        return question(&editor).map { location in
            document.text(in: document.offsets(ofLine: location.range.start.line)).trimmingCharacters(in: .whitespaces)
        }
    }

    /// The model with a cursor: `cursor` is a part of a line with `¦` in it.
    static func marked(_ cursor: String) throws -> String {
        let plain = cursor.replacing("¦", with: "")
        try #require(model.contains(plain), "\(plain)")
        return model.replacing(plain, with: cursor, maxReplacements: 1)
    }

    @Test("Definitions", arguments: [
        ("to: [Or¦der]", "Order:"), ("inverse: cust¦omer", "customer: { to: \"Customer?\", inverse: orders }"), ("parent: Per¦son", "Person:"),
        ("home: Addr¦ess", "Address: { street: string, city: string }"), ("type: Sta¦te", "State: [open, paid]"),
        ("default: op¦en", "State: [open, paid]"), ("home.ci¦ty]]", "Address: { street: string, city: string }"),
        ("[[na¦me", "name: { type: string, doc: What others say. }"), ("$wh¦o AND", "parameters: { who: Customer, least: { type: decimal, scale: 2 } }"),
        ("state == op¦en", "State: [open, paid]"), ("customer.home.ci¦ty !=", "Address: { street: string, city: string }"),
        ("customer.na¦me]", "name: { type: string, doc: What others say. }"), ("-tot¦al", "total: { type: decimal, scale: 2 }"),
    ])
    func definitions(cursor: String, line: String) throws {
        #expect(try lines(at: cursor) { editor in [editor.workspace.definition(at: editor.cursor, in: editor.path)].compactMap(\.self) } == [line])
    }

    @Test("The definition of an included file is the file")
    func include() throws {
        var editor = Editor(["Shop.yaml": "trellis: 1\nmodel: Shop\ninclude: [oth¦er.yaml]\nentities:\n  A:\n", "other.yaml": "trellis: 1\nentities:\n  B:\n"])
        #expect(editor.workspace.definition(at: editor.cursor, in: editor.path)?.uri == "file:///project/other.yaml")
    }

    @Test("References of a property, also within a condition of several lines")
    func references() throws {
        let found = try lines(at: "cust¦omer: {") { $0.workspace.references(at: $0.cursor, in: $0.path, includingDeclaration: true) }
        #expect(
            found.sorted() == [
                "AND total >= $least AND customer.home.city != nil", "customer == $who AND state == open",
                "customer: { to: \"Customer?\", inverse: orders }", "orders: { to: [Order], inverse: customer }", "sort: [-total, customer.name]",
            ])
    }

    @Test("References lead to other files of the model")
    func otherFiles() {
        var editor = Editor([
            "Shop.yaml": "trellis: 1\nmodel: Shop\ninclude: other.yaml\nentities:\n  A¦: {}\n",
            "other.yaml": "trellis: 1\nentities:\n  B: { relationships: { a: { to: \"A?\" } } }\n",
        ])
        let found = editor.workspace.references(at: editor.cursor, in: editor.path, includingDeclaration: false)
        #expect(found.map(\.uri) == ["file:///project/other.yaml"] && found[0].range.start == TextPosition(line: 2, character: 34))
    }

    @Test("Highlights tell the declaration from uses")
    func highlights() throws {
        var editor = Editor(try Self.marked("tot¦al: {"))
        let found = editor.workspace.highlights(at: editor.cursor, in: editor.path)
        #expect(found.count { $0.kind == 3 } == 1 && found.count { $0.kind == 2 } == 2)
    }

    @Test("Hover shows type, column, documentation and uses", arguments: [
        ("na¦me: {", ["attribute `Person.name`", "What others say.", "`String`", "column `name`", "Used 2 times"]),
        ("home¦: Address", ["attribute `Customer.home`", "columns `home_street` TEXT, `home_city` TEXT"]),
        ("cust¦omer: {", ["relationship `Order.customer`", "`Customer?`", "inverse `Customer.orders`", "delete rule `nullify`", "column `customer_id`"]),
        ("Ord¦er:\n", ["entity `Order`", "What customers buy.", "table `order`", "Used once"]),
        ("Sta¦te: [", ["enum `State`", "cases `open`, `paid`"]), ("$wh¦o", ["parameter `Order.of.who`", "type `Customer`"]),
        ("abstr¦act", ["**abstract**", "Whether only its children have objects.", "Default: `false`"]),
    ])
    func hover(cursor: String, parts: [String]) throws {
        var editor = Editor(try Self.marked(cursor))
        let hover = editor.workspace.hover(at: editor.cursor, in: editor.path)
        let text = try #require(hover).contents.value
        for part in parts { #expect(text.contains(part), "\(text)") }
    }

    @Test("Nothing is known of a doc's words")
    func noHover() throws {
        var editor = Editor(try Self.marked("What custom¦ers"))
        #expect(editor.workspace.hover(at: editor.cursor, in: editor.path) == nil)
        #expect(editor.workspace.definition(at: editor.cursor, in: editor.path) == nil)
    }

    // MARK: Whole documents

    @Test("Symbols of a document are nested as in the file")
    func symbols() {
        var editor = Editor(Self.model)
        let symbols = editor.workspace.symbols(in: Editor.root)
        #expect(symbols.map(\.name) == ["State", "Address", "Person", "Customer", "Order"])
        #expect(symbols[4].children?.map(\.name) == ["state", "total", "customer", "of"])
        #expect(symbols[3].children?.last?.detail == "[Order]")
        for symbol in symbols { #expect(symbol.range.contains(symbol.selectionRange.start) && symbol.range.contains(symbol.selectionRange.end)) }
    }

    @Test("Symbols of the workspace are found by a part of their path")
    func workspaceSymbols() {
        var editor = Editor(Self.model)
        #expect(editor.workspace.workspaceSymbols(matching: "order.cust").map(\.name) == ["Order.customer"])
        #expect(editor.workspace.workspaceSymbols(matching: "zzz") == [])
    }

    @Test("Mappings and runs of comments fold")
    func folding() {
        let document = TextDocument("# one\n# two\ntrellis: 1\nentities:\n  A:\n    attributes:\n      x: int\n\n  B:\n")
        let ranges = FoldingRanges.ranges(in: document)
        #expect(ranges.map { [$0.startLine, $0.endLine] } == [[0, 1], [3, 8], [4, 6], [5, 6]])
        #expect(ranges[0].kind == "comment")
    }

    @Test("Conditions are coloured by what their words mean")
    func tokens() throws {
        var editor = Editor(Self.model)
        let document = TextDocument(Self.model)
        let tokens = editor.workspace.tokens(in: Editor.root).map { (document.text(in: $0.offsets), $0.type, $0.isDeclaration) }
        func types(_ text: String) -> Set<String> { Set(tokens.filter { $0.0 == text }.map(\.1)) }
        #expect(types("AND") == ["keyword"] && types("who") == ["parameter"] && types("open") == ["enumMember"])
        #expect(types("Customer") == ["class"] && types("city") == ["property"] && types("State") == ["enum"] && types("of") == ["function"])
        #expect(tokens.contains { $0 == ("Order", "class", true) })
        let line = "trellis: 1\nmodel: M\nentities:\n  A: { attributes: { x: int }, fetches: { f: { where: x >= 3 } } }\n"
        var other = Editor(line)
        #expect(other.workspace.tokens(in: Editor.root).filter { ["operator", "number"].contains($0.type) }.map { TextDocument(line).text(in: $0.offsets) } == [">=", "3"])
        let encoded = editor.workspace.encodedTokens(in: Editor.root)
        #expect(encoded.count == tokens.count * 5)
    }

    @Test("Formatting is one edit that gives the formatter's text, and none for a formatted file")
    func formatting() throws {
        let text = "trellis: 1\nmodel:   Shop\nentities:\n  A: { attributes: { x: { type: int } } }\n"
        let editor = Editor(text)
        let edits = editor.workspace.formatting(of: Editor.root)
        let formatted = try #require(TextDocument(text).applying(edits)).text
        #expect(formatted == "trellis: 1\nmodel: Shop\n\nentities:\n  A:\n    attributes:\n      x: int\n" || formatted == "trellis: 1\nmodel: Shop\nentities:\n  A:\n    attributes:\n      x: int\n", "\(formatted)")
        #expect(Editor(formatted).workspace.formatting(of: Editor.root) == [])
        #expect(Editor("trellis: 1\nmodel: [\n").workspace.formatting(of: Editor.root) == [])
    }

    @Test("Lenses count uses, and offer to generate and to freeze")
    func lenses() {
        var editor = Editor(["Shop.yaml": Self.model + "¦", "trellis.yaml": "trellis: 1\nmodels: { Shop: { path: Shop.yaml, swift: Sources } }\n"])
        let titles = editor.workspace.lenses(in: Editor.root).map(\.command.title)
        #expect(titles.starts(with: ["Generate", "Freeze version 1"]))
        #expect(titles.contains("1 use") && titles.contains("2 uses"))
    }
}
