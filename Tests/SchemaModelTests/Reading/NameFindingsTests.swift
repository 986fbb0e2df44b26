import TestSupport
import Testing

/// Names stand in Swift, in SQL and in the names of files: what cannot be all three is refused.
struct NameFindingsTests {
    static let bad = [
        "_name", "name_", "a__b", "9lives", "two words", "naïve", "日", "a-b", "a.b", "a$", "\"\"", "\"a\\nb\"",
        "\"a\\u0000\"",
        "'; DROP TABLE x; --'", "\"a\\u202Eb\"", String(repeating: "a", count: 65),
    ]

    @Test("A bad name of an attribute is reported at the name", arguments: bad)
    func attributes(name: String) {
        expectFindings(
            ModelSource.attributes("1️⃣\(name): string"), .init("TR1301", at: 1, saying: "cannot name an attribute"))
    }

    @Test("A name of letters, digits and single underscores is good, up to 64 of them")
    func goodNames() throws {
        for name in ["a", "A", "a1", "a_b", "aB_2", String(repeating: "x", count: 64)] {
            let model = try readModel(ModelSource.attributes("\(name): string"))
            #expect(model.entities[0].attributes.map(\.name.text) == [name])
        }
    }

    @Test("A bad name of a model, an entity, a relationship, a fetch or a parameter is reported at the name")
    func everyKindOfName() {
        expectFindings(
            """
            trellis: 1
            model: 1️⃣My-Model
            entities:
              2️⃣_Thing:
                attributes:
                  name: string
                relationships:
                  3️⃣a b: { to: Other?, inverse: things }
                fetches:
                  4️⃣all-of-them:
                    parameters: { 5️⃣x_: string }
                    where: name == "a"
              Other:
                relationships:
                  things: { to: [_Thing], inverse: a b }
            """,
            .init("TR1301", at: 1, saying: "a model"), .init("TR1301", at: 2, saying: "an entity"),
            .init("TR1301", at: 3, saying: "a relationship"), .init("TR1301", at: 4, saying: "a fetch"),
            .init("TR1301", at: 5, saying: "a parameter"), .init("TR1505", at: 5))
    }

    @Test("What a bad name holds cannot break the line of its message")
    func escapedInMessage() {
        let found = findings(Array(ModelSource.attributes("\"a\\nb\\u001b[2J\": string").utf8))
        #expect(found.map(\.code.name) == ["TR1301"])
        #expect(found.allSatisfy { finding in finding.message.unicodeScalars.allSatisfy { $0.value >= 0x20 } })
    }

    @Test("An attribute and a relationship of one name are reported at the relationship")
    func propertyClash() {
        expectFindings(
            """
            trellis: 1
            model: Orders
            entities:
              Order:
                attributes:
                  customer: string
                relationships:
                  1️⃣customer: { to: Customer?, inverse: orders }
              Customer:
                relationships:
                  orders: { to: [Order], inverse: customer }
            """,
            .init("TR1302", at: 1, saying: "'Order' has an attribute and a relationship named 'customer'"))
    }

    @Test("An entity that is called as its model is reported at the entity")
    func modelNameClash() {
        expectFindings(
            "trellis: 1\nmodel: Order\nentities:\n  1️⃣Order:\n", .init("TR1303", at: 1))
    }
}
