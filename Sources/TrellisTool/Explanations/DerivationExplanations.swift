extension ExplanationFamily {
    /// `TR1446` to `TR1448`.
    static let derivations = ExplanationFamily(
        "Derived attributes",
        [
            Explanation(
                "TR1446", "An unknown derivation",
                """
                Three derivations exist. 'orders.@count' is the number of members of a to-many
                relationship. 'rows.@sum.price' is the sum of an attribute over its members.
                'fold(name)' is another string without differences of case and diacritics.
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
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Customer:
                        attributes:
                          name: string
                          key: { type: string, derived: fold(name) }
                    """),
            Explanation(
                "TR1447", "An invalid source of a derivation",
                """
                A count is over a to-many relationship, inherited ones included. The source of a
                sum is a stored attribute: an integer, a floating-point number or a decimal with
                a scale. The source of a fold is a string of the same object. Derived, lazy and
                transient attributes cannot be sources.
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
                          order: { to: "Order?", inverse: rows }
                    """,
                fixed: """
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
                          order: { to: "Order?", inverse: rows }
                    """),
            Explanation(
                "TR1448", "A derived attribute of the wrong type",
                """
                A count is int64 or int32. A sum of integers is int64, of floating-point numbers
                double, and of decimals a decimal with their scale. Neither is ever nil: without
                members it is 0. A folded string is nil if its source is.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Customer:
                        attributes:
                          orderCount: { type: "int?", derived: orders.@count }
                        relationships:
                          orders: { to: [Order], inverse: customer }
                      Order:
                        relationships:
                          customer: { to: "Customer?", inverse: orders }
                    """,
                fixed: """
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
                          customer: { to: "Customer?", inverse: orders }
                    """),
        ])
}
