import SchemaModel
import TestSupport
import Testing

/// `transient: true`: a property of the class that the store does not have.
struct TransientTests {
    @Test("They are no part of the meaning, which is about what is stored and fetched")
    func meaning() throws {
        let model = try readModel(
            ModelSource.attributes(
                "a: string", "b: { type: int, default: 3, transient: true }", "c: { type: json?, swift: Any, transient: true }"))
        let without = try readModel(ModelSource.attributes("a: string"))
        #expect(model.meaningText == without.meaningText)
        #expect(model.entities[0].attributes.map(\.isTransient) == [false, true, true])
        #expect(model.entities[0].storedAttributes.map(\.name.text) == ["a"])
        let alone = try readModel(ModelSource.attributes("b: { type: int?, transient: true }"))
        #expect(alone.meaningText == "trellis: 1\nmodel: Things\nentities:\n  Thing:\n")
    }

    @Test("One that is stored after all is another meaning")
    func stored() throws {
        let model = try readModel(ModelSource.attributes("a: { type: int?, transient: false }"))
        #expect(model.entities[0].attributes.map(\.isTransient) == [false])
        #expect(model.meaningText == (try readModel(ModelSource.attributes("a: int?"))).meaningText)
    }

    @Test(
        "Options for stored values do not apply to them",
        arguments: [
            "min: 0", "max: 9", "unique: true", "check: true", "column: x", "storage: unix", "minLength: 2", "maxLength: 2",
            "pattern: a", "scale: 2",
        ])
    func contradiction(option: String) {
        expectFindings(
            ModelSource.attributes("a: { type: int?, transient: true, 1️⃣\(option) }"),
            .init("TR1443", at: 1, saying: "'\(option.prefix { $0 != ":" })' does not apply to a transient attribute"))
    }

    @Test("They are optional or have a default, of their type")
    func empty() {
        expectFindings(
            ModelSource.attributes(
                "1️⃣a: { type: int, transient: true }", "b: { type: int, transient: true, default: 2️⃣x }",
                "c: { type: int?, transient: 3️⃣maybe }"),
            .init("TR1444", at: 1), .init("TR1401", at: 2), .init("TR1106", at: 3))
    }

    @Test("No condition, no order, no index and no uniqueness can name one")
    func unreachable() {
        expectFindings(
            """
            trellis: 1
            model: Orders
            entities:
              Customer:
                attributes:
                  name: string
                  note: { type: string?, transient: true }
                relationships:
                  orders: { to: [Order], inverse: customer }
                unique: [[name, 1️⃣note]]
                indexes: [2️⃣note, { on: name, where: 3️⃣note == nil }]
                fetches:
                  find: { where: 4️⃣note == "a", sort: -5️⃣note }
              Order:
                relationships:
                  customer: { to: Customer?, inverse: orders }
                fetches:
                  find: { where: customer.6️⃣note == "a" }
            """,
            .init("TR1602", at: 1, saying: "'Customer.note' is transient"), .init("TR1602", at: 2), .init("TR1503", at: 3),
            .init("TR1503", at: 4, saying: "'Customer.note' is transient and not stored"),
            .init("TR1503", at: 5), .init("TR1503", at: 6))
    }

    @Test("A relationship cannot have the name of one")
    func clash() {
        expectFindings(
            """
            trellis: 1
            model: Orders
            entities:
              Node:
                attributes:
                  parent: { type: int?, transient: true }
                relationships:
                  1️⃣parent: { to: Node?, inverse: children }
                  children: { to: [Node], inverse: parent }
            """,
            .init("TR1302", at: 1))
    }
}
