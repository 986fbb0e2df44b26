extension ExplanationFamily {
    /// `TR00` and `TR01`.
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
                "TR0102", "An empty path",
                """
                'path', 'swift' and 'sql' in trellis.yaml name a file or a folder, relative to
                the folder of trellis.yaml. The folder itself is '.'.
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
                ]),
            Explanation(
                "TR0104", "A finding that does not exist",
                """
                'severity' and 'suppressions' in trellis.yaml name findings by their codes, which
                'trellis explain' lists.
                """,
                wrong: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders: { path: Orders.yaml }
                    severity: { TR12O6: note }
                    """,
                    "Orders.yaml": orders,
                ],
                mended: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders: { path: Orders.yaml }
                    severity: { TR1206: note }
                    """
                ]),
            Explanation(
                "TR0105", "An error that is to be no error",
                """
                Only warnings and notes can be suppressed, or be given another severity. What is an
                error by itself makes a model wrong, whoever looks at it. What a migration may do to
                rows is accepted in the migration's own file.
                """,
                wrong: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders: { path: Orders.yaml }
                    severity: { TR1201: warning }
                    """,
                    "Orders.yaml": orders,
                ],
                mended: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders: { path: Orders.yaml }
                    severity: { TR1206: error }
                    """
                ]),
            Explanation(
                "TR0106", "A suppression without a reason",
                """
                A suppression says in words why the finding may stay, for whoever asks later.
                """,
                wrong: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders:
                        path: Orders.yaml
                        suppressions:
                          Order.rows: { TR1206: "" }
                    """,
                    "Orders.yaml": ordersWithRows,
                ],
                mended: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders:
                        path: Orders.yaml
                        suppressions:
                          Order.rows: { TR1206: Rows are moved by hand. }
                    """
                ]),
            Explanation(
                "TR0107", "A suppression that has ended",
                """
                'until' is the last day on which a suppression counts: somebody wanted to look again
                by then. Mend what it is about, or give it a later day.
                """,
                wrong: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders:
                        path: Orders.yaml
                        suppressions:
                          Order.rows:
                            TR1206: { reason: Rows are moved by hand., until: 2020-12-31 }
                    """,
                    "Orders.yaml": orders,
                ],
                mended: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders: { path: Orders.yaml }
                    """
                ]),
            Explanation(
                "TR0108", "A day that is none",
                """
                'until' is written as year, month and day with hyphens, and such a day has to exist.
                """,
                wrong: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders:
                        path: Orders.yaml
                        suppressions:
                          Order.rows:
                            TR1206: { reason: Rows are moved by hand., until: 31.12.2026 }
                    """,
                    "Orders.yaml": ordersWithRows,
                ],
                mended: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders:
                        path: Orders.yaml
                        suppressions:
                          Order.rows:
                            TR1206: { reason: Rows are moved by hand., until: 9999-12-31 }
                    """
                ]),
            Explanation(
                "TR0109", .warning, "A suppression of nothing",
                """
                No finding of that code is there where the suppression says: it was mended, or its
                place has another name now. Take the suppression away, so that it does not hide the
                next one.
                """,
                wrong: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders:
                        path: Orders.yaml
                        suppressions:
                          Order.rows: { TR1206: Rows are moved by hand. }
                    """,
                    "Orders.yaml": orders,
                ],
                mended: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders: { path: Orders.yaml }
                    """
                ]),
            Explanation(
                "TR0110", "A severity that does not exist",
                """
                A finding is an error, a warning or a note. To leave it out altogether takes a
                suppression, which says why.
                """,
                wrong: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders: { path: Orders.yaml }
                    severity: { TR1206: ignore }
                    """,
                    "Orders.yaml": orders,
                ],
                mended: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders: { path: Orders.yaml }
                    severity: { TR1206: note }
                    """
                ]),
            Explanation(
                "TR0111", "A generated file that is not what its model makes",
                """
                'trellis check' makes the files that trellis.yaml asks for in memory, and compares.
                The model has changed since, or the file was edited, or another version of
                Trellis wrote it: 'trellis generate' writes it anew.
                """),
            Explanation(
                "TR0112", "A live model that is no version",
                """
                The model has frozen versions, and is not what the newest one is. Release builds
                refuse it: 'trellis migrate create' freezes it. While it is being worked on,
                'draft: true' in trellis.yaml says so.
                """),
        ])

    private static let orders: String = """
        trellis: 1
        model: Orders
        entities:
          Order:
        """

    /// With the finding TR1206 at `Order.rows`.
    private static let ordersWithRows: String = """
        trellis: 1
        model: Orders
        entities:
          Order:
            relationships: { rows: { to: [OrderRow], inverse: order } }
          OrderRow:
            relationships: { order: { to: Order, inverse: rows } }
        """
}
