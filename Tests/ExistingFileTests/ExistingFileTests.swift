import Foundation
import OfficeModel
import SQLiteAccess
import TestSupport
import Testing
import Trellis

/// Programs open another program's file as it is: `layout: existing`.
struct ExistingFileTests {
    @Test func `objects have the rows of the file, and edits are what plain SQL finds`() throws {
        let file = try OfficeFile()
        let container = try file.open()
        let context = try container.makeContext()
        let schema = try file.rows("SELECT name, sql FROM sqlite_schema ORDER BY name")
        let people = try context.fetch(Fetch<Person>(sort: [.ascending("name")]))
        let seen: [[String?]] = people.map {
            [$0.name, $0.email, "\($0.isActive)", $0.department?.name, $0.mentor?.name, $0.desk?.label, $0.joined]
        }
        let expected: [[String?]] = [
            ["Ada", "ada@x", "true", "Sales", nil, nil, "2020-01-01 10:00:00"], ["Bo", "bo@x", "false", "Sales", "Ada", nil, nil],
            ["Cy", "cy@x", "true", "Works", "Ada", "Fenster", "2021-02-03"],
        ]
        #expect(seen == expected)
        #expect(try context.fetch(Person.active()).map(\.name) == ["Ada", "Cy"])
        let budgets = try context.fetch(Fetch<Department>(sort: [.ascending("name")])).map { $0.budget ?? 0 }
        #expect(budgets == [3, 2.5])
        #expect(people[0].pupils.map(\.name).sorted() == ["Bo", "Cy"])

        // The new row refers to one that is inserted later, and SQLite's keys go on: also those of deleted rows, where it remembers them.
        let new = Person(in: context, name: "Di", email: "di@x")
        new.department = Department(in: context, name: "New")
        new.desk = Desk(in: context, label: "Tür", owner: new)
        people[1].age = 41
        people[1].mentor = new
        try context.delete(people[2])
        try context.save()
        let saved: [[String?]] = [
            ["1", "Ada", "ada@x", "1", "36", "3", nil, "x"], ["2", "Bo", "bo@x", "0", "41", "3", "6", "x"],
            ["6", "Di", "di@x", "1", nil, "10", nil, "x"],
        ]
        #expect(try file.people == saved)
        #expect(try file.rows("SELECT DeptNo, \"Dept Name\" FROM Departments WHERE DeptNo > 7") == [["10", "New"]])
        #expect(try file.rows("SELECT * FROM desk") == [["5", "Tür", "6"]])

        // Without AUTOINCREMENT a key follows the greatest one that is there, so keys come again.
        try context.delete(new)
        try context.save()
        let again = Person(in: context, name: "Ed", email: "ed@x")
        try context.save()
        #expect(new.isDeleted)
        #expect(try file.rows("SELECT id, name FROM people WHERE id > 2") == [["3", "Ed"]])
        #expect(try context.person("ed") === again)
        #expect(try file.rows("SELECT name, sql FROM sqlite_schema ORDER BY name") == schema)
    }

    @Test(arguments: [false, true]) func `a file that is only read stays as it is, to the byte`(wal: Bool) throws {
        let file = try OfficeFile(wal: wal)
        if wal { _ = try file.rows("PRAGMA wal_checkpoint(TRUNCATE)") }
        let before = try file.bytes
        for access in [StoreAccess.readWrite, .readOnly] {
            let container = try file.open(access)
            let context = try container.makeContext()
            #expect(try context.fetch(Fetch<Person>()).count == 3)
            if access == .readOnly {
                try context.person("bo").age = 1
                #expect(throws: StoreError.readOnly) { try context.save() }
            }
            try container.close()
        }
        #expect(try file.bytes == before)
        #expect(try file.rows("PRAGMA journal_mode") == [[wal ? "wal" : "delete"]])
        #expect(try file.rows("PRAGMA integrity_check") == [["ok"]])
    }

    @Test func `rules of deletion are those of the foreign keys, immediate ones too`() throws {
        let file = try OfficeFile(replacing: [("Departments(DeptNo)", "Departments ON DELETE RESTRICT")])
        let context = try file.open().makeContext()
        let sales = try #require(try context.person("ada").department)
        try context.delete(sales)
        #expect(throws: ObjectValidationError.self) { try context.save() }
        try context.rollback()
        // With its people the department goes, in one save.
        for person in sales.staff { try context.delete(person) }
        try context.delete(sales)
        try context.save()
        #expect(try file.rows("SELECT id, mentor_id FROM people") == [["5", nil]])
        #expect(try file.rows("SELECT number FROM \"select\"") == [["102"]])
        #expect(try file.rows("PRAGMA foreign_key_check").isEmpty)
    }

