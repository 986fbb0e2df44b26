import CampusModel
import SQLiteAccess
import TestSupport
import Testing
import Trellis

/// Many-to-many relationships whose pairs stand in tables of another program's file.
struct ExistingPairsTests {
    private static let enrolments = "SELECT student, course FROM enrolments ORDER BY student, course"
    private static let friends = "SELECT who, whom, since FROM \"Befriended by\" ORDER BY who, whom"
    private static let members = "SELECT club_id, student_id FROM club_members ORDER BY 1, 2"

    @Test func `objects have the members of the file, and edits are what plain SQL finds`() throws {
        let file = try CampusFile()
        let schema = try file.rows("SELECT name, sql FROM sqlite_schema ORDER BY name")
        let context = try file.open().makeContext()
        let (ada, bo, cy) = (try context.student("Ada"), try context.student("Bo"), try context.student("Cy"))
        #expect(bo.courses.map(\.title).sorted() == ["Logic", "Music"] && cy.courses.isEmpty)
        #expect(ada.friends.map(\.name) == ["Bo"] && ada.friendOf.map(\.name).sorted() == ["Bo", "Cy"])
        #expect(cy.clubs.map(\.title) == ["Chess"])
        #expect(try context.fetch(Course.attended(name: "Bo")).map(\.title) == ["Logic", "Music"])

        // From either side, to new rows, and back.
        cy.courses.insert(Course(in: context, title: "New"))
        let logic = try context.course("Logic")
        logic.students = [cy]
        ada.friends = [cy]
        Club(in: context, title: "Go").members = [ada, cy]
        try context.save()
        #expect(try file.rows(Self.enrolments) == [["2", "20"], ["5", "10"], ["5", "21"]])
        #expect(try file.rows(Self.friends) == [["1", "5", "today"], ["2", "1", "today"], ["5", "1", "today"]])
        #expect(try file.rows(Self.members) == [["1", "5"], ["2", "1"], ["2", "5"]])
        #expect(try file.rows("SELECT name, sql FROM sqlite_schema ORDER BY name") == schema)
        #expect(try file.rows("PRAGMA foreign_key_check").isEmpty)

        // Unsaved pairs count in a fetch, and a rollback forgets them.
        bo.courses.insert(logic)
        #expect(try context.fetch(Course.attended(name: "Bo")).map(\.title) == ["Logic", "Music"])
        try context.rollback()
        #expect(try context.fetch(Course.attended(name: "Bo")).map(\.title) == ["Music"])
    }

    @Test func `rules of deletion are the actions of the keys of pairs`() throws {
        let file = try CampusFile()
        let context = try file.open().makeContext()
        // NO ACTION: others still name her a friend.
        let ada = try context.student("Ada")
        try context.delete(ada)
        #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(try file.rows("SELECT count(*) FROM students") == [["3"]])
        try context.rollback()
        // Emptied in the same save, or with all who name her.
        ada.friendOf = []
        try context.delete(ada)
        try context.save()
        #expect(try file.rows(Self.friends) == [] && file.rows(Self.enrolments) == [["2", "10"], ["2", "20"]])
        // Without a foreign key, pairs of a deleted row stay.
        try context.delete(try context.student("Cy"))
        try context.delete(try context.course("Music"))
        try context.save()
        #expect(try file.rows(Self.members) == [["1", "5"]] && file.rows(Self.enrolments) == [["2", "10"]])
        #expect(try file.rows("PRAGMA foreign_key_check").isEmpty)
    }

    @Test func `two who name each other go in one save, and a batch is refused by SQLite as elsewhere`() throws {
        let file = try CampusFile("DELETE FROM \"Befriended by\" WHERE who = 5")
        let context = try file.open().makeContext()
        #expect(throws: (any Error).self) { try context.batchDelete(Fetch<Student>(where: .init("name == 'Ada'"))) }
        #expect(try file.rows("SELECT count(*) FROM students") == [["3"]])
        for name in ["Ada", "Bo"] { try context.delete(try context.student(name)) }
        try context.save()
        #expect(try file.rows("SELECT name FROM students") == [["Cy"]] && file.rows(Self.friends) == [] && file.rows(Self.enrolments) == [])
        try context.batchDelete(Fetch<Course>(where: .init("title == 'Logic'")))
        #expect(try file.rows("SELECT title FROM courses") == [["Music"]])
    }

