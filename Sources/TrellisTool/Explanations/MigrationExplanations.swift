extension ExplanationFamily {
    /// `TR21`. The examples are planned from `Old.yaml` to `Model.yaml`, by the decisions in `2.migration.yaml`.
    static let migrations = ExplanationFamily(
        "Migrations",
        [
            Explanation(
                "TR2101", "An empty decision",
                """
                A new name, a reason and a value are texts that are not empty. A reason explains
                later why data was dropped. Trellis prints '…' for what you have to write, and
                accepts no '…' in its place.
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
                    drops: { Customer.info: It has been empty since 2019. }
                    """
                ]),
            Explanation(
                "TR2102", "Data that would be lost",
                """
                The old version has an entity, an attribute or a relationship that the new version
                does not have. If it has another name now, add it to 'renames'. If its data may be
                lost, add a reason to 'drops'. One reason for a composite covers all its parts.
                """,
                wrong: ["Old.yaml": oldOrders, "Model.yaml": withNote, "2.migration.yaml": "trellis: 1"],
                fixed: [
                    "2.migration.yaml": """
                    trellis: 1
                    renames: { Customer.info: note }
                    """
                ]),
            Explanation(
                "TR2103", "Rows without a required value",
                """
                An attribute is new and required, or was optional, so existing rows may have no
                value. If it is an old attribute under a new name, add it to 'renames'. Otherwise
                give it a default in the model, or a value in the migration: an SQL expression on
                a row of the old table. Write all values below one 'values'.
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
                "TR2104", "A value without a conversion",
                """
                The type changed, and no rule converts the old values: a text that becomes a
                number, or a case that was removed. Convert them in the migration: with SQL in
                'values', or with another case in 'cases'.
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
                "TR2105", "A decision without effect",
                """
                The decision names a part that its version does not have, or one that needs no
                decision: a value that already exists, or data that is not lost. Or another
                decision in the file already uses the name. Renames, drops and cases use the old
                names. Values and 'accept' use the new ones.
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
                "TR2106", "More than one step is needed",
                """
                Objects that join another hierarchy get new keys. In one step the objects of a
                hierarchy can join one other. Freeze a version in which some of them join, and
                then the next one.

                A step back over several versions cannot tell what has a name now from what had
                it before, if a version between has neither. Go back to that version first.
                """,
                wrong: [
                    "Old.yaml": """
                    trellis: 1
                    model: Shop
                    entities:
                      Item: { abstract: true }
                      Chair: { parent: Item, attributes: { legs: int } }
                      Lamp: { parent: Item, attributes: { watts: int } }
                      Seat: { attributes: { width: int? } }
                      Light: { attributes: { color: string? } }
                    """,
                    "Model.yaml": """
                    trellis: 1
                    model: Shop
                    entities:
                      Chair: { parent: Seat, attributes: { legs: int } }
                      Lamp: { parent: Light, attributes: { watts: int } }
                      Seat: { attributes: { width: int? } }
                      Light: { attributes: { color: string? } }
                    """,
                    "2.migration.yaml": "trellis: 1",
                ],
                fixed: [
                    "Model.yaml": """
                    trellis: 1
                    model: Shop
                    entities:
                      Chair: { parent: Seat, attributes: { legs: int } }
                      Lamp: { attributes: { watts: int } }
                      Seat: { attributes: { width: int? } }
                      Light: { attributes: { color: string? } }
                    """
                ]),
            Explanation(
                "TR2107", "A plan that fails its proof",
                """
                Trellis runs each plan on a database of the old version with difficult rows before
                it shows the plan. The result of this plan differs from a new database of the new
                version, or rows were lost. The fault is in the SQL of a value or in Trellis:
                please report a fault of Trellis.

                If the model has 'targets', the plan also runs as each target runs it. Where
                foreign keys stay on, a DELETE in 'before' or 'after' deletes rows of other
                tables too, or is refused. Write SQL that keeps the rows that others lead to.
                """),
            Explanation(
                "TR2108", "A migration that depends on the rows",
                """
                The new version forbids rows that the old one allowed, for example two rows with
                the same value. If a store has such rows, the migration stops and changes nothing.
                Find them first, or make them different with a value. Accept each attribute,
                relationship and uniqueness separately: "Customer.[name, info]" is the uniqueness
                of two attributes.
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
                The new type has fewer values than the old one. Values that fit are kept. At a
                value that does not fit, the migration stops and changes nothing. Explain in
                'accept' why no such value exists, or convert it in 'values'.
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
                "TR2110", "A statement that a migration cannot contain",
                """
                'before' and 'after' contain your own SQL, one statement each. A migration is one
                transaction, which the statements cannot end. Delete rules of keys are off in it.
                SQLite must accept the statement: 'before' on the tables of the old version,
                'after' on those of the new one. What a store records about itself, in
                '_trellis_metadata', is for Trellis alone.
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
                "TR2111", "A SQLite that cannot open stores",
                """
                'minimum-sqlite', in trellis.yaml or in the decisions of a migration, is the
                oldest version of SQLite that must run migrations, as in "3.53". Plans use no
                newer statement. It cannot be older than 3.37, because stores need 3.37.
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
                'minimum-sqlite' allows statements that the SQLite of this tool does not have.
                Trellis writes and accepts no plan without a proof. Use a tool with the newer
                SQLite, or set an older version. It belongs to trellis.yaml for a step that is
                not frozen yet, otherwise to its 'N.migration.yaml'. A plan never depends on the SQLite of
                the tool.
                """),
        ] + valuesAndRules + [
            Explanation(
                "TR2120", "A difference that no decision explains",
                """
                Trellis runs each plan on a database of the old version, and compares objects,
                values and connections before and after. This plan loses data that neither
                'renames' nor 'drops' names, and that no value in 'values' replaces. Paste one of
                the lines of the finding: the new name, or the reason for the loss. If neither is
                right, the plan has a fault: please report it.
                """),
        ] + rollOuts)

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