    @Test func `batches write without versions`() throws {
        let file = try OfficeFile()
        let context = try file.open().makeContext()
        let ada = try context.person("ada")
        try context.batchUpdate(Fetch<Person>(where: .init("department.name == 'Sales'"))) { [$0.age.set(to: 50)] }
        #expect(ada.age == 50)
        try context.batchDelete(Fetch<Person>(where: .init("email == 'bo@x'")))
        #expect(try file.rows("SELECT id, age FROM people") == [["1", "50"], ["5", "20"]])
    }

    @Test func `triggers of the other program run as they do there, and objects show their changes`() throws {
        let touch = """
            CREATE TRIGGER touch AFTER UPDATE ON people BEGIN
              UPDATE people SET joined_at = 'touched ' || NEW.id, age = ifnull(age, 0) + 1 WHERE id = NEW.id; END
            """
        let file = try OfficeFile(touch)
        let context = try file.open().makeContext()
        let bo = try context.person("bo")
        bo.name = "Bob"
        try context.save()
        #expect([bo.joined, "\(bo.age ?? 0)"] == ["touched 2", "1"])
        // The values that the trigger wrote are what the object has read.
        try context.delete(bo)
        try context.save()
        #expect(try file.rows("SELECT id FROM people") == [["1"], ["5"]])
    }

    @Test func `a value that does not fit is named, and other rows are read`() throws {
        let file = try OfficeFile("UPDATE people SET age = 'old' WHERE id = 2", "UPDATE people SET joined_at = '2021' WHERE id = 5")
        let context = try file.open().makeContext()
        #expect(try context.person("ada").age == 36)
        let errors = ["bo", "cy"].map { key in message { try context.person(key) } }
        #expect(errors[0].contains("column 'age' of row 2 in the table 'people'") && errors[1].contains("column 'joined_at' of row 5"))
        try file.other.execute("INSERT INTO people (id, name, \"e-mail\") VALUES (-4, 'Zero', 'zero@x')")
        #expect(message { try context.person("zero") }.contains("column 'id' of row -4"))
    }

    @Test func `a number that another program made infinite stays while other values are saved`() throws {
        let file = try OfficeFile("UPDATE Departments SET budget = -9e999 WHERE DeptNo = 3")
        let context = try file.open().makeContext()
        let sales = try #require(try context.person("ada").department)
        #expect(sales.budget == -.infinity)
        sales.name = "Sold"
        try context.save()
        #expect(try file.rows("SELECT \"Dept Name\", budget = -9e999 FROM Departments WHERE DeptNo = 3") == [["Sold", "1"]])
        // Objects write no new ones.
        sales.budget = .infinity
        #expect(throws: ObjectValidationError.self) { try context.save() }
    }

    @Test func `a rollback shows that another program deleted a row, or gave its key to a new one`() throws {
        let file = try OfficeFile()
        let context = try file.open().makeContext()
        let (ada, bo, cy) = (try context.person("ada"), try context.person("bo"), try context.person("cy"))
        #expect(ada.pupils.count == 2 && ada.department?.staff.count == 2)
        bo.name = "Bob"
        cy.name = "Cyd"
        try context.delete(ada)
        try file.other.execute("DELETE FROM people WHERE id IN (2, 5)")
        try file.other.execute("INSERT INTO people (id, name, \"e-mail\", mentor_id) VALUES (5, 'Ed', 'ed@x', 1)")
        try context.rollback()
        #expect(bo.isDeleted && !ada.isDeleted && !cy.isDeleted && cy.name == "Ed" && !context.hasChanges)
        #expect(ada.pupils.map(\.name) == ["Ed"] && ada.department?.staff.map(\.name) == ["Ada"] && cy.department == nil)
        ada.age = 3
        cy.age = 4
        try context.save()
        #expect(try file.rows("SELECT id, age FROM people") == [["1", "3"], ["5", "4"]])
    }

    @Test func `errors name only what another program's table can have`() throws {
        let file = try OfficeFile("INSERT INTO desk VALUES (9223372036854775807, 'last', 2)")
        let context = try file.open().makeContext()
        _ = Desk(in: context, label: "x", owner: try context.person("ada"))
        let text = message { try context.save() }
        #expect(text.contains("the table 'desk' has no keys left") && !text.contains("_id"), "\(text)")
        #expect("\(StoreError.notSearchable(entity: "Desk"))".contains("with 'layout: existing'"))
    }

