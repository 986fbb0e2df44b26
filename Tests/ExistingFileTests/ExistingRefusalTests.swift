import OfficeModel
import SQLiteAccess
import TestSupport
import Testing
import Trellis

/// A container refuses a file whose tables are not as the model describes them, and names table and column.
struct ExistingRefusalTests {
    @Test func `each difference is named, and the file stays as it is`() throws {
        let differences: [(old: String, new: String, place: String, reason: String)] = [
            ("TABLE desk", "TABLE desks", "desk", "there is no such table"),
            ("desk (ROWID INTEGER PRIMARY KEY", "desk (ROWID INTEGER PRIMARY KEY DESC", "desk.ROWID", "not the INTEGER PRIMARY KEY"),
            ("desk (ROWID INTEGER PRIMARY KEY", "desk (ROWID INT PRIMARY KEY", "desk.ROWID", "not the INTEGER PRIMARY KEY"),
            ("_id INTEGER PRIMARY KEY, number", "_id INTEGER UNIQUE, number", "select._id", "not the INTEGER PRIMARY KEY"),
            ("age INT", "years INT", "people.age", "there is no such column"),
            ("age INT", "age TEXT", "people.age", "does not keep values of 'age'"),
            ("age INT", "age INT NOT NULL DEFAULT 1", "people.age", "is NOT NULL, and 'age' is optional"),
            ("age INT", "age INT AS (1)", "people.age", "its values are generated"),
            ("name TEXT NOT NULL", "name TEXT", "people.name", "can be NULL, and 'name' is not optional"),
            ("name TEXT NOT NULL", "name NUMERIC NOT NULL", "people.name", "does not keep values of 'name'"),
            ("prefs JSON", "prefs NUMERIC", "people.prefs", "does not keep values of 'settings'"),
            ("prefs JSON", "prefs INT", "people.prefs", "does not keep values of 'settings'"),
            ("active BOOLEAN", "active REAL", "people.active", "does not keep values of 'isActive'"),
            ("extra TEXT", "_rowid_ TEXT", "people._rowid_", "SQLite's for the key"),
            ("NOCASE NOT NULL UNIQUE", "NOCASE NOT NULL", "people.e-mail", "no unique index"),
            ("UNIQUE (joined_at, name)", "UNIQUE (joined_at)", "people.name, joined_at", "unique together"),
            ("REFERENCES Departments(DeptNo)", "", "people.dept", "no foreign key to the key of 'Departments'"),
            ("REFERENCES Departments(DeptNo)", "REFERENCES people(id)", "people.dept", "no foreign key to the key of 'Departments'"),
            ("Departments(DeptNo)", "Departments ON DELETE SET NULL", "people.dept", "ON DELETE SET NULL, and the model's"),
            ("REFERENCES people ON DELETE SET NULL", "REFERENCES people", "people.mentor_id", "ON DELETE NO ACTION, and the model's"),
            ("owner INTEGER NOT NULL UNIQUE", "owner INTEGER NOT NULL", "desk.owner", "is one-to-one, and the table has no unique index"),
        ]
        for (old, new, place, reason) in differences {
            let file = try OfficeFile(replacing: [(old, new)], "PRAGMA user_version = 1", rowless: true)
            let before = try file.bytes
            var error: StoreError?
            do { _ = try file.open() } catch let refusal as StoreError { error = refusal }
            guard case .otherTable(_, let table, let column, let found)? = error else {
                Issue.record("\(old) → \(new): \(error.map { "\($0)" } ?? "opened")")
                continue
            }
            #expect([table, column].compactMap { $0 }.joined(separator: ".") == place && found.contains(reason), "\(new): \(found)")
            #expect(try file.bytes == before)
        }
    }

    @Test func `views, virtual tables, missing files and rows with keys below 1 are refused`() throws {
        let view = try OfficeFile("ALTER TABLE desk RENAME TO d", "CREATE VIEW desk AS SELECT * FROM d")
        let low = try OfficeFile("INSERT INTO desk VALUES (0, 'x', 1)")
        let texts = [view, low].map { file in message { try file.open() } }
        #expect(texts[0].contains("it is a view") && texts[1].contains("a row has the key 0"))
        let folder = try TemporaryFolder()
        #expect(throws: StoreError.self) { try PersistentContainer(for: Office.self, at: .file(folder.file("none.db"))) }
    }
}
