extension ExplanationFamily {
    /// `TR00`, and what `TR01` begins with.
    static let configuration = ExplanationFamily(
        "Files and configuration",
        [
            Explanation(
                "TR0001", "A file that is not formatted",
                """
                'trellis format --check' found that 'trellis format' would write the file anew.
                The place is the first that would change.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes: { note: { type: string, optional: true } }
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          note: string?
                    """),
            Explanation(
                "TR0101", "An access level that does not exist",
                """
                'access' in trellis.yaml says who can use the generated classes: 'internal',
                which is so where nothing is said, 'package' or 'public', as in Swift.
                """,
                wrong: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders: { path: Orders.yaml, access: pubic }
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
                      Orders: { path: Orders.yaml, access: public }
                    """
                ]),
            Explanation(
                "TR0102", "A path that names no file",
                """
                'path', 'swift' and 'sql' in trellis.yaml name a file or a folder, relative to
                the folder of trellis.yaml. The folder itself is '.'. A path has no control
                characters: the system ends one at NUL, and would write another file.
                """,
                wrong: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders: { path: Orders.yaml, swift: "" }
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
                      Orders: { path: Orders.yaml, swift: Sources/Orders }
                    """
                ]),
            Explanation(
                "TR0103", "A model with another name than where it is used",
                """
                A model goes by the name that stands in its file. trellis.yaml, and the file
                that tells the build plugin of a model, use the same one.
                """,
                wrong: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders: { path: Schemas/Shop.yaml }
                    """,
                    "Schemas/Shop.yaml": """
                    trellis: 1
                    model: Shop
                    entities:
                      Order:
                    """,
                ],
                mended: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Shop: { path: Schemas/Shop.yaml }
                    """
                ])
        ])
}
