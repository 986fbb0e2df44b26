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
                SQLite's 'integrity_check' finds broken pages, or an index that contradicts its
                table; the notes show its words. Or SQLite cannot read the file to its end. The
                migrations ahead are not checked then. Go back to a copy, or save what can be read
                with the command '.recover' of the sqlite3 shell. If only indexes are damaged, the
                statement 'REINDEX' rebuilds them.
                """),
            Explanation(
                "TR2303", "Rows that break a rule of their version",
                """
                Rows lack a value that their entity requires. Or they have one that the attribute's
                type or a rule with 'check: true' does not allow, for example a text that is no
                decimal. Or the column _entity names no entity that has objects. Or a key leads to
                no row, or to a row of another entity. Another program has written them, or a
                migration ahead will. Their objects cannot be read, or cannot be saved. Fix the
                rows with SQL.
                """),
            Explanation(
                "TR2304", "Rows with the same unique values",
                """
                Rows share values of a unique attribute: the index is missing in the file, or a
                migration ahead adds it and would be refused. Change the values with SQL, or give
                the migration a value for the attribute.
                """),
            Explanation(
                "TR2305", "Rows that a migration loses",
                """
                A migration ahead drops rows, values of an attribute or connections of a
                relationship, as its decisions say. The finding counts what this file has of them.
                Values and connections of rows that are dropped themselves are not counted. Nor is a
                value that a decision copies to another attribute of the same row. The notes show
                the keys that the rows have in the file. Make a copy first if you may need it.
                """),
            Explanation(
                "TR2306", "Rows that a migration refuses",
                """
                A migration ahead makes a value required, narrows a rule or converts a value, and
                rows of this file do not fit. That step would change nothing. Fix the rows
                with SQL, or decide a value for them before the version is released.
                """),
            Explanation(
                "TR2307", "A migration that is not checked",
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
            Explanation(
                "TR2309", "A store that is not migrated",
                """
                A run over many stores could not migrate this file. It is missing, no store, a store
                of a newer version, damaged, locked by another process, or its rows do not allow
                the migration. The store has its last complete version with all its rows. Fix the
                cause and run the same command again.
                """),
            Explanation(
                "TR2310", "A run over many stores that stopped",
                """
                A store of the canary group failed, or more stores failed than '--max-failures'
                allows. The remaining stores are unchanged. Fix the causes that TR2309 names, and
                run the same command again, or allow more failures.
                """),
        ])
}
