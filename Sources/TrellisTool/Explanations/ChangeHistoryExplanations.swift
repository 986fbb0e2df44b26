extension ExplanationFamily {
    /// `TR146`.
    static let changeHistory = ExplanationFamily(
        "Change history",
        [
            Explanation(
                "TR1460", "A preserved value without a change history",
                """
                'preserveOnDeletion: true' keeps an attribute's value in the change history when
                its object is deleted. A model without 'history: true' records no changes, so
                nothing could keep the value.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Customer:
                        attributes:
                          number: { type: int, preserveOnDeletion: true }
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    history: true
                    entities:
                      Customer:
                        attributes:
                          number: { type: int, preserveOnDeletion: true }
                    """)
        ])
}
