extension ExplanationFamily {
    /// The codes of `TR21` about older programs that open newer stores.
    static let rollOuts: [Explanation] = [
        Explanation(
            "TR2121", "Older programs that cannot use the stores",
            """
            'compatible-from' is a key of trellis.yaml and of the decisions of a migration. It
            names the oldest version whose programs read and write stores of the new version.
            They use the tables and columns of their own version, by name, and leave
            all others NULL. So they need each of these under its name, with its type and its
            rules, and nothing new may be required. Give new attributes '?', keep old ones
            until no such program runs, or raise 'compatible-from'. 'trellis migrate status'
            lists the versions whose programs can use the stores.
            """),
        Explanation(
            "TR2122", "A version that 'compatible-from' cannot name",
            """
            'compatible-from' is the number of a version, from 1 to that of the version whose
            stores the programs open. With the number of that version itself, no older
            program opens them.
            """,
            wrong: [
                "Old.yaml": oldOrders, "Model.yaml": oldOrders,
                "2.migration.yaml": """
                trellis: 1
                compatible-from: oldest
                """,
            ],
            fixed: [
                "2.migration.yaml": """
                trellis: 1
                compatible-from: 1
                """
            ]),
    ]
}
