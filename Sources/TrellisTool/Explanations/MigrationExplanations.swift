extension ExplanationFamily {
    /// `TR21`. The examples are planned from `Old.yaml` to `Model.yaml`, by the decisions in `2.migration.yaml`.
    static let migrations = ExplanationFamily(
        "Migrations",
        [
            Explanation(
                "TR2101", "A decision without words",
                """
                A new name, a reason and a value are texts with something in them. A reason is
                there for whoever asks later why data was given up.
                """,
                wrong: [
                    "Old.yaml": oldOrders, "Model.yaml": withoutInfo,
                    "2.migration.yaml": """
                    trellis: 1
                    drops: { Customer.info: "" }
                    """,
                ],
                fixed: [
                    "2.migration.yaml": """
                    trellis: 1
                    drops: { Customer.info: Nobody has filled it in since 2019. }
                    """
                ]),
            Explanation(
                "TR2102", "Data that would be lost",
                """
                The old version has something that the new one has no place for: an entity, an
                attribute, what a relationship connects. Where it has another name now, 'renames'
                says so; where it goes, 'drops' says why.
                """,
                wrong: ["Old.yaml": oldOrders, "Model.yaml": withNote, "2.migration.yaml": "trellis: 1"],
                fixed: [
                    "2.migration.yaml": """
                    trellis: 1
                    renames: { Customer.info: note }
                    """
                ]),
            Explanation(
                "TR2103", "Rows that would lack a required value",
                """
                An attribute is new and required, or was optional, and the rows that are there
                have no value for it. A default in the model gives them one, or a value in the
                migration: an SQL expression on a row of the old table.
                """,
                wrong: [
                    "Old.yaml": oldOrders,
                    "Model.yaml": """
                    trellis: 1
                    model: Orders
                    entities:
                      Customer:
                        attributes: { name: string, info: "string?", short: string }
                    """,
                    "2.migration.yaml": "trellis: 1",
                ],
                fixed: [
                    "2.migration.yaml": """
                    trellis: 1
                    values: { Customer.short: "substr(name, 1, 3)" }
                    """
                ]),
            Explanation(
                "TR2104", "A value that has another form",
                """
                A type has become another one, and no rule says what becomes of a value: a number
                that was a text, a case that is gone. The migration says it: 'values' in SQL,
                'cases' by another case.
                """,
                wrong: [
                    "Old.yaml": oldOrders,
                    "Model.yaml": """
                    trellis: 1
                    model: Orders
                    entities:
                      Customer:
                        attributes: { name: string, info: "double?" }
                    """,
                    "2.migration.yaml": "trellis: 1",
                ],
                fixed: [
                    "2.migration.yaml": """
                    trellis: 1
                    values: { Customer.info: "CAST(info AS REAL)" }
                    """
                ]),
            Explanation(
                "TR2105", "A decision about nothing",
                """
                The decision names something that its version does not have, or that needs no
                decision: a value of what has one already, a reason for what is not lost. Or it
                gives a name that another one in the file has given before it.
                Renames, drops and cases go by the old names, values and what is accepted by the
                new ones.
                """,
                wrong: [
                    "Old.yaml": oldOrders, "Model.yaml": oldOrders,
                    "2.migration.yaml": """
                    trellis: 1
                    drops: { Customer.information: It was empty. }
                    """,
                ],
                fixed: ["2.migration.yaml": "trellis: 1"]),
            Explanation(
                "TR2106", "A way that SQL cannot go",
                """
                Some changes cannot be made by statements alone: rows of two tables that become
                one would need other keys, which others lead to. Do it in two versions, or with an
                entity of another name.
                """,
                wrong: [
                    "Old.yaml": """
                    trellis: 1
                    model: Orders
                    entities:
                      Customer: { attributes: { name: string } }
                      Supplier: { attributes: { number: int } }
                    """,
                    "Model.yaml": """
                    trellis: 1
                    model: Orders
                    entities:
                      Party: { abstract: true }
                      Customer: { parent: Party, attributes: { name: string } }
                      Supplier: { parent: Party, attributes: { number: int } }
                    """,
                    "2.migration.yaml": "trellis: 1",
                ],
                fixed: [
                    "Model.yaml": """
                    trellis: 1
                    model: Orders
                    entities:
                      Party: { abstract: true }
                      Customer: { parent: Party, attributes: { name: string } }
                      Supplier: { attributes: { number: int } }
                    """
                ]),
            Explanation(
                "TR2107", "A plan that fails its proof",
                """
                Each plan is run on a database of the old version with difficult rows before it
                is shown. What came of this one is not what a fresh database of the new version
                is, or rows were lost. It is a mistake in Trellis or in a value's SQL: please
                report the former.
                """),
            Explanation(
                "TR2108", .warning, "A migration that depends on the rows",
                """
                The new version forbids what the old one allowed, such as two rows with the same
                value. Where a store has such rows, the migration stops and changes nothing. Look
                for them first, or let a value make them different. Each attribute, relationship
                and uniqueness is reported and accepted for itself: "Customer.[name, info]" is the
                uniqueness of two attributes.
                """,
                wrong: [
                    "Old.yaml": oldOrders,
                    "Model.yaml": """
                    trellis: 1
                    model: Orders
                    entities:
                      Customer:
                        attributes: { name: { type: string, unique: true }, info: "string?" }
                    """,
                    "2.migration.yaml": "trellis: 1",
                ],
                fixed: [
                    "2.migration.yaml": """
                    trellis: 1
                    accept:
                      Customer.name: { TR2108: The shop never took the same name twice. }
                    """
                ]),
            Explanation(
                "TR2109", "Values that may not fit",
                """
                The new type has fewer values than the old one. Those that fit are kept, and the
                migration stops at one that does not, and changes nothing. 'accept' says why
                there is none, or 'values' what becomes of it.
                """,
                wrong: [
                    "Old.yaml": numberedOrders("int"), "Model.yaml": numberedOrders("int16"), "2.migration.yaml": "trellis: 1",
                ],
                fixed: [
                    "2.migration.yaml": """
                    trellis: 1
                    accept: { Customer.number: { TR2109: Numbers have three digits. } }
                    """
                ]),
            Explanation(
                "TR2110", "A statement that cannot stand in a migration",
                """
                'before' and 'after' hold SQL of one's own, one statement each. All of a migration
                is one transaction, which they cannot end; keys have no actions in it. SQLite has
                to take the statement: 'before' on the tables of the old version, 'after' on those
                of the new one.
                """,
                wrong: [
                    "Old.yaml": oldOrders, "Model.yaml": oldOrders,
                    "2.migration.yaml": """
                    trellis: 1
                    after: ["UPDATE customers SET name = trim(name)"]
                    """,
                ],
                fixed: [
                    "2.migration.yaml": """
                    trellis: 1
                    after: ["UPDATE customer SET name = trim(name)"]
                    """
                ]),
            Explanation(
                "TR2111", "A SQLite that no store can be opened with",
                """
                'minimum-sqlite', in trellis.yaml or in the decisions of a migration, is the oldest
                version of SQLite that has to run migrations, as in "3.53". Plans use no statement
                that it does not have. Older than 3.37 it cannot be: no store can be opened then.
                """,
                wrong: [
                    "Old.yaml": oldOrders, "Model.yaml": oldOrders,
                    "2.migration.yaml": """
                    trellis: 1
                    minimum-sqlite: "3.35"
                    """,
                ],
                fixed: [
                    "2.migration.yaml": """
                    trellis: 1
                    minimum-sqlite: "3.37"
                    """
                ]),
            Explanation(
                "TR2112", "A plan that this tool cannot prove",
                """
                'minimum-sqlite' lets the plan use statements that the SQLite of this tool does not
                have. No plan is written, or taken for right, without a proof. Use a tool that is
                built with the newer SQLite, or say an older version: in trellis.yaml for a step
                that is not frozen yet, in its 'N.migration.yaml' for one that is. What a plan is
                never depends on the SQLite that happens to run.
                """),
        ] + valuesAndRules + [
            Explanation(
                "TR2120", "A difference that no decision explains",
                """
                Trellis runs each plan on a database of the old version, and compares objects,
                values and connections before and after. What this one loses is neither in
                'renames' nor in 'drops', and no value in 'values' replaces it. Paste one of the
                lines that the finding shows: the new name, or why it may go. If neither is
                right, the plan has a fault: please report it.
                """),
        ])

    static func numberedOrders(_ type: String) -> String {
        """
        trellis: 1
        model: Orders
        entities:
          Customer:
            attributes: { number: \(type) }
        """
    }

    static let oldOrders: String = """
        trellis: 1
        model: Orders
        entities:
          Customer:
            attributes: { name: string, info: "string?" }
        """

    private static let withoutInfo: String = """
        trellis: 1
        model: Orders
        entities:
          Customer:
            attributes: { name: string }
        """

    private static let withNote: String = """
        trellis: 1
        model: Orders
        entities:
          Customer:
            attributes: { name: string, note: "string?" }
        """
}
