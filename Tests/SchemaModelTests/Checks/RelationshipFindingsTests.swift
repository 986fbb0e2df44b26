import TestSupport
import Testing

/// Relationships.
struct RelationshipFindingsTests {
    @Test("An inverse that does not exist is reported at the inverse, with the relationship that leads back")
    func unknownInverse() {
        expectFindings(
            ModelSource.relationships(
                order: "customer: { to: Customer?, inverse: 1️⃣order }",
                customer: "orders: { to: [Order], inverse: customer }"),
            .init(
                "TR1203", at: 1, saying: "'Order.customer' names the inverse 'order', which 'Customer' does not have",
                fixed: "customer: { to: Customer?, inverse: orders }"))
    }

    @Test("A list that is written as a text is one finding, with the list", arguments: ["1️⃣\"[Order]\"", "1️⃣Order[]"])
    func listAsText(destination: String) {
        expectFindings(
            ModelSource.relationships(
                order: "customer: { to: Customer?, inverse: orders }", customer: "orders:\n        to: \(destination)\n        inverse: customer"),
            .init("TR1102", at: 1, fixed: "to: [Order]"))
    }

    @Test("An inverse that does not point back is reported at the inverse")
    func inversePointsElsewhere() {
        expectFindings(
            """
            trellis: 1
            model: Orders
            entities:
              Order:
                relationships:
                  customer: { to: Customer?, inverse: 1️⃣orders }
                  payer: { to: Customer?, inverse: orders }
              Customer:
                relationships:
                  orders: { to: [Order], inverse: payer }
            """,
            .init("TR1204", at: 1, saying: "'Order.customer' names the inverse 'Customer.orders', which does not point back")
        )
    }

    @Test("Two ends that name each other in a ring are both reported")
    func ring() {
        expectFindings(
            """
            trellis: 1
            model: Ring
            entities:
              A:
                relationships:
                  b: { to: B?, inverse: 1️⃣c }
              B:
                relationships:
                  c: { to: [C], inverse: 2️⃣a }
              C:
                relationships:
                  a: { to: A?, inverse: 3️⃣b }
            """,
            .init("TR1204", at: 1), .init("TR1204", at: 2), .init("TR1204", at: 3))
    }

    @Test("An inverse that leads to another entity is reported at the inverse")
    func inverseLeadsElsewhere() {
        expectFindings(
            """
            trellis: 1
            model: Orders
            entities:
              Order:
                relationships:
                  customer: { to: Customer?, inverse: 1️⃣bills }
              Bill:
                relationships:
                  customer: { to: Customer?, inverse: bills }
              Customer:
                relationships:
                  bills: { to: [Bill], inverse: customer }
            """,
            .init("TR1204", at: 1))
    }

    @Test("A destination that does not exist is reported at the destination, with the nearest entity")
    func unknownDestination() {
        expectFindings(
            ModelSource.relationships(
                order: "customer: { to: 1️⃣Custmer?, inverse: orders }",
                customer: "orders: { to: [2️⃣Oder], inverse: customer }"),
            .init("TR1201", at: 1, fixed: "customer: { to: Customer?, inverse: orders }"),
            .init("TR1201", at: 2, fixed: "orders: { to: [Order], inverse: customer }"))
    }

    @Test("An attribute's type is no destination")
    func typeAsDestination() {
        expectFindings(
            ModelSource.relationships(
                order: "customer: { to: 1️⃣string, inverse: orders }", customer: "orders: { to: [Order], inverse: customer }"),
            .init("TR1201", at: 1))
    }

    @Test("A relationship without a destination is reported at its name")
    func missingDestination() {
        expectFindings(
            ModelSource.relationships(
                order: "1️⃣customer: { inverse: orders }", customer: "orders: { to: [Order], inverse: customer }"),
            .init("TR1207", at: 1, saying: "the relationship 'customer' has no destination"))
    }

    @Test("A to-many names one entity", arguments: ["[]", "[Order, Customer]", "{ Order: x }"])
    func badDestination(destination: String) {
        expectFindings(
            ModelSource.relationships(
                order: "customer: { to: Customer?, inverse: orders }",
                customer: "orders: { to: 1️⃣\(destination), inverse: customer }"),
            .init("TR1102", at: 1))
    }

    @Test("A relationship in short form is no mapping")
    func shortForm() {
        expectFindings(
            ModelSource.relationships(order: "customer: 1️⃣Customer?", customer: "orders: 2️⃣[Order]"),
            .init("TR1102", at: 1, saying: "a relationship must be a mapping, not a value"), .init("TR1102", at: 2))
    }

    @Test("A delete rule that does not exist is reported at the rule, with the nearest one")
    func unknownDeleteRule() {
        expectFindings(
            ModelSource.relationships(
                order: "customer: { to: Customer?, inverse: orders, deleteRule: 1️⃣nulify }",
                customer: "orders: { to: [Order], inverse: customer, deleteRule: 2️⃣restrict }"),
            .init("TR1205", at: 1, fixed: "customer: { to: Customer?, inverse: orders, deleteRule: nullify }"),
            .init("TR1205", at: 2))
        // The rule that was meant is unknown, so nothing is said about its consequences.
        expectFindings(
            ModelSource.relationships(
                order: "customer: { to: Customer, inverse: orders }",
                customer: "orders: { to: [Order], inverse: customer, deleteRule: 1️⃣restrict }"),
            .init("TR1205", at: 1))
    }

    @Test("Clearing a required key is a warning at the rule, or at the name where the rule is silent")
    func nullifyOfRequired() {
        expectFindings(
            ModelSource.relationships(
                order: "customer: { to: Customer, inverse: orders }",
                customer: "orders: { to: [Order], inverse: customer, deleteRule: 1️⃣nullify }"),
            .init("TR1206", at: 1))
        expectFindings(
            ModelSource.relationships(
                order: "customer: { to: Customer, inverse: orders }", customer: "1️⃣orders: { to: [Order], inverse: customer }"
            ),
            .init("TR1206", at: 1))
    }

    @Test("Every other rule on a to-many is fine with a required key", arguments: ["cascade", "deny", "noAction"])
    func rulesOfRequired(rule: String) throws {
        let model = try readModel(
            ModelSource.relationships(
                order: "customer: { to: Customer, inverse: orders }",
                customer: "orders: { to: [Order], inverse: customer, deleteRule: \(rule) }"))
        #expect(model.entity(named: "Customer")?.relationships[0].deleteRule.rawValue == rule)
    }

    @Test("A '?' with 'optional: false' is reported at the flag")
    func doubleOptional() {
        expectFindings(
            ModelSource.relationships(
                order: "customer: { to: Customer?, optional: 1️⃣false, inverse: orders }",
                customer: "orders: { to: [Order], inverse: customer }"),
            .init("TR1404", at: 1))
    }

    @Test("An end that is broken is reported once, and not again at the other end")
    func noEcho() {
        expectFindings(
            ModelSource.relationships(
                order: "2️⃣customer: { 1️⃣too: Customer?, inverse: orders }",
                customer: "orders: { to: [Order], inverse: customer }"),
            .init("TR1207", at: 2), .init("TR1101", at: 1))
    }

    @Test("An entity may relate to itself")
    func tree() throws {
        let model = try readModel(
            """
            trellis: 1
            model: Trees
            entities:
              Node:
                relationships:
                  parent: { to: Node?, inverse: children }
                  children: { to: [Node], inverse: parent, deleteRule: cascade }
            """)
        let parent = try #require(model.entities[0].relationships.first)
        #expect(model.inverse(of: parent)?.name.text == "children")
    }
}
