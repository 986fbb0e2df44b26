import TestSupport
import Testing

/// What the language will have and this build has not is refused by name: nobody should think it was understood.
@Suite("What cannot be said yet")
struct NotYetTests {
    @Test("Keys of a model", arguments: ["composites", "include"])
    func model(key: String) {
        expectFindings(
            "trellis: 1\nmodel: Things\n1️⃣\(key): {}\nentities: {}\n",
            .init("TR1901", at: 1, saying: "'\(key)' of a model cannot be said yet"))
    }

    @Test(
        "Keys of an entity",
        arguments: ["abstract", "parent", "fetchedProperties", "search", "small"])
    func entity(key: String) {
        expectFindings(
            "trellis: 1\nmodel: Things\nentities:\n  Thing:\n    1️⃣\(key): x\n",
            .init("TR1901", at: 1, saying: "'\(key)' of an entity"))
    }

    @Test(
        "Keys of an attribute",
        arguments: ["transient", "derived", "lazy", "check"])
    func attribute(key: String) {
        expectFindings(
            ModelSource.attributes("a: { type: string, 1️⃣\(key): 1 }"),
            .init("TR1901", at: 1, saying: "'\(key)' of an attribute"))
    }

    @Test("Keys of a relationship", arguments: ["ordered", "minCount", "maxCount", "key"])
    func relationship(key: String) {
        expectFindings(
            ModelSource.relationships(
                order: "customer: { to: Customer?, inverse: orders }",
                customer: "orders: { to: [Order], inverse: customer, 1️⃣\(key): 1 }"),
            .init("TR1901", at: 1, saying: "'\(key)' of a relationship"))
    }

    @Test("A one-to-one relationship, at both ends")
    func oneToOne() {
        expectFindings(
            ModelSource.relationships(
                order: "1️⃣customer: { to: Customer?, inverse: order }", customer: "2️⃣order: { to: Order?, inverse: customer }"),
            .init("TR1901", at: 1, saying: "one-to-one"), .init("TR1901", at: 2, saying: "one-to-one"))
    }

    @Test("A many-to-many relationship, at both ends")
    func manyToMany() {
        expectFindings(
            ModelSource.relationships(
                order: "1️⃣customers: { to: [Customer], inverse: orders }",
                customer: "2️⃣orders: { to: [Order], inverse: customers }"),
            .init("TR1901", at: 1, saying: "many-to-many"), .init("TR1901", at: 2, saying: "many-to-many"))
    }

    @Test("A relationship without an inverse")
    func noInverse() {
        expectFindings(
            ModelSource.relationships(order: "1️⃣customer: { to: Customer? }", customer: "2️⃣orders: { to: [Order] }"),
            .init("TR1901", at: 1, saying: "without an inverse"), .init("TR1901", at: 2))
    }

    @Test("A to-many that may not be empty")
    func requiredToMany() {
        expectFindings(
            ModelSource.relationships(
                order: "customer: { to: Customer?, inverse: orders }",
                customer: "orders: { to: [Order], optional: 1️⃣false, inverse: customer }"),
            .init("TR1901", at: 1, saying: "a to-many that may not be empty"))
    }
}
