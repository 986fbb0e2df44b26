import SchemaModel
import TestSupport
import Testing

/// One-to-one, many-to-many, own inverses and none: where connections are stored, and the findings.
struct RelationshipKindTests {
    /// A model of `Order` and `Customer`, each with one relationship.
    private func storages(order: String, customer: String) throws -> [RelationshipStorage] {
        try readModel(ModelSource.relationships(order: order, customer: customer)).entities.map {
            try #require($0.relationships.first).storage
        }
    }

    // MARK: Where the key stands

    @Test("A to-one whose inverse is a to-many holds the key, and two to-manys have a table of their own")
    func manySides() throws {
        #expect(
            try storages(
                order: "customer: { to: Customer?, inverse: orders }", customer: "orders: { to: [Order], inverse: customer }")
                == [.key, .inverseKey])
        #expect(
            try storages(
                order: "customers: { to: [Customer], inverse: orders }",
                customer: "orders: { to: [Order], inverse: customers }") == [.joinTable, .joinTable])
    }

    @Test("Of a one-to-one the required side holds the key")
    func requiredSide() throws {
        #expect(
            try storages(
                order: "customer: { to: Customer, inverse: order }",
                customer: "order: { to: Order?, inverse: customer, deleteRule: cascade }") == [.key, .inverseKey])
        #expect(
            try storages(
                order: "customer: { to: Customer?, inverse: order, deleteRule: deny }",
                customer: "order: { to: Order, inverse: customer }") == [.inverseKey, .key])
    }

    @Test("'key: here' decides, also against the required side")
    func keyHere() throws {
        #expect(
            try storages(
                order: "customer: { to: Customer?, inverse: order, key: here }",
                customer: "order: { to: Order?, inverse: customer }") == [.key, .inverseKey])
        #expect(
            try storages(
                order: "customer: { to: Customer?, inverse: order, deleteRule: deny, key: here }",
                customer: "order: { to: Order, inverse: customer }") == [.key, .inverseKey])
    }

    @Test("Where neither side is required, names decide, and the person is told")
    func keyByName() {
        expectFindings(
            ModelSource.relationships(
                order: "customer: { to: Customer?, inverse: order }", customer: "1️⃣order: { to: Order?, inverse: customer }"),
            .init(
                "TR1209", at: 1,
                saying: "the name of 'Customer.order' decides that it holds the key, because neither side is required"))
    }

    @Test("Where both sides are required, that is told too")
    func bothRequired() {
        expectFindings(
            ModelSource.relationships(
                order: "customer: { to: Customer, inverse: order, deleteRule: cascade }",
                customer: "1️⃣order: { to: Order, inverse: customer, deleteRule: noAction }"),
            .init("TR1209", at: 1, saying: "each side is required"),
            .init("TR1211", at: 1, saying: "'Customer.order' and 'Order.customer' require each other"))
    }

    @Test("Two sides cannot both hold the key")
    func twoKeys() {
        expectFindings(
            ModelSource.relationships(
                order: "customer: { to: Customer?, inverse: order, 1️⃣key: here }",
                customer: "order: { to: Order?, inverse: customer, key: here }"),
            .init("TR1210", at: 1, saying: "both sides declare that they hold the key"))
    }

    @Test("'key' is for a one-to-one, and says 'here'")
    func keyElsewhere() {
        expectFindings(
            ModelSource.relationships(
                order: "customer: { to: Customer?, inverse: orders, 1️⃣key: here }",
                customer: "orders: { to: [Order], inverse: customer, 2️⃣key: here }"),
            .init("TR1402", at: 1, saying: "'key' applies only to a one-to-one relationship"),
            .init("TR1402", at: 2))
        expectFindings(
            ModelSource.relationships(
                order: "customer: { to: Customer, inverse: order, key: 1️⃣there }",
                customer: "order: { to: Order?, inverse: customer, deleteRule: cascade }"),
            .init(
                "TR1102", at: 1, saying: "the only value of 'key' is 'here'",
                fixed: "customer: { to: Customer, inverse: order, key: here }"))
    }

    @Test("The side without the key has no column and cannot be indexed")
    func noColumn() {
        expectFindings(
            ModelSource.relationships(
                order: "customer: { to: Customer, inverse: order }",
                customer: "order: { to: Order?, inverse: customer, deleteRule: cascade, column: 1️⃣ordering }"),
            .init("TR1402", at: 1, saying: "'Customer.order' has no column, because the other side holds the key"))
        expectFindings(
            """
            trellis: 1
            model: Orders
            entities:
              Order:
                unique: [[1️⃣customer], [2️⃣tags]]
                relationships:
                  customer: { to: Customer?, inverse: order, deleteRule: deny }
                  tags: { to: [Customer], inverse: tagged }
              Customer:
                relationships:
                  order: { to: Order, inverse: customer }
                  tagged: { to: [Order], inverse: tags }
            """,
            .init("TR1602", at: 1, saying: "'Order.customer' has no column, because the other side of the relationship holds the key"),
            .init("TR1602", at: 2, saying: "'Order.tags' is a to-many relationship, whose keys are in a join table"))
    }

    // MARK: Inverses

    @Test("A relationship without an inverse is a warning, with what could be the inverse")
    func noInverse() {
        expectFindings(
            ModelSource.relationships(
                order: "1️⃣customer: { to: Customer? }\n      next: { to: Customer?, inverse: previous, key: here }",
                customer: "previous: { to: Order?, inverse: next }"),
            .init("TR1208", at: 1, saying: "'Order.customer' has no inverse: no relationship leads back from 'Customer'"))
        expectFindings(
            ModelSource.relationships(order: "1️⃣customer: { to: Customer? }", customer: "2️⃣orders: { to: [Order] }"),
            .init("TR1208", at: 1), .init("TR1208", at: 2))
    }

    @Test("An inverse that names no inverse is reported at the end that names it")
    func oneSidedInverse() {
        expectFindings(
            ModelSource.relationships(
                order: "customer: { to: Customer?, inverse: 1️⃣orders }", customer: "orders: { to: [Order] }"),
            .init("TR1204", at: 1, saying: "which does not point back"))
    }

    @Test("What has no inverse holds its key, or has a table of its own")
    func storageWithoutInverse() throws {
        let source = ModelSource.relationships(order: "customer: { to: Customer? }", customer: "orders: { to: [Order] }")
        let model = try #require(ModelReader.read(Array(source.utf8), file: "Model.yaml").model)
        #expect(model.entities.map { $0.relationships[0].storage } == [.key, .joinTable])
        #expect(model.entities.allSatisfy { model.inverse(of: $0.relationships[0]) == nil })
    }

    @Test("A relationship can be its own inverse")
    func ownInverse() throws {
        let model = try readModel(
            """
            trellis: 1
            model: People
            entities:
              Person:
                relationships:
                  spouse: { to: Person?, inverse: spouse }
                  friends: { to: [Person], inverse: friends }
            """)
        let relationships = model.entities[0].relationships
        #expect(relationships.map(\.isItsOwnInverse) == [true, true])
        #expect(relationships.map(\.storage) == [.key, .joinTable])
        #expect(model.inverse(of: relationships[0])?.name.text == "spouse")
    }

    // MARK: Members

    @Test("Order and counts are for a to-many", arguments: ["ordered: true", "minCount: 1", "maxCount: 3"])
    func memberOptions(option: String) {
        expectFindings(
            ModelSource.relationships(
                order: "customer: { to: Customer?, inverse: orders, 1️⃣\(option) }",
                customer: "orders: { to: [Order], inverse: customer, \(option) }"),
            .init("TR1402", at: 1, saying: "applies only to a to-many relationship"))
    }

    @Test("Counts are whole numbers that some number of members can meet")
    func counts() {
        expectFindings(
            ModelSource.relationships(
                order: "customer: { to: Customer?, inverse: orders }",
                customer: "orders: { to: [Order], inverse: customer, minCount: 1️⃣4, maxCount: 3 }"),
            .init("TR1214", at: 1, saying: "'minCount' is greater than 'maxCount': no number is at least 4 and at most 3"))
        expectFindings(
            ModelSource.relationships(
                order: "customer: { to: Customer?, inverse: orders }",
                customer: "orders: { to: [Order], inverse: customer, minCount: 1️⃣-1, maxCount: 2️⃣0 }"),
            .init("TR1107", at: 1), .init("TR1107", at: 2))
    }

    @Test("A to-many is optional unless it asks for a member, and can be said to be so or not")
    func optionality() throws {
        func orders(_ options: String) throws -> Relationship {
            let model = try readModel(
                ModelSource.relationships(
                    order: "customer: { to: Customer?, inverse: orders }",
                    customer: "orders: { to: [Order], inverse: customer\(options) }"))
            return try #require(model.entity(named: "Customer")?.relationships.first)
        }
        #expect(try orders("").isOptional)
        #expect(try orders(", minCount: 0").isOptional)
        #expect(try !orders(", minCount: 2").isOptional)
        #expect(try orders(", minCount: 2, optional: true").isOptional)
        let required = try orders(", optional: false")
        #expect(!required.isOptional && required.minCount == 1)
    }

    // MARK: Delete rules

    @Test("Clearing the other side of a one-to-one that requires it is a warning")
    func nullifyOfRequiredPartner() {
        expectFindings(
            ModelSource.relationships(
                order: "2️⃣customer: { to: Customer, inverse: order, key: here, deleteRule: 1️⃣nullify }",
                customer: "order: { to: Order, inverse: customer, deleteRule: cascade }"),
            .init("TR1211", at: 2),
            .init("TR1206", at: 1, saying: "nullifies 'order' of its destination, but that relationship is required"))
    }

    @Test("Cascades in a circle are told once, at the first, with the others")
    func cascadeCycle() {
        expectFindings(
            """
            trellis: 1
            model: Circle
            entities:
              A:
                relationships:
                  b: { to: B?, inverse: aas, deleteRule: 1️⃣cascade }
                  cs: { to: [C], inverse: a }
              B:
                relationships:
                  aas: { to: [A], inverse: b }
                  cs: { to: [C], inverse: b, deleteRule: cascade }
              C:
                relationships:
                  a: { to: A?, inverse: cs, deleteRule: cascade }
                  b: { to: B?, inverse: cs }
                  ds: { to: [D], inverse: c, deleteRule: cascade }
              D:
                relationships:
                  c: { to: C?, inverse: ds }
            """,
            .init("TR1212", at: 1, saying: "'A.b' cascades in a circle"))
    }

    @Test("Of a long circle eight cascades are named beside the first, and the others counted", arguments: [9, 10, 1_000])
    func longCircle(length: Int) {
        let entities = (1...length).map { number in
            let (next, previous) = (number % length + 1, (number + length - 2) % length + 1)
            return """
                  E\(number):
                    relationships:
                      next: { to: E\(next)?, inverse: previous, deleteRule: cascade }
                      previous: { to: [E\(previous)], inverse: next }

                """
        }
        let text = "trellis: 1\nmodel: Circle\nentities:\n" + entities.joined()
        let findings = ModelReader.read(Array(text.utf8), file: "Circle.yaml").findings
        #expect(findings.map(\.code.name) == ["TR1212"])
        #expect(
            findings.first?.notes.map(\.message)
                == (2...9).map { "'E\($0).next' cascades too" } + (length > 9 ? ["and \(length - 9) more"] : []))
    }

    @Test("A tree that cascades to its children is none of these circles")
    func tree() throws {
        _ = try readModel(
            """
            trellis: 1
            model: Trees
            entities:
              Node:
                relationships:
                  parent: { to: Node?, inverse: children }
                  children: { to: [Node], inverse: parent, deleteRule: cascade }
            """)
    }

    @Test("A deny that faces a cascade is told at the deny")
    func denyFacesCascade() {
        expectFindings(
            ModelSource.relationships(
                order: "customer: { to: Customer?, inverse: orders, deleteRule: 1️⃣deny }",
                customer: "orders: { to: [Order], inverse: customer, deleteRule: cascade }"),
            .init("TR1213", at: 1, saying: "'Order.customer' denies a deletion that 'Customer.orders' cascades"))
    }
}

/// Entities that stand apart.
struct ReachTests {
    private func source(_ entity: String) -> String {
        ModelSource.relationships(
            order: "customer: { to: Customer?, inverse: orders }", customer: "orders: { to: [Order], inverse: customer }")
            + "  1️⃣Currency:\n    attributes: { code: string, name: \(entity)\n"
    }

    @Test("One without a relationship and without anything that looks for it is a warning")
    func unreached() {
        expectFindings(
            source("string }"), .init("TR1215", at: 1, saying: "nothing leads to 'Currency': it has no relationship"))
    }

    @Test(
        "What is looked for, or small, is no warning",
        arguments: [
            "{ type: string, unique: true } }", "string }\n    unique: [[name, code]]", "string }\n    indexes: [name]",
            "string }\n    search: name", "string }\n    fetches: { all: { sort: name } }", "string }\n    small: true",
        ])
    func lookedFor(entity: String) {
        expectFindings(source(entity))
    }

    @Test("Where no entity is connected, none stands apart")
    func unconnected() throws {
        _ = try readModel("trellis: 1\nmodel: Lists\nentities:\n  First:\n  Second:\n")
    }
}
