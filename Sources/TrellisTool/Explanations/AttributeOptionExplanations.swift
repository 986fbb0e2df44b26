extension ExplanationFamily {
    /// From `TR1440` on.
    static let attributeOptions = ExplanationFamily(
        "Options of attributes",
        [
            Explanation(
                "TR1440", "A way of storing that the type does not have",
                """
                A date is stored as seconds since 2001, which is Swift's own value, and with
                'storage: unix' as seconds since 1970, with 'storage: iso8601' as text. A uuid is
                stored as 16 bytes, and with 'storage: text' as text. The usual way is not said.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          placed: { type: date, storage: seconds }
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          placed: { type: date, storage: unix }
                    """)
        ])
}
