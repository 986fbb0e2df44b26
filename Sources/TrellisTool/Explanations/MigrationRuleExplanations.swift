extension ExplanationFamily {
    /// The codes of `TR21` about rules of the library, and SQL in decisions.
    static let valuesAndRules: [Explanation] = [
        Explanation(
            "TR2113", .warning, "A rule that is stricter than it was",
            """
            The library checks the rule when an object is saved, the database does not. Rows
            that break it stay as they are, and a program can read them. Saving one fails as
            soon as anything in it is edited. Fix such rows with 'values' or 'after', or accept
            them. 'check: true' has the migration stop at them instead (TR2108).
            """,
            wrong: [
                "Old.yaml": oldOrders,
                "Model.yaml": """
                trellis: 1
                model: Orders
                entities:
                  Customer:
                    attributes: { name: { type: string, minLength: 3 }, info: "string?" }
                """,
                "2.migration.yaml": "trellis: 1",
            ],
            fixed: [
                "2.migration.yaml": """
                trellis: 1
                accept:
                  Customer.name: { TR2113: Shorter names are completed when they are edited. }
                """
            ]),
        Explanation(
            "TR2114", "A value in SQL of another type or form",
            """
            An expression in 'values' gives another type than its column stores: INTEGER, REAL,
            TEXT or BLOB. SQLite would convert the value silently, or refuse every row. CAST
            gives the type that the column has. Or the type is right, and the library cannot
            read the value: a text in a column of decimals, days, UUIDs or JSON, for example.
            A conversion such as 'trellis_decimal_from_text' gives the form or stops.
            """,
            wrong: [
                "Old.yaml": numberedOrders("int"), "Model.yaml": numberedOrders("string"),
                "2.migration.yaml": """
                trellis: 1
                values: { Customer.number: "number + 1000" }
                """,
            ],
            fixed: [
                "2.migration.yaml": """
                trellis: 1
                values: { Customer.number: "CAST(number + 1000 AS TEXT)" }
                """
            ]),
        Explanation(
            "TR2115", "A conversion that SQL in decisions cannot call",
            """
            Names that begin with 'trellis_' convert values from and to the form in which a
            column stores them: decimals, numbers, dates, days, UUIDs and Booleans. Trellis
            writes plain SQL in their place. This one does not exist, or takes other arguments.
            """,
            wrong: [
                "Old.yaml": numberedOrders("int16"), "Model.yaml": numberedOrders("{ type: decimal, scale: 2 }"),
                "2.migration.yaml": """
                trellis: 1
                values: { Customer.number: "trellis_decimal(number / 60.0, 2)" }
                """,
            ],
            fixed: [
                "2.migration.yaml": """
                trellis: 1
                values: { Customer.number: "trellis_decimal_from_number(number / 60.0, 2)" }
                """
            ]),
    ]
}