    @Test func `a store in memory has the tables of the model, and nothing else`() throws {
        let container = try PersistentContainer(for: Office.self, at: .inMemory)
        let context = try container.makeContext()
        let ada = Person(in: context, name: "Ada", email: "ada@x")
        ada.department = Department(in: context, name: "Sales")
        try context.save()
        ada.age = 3
        try context.save()
        #expect(try context.fetch(Fetch<Person>(where: .init("department.name == 'Sales'"))).map(\.age) == [3])
        #expect(throws: (any Error).self) { try container.databaseWriter.read { try $0.execute(sql: "SELECT * FROM _trellis_metadata") } }
    }

    // MARK: Conflicts

    @Test func `a save refuses only what others have changed since`() throws {
        let file = try OfficeFile()
        let context = try file.open().makeContext()
        let (ada, bo, cy) = (try context.person("ada"), try context.person("bo"), try context.person("cy"))
        // Another column of the row: both changes stay.
        try file.other.execute("UPDATE people SET age = 37, extra = 'y' WHERE id = 1")
        ada.name = "Ida"
        try context.save()
        #expect(try file.rows("SELECT name, age, extra FROM people WHERE id = 1") == [["Ida", "37", "y"]])

        try file.other.execute("UPDATE people SET name = 'Other' WHERE id = 2")
        bo.name = "Bob"
        let error = #expect(throws: ConflictError.self) { try context.save() }
        #expect(error?.conflicts.map(\.kind) == [.changed])
        let expected = [["name", "Bob", "Other"]]
        #expect(error?.conflicts[0].properties.map { [$0.name, $0.ownValue, $0.storedValue ?? ""] } == expected)
        context.mergePolicy = .storeWins
        try context.save()
        #expect(bo.name == "Other")

        // Letters that the column's collation takes for the same are other values.
        context.mergePolicy = .error
        try file.other.execute("UPDATE people SET \"e-mail\" = 'BO@x' WHERE id = 2")
        bo.email = "b@x"
        #expect(throws: ConflictError.self) { try context.save() }
        context.mergePolicy = .objectWins
        try context.save()
        #expect(try file.rows("SELECT \"e-mail\" FROM people WHERE id = 2") == [["b@x"]])

        // A delete compares all that was read.
        context.mergePolicy = .error
        try file.other.execute("UPDATE people SET age = 21 WHERE id = 5")
        try context.delete(cy)
        #expect(throws: ConflictError.self) { try context.save() }
        try context.rollback()
        try context.refresh(cy)
        try context.delete(cy)
        try context.save()
        #expect(try file.rows("SELECT count(*) FROM people") == [["2"]])

        // Only an object that has loaded all of its row can be inserted again.
        #expect(bo.photo == nil)
        try file.other.execute("DELETE FROM people WHERE id = 2")
        bo.age = 1
        let gone = #expect(throws: ConflictError.self) { try context.save() }
        #expect(gone?.conflicts.map(\.kind) == [.deleted])
        context.mergePolicy = .objectWins
        try context.save()
        #expect(try file.rows("SELECT id, age FROM people WHERE id = 2") == [["2", "1"]])
    }

    @Test func `another context sees what a save wrote`() throws {
        let file = try OfficeFile(wal: true)
        let container = try file.open()
        let (context, reader) = (try container.makeContext(), try container.makeContext())
        reader.automaticallyMergesChanges = true
        let (ada, seen) = (try context.person("ada"), try reader.person("ada"))
        seen.age = 99
        ada.name = "Ida"
        try context.save()
        _ = try reader.fetch(Fetch<Person>())
        #expect(seen.name == "Ida" && seen.age == 99)
        try reader.save()
        #expect(try file.rows("SELECT name, age FROM people WHERE id = 1") == [["Ida", "99"]])
    }

    @Test func `unsaved rows and live results count as in a store`() throws {
        let file = try OfficeFile(wal: true)
        let context = try file.open().makeContext()
        let controller = FetchedResultsController(Person.active(), in: context)
        try controller.performFetch()
        let ada = try context.person("ada")
        ada.department?.name = "Sold"
        let new = Person(in: context, name: "Aa", email: "aa@x")
        new.department = ada.department
        let names = try context.fetch(Fetch<Person>(where: .init("department.name == 'Sold'"), sort: [.ascending("name")])).map(\.name)
        #expect(names == ["Aa", "Ada", "Bo"])
        let departments = try context.fetch(Fetch<Department>(where: .init("ANY staff.name == 'Aa'")))
        #expect(departments.map(\.name) == ["Sold"])
        try context.save()
        #expect(try (0..<controller.count).map { try controller.object(at: [0, $0]).name } == ["Aa", "Ada", "Cy"])
        try file.other.execute("UPDATE people SET active = 1 - active")
        try controller.performFetch()
        #expect(try (0..<controller.count).map { try controller.object(at: [0, $0]).name } == ["Bo"])
    }

