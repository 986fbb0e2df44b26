extension ExplanationFamily {
    /// `TR22`. The examples have a history beside `Model.yaml`.
    static let histories = ExplanationFamily(
        "Histories",
        [
            Explanation(
                "TR2201", "A lock that cannot be read",
                """
                The lock has a line for each version: its number, the hash of the one before
                ('-' for the first) and its own hash. 'trellis migrate create' writes it and
                nobody edits it, so the committed one is right.
                """,
                wrong: [
                    "Model.yaml": model, "versions/1.yaml": canonical,
                    "versions/lock": "1 8b1776bca309cc34572278038890c5fd65206287ecbb74d736e7389ee36561e1",
                ],
                fixed: ["versions/lock": lock]),
            Explanation(
                "TR2202", "A history that git could not join",
                """
                Two branches each added a version of the same number, so that one of them has to
                get another. 'trellis migrate rebase' does it: one version keeps its number, the
                other follows it and is planned anew.
                """,
                wrong: [
                    "Model.yaml": model, "versions/1.yaml": canonical,
                    "versions/lock": """
                    <<<<<<< HEAD
                    1 - 8b1776bca309cc34572278038890c5fd65206287ecbb74d736e7389ee36561e1
                    =======
                    1 - 2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824
                    >>>>>>> prices
                    """,
                ],
                fixed: ["versions/lock": lock]),
            Explanation(
                "TR2203", "Versions that do not follow each other",
                """
                Versions are numbered from 1 without a gap, each once and in their order: stores
                go through them one after the other.
                """,
                wrong: [
                    "Model.yaml": model, "versions/1.yaml": canonical,
                    "versions/lock": "2 - 8b1776bca309cc34572278038890c5fd65206287ecbb74d736e7389ee36561e1",
                ],
                fixed: ["versions/lock": lock]),
            Explanation(
                "TR2204", "A version that follows another one",
                """
                A line of the lock names the hash of the version before it. Where that is another
                one, somebody joined two branches by hand, or took a line out: the migration was
                planned from a version that is not there.
                """),
            Explanation(
                "TR2205", "A version without its file",
                """
                The lock names a version, and a file of it is missing: 'N.yaml', which says what
                it is, or 'N.migration.yaml', which says what was decided on the way to it.
                Stores of that version exist, so the files are needed for ever.
                """,
                wrong: ["Model.yaml": model, "versions/lock": lock],
                fixed: ["versions/1.yaml": canonical]),
            Explanation(
                "TR2206", "A frozen version that was edited",
                """
                Stores were made of the version as it was frozen. What changes from there on is
                said in the live model, and becomes the next version.
                """,
                wrong: [
                    "Model.yaml": model, "versions/lock": lock,
                    "versions/1.yaml": """
                    trellis: 1
                    model: Orders
                    entities:
                      Customer:
                        attributes:
                          info: string?
                          name: string
                    """,
                ],
                fixed: ["versions/1.yaml": canonical]),
            Explanation(
                "TR2207", "A frozen version in another form",
                """
                A frozen version is written in canonical form, by the names' order and without
                comments, so that two of them differ in text where they differ in meaning.
                """,
                wrong: ["Model.yaml": model, "versions/lock": lock, "versions/1.yaml": model],
                fixed: ["versions/1.yaml": canonical]),
            Explanation(
                "TR2208", "SQL that its decisions do not make",
                """
                'N.migration.sql' is what programs run, for people to read. It is made from the
                two versions and the decisions, so it is another one where it was edited, where
                a decision was, or where a newer Trellis plans otherwise. 'trellis migrate
                renew' plans all versions anew, proves the plans and writes them.
                """),
            Explanation(
                "TR2209", "A file that belongs to no version",
                """
                The folder 'versions' holds the lock, the files of its versions, and the
                decisions of the next. Anything else was left behind by something, and would be
                taken for a part of the history by whoever reads it.
                """),
            Explanation(
                "TR2210", "A version that was begun and not finished",
                """
                The files of the next version are there, and the lock does not have it: freezing
                it was interrupted. The version counts for nothing until the lock names it.
                """,
                wrong: ["Model.yaml": model, "versions/1.yaml": canonical],
                fixed: ["versions/lock": lock]),
            Explanation(
                "TR2211", "Nothing to freeze",
                """
                The live model means what its newest version means. Docs, comments and the order
                of names are no part of a version.
                """),
            Explanation(
                "TR2212", "Versions that cannot be put behind others",
                """
                Where a branch has several versions of its own, each but the last is joined with
                what the other branch has, name by name. One that both changed differently
                cannot be joined so: only the last one is said by the live model. Make one
                version of them: it is a version that only your own branch has ever had.
                """),
            Explanation(
                "TR2213", "A database that is not what a version says",
                """
                A database can be adopted as a store where its schema is that of the version, by
                names and meaning: the order of columns and the form of the SQL do not count.
                Change the model until it describes the database, or the database with SQL.
                """),
        ])

    private static let model: String = """
        trellis: 1
        model: Orders
        entities:
          Customer:
            attributes: { name: string }
        """

    private static let canonical: String = """
        trellis: 1
        model: Orders
        entities:
          Customer:
            attributes:
              name: string
        """

    private static let lock = "1 - 8b1776bca309cc34572278038890c5fd65206287ecbb74d736e7389ee36561e1"
}
