extension ExplanationFamily {
    /// `TR19`.
    static let notYet = ExplanationFamily(
        "What this build has not yet",
        [
            Explanation(
                "TR1901", "Something that cannot be said yet",
                """
                What stands here belongs to the language and will have a meaning, but this build
                of Trellis does not have it yet. It is refused and never ignored. Nothing is wrong
                with what was meant: leave it out for now, or use a newer Trellis.
                """,
                wrong: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders: { path: Orders.yaml, target: App }
                    """,
                    "Orders.yaml": """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                    """,
                ],
                mended: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders: { path: Orders.yaml }
                    """
                ])
        ])
}