    @Test func `pairs that another program wrote meanwhile are no conflict, and its rules are`() throws {
        let file = try CampusFile(wal: true, replacing: [("since TEXT DEFAULT 'today'", "since TEXT DEFAULT 'today', CHECK (who <> whom)")])
        let container = try file.open()
        let (context, reader) = (try container.makeContext(), try container.makeContext())
        reader.automaticallyMergesChanges = true
        let seen = try reader.student("Cy")
        #expect(seen.courses.isEmpty)
        let cy = try context.student("Cy")
        try file.other.execute("INSERT INTO enrolments (student, course) VALUES (5, 10)")
        try file.other.execute("DELETE FROM \"Befriended by\" WHERE who = 5")
        cy.courses = [try context.course("Logic"), try context.course("Music")]
        cy.friends = []
        try context.save()
        #expect(try file.rows(Self.enrolments + " LIMIT -1 OFFSET 3") == [["5", "10"], ["5", "20"]])
        _ = try reader.fetch(Fetch<Student>())
        #expect(seen.courses.map(\.title).sorted() == ["Logic", "Music"])
        // A rule of the table is an error, and not a pair that is missing without a word.
        cy.friends = [cy]
        #expect(message { try context.save() }.contains("CHECK"))
        #expect(try file.rows("SELECT count(*) FROM \"Befriended by\" WHERE who = 5") == [["0"]])
        try file.other.execute("CREATE UNIQUE INDEX leader ON enrolments (course) WHERE student = 1")
        try file.other.execute("CREATE UNIQUE INDEX one ON club_members (club_id) WHERE club_id = 1")
        try context.rollback()
        try context.student("Ada").clubs = [context.fetch(Fetch<Club>())[0]]
        #expect(message { try context.save() }.contains("UNIQUE"))
    }

    @Test func `counts of members are checked, and lists follow pairs`() throws {
        let file = try CampusFile()
        let context = try file.open().makeContext()
        let controller = FetchedResultsController(Course.attended(name: "Ada"), in: context)
        try controller.performFetch()
        let ada = try context.student("Ada")
        ada.courses.insert(try context.course("Music"))
        try context.save()
        #expect(try (0..<controller.count).map { try controller.object(at: [0, $0]).title } == ["Logic", "Music"])
        ada.friends = ToMany((0..<4).map { Student(in: context, name: "S\($0)") })
        #expect(throws: ObjectValidationError.self) { try context.save() }
    }

    @Test func `a store in memory has the join tables`() throws {
        let context = try PersistentContainer(for: Campus.self, at: .inMemory).makeContext()
        let ada = Student(in: context, name: "Ada")
        ada.courses = [Course(in: context, title: "Logic")]
        Club(in: context, title: "Go").members = [ada]
        try context.save()
        #expect(try context.fetch(Course.attended(name: "Ada")).map(\.title) == ["Logic"])
    }

    @Test func `each difference of a join table is named, and the file stays as it is`() throws {
        let differences: [(old: String, new: String, place: String, reason: String)] = [
            ("TABLE enrolments", "TABLE enrolled", "enrolments", "there is no such table"),
            ("(course INTEGER", "(course TEXT", "enrolments.course", "keys are integers"),
            ("PRIMARY KEY (course, student)) WITHOUT ROWID", "PRIMARY KEY (course))", "enrolments.student, course", "no unique index"),
            ("courses ON DELETE CASCADE", "courses", "enrolments.course", "ON DELETE NO ACTION, and the model's"),
            ("courses ON DELETE CASCADE", "courses ON DELETE SET NULL", "enrolments.course", "ON DELETE SET NULL, and the model's"),
            ("course INTEGER REFERENCES courses ON DELETE CASCADE", "course INTEGER", "enrolments.course", "no foreign key to the key of 'courses'"),
            ("course INTEGER REFERENCES courses", "course INTEGER REFERENCES students", "enrolments.course", "no foreign key to the key of 'courses'"),
            ("whom INTEGER NOT NULL REFERENCES students", "whom INTEGER NOT NULL REFERENCES students ON DELETE CASCADE", "Befriended by.whom", "ON DELETE CASCADE, and the model's"),
            ("club_id INT NOT NULL", "club_id INT NOT NULL REFERENCES club", "club_members.club_id", "has 'deleteRule: noAction'"),
            ("club_members (student_id, club_id)", "club_members (student_id)", "club_members.student_id, club_id", "no unique index"),
            ("club_id)", "club_id) WHERE club_id > 0", "club_members.student_id, club_id", "no unique index"),
            ("student_id INT NOT NULL", "student_id INT AS (1)", "club_members.student_id", "its values are generated"),
        ]
        for (old, new, place, reason) in differences {
            let file = try CampusFile(replacing: [(old, new)], rowless: true)
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
        let missing = try CampusFile(replacing: [("student_id INT NOT NULL", "person_id INT NOT NULL"), ("(student_id, club_id)", "(person_id, club_id)")], rowless: true)
        #expect(message { try missing.open() }.contains("there is no such column"))
        let view = try CampusFile("ALTER TABLE club_members RENAME TO m", "CREATE VIEW club_members AS SELECT * FROM m")
        #expect(message { try view.open() }.contains("it is a view"))
        let empty = try CampusFile(replacing: [("club_id INT NOT NULL", "club_id INT")], "INSERT INTO club_members VALUES (NULL, 1)")
        #expect(message { try empty.open() }.contains("a row has NULL"))
    }
}
