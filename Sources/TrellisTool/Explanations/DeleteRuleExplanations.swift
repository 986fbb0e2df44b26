extension Explanation {
    /// Of `TR12` what is about delete rules.
    static let deleteRules = [
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
            "TR1206", .warning, "A required key that is to be cleared",
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
            "TR1212", .warning, "Cascades that lead round in a circle",
            """
            Deleting one object deletes what it leads to, and that what it leads to in turn,
            until the circle is closed: all that are connected go. A tree whose parents cascade
            to their children is no such circle.
            """,
            wrong: """
                trellis: 1
                model: Orders
                entities:
                  Order:
                    relationships:
                      customer: { to: Customer?, inverse: orders, deleteRule: cascade }
                  Customer:
                    relationships:
                      orders: { to: [Order], inverse: customer, deleteRule: cascade }
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
            "TR1213", .warning, "A deny that faces a cascade",
            """
            One end refuses to be deleted while the other exists, and the other end deletes it
            along. So the one goes only when the other does: as a rule one of the two was meant.
            """,
            wrong: """
                trellis: 1
                model: Orders
                entities:
                  Order:
                    relationships:
                      customer: { to: Customer?, inverse: orders, deleteRule: deny }
                  Customer:
                    relationships:
                      orders: { to: [Order], inverse: customer, deleteRule: cascade }
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
    ]
}
