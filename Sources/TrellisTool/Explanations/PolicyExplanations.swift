extension ExplanationFamily {
    /// `TR0104` to `TR0110`.
    static let policy = ExplanationFamily(
        "Severities and suppressions",
        [
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
                by then. Mend what it is about, or give it a later day. To 'trellis generate', and
                so to builds, it is a warning: what was built once is built on any later day.
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
                ])
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
