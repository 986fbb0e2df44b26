import SchemaModel
import TestSupport
import Testing

/// Composites.
struct CompositeFindingsTests {
    /// A model with these composites, one on each line, and an entity with these attributes.
    private func model(_ composites: [String], attributes: [String] = ["name: string"], after: String = "") -> String {
        "trellis: 1\nmodel: Things\ncomposites:\n" + composites.map { "  \($0)\n" }.joined()
            + "entities:\n  Thing:\n    attributes:\n" + attributes.map { "      \($0)\n" }.joined() + after
    }

    private let address = "Address: { street: string, city: string?, spot: Spot }"
    private let spot = "Spot: { x: double, note: { type: json?, swift: Tag } }"

    @Test("A composite may stand before what it holds, and its parts are columns of the entity in their order")
    func stored() throws {
        let model = try readModel(model([address, spot], attributes: ["a: Address", "b: Address?", "c: int"]))
        #expect(
            model.entities[0].storedAttributes.map(\.name.text) == [
                "a.street", "a.city", "a.spot.x", "a.spot.note", "b", "b.street", "b.city", "b.spot.x", "b.spot.note", "c",
            ])
        #expect(
            model.entities[0].storedAttributes.map(\.isNullable) == [
                false, true, false, true, true, true, true, true, true, false,
            ])
        #expect(model.entities[0].storedAttributes.map(\.isPresence).firstIndex(of: true) == 4)
        #expect(model.composites.map(\.name.text) == ["Address", "Spot"])
    }

    @Test("Its canonical text is one line, whatever the order, and reads back")
    func meaning() throws {
        let first = try readModel(
            model(
                [
                    "Spot: { doc: Gone., attributes: { y: { type: double, optional: true, doc: Gone. }, x: { type: double, min: 0 } } }",
                    "Other: { attributes: { attributes: string, doc: int } }",
                ], attributes: ["a: { type: Spot, optional: true, doc: Gone., column: place }"]))
        #expect(
            first.meaningText == """
                trellis: 1
                model: Things
                composites:
                  Other: { attributes: { attributes: string, doc: int64 } }
                  Spot: { x: { type: double, min: 0.0 }, y: double? }
                entities:
                  Thing:
                    attributes:
                      a: { type: Spot?, column: place }

                """)
        #expect(try readModel(first.meaningText).meaningText == first.meaningText)
        let second = try readModel(
            model(
                ["Other: { doc: int, attributes: string }", "Spot: { x: { type: double, min: 0 }, y: double? }"],
                attributes: ["a: { type: Spot?, column: place }"]))
        #expect(second.meaningHash == first.meaningHash)
        let third = try readModel(
            model(
                ["Other: { doc: int, attributes: string }", "Spot: { x: { type: double, min: 1 }, y: double? }"],
                attributes: ["a: { type: Spot?, column: place }"]))
        #expect(third.meaningHash != first.meaningHash)
    }

    @Test("A composite is never within itself")
    func cycles() {
        expectFindings(
            model(["Address: { inner: 1️⃣Address? }"]),
            .init("TR1451", at: 1, saying: "'Address' contains itself"))
        // Attributes of such a type, and those that lead to it, are not reported.
        expectFindings(
            model(
                ["A: { b: B }", "B: { c: { type: C } }", "C: { a: { type: 1️⃣A? }, n: int }", "D: { a: A }"],
                attributes: ["d: D"], after: "    fetches:\n      find: { where: d.a.b.n == 1 }\n    indexes: [d.x]\n"),
            .init("TR1451", at: 1))
        // The same one in two places is no circle.
        expectFindings(model(["A: { b: B, c: B? }", "B: { n: int }"], attributes: ["a: A"]))
    }

    @Test("A composite is a mapping of at least one part")
    func shapes() {
        expectFindings(model(["1️⃣Address: {}"]), .init("TR1450", at: 1))
        expectFindings(model(["1️⃣Address:"]), .init("TR1450", at: 1))
        expectFindings(model(["1️⃣Address: { attributes: {} }"]), .init("TR1450", at: 1))
        expectFindings(model(["1️⃣Address: 2️⃣[string]"]), .init("TR1450", at: 1), .init("TR1102", at: 2))
        expectFindings(model(["Address: { doc: 1️⃣Where. }"]), .init("TR1104", at: 1))
        expectFindings(model(["Address: { attributes: { a: int }, doc: 1️⃣[] }"]), .init("TR1102", at: 1))
        expectFindings("trellis: 1\nmodel: Things\ncomposites: 1️⃣[]\nentities: {}\n", .init("TR1102", at: 1))
    }

    @Test("A part is said as an attribute is, but for what is a matter of the entity")
    func parts() {
        expectFindings(
            model([
                "Address: { zip: { type: string?, pattern: a+, column: code, default: aa, maxLength: 3, doc: A code. } }",
                "Money: { sum: { type: decimal, scale: 2, min: 0 } }",
            ]))
        expectFindings(
            model(["Address: { zip: 1️⃣strng, city: { type: string, 2️⃣unique: true, min: 3️⃣1 }, 4️⃣a-b: int, 5️⃣x: { 6️⃣typ: int } }"]),
            .init("TR1104", at: 1, fixed: "Address: { zip: string, city: { type: string, unique: true, min: 1 }, a-b: int, x: { typ: int } }"),
            .init("TR1101", at: 2, saying: "a part of a composite has no key 'unique'"), .init("TR1402", at: 3),
            .init("TR1301", at: 4), .init("TR1405", at: 5), .init("TR1101", at: 6))
    }

    @Test("An attribute of a composite cannot have a default, no rules and is not unique")
    func attributes() {
        expectFindings(
            model([spot], attributes: ["a: { type: Spot, default: 1️⃣x, min: 2️⃣1, minLength: 3️⃣1, scale: 4️⃣1, unique: 5️⃣true }"]),
            .init("TR1401", at: 1, saying: "a composite cannot have a default"), .init("TR1402", at: 2), .init("TR1402", at: 3),
            .init("TR1402", at: 4), .init("TR1402", at: 5, saying: "its parts can"))
    }

    @Test("A composite is called like nothing else")
    func names() {
        expectFindings(model(["1️⃣Thing: { x: int }"]), .init("TR1303", at: 1))
        expectFindings(model(["1️⃣Things: { x: int }"]), .init("TR1303", at: 1))
        expectFindings(model(["1️⃣string: { x: int }"], attributes: ["a: int"]), .init("TR1303", at: 1))
        expectFindings(model(["1️⃣json: { x: int }"], attributes: ["a: int"]), .init("TR1303", at: 1))
        expectFindings(model(["1️⃣A-B: { x: int }"]), .init("TR1301", at: 1))
        expectFindings(
            "trellis: 1\nmodel: Things\nenums: { Kind: [a] }\ncomposites: { 1️⃣Kind: { x: int } }\nentities: {}\n",
            .init("TR1303", at: 1))
    }

    @Test("Objects are not stored as JSON, in a part as little as elsewhere")
    func objects() {
        expectFindings(model(["A: { 1️⃣list: { type: json, swift: \"[Thing]\" } }"]), .init("TR1432", at: 1))
    }

    @Test("Indexes and uniqueness are on parts, by their key paths")
    func indexes() {
        func model(_ lines: String...) -> String {
            self.model([address, spot], attributes: ["a: Address?", "b: int"], after: lines.map { "    \($0)\n" }.joined())
        }
        expectFindings(model("indexes: [a.street, [b, -a.spot.x], { on: b, where: a != nil AND a.spot.x > 1 }]", "unique: [[a.city, b]]"))
        expectFindings(
            model("indexes: [1️⃣a, [b, 2️⃣a.spot]]", "unique: [[3️⃣a.spot]]"),
            .init("TR1602", at: 1, saying: "'Thing.a' is a composite"), .init("TR1602", at: 2), .init("TR1602", at: 3))
        expectFindings(
            model("indexes: [1️⃣a.strret, 2️⃣a.street.x, 3️⃣b.x]"), .init("TR1602", at: 1, fixed: "indexes: [a.street, a.street.x, b.x]"),
            .init("TR1602", at: 2), .init("TR1602", at: 3))
        expectFindings(model("indexes: [1️⃣a.spot.note]"), .init("TR1606", at: 1))
    }

    @Test("Key paths lead into composites")
    func conditions() {
        func model(_ fetch: String) -> String {
            self.model(
                [address, spot], attributes: ["a: Address?", "b: Address"], after: "    fetches:\n      find: { \(fetch) }\n")
        }
        expectFindings(model("where: a == nil OR nil != a AND a.spot.x < 1 AND a.city == b.street, sort: [-a.spot.x, b.city]"))
        expectFindings(model("where: a.spot.note == nil"))
        expectFindings(
            model("where: a.1️⃣strete == ''"), .init("TR1502", at: 1, saying: "no property 'a.strete'", fixed: "find: { where: a.street == '' }"))
        expectFindings(model("where: 1️⃣c.street == ''"), .init("TR1502", at: 1))
        expectFindings(model("where: 1️⃣b == nil"), .init("TR1503", at: 1, saying: "'Thing.b' is a composite that is never nil"))
        expectFindings(model("where: a.1️⃣spot == nil"), .init("TR1503", at: 1, saying: "'Thing.a.spot' is a composite that is never nil"))
        expectFindings(model("where: a == 1️⃣1"), .init("TR1503", at: 1, saying: "the composite 'Address' cannot be compared with an integer"))
        expectFindings(model("where: a == 1️⃣a"), .init("TR1503", at: 1))
        expectFindings(model("where: 1️⃣a < nil"), .init("TR1503", at: 1))
        expectFindings(model("where: a.1️⃣street.x == 1"), .init("TR1503", at: 1, saying: "'Thing.a.street' is a string"))
        expectFindings(model("sort: 1️⃣a"), .init("TR1503", at: 1, saying: "the composite 'Address' cannot be sorted"))
        expectFindings(model("where: a == $p, parameters: { p: 1️⃣Address }"), .init("TR1507", at: 1))
    }

    @Test("What a hostile model would spread out into is refused before it is")
    func large() {
        // Each is two of the one before: a million columns at the twentieth.
        let doubling = ["A0: { x: int }"] + (1...20).map { "A\($0): { l: A\($0 - 1), r: A\($0 - 1) }" }
        let codes = findings(Array(model(doubling, attributes: ["a: A20"]).utf8)).map(\.code.name)
        #expect(codes == ["TR1452"])
        // A long chain, with its end at the end and at the beginning.
        let chain = (1...5_000).map { "A\($0): { next: A\($0 - 1) }" } + ["A0: { x: int }"]
        #expect(findings(Array(model(chain).utf8)).contains { $0.code.name == "TR1452" })
        #expect(findings(Array(model(chain.reversed()).utf8)).contains { $0.code.name == "TR1452" })
        let short = (1...15).map { "A\($0): { next: A\($0 - 1) }" } + ["A0: { x: int }"]
        #expect(findings(Array(model(short, attributes: ["a: A15"]).utf8)).isEmpty)

        let wide = "W: { " + (0..<500).map { "c\($0): int" }.joined(separator: ", ") + " }"
        #expect(findings(Array(model([wide], attributes: (0..<4).map { "a\($0): W" }).utf8)).isEmpty)
        let attributes = (0..<50_000).map { "a\($0): W" }
        #expect(findings(Array(model([wide], attributes: attributes).utf8)).map(\.code.name) == ["TR1452"])
        let wider = wide.dropLast(2) + ", last: int }"
        #expect(findings(Array(model([String(wider)]).utf8)).map(\.code.name) == ["TR1452"])
    }
}
