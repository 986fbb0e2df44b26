import SQLiteAccess
import Testing

/// Full-text searches of entities that get a common parent.
struct JoinedSearchTests {
    private static func model(_ entities: String) -> String { "trellis: 1\nmodel: Library\nentities:\n" + entities }

    private static let rows = """
        INSERT INTO book (_id, title) VALUES (1, 'red fox'), (2, 'blue whale');
        INSERT INTO film (_id, title) VALUES (1, 'red car'), (2, 'grey wolf');
        """

    private func found(_ search: String, _ word: String, _ connection: SQLiteConnection) throws -> [[String?]] {
        try connection.rows("SELECT _entity, title FROM work WHERE _id IN (SELECT rowid FROM \(search) WHERE \(search) MATCH '\(word)') ORDER BY _id")
    }

    @Test func `the parent's search finds the rows of both tables, and follows their changes`() throws {
        let old = Self.model(
            "  Book: { attributes: { title: string }, search: [title] }\n  Film: { attributes: { title: string }, search: [title] }\n")
        let new = Self.model(
            "  Work: { abstract: true, attributes: { title: string }, search: [title] }\n  Book: { parent: Work }\n  Film: { parent: Work }\n")
        let migration = try PlannedMigration(from: old, to: new)
        #expect(migration.findings.map(\.message) == [])
        let connection = try migration.run(Self.rows)
        #expect(try found("work_search", "red", connection) == [["Book", "red fox"], ["Film", "red car"]])
        #expect(try found("work_search", "wolf", connection) == [["Film", "grey wolf"]])
        try connection.execute("UPDATE work SET title = 'green wolf' WHERE title = 'grey wolf'; DELETE FROM work WHERE title = 'red car'")
        #expect(try found("work_search", "green", connection) == [["Film", "green wolf"]])
        #expect(try found("work_search", "red", connection) == [["Book", "red fox"]])
        try connection.execute("INSERT INTO work_search (work_search, rank) VALUES ('integrity-check', 1)")
        #expect(try connection.rows("SELECT name FROM sqlite_schema WHERE name IN ('book_search', 'film_search')") == [])
    }

    @Test func `a child's own search finds its rows under their new keys`() throws {
        let old = Self.model(
            "  Book: { attributes: { title: string } }\n  Film: { attributes: { title: string }, search: [title] }\n")
        let new = Self.model(
            "  Work: { abstract: true }\n  Book: { parent: Work, attributes: { title: { type: string, column: book_title } } }\n"
                + "  Film: { parent: Work, attributes: { title: string }, search: [title] }\n")
        let migration = try PlannedMigration(from: old, to: new)
        #expect(migration.findings.map(\.message) == [])
        let connection = try migration.run(Self.rows)
        let search = try #require(try connection.rows("SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%'").first?[0])
        #expect(try found(search, "red", connection) == [["Film", "red car"]])
        let ids = "SELECT rowid FROM \(search) WHERE \(search) MATCH 'red'"
        #expect(try connection.rows(ids) == connection.rows("SELECT _id FROM work WHERE title = 'red car'"))
        try connection.execute("INSERT INTO \(search) (\(search), rank) VALUES ('integrity-check', 1)")
    }
}
