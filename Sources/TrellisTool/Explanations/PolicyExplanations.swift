extension ExplanationFamily {
    /// `TR0104` to `TR0110`.
    static let policy = ExplanationFamily(
        "Severities and suppressions",
        [
            Explanation(
                "TR0104", "An unknown finding",
                """
                'severity' and 'suppressions' in trellis.yaml name findings by their codes.
                'trellis explain' lists all codes.
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
                fixed: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders: { path: Orders.yaml }
                    severity: { TR1206: note }
                    """
                ]),
            Explanation(
                "TR0105", "An error with another severity",
                """
                Only warnings and notes can be suppressed or get another severity. An error
                means that the model is invalid, and no setting changes that. To accept what a
                migration does to rows, write it into the migration's own file.
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
                fixed: [
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
                A suppression states in words why the finding may stay. Later readers need the
                reason to decide whether it still holds.
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
                fixed: [
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
                "TR0107", "An expired suppression",
                """
                'until' is the last day on which a suppression counts. Fix the finding, or write
                a later day. 'trellis generate', and so each build, reports this as a warning:
                sources that built once build on any later day.
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
                fixed: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders: { path: Orders.yaml }
                    """
                ]),
            Explanation(
                "TR0108", "An invalid day",
                """
                'until' has a year, a month and a day with hyphens, as in 2026-12-31. The day
                must exist in the calendar.
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
                fixed: [
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
                "TR0109", "An unused suppression",
                """
                The suppression matches no finding: the finding was fixed, or its place was
                renamed. Remove the suppression, or it will hide the next finding at that place.
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
                fixed: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders: { path: Orders.yaml }
                    """
                ]),
            Explanation(
                "TR0110", "An unknown severity",
                """
                A finding is an 'error', a 'warning' or a 'note'. To hide a finding, write a
                suppression with a reason.
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
                fixed: [
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
