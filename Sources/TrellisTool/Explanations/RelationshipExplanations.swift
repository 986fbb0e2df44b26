extension ExplanationFamily {
    /// `TR12`.
    static let relationships = ExplanationFamily(
        "Relationships",
        [
            Explanation(
                "TR1201", "A relationship that leads to no entity",
                """
                'to' names an entity of the model, in brackets where there may be many.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        relationships:
                          customer: { to: Custommer?, inverse: orders }
                      Customer:
                        relationships:
                          orders: { to: [Order], inverse: customer }
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        relationships:
                          customer: { to: Customer?, inverse: orders }
                      Customer:
                        relationships:
                          orders: { to: [Order], inverse: customer }
                    """),
            Explanation(
                "TR1203", "An inverse that does not exist",
                """
                The two ends of a relationship are written down where each stands, and each
                names the other as its inverse. The destination has no relationship of the
                name that stands here.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        relationships:
                          customer: { to: Customer?, inverse: order }
                      Customer:
                        relationships:
                          orders: { to: [Order], inverse: customer }
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        relationships:
                          customer: { to: Customer?, inverse: orders }
                      Customer:
                        relationships:
                          orders: { to: [Order], inverse: customer }
                    """),
            Explanation(
                "TR1204", "An inverse that does not point back",
                """
                The relationship that is named as the inverse has another inverse, or leads to
                another entity. Each end has an other end of its own.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        relationships:
                          customer: { to: Customer?, inverse: orders }
                          payer: { to: Customer?, inverse: orders }
                      Customer:
                        relationships:
                          orders: { to: [Order], inverse: customer }
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        relationships:
                          customer: { to: Customer?, inverse: orders }
                          payer: { to: Customer?, inverse: paidOrders }
                      Customer:
                        relationships:
                          orders: { to: [Order], inverse: customer }
                          paidOrders: { to: [Order], inverse: payer }
                    """),
            Explanation(
                "TR1205", "A delete rule that does not exist",
                """
                'deleteRule' says what becomes of the destinations when an object is deleted:
                'nullify' lets them go and is the rule where nothing is said, 'cascade' deletes
                them too, 'deny' refuses while there are any, 'noAction' does nothing.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        relationships:
                          customer: { to: Customer?, inverse: orders }
                      Customer:
                        relationships:
                          orders: { to: [Order], inverse: customer, deleteRule: delete }
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        relationships:
                          customer: { to: Customer?, inverse: orders }
                      Customer:
                        relationships:
                          orders: { to: [Order], inverse: customer, deleteRule: cascade }
                    """),
            Explanation(
                "TR1206", "A required key that is to be cleared",
                """
                With 'nullify' the destinations lose their key when the object is deleted. Where
                the key is required that cannot be, so an object that has destinations can only
                be deleted once they have moved or gone. Mostly 'cascade' or 'deny' is meant, or
                an optional key.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        relationships:
                          customer: { to: Customer, inverse: orders }
                      Customer:
                        relationships:
                          orders: { to: [Order], inverse: customer }
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        relationships:
                          customer: { to: Customer?, inverse: orders }
                      Customer:
                        relationships:
                          orders: { to: [Order], inverse: customer }
                    """),
            Explanation(
                "TR1207", "A relationship that leads nowhere",
                """
                A relationship says with 'to' which entity it leads to: 'to: Customer' for one
                that is required, 'to: Customer?' for one that may be missing, 'to: [Order]'
                for many.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        relationships:
                          customer: { inverse: orders }
                      Customer:
                        relationships:
                          orders: { to: [Order], inverse: customer }
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        relationships:
                          customer: { to: Customer?, inverse: orders }
                      Customer:
                        relationships:
                          orders: { to: [Order], inverse: customer }
                    """),
        ])
}
