import CampusModel
import Foundation
import SQLiteAccess
import TestSupport
import Trellis

/// A file as another program writes it, for the model of Tests/Cases/existing-pairs: join tables with a key of two columns, with a key of
/// their own, and without any foreign key.
struct CampusFile {
    let folder: TemporaryFolder
    let path: String
    /// The other program's connection, which is also the oracle.
    let other: SQLiteConnection

    static let tables = [
        "CREATE TABLE students (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
        "CREATE TABLE courses (number INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL)",
        "CREATE TABLE club (id INTEGER PRIMARY KEY, title TEXT NOT NULL)",
        """
        CREATE TABLE enrolments (course INTEGER REFERENCES courses ON DELETE CASCADE, student INTEGER REFERENCES students (id) ON DELETE CASCADE,
          PRIMARY KEY (course, student)) WITHOUT ROWID
        """,
        """
        CREATE TABLE "Befriended by" (id INTEGER PRIMARY KEY, who INTEGER NOT NULL REFERENCES students ON DELETE CASCADE,
          whom INTEGER NOT NULL REFERENCES students, since TEXT DEFAULT 'today', UNIQUE (who, whom))
        """,
        "CREATE TABLE club_members (club_id INT NOT NULL, student_id INT NOT NULL)",
        "CREATE UNIQUE INDEX member ON club_members (student_id, club_id)",
    ]

    static let rows = [
        "INSERT INTO students VALUES (1, 'Ada'), (2, 'Bo'), (5, 'Cy')",
        "INSERT INTO courses VALUES (10, 'Logic'), (20, 'Music')",
        "INSERT INTO club VALUES (1, 'Chess')",
        "INSERT INTO enrolments (student, course) VALUES (1, 10), (2, 10), (2, 20)",
        "INSERT INTO \"Befriended by\" (who, whom) VALUES (1, 2), (2, 1), (5, 1)",
        "INSERT INTO club_members VALUES (1, 5)",
    ]

    /// - Parameter changes: the texts of tables that are replaced, and what by.
    init(wal: Bool = false, replacing changes: [(String, String)] = [], _ more: String..., rowless: Bool = false) throws {
        folder = try TemporaryFolder()
        path = folder.file("campus.db")
        other = try SQLiteConnection(creating: path)
        if wal { _ = try other.rows("PRAGMA journal_mode = WAL") }
        other.setBusyTimeout(5)
        for table in Self.tables { try other.execute(changes.reduce(table) { $0.replacing($1.0, with: $1.1) }) }
        for row in rowless ? [] : Self.rows { try other.execute(row) }
        for sql in more { try other.execute(sql) }
    }

    func open() throws -> PersistentContainer { try PersistentContainer(for: Campus.self, at: .file(path)) }

    /// The rows of a table, as plain SQL has them.
    func rows(_ sql: String) throws -> [[String?]] { try other.rows(sql) }

    var bytes: Data {
        get throws { try Data(contentsOf: URL(filePath: path)) }
    }
}

extension ManagedObjectContext {
    func student(_ name: String) throws -> Student {
        try fetch(Fetch<Student>(where: .init("name == '\(name)'")))[0]
    }

    func course(_ title: String) throws -> Course {
        try fetch(Fetch<Course>(where: .init("title == '\(title)'")))[0]
    }
}
