extension ExplanationFamily {
    /// `TR25`.
    static let targets = ExplanationFamily(
        "Targets",
        [
            Explanation(
                "TR2501", "A model that a target cannot hold",
                """
                'targets' in trellis.yaml names where the tables of a model can be. A host of
                SQLite has limits of its own: Cloudflare D1 takes 100 columns in a table and
                100,000 bytes in a statement. A table of a large hierarchy can pass them. Trellis
                writes its record of the model in pieces. Split the entity, or remove the target.
                """),
            Explanation(
                "TR2502", "A step that a target cannot run",
                """
                A migration calls a function of the library, such as trellis_fold(), has a step
                in Swift, or needs a newer SQLite than the target has. Only connections of
                Trellis have these functions, and only your program has the steps. Compute such
                values in the program after the migration, and write plain SQL into 'values'.
                """),
            Explanation(
                "TR2503", "A fetch that a target cannot run",
                """
                A condition without differences of case and diacritics, a regular expression or a
                part of a date is computed by functions of the library. A target that is no file
                of the program does not have them. It is a warning, because programs may still
                run the fetch on files.
                """,
                wrong: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders: { path: Orders.yaml, targets: [file, d1] }
                    """,
                    "Orders.yaml": """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          note: string
                        indexes: [note]
                        fetches:
                          urgent: { where: "note CONTAINS[cd] 'urgent'" }
                    """,
                ],
                fixed: [
                    "Orders.yaml": """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          note: string
                        indexes: [note]
                        fetches:
                          urgent: { where: "note == 'urgent'" }
                    """
                ]),
            Explanation(
                "TR2504", "A step without a script",
                """
                'migrations' in trellis.yaml asks for scripts for a tool of others. The target of
                the script cannot run one of the steps (TR2502), or the tool would read a text
                in it as its own. Flyway replaces '${' anywhere, and wrangler
                refuses the words BEGIN TRANSACTION and SAVEPOINT, also in documentation. No
                file of the model is written, and 'trellis migrate create' freezes no such
                version.
                """),
        ])
}
