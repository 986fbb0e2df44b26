extension ExplanationFamily {
    /// `TR1446` to `TR1449`.
    static let derivations = ExplanationFamily(
        "Derived attributes",
        [
            Explanation(
                "TR1446", "An unknown derivation",
                """
                'orders.@count' is the number of members of a to-many relationship.
                'rows.@sum.price', '@avg', '@min' and '@max' compute with an attribute of the
                members. A 'where' after it names those that count. 'quantity * price' is an
                expression, and 'customer.name' a value through a to-one relationship. 'now()'
                is the time of the last change. 'fold(name)' is another string without
                differences of case and diacritics, 'uppercase(name)' and 'lowercase(name)'
                are one in capital and small letters.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Customer:
                        attributes:
                          name: string
                          key: { type: string, derived: "canonical:(name)" }
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
                sum is an integer, a floating-point number or a decimal with a scale; that of
                '@min' and '@max' has an order. The source of 'fold', 'uppercase' and
                'lowercase' is a string of the same object that is not derived. Lazy and
                transient attributes cannot be sources. The library computes those three, and
                triggers compute all others, so expressions and conditions of members use no
                functions and no options such as '[cd]'.
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
                members it is 0. '@avg', '@min' and '@max' are nil without members. The scale of
                a product is that of both factors together, so that it is exact. A value through
                a relationship, and one that is no number, is optional: it is nil before the
                first save. A folded string is nil if its source is.
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
            Explanation(
                "TR1449", "Attributes that are derived from each other",
                """
                Triggers compute a derived attribute whenever one of its sources changes. A cycle
                of such attributes would never come to an end, also if it leads through a
                relationship: a total that is the sum of the children's totals.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          net: { type: decimal, scale: 2, derived: gross - tax }
                          gross: { type: decimal, scale: 2, derived: net + tax }
                          tax: { type: decimal, scale: 2 }
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          net: { type: decimal, scale: 2 }
                          gross: { type: decimal, scale: 2, derived: net + tax }
                          tax: { type: decimal, scale: 2 }
                    """),
        ])
}
