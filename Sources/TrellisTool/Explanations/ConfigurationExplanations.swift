extension ExplanationFamily {
    /// `TR00`, and the first codes of `TR01`.
    static let configuration = ExplanationFamily(
        "Files and configuration",
        [
            Explanation(
                "TR0001", "An unformatted file",
                """
                'trellis format --check' found a difference between the file and the output of
                'trellis format'. The place is the first line that would change. Run 'trellis
                format' to write the file in its canonical form.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes: { note: { type: string, optional: true } }
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          note: string?
                    """),
            Explanation(
                "TR0101", "An unknown access level",
                """
                'access' in trellis.yaml decides who can use the generated classes: 'internal'
                (the default), 'package' or 'public', as in Swift.
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
                fixed: [
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
                the folder of trellis.yaml. Write '.' for that folder itself. A path has no
                control characters: the system cuts a path at NUL and would write another file.
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
                fixed: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders: { path: Orders.yaml, swift: Sources/Orders }
                    """
                ]),
            Explanation(
                "TR0103", "A model with different names",
                """
                The name of a model is declared in its file, as 'model'. trellis.yaml and the
                file that names a model for the build plugin must use the same name.
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
                fixed: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Shop: { path: Schemas/Shop.yaml }
                    """
                ])
        ])
}
