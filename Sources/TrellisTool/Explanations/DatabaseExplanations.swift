extension ExplanationFamily {
    /// `TR23`. No example shows them: each needs a database.
    static let databases = ExplanationFamily(
        "Databases",
        [
            Explanation(
                "TR2301", "A database with a different schema",
                """
                The file claims a version, and a table, index, trigger or view of that version is
                missing or different: another program has changed it. The notes show the statement
                of the version and that of the file. A migration may fail or drop the change. Go
                back to a copy, or run SQL until both match. Your own objects are no difference,
                except columns in a table of the model.
                """),
            Explanation(
                "TR2302", "A damaged database",
                """
                SQLite cannot read the file to its end. Go back to a copy, or save what can be read
                with the command '.recover' of the sqlite3 shell.
                """),
            Explanation(
                "TR2303", "Rows that break a rule of their version",
                """
                Rows lack a required value, or have one that the type of the attribute or its rules
                in the database do not allow. Or they belong to no entity, or a key leads to no row.
                Another program has written them. Their objects cannot be read, or cannot be saved.
                Fix the rows with SQL.
                """),
            Explanation(
                "TR2304", "Rows with the same unique values",
                """
                Rows share values of a unique attribute: the index is missing in the file, or a
                migration ahead adds it and would be refused. Change the values with SQL, or give
                the migration a value for the attribute.
                """),
            Explanation(
                "TR2305", .warning, "Rows that a migration loses",
                """
                A migration ahead drops rows, or values of an attribute, as its decisions say. The
                finding counts what this file has of them. Make a copy first if you may need it.
                """),
            Explanation(
                "TR2306", "Rows that a migration refuses",
                """
                A migration ahead makes a value required, narrows a rule or converts a value, and
                rows of this file do not fit. It would stop without changing anything. Fix the rows
                with SQL, or decide a value for them before the version is released.
                """),
            Explanation(
                "TR2307", .warning, "A migration that is not checked",
                """
                A migration ahead runs SQL whose result only its run can tell, or is from before
                plans consisted of operations. Run 'trellis migrate rehearse' with the file: it
                migrates a copy.
                """),
            Explanation(
                "TR2308", "A rehearsal that fails",
                """
                The migration of a copy of the file failed, and would fail with the file. The
                message names the step and, where it is known, the row. The file is unchanged.
                """),
        ])
}
