import Foundation
import OfficeModel
import SQLiteAccess
import TestSupport
import Trellis

/// A file as another program writes it, for the model of Tests/Cases/existing-file. It has names, types, columns and triggers of its own.
struct OfficeFile {
    let folder: TemporaryFolder
    let path: String
    /// The other program's connection, which is also the oracle.
    let other: SQLiteConnection

    static let tables = [
        #"CREATE TABLE Departments (DeptNo INTEGER PRIMARY KEY AUTOINCREMENT, "Dept Name" VARCHAR(40) NOT NULL, budget NUMERIC)"#,
        """
        CREATE TABLE people (id INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, "e-mail" TEXT COLLATE NOCASE NOT NULL UNIQUE,
          active BOOLEAN NOT NULL DEFAULT 1, age INT, joined_at DATETIME, photo BLOB, extra TEXT DEFAULT 'x', prefs JSON,
          dept INTEGER REFERENCES Departments(DeptNo), mentor_id INTEGER REFERENCES people ON DELETE SET NULL,
          UNIQUE (joined_at, name))
        """,
        #"CREATE TABLE "select" (_id INTEGER PRIMARY KEY, number INTEGER NOT NULL, department_id INTEGER NOT NULL REFERENCES departments ON DELETE CASCADE)"#,
        #"CREATE TABLE desk (ROWID INTEGER PRIMARY KEY, "Schild ü" TEXT NOT NULL, owner INTEGER NOT NULL UNIQUE REFERENCES people(id) ON DELETE CASCADE)"#,
        "CREATE TABLE schema_migrations (version TEXT PRIMARY KEY) WITHOUT ROWID",
    ]

    static let rows = [
        "INSERT INTO Departments VALUES (3, 'Sales', 3), (7, 'Works', 2.5), (9, 'Gone', NULL)",
        "DELETE FROM Departments WHERE DeptNo = 9",
        """
        INSERT INTO people (id, name, "e-mail", active, age, joined_at, dept, mentor_id) VALUES
          (1, 'Ada', 'ada@x', 1, 36, '2020-01-01 10:00:00', 3, NULL), (2, 'Bo', 'bo@x', 0, NULL, NULL, 3, 1),
          (5, 'Cy', 'cy@x', 1, 20, '2021', 7, 1)
        """,
        "INSERT INTO \"select\" VALUES (1, 101, 3), (2, 102, 7)", "INSERT INTO desk VALUES (4, 'Fenster', 5)",
    ]

    /// - Parameter changes: the texts of tables that are replaced, and what by.
    init(wal: Bool = false, replacing changes: [(String, String)] = [], _ more: String..., rowless: Bool = false) throws {
        folder = try TemporaryFolder()
        path = folder.file("office.db")
        other = try SQLiteConnection(creating: path)
        if wal { _ = try other.rows("PRAGMA journal_mode = WAL") }
        other.setBusyTimeout(5)
        for table in Self.tables { try other.execute(changes.reduce(table) { $0.replacing($1.0, with: $1.1) }) }
        // A text that is a number becomes one in a column of this type: the row below would not be readable.
        for row in rowless ? [] : Self.rows { try other.execute(row.replacing("'2021'", with: "'2021-02-03'")) }
        for sql in more { try other.execute(sql) }
    }

    func open(_ access: StoreAccess = .readWrite) throws -> PersistentContainer {
        try PersistentContainer(for: Office.self, at: .file(path), access: access)
    }

    /// The rows of a table, as plain SQL has them.
    func rows(_ sql: String) throws -> [[String?]] { try other.rows(sql) }

    var people: [[String?]] {
        get throws { try rows("SELECT id, name, \"e-mail\", active, age, dept, mentor_id, extra FROM people ORDER BY id") }
    }

    var bytes: Data { get throws { try Data(contentsOf: URL(filePath: path)) } }
}

extension ManagedObjectContext {
    func person(_ key: String) throws -> Person {
        let found = try fetch(Fetch<Person>(where: .init("email == '\(key)@x'")))
        guard let person = found.first else { throw StoreError.closed }
        return person
    }
}

/// The text of the error that `body` throws; empty if it throws none.
func message(_ body: () throws -> some Any) -> String {
    do {
        _ = try body()
        return ""
    } catch {
        return "\(error)"
    }
}
