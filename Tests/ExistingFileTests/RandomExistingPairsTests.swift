import CampusModel
import SQLiteAccess
import TestSupport
import Testing
import Trellis

/// Random edits of many-to-many relationships from both sides, with deletions, beside another program. A second database gets the same as
/// plain SQL, whose foreign keys decide which deletions are refused.
struct RandomExistingPairsTests {
    private static let tables = [
        "students": "SELECT id, name FROM students ORDER BY id", "courses": "SELECT number, title FROM courses ORDER BY number",
        "enrolments": "SELECT course, student FROM enrolments ORDER BY course, student",
        "friends": "SELECT who, whom FROM \"Befriended by\" ORDER BY who, whom", "members": "SELECT club_id, student_id FROM club_members ORDER BY 1, 2",
    ]

    @Test func `edits of members are those of plain SQL, and the keys of pairs decide deletions`() throws {
        var random = SeededGenerator.forTests()
        for _ in 0..<TestScale.count(6, long: 200) { try run(&random) }
    }

    private func run(_ random: inout SeededGenerator) throws {
        let (file, mirror) = (try CampusFile(wal: Bool.random(using: &random)), try CampusFile())
        for connection in [file.other, mirror.other] { _ = try connection.rows("PRAGMA foreign_keys = ON") }
        let container = try file.open()
        let contexts = [try container.makeContext(), try container.makeContext()]
        for context in contexts { context.automaticallyMergesChanges = true }
        for step in 0..<40 {
            let context = contexts[Int.random(in: 0..<2, using: &random)]
            if Int.random(in: 0..<5, using: &random) == 0 {
                try writeAsOther([file.other, mirror.other], &random)
                for context in contexts { try context.refreshAll() }
            } else {
                try edit(context, mirror.other, step, &random)
            }
            for (name, sql) in Self.tables { #expect(try file.rows(sql) == mirror.rows(sql), "\(name) after step \(step)") }
            try expectMembers(context, mirror)
        }
        #expect(try file.rows("PRAGMA foreign_key_check").isEmpty)
    }

    private func writeAsOther(_ connections: [SQLiteConnection], _ random: inout SeededGenerator) throws {
        let (one, two) = (Int.random(in: 0..<3, using: &random), Int.random(in: 0..<3, using: &random))
        func key(_ table: String, _ key: String, _ place: Int) -> String { "(SELECT \(key) FROM \(table) ORDER BY \(key) LIMIT 1 OFFSET \(place))" }
        let sql =
            switch Int.random(in: 0..<4, using: &random) {
            case 0: "INSERT OR IGNORE INTO enrolments (course, student) SELECT number, id FROM courses, students WHERE id = \(key("students", "id", one))"
            case 1: "DELETE FROM enrolments WHERE course = \(key("courses", "number", one))"
            case 2: "INSERT OR IGNORE INTO \"Befriended by\" (who, whom) SELECT \(key("students", "id", one)), id FROM students WHERE id = \(key("students", "id", two))"
                + " AND (SELECT count(*) FROM \"Befriended by\" WHERE who = \(key("students", "id", one))) < 3 AND \(key("students", "id", one)) IS NOT NULL"
            default: "DELETE FROM \"Befriended by\" WHERE whom = \(key("students", "id", two))"
            }
        for connection in connections { try connection.execute(sql) }
    }

    private func edit(_ context: ManagedObjectContext, _ mirror: SQLiteConnection, _ step: Int, _ random: inout SeededGenerator) throws {
        let students = try context.fetch(Fetch<Student>(sort: [.ascending("name")])), courses = try context.fetch(Fetch<Course>(sort: [.ascending("title")]))
        guard let student = students.randomElement(using: &random), let course = courses.randomElement(using: &random), students.count > 2, courses.count > 1 else {
            _ = Student(in: context, name: "S\(step)")
            _ = Course(in: context, title: "C\(step)")
            return try finish(context, mirror, ["INSERT INTO students (name) VALUES ('S\(step)')", "INSERT INTO courses (title) VALUES ('C\(step)')"])
        }
        let (own, number) = (student.objectID.rowID ?? 0, course.objectID.rowID ?? 0)
        switch Int.random(in: 0..<7, using: &random) {
        case 0:
            let chosen = students.filter { _ in Bool.random(using: &random) }
            course.students = ToMany(chosen)
            let keys = chosen.map { "(\(number), \($0.objectID.rowID ?? 0))" }.joined(separator: ", ")
            try finish(context, mirror, ["DELETE FROM enrolments WHERE course = \(number)"] + (keys.isEmpty ? [] : ["INSERT INTO enrolments (course, student) VALUES \(keys)"]))
        case 1:
            student.courses.insert(course)
            try finish(context, mirror, ["INSERT OR IGNORE INTO enrolments (course, student) VALUES (\(number), \(own))"])
        case 2:
            let friends = students.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))
            student.friends = ToMany(friends)
            try finish(
                context, mirror,
                ["DELETE FROM \"Befriended by\" WHERE who = \(own)"] + friends.map { "INSERT INTO \"Befriended by\" (who, whom) VALUES (\(own), \($0.objectID.rowID ?? 0))" })
        case 3:
            student.friendOf = []
            try finish(context, mirror, ["DELETE FROM \"Befriended by\" WHERE whom = \(own)"])
        case 4:
            let club = try context.fetch(Fetch<Club>())[0]
            if student.clubs.contains(club) { student.clubs.remove(club) } else { student.clubs.insert(club) }
            let isMember = student.clubs.contains(club)
            try finish(
                context, mirror,
                [isMember ? "INSERT INTO club_members VALUES (1, \(own))" : "DELETE FROM club_members WHERE student_id = \(own)"])
        case 5:
            try context.delete(course)
            try finish(context, mirror, ["DELETE FROM courses WHERE number = \(number)"])
        default:
            try context.delete(student)
            try finish(context, mirror, ["DELETE FROM students WHERE id = \(own)"])
        }
    }

    /// Saves, and runs the same as plain SQL. What SQLite refuses, the save refuses too.
    private func finish(_ context: ManagedObjectContext, _ mirror: SQLiteConnection, _ statements: [String]) throws {
        do {
            for sql in statements { try mirror.execute(sql) }
        } catch {
            #expect(statements.count == 1)
            #expect(throws: ObjectValidationError.self) { try context.save() }
            try context.rollback()
            return
        }
        try context.save()
    }

    /// What objects show is what plain SQL finds.
    private func expectMembers(_ context: ManagedObjectContext, _ mirror: CampusFile) throws {
        for student in try context.fetch(Fetch<Student>()) {
            let own = student.objectID.rowID ?? 0
            let courses = try mirror.rows("SELECT title FROM courses JOIN enrolments ON course = number WHERE student = \(own) ORDER BY title").map { $0[0] }
            #expect(student.courses.map { $0.title as String? }.sorted { ($0 ?? "") < ($1 ?? "") } == courses)
            let friends = try mirror.rows("SELECT count(*) FROM \"Befriended by\" WHERE who = \(own)")
            #expect(["\(student.friends.count)"] == friends[0])
            let fetched = try context.fetch(Fetch<Student>(where: .init("ANY courses.title == 'Logic' AND name == '\(student.name)'"))).count
            #expect(fetched == (courses.contains("Logic") ? 1 : 0))
        }
    }
}
