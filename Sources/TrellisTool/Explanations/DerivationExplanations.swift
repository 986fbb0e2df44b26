extension ExplanationFamily {
    /// `TR1446` to `TR1448`.
    static let derivations = ExplanationFamily(
        "Derived attributes",
        [
            Explanation(
                "TR1446", "A derivation that Trellis does not know",
                """
                A value comes from others in three ways: 'orders.@count' is how many members a
                to-many relationship has, 'rows.@sum.price' the sum of an attribute over them,
                'fold(name)' another string without differences of case and diacritics.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Customer:
                        attributes:
                          name: string
                          key: { type: string, derived: lowercase(name) }
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Customer:
                        attributes:
                          name: string
                          key: { type: string, derived: fold(name) }
                    """),
            Explanation(
                "TR1447", "A derivation from something that is not there, or cannot be used",
                """
                Members are counted over a to-many relationship, of the entity or inherited. What
                is summed is an attribute of theirs that stands in the store: an integer, a
                floating-point number or a decimal with a scale. What is folded is a string of the
                same object. Derived, lazy and transient attributes give no value to others.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          total: { type: decimal, scale: 2, derived: rows.@sum.prices }
                        relationships:
                          rows: { to: [OrderRow], inverse: order }
                      OrderRow:
                        attributes:
                          price: { type: decimal, scale: 2 }
                        relationships:
                          order: { to: Order?, inverse: rows }
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          total: { type: decimal, scale: 2, derived: rows.@sum.price }
                        relationships:
                          rows: { to: [OrderRow], inverse: order }
                      OrderRow:
                        attributes:
                          price: { type: decimal, scale: 2 }
                        relationships:
                          order: { to: Order?, inverse: rows }
                    """),
            Explanation(
                "TR1448", "A derived attribute of another type than its value",
                """
                A count is int64 or int32. A sum of integers is int64, one of floating-point
                numbers is double, one of decimals has their scale. Neither is ever nil: without
                members it is 0. A folded string is nil where its source is.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Customer:
                        attributes:
                          orderCount: { type: int?, derived: orders.@count }
                        relationships:
                          orders: { to: [Order], inverse: customer }
                      Order:
                        relationships:
                          customer: { to: Customer?, inverse: orders }
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Customer:
                        attributes:
                          orderCount: { type: int, derived: orders.@count }
                        relationships:
                          orders: { to: [Order], inverse: customer }
                      Order:
                        relationships:
                          customer: { to: Customer?, inverse: orders }
                    """),
        ])
}
