extension Explanation {
    /// The codes of `TR12` about delete rules.
    static let deleteRules = [
        Explanation(
            "TR1205", "An unknown delete rule",
            """
            'deleteRule' decides what happens to the related objects when an object is
            deleted. 'nullify' (the default) unlinks them, 'cascade' deletes them, 'deny'
            refuses the deletion while any exist, and 'noAction' does nothing.
            """,
            wrong: """
                trellis: 1
                model: Orders
                entities:
                  Order:
                    relationships:
                      customer: { to: "Customer?", inverse: orders }
                  Customer:
                    relationships:
                      orders: { to: [Order], inverse: customer, deleteRule: delete }
                """,
            fixed: """
                trellis: 1
                model: Orders
                entities:
                  Order:
                    relationships:
                      customer: { to: "Customer?", inverse: orders }
                  Customer:
                    relationships:
                      orders: { to: [Order], inverse: customer, deleteRule: cascade }
                """),
        Explanation(
            "TR1206", "A required key that 'nullify' cannot clear",
            """
            With 'nullify', deleting an object clears the keys of the related objects. A
            required key cannot be cleared. So an object with related objects can be deleted
            only after you move or delete those. Usually 'cascade', 'deny' or an optional
            key is meant.
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
            fixed: """
                trellis: 1
                model: Orders
                entities:
                  Order:
                    relationships:
                      customer: { to: "Customer?", inverse: orders }
                  Customer:
                    relationships:
                      orders: { to: [Order], inverse: customer }
                """),
        Explanation(
            "TR1212", "A circle of cascades",
            """
            Deleting one object deletes its related objects, then theirs, until the circle
            is closed. All connected objects are deleted. A tree whose parents cascade to
            their children is not reported.
            """,
            wrong: """
                trellis: 1
                model: Orders
                entities:
                  Order:
                    relationships:
                      customer: { to: "Customer?", inverse: orders, deleteRule: cascade }
                  Customer:
                    relationships:
                      orders: { to: [Order], inverse: customer, deleteRule: cascade }
                """,
            fixed: """
                trellis: 1
                model: Orders
                entities:
                  Order:
                    relationships:
                      customer: { to: "Customer?", inverse: orders }
                  Customer:
                    relationships:
                      orders: { to: [Order], inverse: customer, deleteRule: cascade }
                """),
        Explanation(
            "TR1213", "A deny opposite a cascade",
            """
            One side refuses its deletion while the other exists, and the other side deletes
            it. So it can be deleted only together with the other. Usually only one of the
            two rules is meant.
            """,
            wrong: """
                trellis: 1
                model: Orders
                entities:
                  Order:
                    relationships:
                      customer: { to: "Customer?", inverse: orders, deleteRule: deny }
                  Customer:
                    relationships:
                      orders: { to: [Order], inverse: customer, deleteRule: cascade }
                """,
            fixed: """
                trellis: 1
                model: Orders
                entities:
                  Order:
                    relationships:
                      customer: { to: "Customer?", inverse: orders }
                  Customer:
                    relationships:
                      orders: { to: [Order], inverse: customer, deleteRule: cascade }
                """),
    ]
}
