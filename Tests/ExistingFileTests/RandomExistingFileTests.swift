import OfficeModel
import SQLiteAccess
import TestSupport
import Testing
import Trellis

/// Two contexts and another program write one file. A second database gets the same as plain SQL, and values as they were read decide
/// which saves are conflicts.
struct RandomExistingFileTests {
    /// What a row holds, as a context or plain SQL has it.
    private typealias Values = [String?]

    private static let columns = ["name", "active", "age"]

    @Test func `saves of two contexts beside another program are those of plain SQL`() throws {
        var random = SeededGenerator.forTests()
        for _ in 0..<TestScale.count(4, long: 100) { try run(&random) }
    }

    /// A context with its objects, and their values when they were read.
    private final class Writer {
        let context: ManagedObjectContext
        var objects: [Int64: Person] = [:]
        var read: [Int64: Values] = [:]

        init(_ context: ManagedObjectContext) { self.context = context }
    }

    private func run(_ random: inout SeededGenerator) throws {
        // A deletion of a mentor changes the rows of pupils, which the oracle does not know.
        let file = try OfficeFile(wal: Bool.random(using: &random), "UPDATE people SET mentor_id = NULL")
        let mirror = try SQLiteConnection.inMemory()
        try mirror.execute("CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, active INTEGER, age INTEGER)")
        for row in try rows(file.other) { try insert(row, into: mirror) }
        let container = try file.open()
        let writers = [Writer(try container.makeContext()), Writer(try container.makeContext())]
        var conflicts = 0
        for step in 0..<60 {
            if Int.random(in: 0..<4, using: &random) == 0 {
                try writeAsOther(file, mirror, step, &random)
            } else {
                let writer = writers[Int.random(in: 0..<2, using: &random)]
                if try !save(writer, file, mirror, step, &random) { conflicts += 1 }
            }
            #expect(try rows(file.other) == rows(mirror), "step \(step)")
        }
        #expect(conflicts > 0)
        let fresh = try container.makeContext().fetch(Fetch<Person>(sort: [.ascending("email")]))
        #expect(try fresh.map { values(of: $0) } == file.rows("SELECT name, active, age FROM people ORDER BY \"e-mail\" COLLATE BINARY"))
    }

    private func writeAsOther(_ file: OfficeFile, _ mirror: SQLiteConnection, _ step: Int, _ random: inout SeededGenerator) throws {
        let sql =
            switch Int.random(in: 0..<8, using: &random) {
            case 0: "DELETE FROM people WHERE id = (SELECT id FROM people ORDER BY id LIMIT 1 OFFSET \(Int.random(in: 0..<5, using: &random)))"
            case 1...4: "UPDATE people SET age = ifnull(age, 0) + 1 WHERE id % 3 = \(Int.random(in: 0..<3, using: &random))"
            default: "UPDATE people SET name = 'other\(step)' WHERE id = \(Int.random(in: 1..<8, using: &random))"
            }
        _ = try file.other.rows("PRAGMA foreign_keys = ON")
        try file.other.execute(sql)
        try mirror.execute(sql)
    }

    /// - Returns: false for a conflict.
    private func save(
        _ writer: Writer, _ file: OfficeFile, _ mirror: SQLiteConnection, _ step: Int, _ random: inout SeededGenerator
    ) throws -> Bool {
        for object in try writer.context.fetch(Fetch<Person>(sort: [.ascending("email")])) {
            let key = object.objectID.rowID ?? 0
            writer.objects[key] = object
        }
        // A context reads other rows again too, as in a rollback: without changes an object has what was read.
        writer.objects = writer.objects.filter { !$0.value.isDeleted }
        writer.read = writer.objects.mapValues { values(of: $0) }
        let action = Int.random(in: 0..<6, using: &random)
        guard action > 0, let key = writer.objects.keys.sorted().randomElement(using: &random), let object = writer.objects[key] else {
            let new = Person(in: writer.context, name: "new\(step)", email: "e\(step)@x")
            new.age = Int64(step)
            try writer.context.save()
            try insert([nil, "new\(step)", "1", "\(step)"], into: mirror)
            let key = new.objectID.rowID ?? 0
            (writer.objects[key], writer.read[key]) = (new, values(of: new))
            return true
        }
        let stored = try file.rows("SELECT name, active, age FROM people WHERE id = \(key)").first
        let read = try #require(writer.read[key])
        if action == 1 {
            try writer.context.delete(object)
            return try finish(writer, key, isConflict: stored != read) { try mirror.execute("DELETE FROM people WHERE id = \(key)") }
        }
        var changed = Set<Int>()
        if Bool.random(using: &random) { (object.name, _) = ("own\(step)", changed.insert(0)) }
        if Bool.random(using: &random) { (object.isActive, _) = (!object.isActive, changed.insert(1)) }
        if changed.isEmpty || Bool.random(using: &random) { (object.age, _) = (Int64(1000 + step), changed.insert(2)) }
        let isConflict = stored.map { stored in changed.contains { stored[$0] != read[$0] } } ?? true
        let own = values(of: object)
        return try finish(writer, key, isConflict: isConflict) {
            for column in changed {
                try mirror.execute("UPDATE people SET \(Self.columns[column]) = '\(own[column] ?? "")' WHERE id = \(key)")
            }
        }
    }

    private func finish(_ writer: Writer, _ key: Int64, isConflict: Bool, _ write: () throws -> Void) throws -> Bool {
        guard let object = writer.objects[key] else { return true }
        if isConflict {
            #expect(throws: ConflictError.self) { try writer.context.save() }
            try writer.context.rollback()
            try writer.context.refresh(object)
        } else {
            try writer.context.save()
            try write()
        }
        if object.isDeleted {
            (writer.objects[key], writer.read[key]) = (nil, nil)
        } else {
            writer.read[key] = values(of: object)
        }
        return !isConflict
    }

    private func values(of person: Person) -> Values {
        [person.name, person.isActive ? "1" : "0", person.age.map { "\($0)" }]
    }

    private func rows(_ connection: SQLiteConnection) throws -> [Values] {
        try connection.rows("SELECT id, name, active, age FROM people ORDER BY id")
    }

    private func insert(_ row: Values, into mirror: SQLiteConnection) throws {
        try mirror.execute("INSERT INTO people VALUES (\(row.map { $0.map { "'\($0)'" } ?? "NULL" }.joined(separator: ", ")))")
    }
}
