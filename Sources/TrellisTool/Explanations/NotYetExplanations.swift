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
                with the model: leave it out for now, or use a newer Trellis.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Customer:
                        attributes:
                          name: string
                        fetchedProperties:
                          namesakes: { to: [Customer], where: name == $source.name }
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Customer:
                        attributes:
                          name: string
                    """)
        ])
}