    @Test func `a list that could not be read queries again at the next change, whatever has changed`() throws {
        let file = try OfficeFile()
        let context = try PersistentContainer(for: Office.self, at: .file(file.path), busyTimeout: 0.05).makeContext()
        let crowded = try Fetch<Department>(where: .init("staff.@count > 1"))
        let controller = FetchedResultsController(crowded, in: context, isolation: nil)
        try controller.performFetch()
        func names() throws -> [String] { try controller.fetchedObjects.map(\.name) }
        #expect(try names() == ["Sales"])
        let room = try #require(try context.fetch(Fetch<Room>()).first)
        let works = try #require(try context.fetch(try Fetch<Department>(where: .init("name == 'Works'"))).first)
        let bo = try context.person("bo")
        bo.department = works

        // Another program writes, in a file whose journal stops readers.
        try file.other.execute("BEGIN EXCLUSIVE")
        #expect(throws: StoreError.self) { try context.processPendingChanges() }
        try file.other.execute("ROLLBACK")
        room.number = 500
        try context.processPendingChanges()
        #expect(try names() == ["Works"])
    }

    /// Runs code within a controller's calls.
    private final class Script<Entity: ManagedObject>: FetchedResultsControllerDelegate {
        var did: () -> Void = {}
        var failed: (FetchedResultsController<Entity>) -> Void = { _ in }

        func controllerDidChangeContent(_ controller: FetchedResultsController<Entity>) { did() }
        func controller(_ controller: FetchedResultsController<Entity>, didFailWith error: any Error) { failed(controller) }
    }

    @Test func `a list that fails to be fetched again within a report is asked for what the report's observers change`() throws {
        let file = try OfficeFile()
        let context = try PersistentContainer(for: Office.self, at: .file(file.path), busyTimeout: 0.05).makeContext()
        let (active, crowded) = (Script<Person>(), Script<Department>())
        let people = FetchedResultsController(Person.active(), in: context, isolation: nil)
        let departments = FetchedResultsController(try Fetch<Department>(where: .init("staff.@count > 1")), in: context, isolation: nil)
        try people.performFetch()
        try departments.performFetch()
        (people.delegate, departments.delegate) = (active, crowded)
        let room = try #require(try context.fetch(Fetch<Room>()).first)
        let works = try #require(try context.fetch(try Fetch<Department>(where: .init("name == 'Works'"))).first)
        let bo = try context.person("bo")
        let sales = bo.department

        var failures = 0
        active.did = { room.number += 1 }
        crowded.failed = { controller in
            failures += 1
            #expect(throws: StoreError.self) { try controller.performFetch() }
            _ = try? file.other.execute("ROLLBACK")
        }
        // A context that is about to merge what others have written fails before it asks its lists, and is tried once more.
        for _ in 0..<100 where failures == 0 {
            (bo.department, bo.isActive) = (sales, false)
            try context.processPendingChanges()
            (bo.department, bo.isActive) = (works, true)
            try file.other.execute("BEGIN EXCLUSIVE")
            #expect(throws: StoreError.self) { try context.processPendingChanges() }
            if failures == 0 { try file.other.execute("ROLLBACK") }
        }
        #expect(failures == 1)
        #expect(try departments.fetchedObjects.map(\.name) == ["Works"])
    }

    /// SQLite takes a column that is declared JSON for one of numbers.
    @Test func `a column of JSON keeps documents, and a save refuses what would become a number`() throws {
        let file = try OfficeFile("UPDATE people SET prefs = '[1, 2]' WHERE id = 1")
        let context = try file.open().makeContext()
        let ada = try context.person("ada")
        #expect(ada.settings == "[1, 2]")
        for text in ["12", "-1.5e3", " 7", "0x1", "", "true"] {
            ada.settings = text
            #expect(throws: ObjectValidationError.self) { try context.save() }
        }
        try context.rollback()
        #expect(throws: ObjectValidationError.self) { try context.batchUpdate(Fetch<Person>()) { [$0.settings.set(to: "12")] } }
        for text in ["[12]", "{\"a\": 1.0}", "\n {}", "[\"a\nb\"]\n"] {
            ada.settings = text
            try context.save()
            #expect(try file.rows("SELECT typeof(prefs), prefs FROM people WHERE id = 1") == [["text", text]])
        }
    }
}
