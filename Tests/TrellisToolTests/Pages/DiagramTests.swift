import Foundation
import SchemaModel
import TestSupport
import Testing

/// `trellis diagram`, judged by its SVG alone.
@Suite("The command 'diagram'", .enabled(if: DrawnDiagram.isPossible, "Graphviz is not installed"))
struct DiagramTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func diagram(_ arguments: String...) throws -> ChildProcess {
        try ChildProcess.run(Project.trellis, ["diagram"] + arguments, in: folder.path)
    }

    /// The drawn diagram of a command, which has to succeed.
    private func drawn(_ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation) throws -> DrawnDiagram {
        let process = try ChildProcess.run(Project.trellis, ["diagram"] + arguments, in: folder.path)
        #expect(process.exitCode == 0 && process.errors == "", "\(process.errors)", sourceLocation: sourceLocation)
        let drawn = try DrawnDiagram(process.output)
        #expect(drawn.faults == [], sourceLocation: sourceLocation)
        return drawn
    }

    private static let shop = """
        trellis: 1
        model: Shop
        entities:
          Party: { abstract: true, attributes: { name: { type: string, unique: true } } }
          Customer:
            parent: Party
            relationships: { orders: { to: [Order], inverse: customer, deleteRule: deny } }
          Order:
            doc: What a customer wants.
            attributes: { date: date, note: string? }
            relationships:
              customer: { to: Customer, inverse: orders }
              rows: { to: [Row], inverse: order, deleteRule: cascade, ordered: true }
              gift: { to: Order? }
          Row:
            attributes: { count: int }
            relationships: { order: { to: Order, inverse: rows } }
          Alone:

        """

    // MARK: One version

    @Test(arguments: ["names", "keys", "all"])
    func `each pair of inverses is one line, whatever boxes show`(detail: String) throws {
        for name in ["Orders/Orders", "KitchenSink/KitchenSink", "League/League", "Contacts/Contacts"] {
            let path = "\(Project.root)/Schemas/\(name).yaml"
            let drawn = try drawn(path, "--detail", detail)
            let read = ModelReader.read(Array(try Data(contentsOf: URL(filePath: path))), file: path) {
                Array(try Data(contentsOf: URL(filePath: $0)))
            }
            let model = try #require(read.model)
            #expect(drawn.boxes.map(\.entity) == model.entities.map(\.name.text))
            let declared = model.entities.flatMap { entity in entity.relationships.map { "\(entity.name.text).\($0.name.text)" } }
            #expect(drawn.relationships == declared.sorted())
            let parents = model.entities.compactMap { entity in entity.parent.map { "\(entity.name.text) < \($0.text)" } }
            #expect(drawn.lines.map(\.ends).filter { $0.contains("<") } == parents)
        }
    }

    @Test func `boxes show names, keys or all properties`() throws {
        try folder.write(Self.shop, to: "Shop.yaml")
        func texts(_ detail: String) throws -> [[String]] {
            try drawn("Shop.yaml", "--detail", detail).boxes.map { $0.texts.map(\.text) }
        }
        #expect(try texts("names") == [["Party"], ["Customer"], ["Order"], ["Row"], ["Alone"]])
        #expect(
            try texts("keys") == [
                ["Party", "name", "string"], ["Customer"], ["Order", "customer", "Customer", "gift", "Order?"], ["Row", "order", "Order"],
                ["Alone"],
            ])
        #expect(
            try texts("all").dropFirst(2).first == [
                "Order", "date", "date", "note", "string?", "customer", "Customer", "rows", "[Row]", "gift", "Order?",
            ])
    }

    @Test func `a line says in words what its marks mean`() throws {
        try folder.write(Self.shop, to: "Shop.yaml")
        let drawn = try drawn("Shop.yaml")
        #expect(
            drawn.lines.map(\.title) == [
                "Customer inherits from Party",
                "Customer.orders to many Order, optional, denies deletion; back: Order.customer to one Customer, required",
                "Order.rows ordered, to many Row, optional, deletes them with it; back: Row.order to one Order, required",
                "Order.gift to one Order, optional",
            ])
        #expect(drawn.legend == ["inherits from", "to one", "to many", "ordered", "optional", "cascade", "deny"])
    }

    @Test func `the part around an entity grows with the steps`() throws {
        try folder.write(Self.shop, to: "Shop.yaml")
        func entities(_ arguments: String...) throws -> [String] {
            let process = try ChildProcess.run(Project.trellis, ["diagram", "Shop.yaml", "--around"] + arguments, in: folder.path)
            return try DrawnDiagram(process.output).boxes.map(\.entity)
        }
        #expect(try entities("Row") == ["Order", "Row"])
        #expect(try entities("Row", "--steps", "2") == ["Customer", "Order", "Row"])
        #expect(try entities("Row", "--steps", "3") == ["Party", "Customer", "Order", "Row"])
        #expect(try entities("Alone") == ["Alone"])
        let missing = try diagram("Shop.yaml", "--around", "Ordr")
        #expect(missing.exitCode == 3 && missing.errors.contains("the model has no entity 'Ordr'; did you mean 'Order'?"))
        #expect(try diagram("Shop.yaml", "--steps", "2").exitCode == 2)
        #expect(try diagram("Shop.yaml", "--around", "Row", "--steps", "4").exitCode == 2)
    }

    @Test func `entities of one file are a group`() throws {
        let path = "\(Project.root)/Schemas/KitchenSink/KitchenSink.yaml"
        #expect(try drawn(path).groups.sorted() == ["KitchenSink.yaml", "people.yaml"])
        #expect(try drawn(path, "--no-groups").groups == [])
    }

    @Test func `two runs draw the same picture, and an unchanged file is not written`() throws {
        try folder.write(Self.shop, to: "Shop.yaml")
        #expect(try diagram("Shop.yaml", "--output", "a.svg").output == "a.svg: written\n")
        #expect(try diagram("Shop.yaml", "-o", "a.svg").output == "a.svg: unchanged\n")
        #expect(try diagram("Shop.yaml").output == String(contentsOfFile: folder.file("a.svg"), encoding: .utf8))
    }

    @Test func `texts of a model stay texts`() throws {
        let name = String(repeating: "Very", count: 13)
        try folder.write(
            """
            trellis: 1
            model: Hostile
            entities:
              \(name):
                doc: "</title><script>alert(1)</script> & \\u202E \\" ' --> ]]>"
                attributes:
                  data: { type: json, swift: "Dictionary<String, [Set<Int>]>" }
                relationships: { self2: { to: \(name)? } }
            """, to: "Hostile.yaml")
        let svg = try diagram("Hostile.yaml")
        #expect(svg.exitCode == 0, "\(svg.errors)")
        #expect(!svg.output.contains("<script") && !svg.output.contains("\u{202E}"))
        let drawn = try DrawnDiagram(svg.output)
        #expect(drawn.faults == [] && drawn.boxes.map(\.entity) == [name] && drawn.relationships == ["\(name).self2"])
        for format in ["dot", "mermaid"] {
            let text = try diagram("Hostile.yaml", "--format", format)
            #expect(text.exitCode == 0 && !text.output.contains("<String") && !text.output.contains("<Int"))
        }
    }

    // MARK: Two versions

    @Test func `two versions are one picture, with what is added, removed and changed`() throws {
        try folder.write(Self.shop, to: "old.yaml")
        let new = Self.shop.replacing("note: string?", with: "note: string, sent: day?").replacing("  Alone:\n", with: "  New: { relationships: { order: { to: Order? } } }\n")
            .replacing("deleteRule: deny", with: "deleteRule: cascade")
        try folder.write(new.replacing("      gift: { to: Order? }\n", with: ""), to: "new.yaml")
        let drawn = try drawn("old.yaml", "new.yaml")
        #expect(
            drawn.boxes.map { "\($0.status) \($0.entity)" } == [" Party", "changed Customer", "changed Order", " Row", "added New", "removed Alone"])
        let box = try #require(drawn.boxes.first { $0.entity == "Order" })
        let order = box.texts.filter { $0.status != "" }.map { "\($0.status) \($0.text)" }
        #expect(order == ["changed ~ note", "added + sent", "removed − gift"])
        #expect(box.texts.map(\.text).contains("string? → string"))
        #expect(
            drawn.lines.map { "\($0.status) \($0.ends)" } == [
                " Customer < Party", "changed Customer.orders Order.customer", " Order.rows Row.order", "added New.order", "removed Order.gift",
            ])
        #expect(drawn.legend.suffix(3) == ["+ added", "− removed", "~ changed"])
    }

    @Test func `a decided rename is a change, and not a removal`() throws {
        try folder.write(Self.shop, to: "old.yaml")
        try folder.write(Self.shop.replacing("Alone", with: "Single").replacing("note:", with: "remark:"), to: "new.yaml")
        try folder.write("trellis: 1\nrenames: { Alone: Single, Order.note: remark }\n", to: "decisions.yaml")
        let drawn = try drawn("old.yaml", "new.yaml", "--decisions", "decisions.yaml")
        #expect(drawn.boxes.map { "\($0.status) \($0.entity)" } == [" Party", " Customer", "changed Order", " Row", "changed Single"])
        let order = try #require(drawn.boxes.first { $0.entity == "Order" })
        #expect(order.texts.filter { $0.status != "" }.map(\.text) == ["~ remark (was note)"])
    }

    // MARK: Other texts, and errors

    @Test func `Graphviz reads the text for it, and Mermaid's has a line for each pair`() throws {
        try folder.write(Self.shop, to: "Shop.yaml")
        let dot = try diagram("Shop.yaml", "--format", "dot")
        let svg = try ChildProcess.run(named: "dot", ["-Tsvg"], input: dot.output)
        #expect(svg.exitCode == 0 && svg.errors == "" && svg.output.contains(">Customer<"), "\(svg.errors)")
        #expect(
            try diagram("Shop.yaml", "--format", "mermaid", "--detail", "names").output == """
                classDiagram
                  direction LR
                  class c0["Party"] {
                    <<abstract>>
                  }
                  class c1["Customer"]
                  class c2["Order"]
                  class c3["Row"]
                  class c4["Alone"]
                  c0 <|-- c1
                  c1 "1" <--> "0..*" c2 : orders / customer
                  c2 "1" *--> "0..*" c3 : rows / order
                  c2 --> "0..1" c2 : gift

                """)
    }

    @Test func `without Graphviz the error says how to get it, and texts need none`() throws {
        try folder.write(Self.shop, to: "Shop.yaml")
        let environment = ["PATH=\(folder.path)", Project.trellis, "diagram", "Shop.yaml"]
        let svg = try ChildProcess.run("/usr/bin/env", environment, in: folder.path)
        #expect(svg.exitCode == 3 && svg.output == "")
        #expect(
            svg.errors == "error: a picture needs Graphviz, and there is no program 'dot' on the PATH: install Graphviz, for example with "
                + "'apt-get install graphviz' or 'brew install graphviz'\n")
        let mermaid = try ChildProcess.run("/usr/bin/env", environment + ["--format", "mermaid"], in: folder.path)
        #expect(mermaid.exitCode == 0 && mermaid.output.hasPrefix("classDiagram\n"))
    }

    @Test(arguments: ["./Shop.yaml", "decisions.yaml"]) func `what is read is not written over`(_ output: String) throws {
        try folder.write(Self.shop, to: "Shop.yaml")
        try folder.write(Self.shop, to: "Old.yaml")
        try folder.write("trellis: 1\n", to: "decisions.yaml")
        let process = try diagram("Old.yaml", "Shop.yaml", "--decisions", "decisions.yaml", "--format", "dot", "--output", output)
        #expect(process.exitCode == 3 && process.errors.contains("'\(output)' is an input"), "\(process.exitCode): \(process.errors)")
        #expect(try String(contentsOfFile: folder.file("Shop.yaml"), encoding: .utf8) == Self.shop)
        #expect(try String(contentsOfFile: folder.file("decisions.yaml"), encoding: .utf8) == "trellis: 1\n")
    }

    @Test func `a model with errors is reported, and not drawn`() throws {
        try folder.write("trellis: 1\nmodel: A\nentities: { B: { parent: C } }\n", to: "A.yaml")
        let process = try diagram("A.yaml", "--output", "a.svg")
        #expect(process.exitCode == 1 && process.errors.contains("error[") && !FileManager.default.fileExists(atPath: folder.file("a.svg")))
    }

    @Test(.enabled(if: TestScale.isLong, "it takes 5 seconds of a processor"))
    func `a thousand entities fit into one picture of names`() throws {
        let model = try ChildProcess.run("\(Project.root)/Scripts/large-model.sh", ["--print", "yaml", "1000"]).output
        try folder.write(model, to: "Large.yaml")
        let drawn = try drawn("Large.yaml")
        #expect(drawn.boxes.count == 1000 && drawn.relationships.count == 2000)
    }
}
