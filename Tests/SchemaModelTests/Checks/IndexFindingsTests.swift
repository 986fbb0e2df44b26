import TestSupport
import Testing

/// Uniqueness and indexes.
struct IndexFindingsTests {
    private func item(_ lines: String...) -> String {
        """
        trellis: 1
        model: Things
        entities:
          Item:
            attributes: { name: { type: string, unique: true }, size: int, made: date }
            relationships:
              owner: { to: Owner?, inverse: items }
            \(lines.joined(separator: "\n    "))
          Owner:
            attributes: { name: string }
            relationships:
              items: { to: [Item], inverse: owner }
        """
    }

    @Test("Attributes and to-one relationships can be in them, in any number")
    func right() {
        expectFindings(
            item(
                "unique: [[owner, name], [size]]",
                "indexes: [size, -name, [size, -name], owner, { on: size, where: size > 3 AND owner == nil }]"))
    }

    @Test("A property that does not exist is reported with the nearest one")
    func unknown() {
        expectFindings(
            item("unique: [[1️⃣sise]]", "indexes: [2️⃣nam, [size, 3️⃣colour]]"),
            .init("TR1602", at: 1, saying: "'Item' has no property 'sise' that an index can use"),
            .init("TR1602", at: 2), .init("TR1602", at: 3))
    }

    @Test("A property that stands twice in one of them is reported")
    func repeated() {
        expectFindings(
            item("unique: [[size, 1️⃣size]]", "indexes: [[size, name, 2️⃣-size]]"), .init("TR1603", at: 1),
            .init("TR1603", at: 2))
    }

    @Test("What is unique already, or served by a longer index before it, is a warning")
    func covered() {
        expectFindings(
            item("unique: [[1️⃣name], [size, name], [2️⃣name, size]]", "indexes: [[size, name], 3️⃣size, -size]"),
            .init("TR1604", at: 1), .init("TR1604", at: 2), .init("TR1604", at: 3))
    }

    @Test("The condition of an index looks at its own object only, and is checked as that of a fetch")
    func conditions() {
        expectFindings(
            item(
                "indexes:", "  - { on: size, where: 1️⃣owner.name == \"a\" }", "  - { on: size, where: 2️⃣sise == 1 }",
                "  - { on: size, where: size > 3️⃣$least }", "  - { on: size, where: size4️⃣ }",
                "  - { on: size, where: size == 5️⃣\"a\" }"),
            .init("TR1605", at: 1), .init("TR1502", at: 2), .init("TR1504", at: 3), .init("TR1501", at: 4),
            .init("TR1503", at: 5))
    }

    @Test("The condition of an index has neither the time nor functions that only the library has")
    func time() {
        expectFindings(
            item(
                "indexes:", "  - { on: size, where: 1️⃣made < now() }", "  - { on: size, where: 2️⃣made < today() - 7 days }",
                "  - { on: size, where: 3️⃣year(made) == 2026 }", "  - { on: size, where: 4️⃣made + 1 month == nil }"),
            .init("TR1605", at: 1, saying: "the condition of an index cannot use 'now()', because the rows of an index do not change with time"),
            .init("TR1605", at: 2), .init("TR1605", at: 3), .init("TR1605", at: 4))
    }

    @Test("A shape that says nothing is reported")
    func shapes() {
        expectFindings(
            item("unique: 1️⃣name", "indexes: [2️⃣[], 3️⃣{ where: size > 1 }, { on: size, 4️⃣were: size > 1 }]"),
            .init("TR1102", at: 1), .init("TR1102", at: 2), .init("TR1103", at: 3), .init("TR1101", at: 4))
    }

    @Test("Uniqueness has no direction, and a to-many no column")
    func directions() {
        expectFindings(item("unique: [[1️⃣-size]]"), .init("TR1102", at: 1))
        expectFindings(
            """
            trellis: 1
            model: Things
            entities:
              Tree:
                relationships:
                  parent: { to: Tree?, inverse: children }
                  children: { to: [Tree], inverse: parent }
                indexes: [1️⃣children]
            """, .init("TR1602", at: 1, saying: "'Tree.children' is a to-many relationship, whose members hold the keys"))
    }
}
