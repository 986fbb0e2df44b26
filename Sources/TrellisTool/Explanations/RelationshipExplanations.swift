extension ExplanationFamily {
    /// `TR12`.
    static let relationships = ExplanationFamily(
        "Relationships", (Explanation.relationships + Explanation.deleteRules).sorted { $0.code < $1.code })
}

extension Explanation {
    /// Of `TR12` what is about where relationships lead, and what they ask for.
    fileprivate static let relationships = [
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
        Explanation(
            "TR1208", .warning, "A relationship without an inverse",
            """
            Nothing leads back from the destination. Deleting that clears an optional key, is
            denied by a required one, and takes the rows of a to-many's own table along. It
            is allowed; most relationships want an inverse.
            """,
            wrong: """
                trellis: 1
                model: Orders
                entities:
                  Order:
                    relationships:
                      customer: { to: Customer? }
                  Customer:
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
            "TR1209", .warning, "A one-to-one that does not say which side holds the key",
            """
            The key of a one-to-one stands on the required side. Where neither side is
            required, or both are, the names decide: a rename would move the key to the other
            table. 'key: here' at one side says where it stands.
            """,
            wrong: """
                trellis: 1
                model: Orders
                entities:
                  Order:
                    relationships:
                      bill: { to: Customer?, inverse: order }
                  Customer:
                    relationships:
                      order: { to: Order?, inverse: bill }
                """,
            mended: """
                trellis: 1
                model: Orders
                entities:
                  Order:
                    relationships:
                      bill: { to: Customer?, inverse: order }
                  Customer:
                    relationships:
                      order: { to: Order?, inverse: bill, key: here }
                """),
        Explanation(
            "TR1210", "A one-to-one both of whose sides hold the key",
            """
            The key stands in one of the two tables, and 'key: here' at one side.
            """,
            wrong: """
                trellis: 1
                model: Orders
                entities:
                  Order:
                    relationships:
                      bill: { to: Customer?, inverse: order, key: here }
                  Customer:
                    relationships:
                      order: { to: Order?, inverse: bill, key: here }
                """,
            mended: """
                trellis: 1
                model: Orders
                entities:
                  Order:
                    relationships:
                      bill: { to: Customer?, inverse: order }
                  Customer:
                    relationships:
                      order: { to: Order?, inverse: bill, key: here }
                """),
        Explanation(
            "TR1211", .warning, "A one-to-one both of whose sides are required",
            """
            Neither object can be saved without the other: both are made, and then saved
            together. The database checks keys at the end of the transaction, so that works.
            """,
            wrong: """
                trellis: 1
                model: Orders
                entities:
                  Order:
                    relationships:
                      customer: { to: Customer, inverse: order, key: here, deleteRule: deny }
                  Customer:
                    relationships:
                      order: { to: Order, inverse: customer, deleteRule: noAction }
                """,
            mended: """
                trellis: 1
                model: Orders
                entities:
                  Order:
                    relationships:
                      customer: { to: Customer, inverse: order, deleteRule: deny }
                  Customer:
                    relationships:
                      order: { to: Order?, inverse: customer, deleteRule: noAction }
                """),
        Explanation(
            "TR1214", "Counts that no number of members meets",
            """
            'minCount' is the least number of members that a save accepts, 'maxCount' the
            greatest.
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
                      orders: { to: [Order], inverse: customer, minCount: 4, maxCount: 3 }
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
                      orders: { to: [Order], inverse: customer, minCount: 3, maxCount: 4 }
                """),
        Explanation(
            "TR1215", .warning, "An entity that nothing reaches",
            """
            The other entities of the model are connected, and this one has no relationship and
            nothing that looks for it: no fetch, index, unique value or search. Its objects can
            be read all at once and no other way. 'small: true' says that this is meant.
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
                      orders: { to: [Order], inverse: customer }
                  Currency:
                    attributes: { code: string }
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
                  Currency:
                    attributes: { code: { type: string, unique: true } }
                """),
    ]
}
