extension ExplanationFamily {
    /// The codes of `TR21` about rules of the library, and SQL in decisions.
    static let valuesAndRules: [Explanation] = [
        Explanation(
            "TR2113", "A stricter rule",
            """
            The library checks the rule when it saves an object; the database does not check
            it. Old rows that break the rule stay unchanged, and a program can read them.
            Saving such an object fails as soon as it is edited. Fix these rows with 'values'
            or 'after', or accept them. With 'check: true' the migration stops at them instead
            (TR2108). The decisions of a released version do not change: accept the finding in
            trellis.yaml, under 'suppressions'.
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
            "TR2114", "A value in SQL with a wrong type or form",
            """
            The finding is one of two cases. In the first, an expression in 'values' has another
            type than its column: INTEGER, REAL, TEXT or BLOB. SQLite would convert the value
            silently, or refuse every row. In the second, the type is right and the library
            cannot read the value: for example a text that is no decimal, day or UUID.
            For the first, write CAST around the expression. For the second, use a conversion,
            for example 'trellis_decimal_from_text', which stops at a wrong value. Of a to-one that
            is its own inverse, two rows need the keys of each other.
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
            "TR2115", "A conversion that does not exist",
            """
            Names that begin with 'trellis_' convert values from and to the stored form of a
            column: decimals, numbers, dates, days, UUIDs and Booleans. Trellis replaces them
            by plain SQL. This one does not exist, or has other arguments.
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
        Explanation(
            "TR2116", "A step in Swift that cannot run",
            """
            A step names a function of the program. The name has letters and digits, and begins
            with a small letter. No other step has it, and Swift does not reserve it. 'reads' has
            names of entities in the old version, and 'writes' names in the new one. A step cannot
            read objects that get new keys in the same version.
            """,
            wrong: [
                "Old.yaml": ExplanationFamily.oldOrders, "Model.yaml": ExplanationFamily.oldOrders,
                "2.migration.yaml": """
                trellis: 1
                steps: [{ swift: trimNames, reads: [Customer], writes: [Customers] }]
                """,
            ],
            fixed: [
                "2.migration.yaml": """
                trellis: 1
                steps: [{ swift: trimNames, reads: [Customer], writes: [Customer] }]
                """
            ]),
    ]
}
