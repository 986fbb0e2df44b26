extension ExplanationFamily {
    /// `TR12`.
    static let relationships = ExplanationFamily(
        "Relationships", (Explanation.relationships + Explanation.deleteRules).sorted { $0.code < $1.code })
}

extension Explanation {
    /// The codes of `TR12` about destinations and inverses.
    fileprivate static let relationships = [
        Explanation(
            "TR1201", "An unknown destination",
            """
            'to' names an entity of the model. Write brackets for a to-many relationship.
            """,
            wrong: """
                trellis: 1
                model: Orders
                entities:
                  Order:
                    relationships:
                      customer: { to: "Custommer?", inverse: orders }
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
            "TR1203", "An unknown inverse",
            """
            Each side of a relationship is declared at its own entity and names the other
            side as its inverse. The destination has no relationship of the given name.
            """,
            wrong: """
                trellis: 1
                model: Orders
                entities:
                  Order:
                    relationships:
                      customer: { to: "Customer?", inverse: order }
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
            "TR1204", "An inverse that does not point back",
            """
            The relationship that is named as the inverse has another inverse, or leads to
            another entity. Two relationships must name each other.
            """,
            wrong: """
                trellis: 1
                model: Orders
                entities:
                  Order:
                    relationships:
                      customer: { to: "Customer?", inverse: orders }
                      payer: { to: "Customer?", inverse: orders }
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
                      payer: { to: "Customer?", inverse: paidOrders }
                  Customer:
                    relationships:
                      orders: { to: [Order], inverse: customer }
                      paidOrders: { to: [Order], inverse: payer }
                """),
        Explanation(
            "TR1207", "A relationship without a destination",
            """
            'to' declares the destination of a relationship: 'to: Customer' if it is
            required, 'to: Customer?' if it is optional, 'to: [Order]' for a to-many
            relationship.
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
            "TR1208", "A relationship without an inverse",
            """
            No relationship leads back from the destination. Deleting the destination clears
            an optional key and is denied by a required key. For a to-many relationship it
            removes the rows of its join table. This is permitted, but most relationships
            need an inverse.
            """,
            wrong: """
                trellis: 1
                model: Orders
                entities:
                  Order:
                    relationships:
                      customer: { to: "Customer?" }
                  Customer:
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
            "TR1209", "A one-to-one without a declared owning side",
            """
            The required side of a one-to-one relationship holds the key. If both sides are
            required, or neither, their names decide. A rename would then move the key to
            the other table. Declare the owning side with 'key: here'.
            """,
            wrong: """
                trellis: 1
                model: Orders
                entities:
                  Order:
                    relationships:
                      bill: { to: "Customer?", inverse: order }
                  Customer:
                    relationships:
                      order: { to: "Order?", inverse: bill }
                """,
            fixed: """
                trellis: 1
                model: Orders
                entities:
                  Order:
                    relationships:
                      bill: { to: "Customer?", inverse: order }
                  Customer:
                    relationships:
                      order: { to: "Order?", inverse: bill, key: here }
                """),
        Explanation(
            "TR1210", "A one-to-one with two owning sides",
            """
            One of the two tables holds the key. Write 'key: here' on one side only.
            """,
            wrong: """
                trellis: 1
                model: Orders
                entities:
                  Order:
                    relationships:
                      bill: { to: "Customer?", inverse: order, key: here }
                  Customer:
                    relationships:
                      order: { to: "Order?", inverse: bill, key: here }
                """,
            fixed: """
                trellis: 1
                model: Orders
                entities:
                  Order:
                    relationships:
                      bill: { to: "Customer?", inverse: order }
                  Customer:
                    relationships:
                      order: { to: "Order?", inverse: bill, key: here }
                """),
        Explanation(
            "TR1211", "A one-to-one that both sides require",
            """
            Neither object can be saved without the other, so create both and save them
            together. The database checks keys at the end of the transaction, so this works.
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
            fixed: """
                trellis: 1
                model: Orders
                entities:
                  Order:
                    relationships:
                      customer: { to: Customer, inverse: order, deleteRule: deny }
                  Customer:
                    relationships:
                      order: { to: "Order?", inverse: customer, deleteRule: noAction }
                """),
        Explanation(
            "TR1214", "Counts that exclude each other",
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
                      customer: { to: "Customer?", inverse: orders }
                  Customer:
                    relationships:
                      orders: { to: [Order], inverse: customer, minCount: 4, maxCount: 3 }
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
                      orders: { to: [Order], inverse: customer, minCount: 3, maxCount: 4 }
                """),
        Explanation(
            "TR1215", "An unreachable entity",
            """
            The other entities of the model are connected. This one has no relationship,
            fetch, index, unique attribute or search. A program can only read all its objects at
            once. If that is intended, set 'small: true'.
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
                      orders: { to: [Order], inverse: customer }
                  Currency:
                    attributes: { code: string }
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
                  Currency:
                    attributes: { code: { type: string, unique: true } }
                """),
    ]
}
