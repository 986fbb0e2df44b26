extension ExplanationFamily {
    /// `TR22`. The examples have a history beside `Model.yaml`.
    static let histories = ExplanationFamily(
        "Histories",
        [
            Explanation(
                "TR2201", "An invalid lock",
                """
                The lock has a line for each version: its number, the hash of the version before
                ('-' for the first) and its own hash. From the second version on, the hashes of
                its decisions, plan and SQL follow. 'trellis migrate create' writes the lock.
                Restore the committed lock instead of editing it.
                """,
                wrong: [
                    "Model.yaml": model, "versions/1.yaml": canonical,
                    "versions/lock": "1 8b1776bca309cc34572278038890c5fd65206287ecbb74d736e7389ee36561e1",
                ],
                fixed: ["versions/lock": lock]),
            Explanation(
                "TR2202", "A history with git conflicts",
                """
                Two branches each added a version with the same number, so one version must get
                another number. 'trellis migrate rebase' does this: one version keeps its number,
                the other follows it and is planned again.
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
                "TR2203", "Versions that are not consecutive",
                """
                Versions are numbered without a gap, each once and in order, from 1 or from where the
                history was squashed. Stores migrate through them one after the other.
                """,
                wrong: [
                    "Model.yaml": model, "versions/1.yaml": canonical,
                    "versions/lock": lock + "\n" + lock,
                ],
                fixed: ["versions/lock": lock]),
            Explanation(
                "TR2204", "A version with another predecessor",
                """
                A line of the lock names the hash of the version before it. Another hash means
                that two branches were joined by hand, or that a line was removed. The migration
                was planned from a version that the lock does not have.
                """),
            Explanation(
                "TR2205", "A version without its file",
                """
                The lock lists a version, but a file is missing. 'N.yaml' is its model, and
                'N.migration.yaml' has its decisions. 'N.migration.json' is its plan, and
                'N.migration.sql' the SQL of the plan. Stores of that version exist, so keep its
                files for ever.
                """,
                wrong: ["Model.yaml": model, "versions/lock": lock],
                fixed: ["versions/1.yaml": canonical]),
            Explanation(
                "TR2206", "A frozen version that was edited",
                """
                Stores were created from the version as it was frozen, so it must not change. Edit
                the live model instead: its changes become the next version.
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
                "TR2207", "A frozen version that is not in canonical form",
                """
                A frozen version is in canonical form: names in order, without comments. So two
                versions differ in text only if they differ in meaning.
                """,
                wrong: ["Model.yaml": model, "versions/lock": lock, "versions/1.yaml": model],
                fixed: ["versions/1.yaml": canonical]),
            Explanation(
                "TR2208", "A frozen migration that was edited",
                """
                The decisions, the plan and the SQL of a version are frozen with it, because
                stores may have run them. The lock has their hashes, and one differs. Restore the
                committed file. If no store has the version yet, 'trellis migrate renew
                --unreleased' plans it again, proves the plan and writes it.
                """),
            Explanation(
                "TR2209", "A file that belongs to no version",
                """
                The folder 'versions' contains the lock, the files of its versions, and the
                decisions of the next version. Remove other files: a reader would mistake them for
                a part of the history.
                """),
            Explanation(
                "TR2210", "An unfinished version",
                """
                The files of the next version exist, but the lock does not list it: freezing was
                interrupted. The version does not count until the lock lists it.
                """,
                wrong: ["Model.yaml": model, "versions/1.yaml": canonical],
                fixed: ["versions/lock": lock]),
            Explanation(
                "TR2211", "Nothing to freeze",
                """
                A store of the live model is one of the newest version. Docs, comments and the order
                of names change nothing. Fetches, defaults, rules that only the library checks and
                Swift's names of types change programs alone, and need no version. If rows have to
                change, write SQL in 'before' or 'after' of the next version's decisions: it makes a
                version.
                """),
            Explanation(
                "TR2212", "Versions that cannot follow others",
                """
                If a branch has several versions of its own, Trellis joins each of them but the
                last with the other branch, name by name. It cannot join a name that both branches
                changed differently: the live model only states the result for the last version.
                Combine your versions into one. No other branch has them, so this is safe.
                """),
            Explanation(
                "TR2213", "A database that does not match a version",
                """
                A database can become a store if its schema matches the version by names and
                meaning. The order of columns and the form of the SQL do not count. Change the
                model until it describes the database, or change the database with SQL.
                """),
            Explanation(
                "TR2214", "A version without a frozen plan",
                """
                An earlier Trellis planned every version again whenever it read a history. Now the
                plan is frozen with the version. 'trellis migrate upgrade' plans each step once
                more, compares the SQL with the committed file, and writes the plan beside it.
                """),
            Explanation(
                "TR2215", "A plan of a newer Trellis",
                """
                'N.migration.json' begins with the number of its format, and this Trellis does not
                know it. Update Trellis: an older one may not run the plan in another way.
                """),
            Explanation(
                "TR2216", "A file of a squashed version",
                """
                The history begins with a later version: 'trellis migrate squash' replaced the lock,
                and was stopped before it had removed all files. They have no effect. Run the same
                command again to remove them.
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
