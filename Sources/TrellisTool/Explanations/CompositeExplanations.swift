extension ExplanationFamily {
    /// `TR145`.
    static let composites = ExplanationFamily(
        "Composites",
        [
            Explanation(
                "TR1450", "An empty composite",
                """
                A composite is a value of several parts, each in columns of its own. Without a
                part there is nothing to store.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    composites:
                      Address: {}
                    entities:
                      Customer:
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    composites:
                      Address: { street: string, city: string }
                    entities:
                      Customer:
                    """),
            Explanation(
                "TR1451", "A composite that contains itself",
                """
                The parts of a composite are columns, and so are the parts of a nested
                composite. A composite that contained itself would have no end, even if it is
                optional. For nested data of any depth, use an entity with a relationship to
                itself, or JSON.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    composites:
                      Category: { name: string, parent: "Category?" }
                    entities:
                      Product:
                        attributes:
                          category: Category
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Product:
                        relationships:
                          category: { to: Category, inverse: products }
                      Category:
                        attributes:
                          name: string
                        relationships:
                          parent: { to: "Category?", inverse: children }
                          children: { to: [Category], inverse: parent }
                          products: { to: [Product], inverse: category, deleteRule: deny }
                    """),
            Explanation(
                "TR1452", "Too many columns",
                """
                Composites are nested at most 16 deep and have at most 500 columns, nested ones
                included. An entity has at most 2,000, which is SQLite's own limit.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    composites:
                      A: { a: int, b: int, c: int, d: int, e: int, f: int, g: int, h: int }
                      B: { a: A, b: A, c: A, d: A, e: A, f: A, g: A, h: A }
                      C: { a: B, b: B, c: B, d: B, e: B, f: B, g: B, h: B }
                    entities:
                      Order:
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    composites:
                      A: { a: int, b: int, c: int, d: int, e: int, f: int, g: int, h: int }
                      B: { a: A, b: A, c: A, d: A, e: A, f: A, g: A, h: A }
                      C: { a: B, b: B, c: B }
                    entities:
                      Order:
                    """),
        ])
}
