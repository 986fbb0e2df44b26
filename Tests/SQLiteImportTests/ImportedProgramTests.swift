import Foundation
import SQLiteAccess
import SQLiteStorage
import TestSupport
import Testing

@testable import SQLiteImport

/// Each written database is imported by the command, generated, compiled, fetched, edited and saved through objects.
struct ImportedProgramTests {
    /// A few of all, with generated columns, enums, keys and pairs: a compilation takes seconds.
    private static let usual = ["Django", "calculated columns", "checks that list values"]
    static let cases = DatabaseImportTests.cases.filter { TestScale.isLong || usual.contains($0.name) }

    @Test(arguments: cases) func `a program finds what plain SQL finds in the database, and saves edits`(_ example: DatabaseCase) throws {
        let folder = try TemporaryFolder()
        try DatabaseImportTests.write(example.sql, to: folder.file("old.db"))
        try run(Project.trellis, ["import", "sqlite", "old.db", "--output", "Imported", "--store", "new.sqlite"], in: folder)
        try run(Project.trellis, ["generate", "Imported/Imported.yaml", "--swift", "Sources"], in: folder)
        let translation = DatabaseTranslation(try SourceDatabase(opening: folder.file("old.db"), copyingBeside: nil), named: "Imported")
        let writer = ProgramWriter(translation: translation)
        let model = try #require(translation.text.firstMatch(of: /model: (\w+)/)).output.1
        try folder.write(writer.swift(model: String(model)), to: "Sources/main.swift")
        try compile(in: folder)
        let before = try rows(writer, in: folder)

        let lines = try run(folder.file("program"), ["new.sqlite"], in: folder).split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
        let old = try SQLiteConnection(opening: folder.file("old.db"), readOnly: true)
        for entity in translation.entities {
            let expected = try old.rows(writer.sql(entity)).map { $0.map { $0.map(Self.normalized) ?? "-" } }
            let found = lines.filter { $0[0] == entity.name }.map { $0.map(Self.normalized) }
            #expect(Self.sorted(found) == Self.sorted(expected), "\(entity.name): \(writer.sql(entity))")
        }
        try expectEdits(lines.filter { $0[0] == "=" }, writer, before: before, in: folder)
    }

    /// The types of a model with `layout: existing` are those that the container accepts, and that write as the other program does.
    @Test(.enabled(if: TestScale.isLong)) func `a program opens an existing file with its guessed types, and writes them as they are`() throws {
        let folder = try TemporaryFolder()
        try DatabaseImportTests.write(
            """
            CREATE TABLE users (id INTEGER PRIMARY KEY, code TEXT, binary_uuid BLOB, iso TEXT, event_time REAL, is_admin INTEGER NOT NULL, role TEXT CHECK (role IN ('owner', 'guest')), level INTEGER CHECK (level IN (1, 2)), born DATE);
            CREATE TABLE notes (id INTEGER PRIMARY KEY, user_id INTEGER);
            INSERT INTO users VALUES (1, '6ba7b810-9dad-11d1-80b4-00c04fd430c8', x'6ba7b8109dad11d180b400c04fd430c8', '2024-02-29T10:20:30.125Z', 1709208000.5, 1, 'owner', 2, '1980-12-31');
            INSERT INTO notes VALUES (1, 1);
            """, to: folder.file("old.db"))
        try run(Project.trellis, ["import", "sqlite", "old.db", "--output", "Imported", "--layout", "existing"], in: folder)
        try run(Project.trellis, ["generate", "Imported/Imported.yaml", "--swift", "Sources"], in: folder)
        try folder.write(
            """
            import Foundation
            import Trellis

            func main() throws {
                let container = try PersistentContainer(for: Imported.self, at: .file(CommandLine.arguments[1]))
                let context = try container.makeContext()
                let note = try context.fetch(Fetch<Note>())[0]
                guard let old = note.user else { return print("no user") }
                let new = User(in: context, isAdmin: old.isAdmin)
                (new.code, new.binaryUUID, new.iso, new.eventTime) = (old.code, old.binaryUUID, old.iso, old.eventTime)
                (new.role, new.level, new.born) = (old.role, old.level, old.born)
                note.user = new
                try context.save()
            }

            try main()

            """, to: "Sources/main.swift")
        try compile(in: folder)
        try run(folder.file("program"), ["old.db"], in: folder)
        let old = try SQLiteConnection(opening: folder.file("old.db"), readOnly: true)
        let rows = try old.rows("SELECT quote(code), quote(binary_uuid), quote(iso), quote(event_time), quote(is_admin), quote(role), quote(level), quote(born) FROM users ORDER BY id")
        #expect(rows.count == 2 && rows[0] == rows[1], "\(rows)")
        #expect(try old.rows("SELECT user_id FROM notes") == [["2"]])
    }

    /// JSON of numbers, escapes, Unicode, and shapes that no type has.
    private static let documents = [
        "[]", "{}", "[1]", "[0,-1,9223372036854775807,-9223372036854775808]", "[9223372036854775808]", "[-9223372036854775809]", "[-0]", "[1.0]", "[1e2]", "[1E+2]", "[0.1]", "[ 1 ]", "[1, 2]", "[1]\n",
        #"["a"]"#, #"["a", "b"]"#, #"["","a","a"]"#, #"["\n\t\r\"\\"]"#, #"["\b\f"]"#, #"["\u0008\u000c"]"#, #"["\u0001"]"#, #"["\u001f"]"#, #"["\u001F"]"#, #"["\u0000"]"#, #"["\u007f"]"#, #"["\u0061"]"#,
        #"["/"]"#, #"["\/"]"#, "[\"é\"]", "[\"e\u{301}\"]", #"["\u00e9"]"#, "[\"😀\"]", #"["\ud83d\ude00"]"#, #"["\ud83d"]"#, "[\"\u{2028}\u{2029}\u{FEFF}\u{7F}\u{85}\"]", "[\"\u{FFFF}\u{10FFFF}\"]",
        #"{"a":"1","b":"2"}"#, #"{"b":"1","a":"2"}"#, #"{"a":"1","a":"2"}"#, #"{"":""}"#, #"{"A":"1","a":"2"}"#, #"{"a":"1","A":"2"}"#, #"{"10":"a","9":"b"}"#, #"{"9":"a","10":"b"}"#, #"{"a b":"\n"}"#,
        #"{"Z":"1","_":"2","a":"3"}"#, "{\"z\":\"1\",\"é\":\"2\"}", "{\"e\u{301}\":\"1\",\"é\":\"2\"}", "{\"\u{FFFF}\":\"1\",\"😀\":\"2\"}", "{\"😀\":\"1\",\"\u{FFFF}\":\"2\"}", #"{"a":1}"#, #"{"a":null}"#, "[null]", "[true]",
        "[[1]]", #"[{"a":"1"}]"#, #"{"a":["1"]}"#, #"["a",1]"#, "[\"\(String(repeating: "é\\n", count: 5_000))\"]",
    ]

    /// Each text is the only value of a column, so the import decides about each alone.
    @Test func `a property of JSON that is set to its own value writes the bytes of the database`() throws {
        let folder = try TemporaryFolder()
        let columns = Self.documents.indices.map { "c\($0)" }
        let values = Self.documents.map(SQL.literal).joined(separator: ", ")
        try DatabaseImportTests.write("CREATE TABLE documents (id INTEGER PRIMARY KEY, \(columns.map { "\($0) JSON" }.joined(separator: ", "))); INSERT INTO documents VALUES (1, \(values))", to: folder.file("old.db"))
        try run(Project.trellis, ["import", "sqlite", "old.db", "--output", "Imported", "--copy", "new.sqlite"], in: folder)
        try run(Project.trellis, ["generate", "Imported/Imported.yaml", "--swift", "Sources"], in: folder)
        let translation = DatabaseTranslation(try SourceDatabase(opening: folder.file("old.db"), copyingBeside: nil), named: "Imported")
        let typed = translation.entities[0].attributes.filter { $0.guess.typeName == "json" }.map(\.name)
        #expect(typed.count > 10 && typed.count < columns.count - 10, "\(typed)")
        func lines(_ line: (String) -> String) -> String { typed.map(line).joined(separator: "\n    ") }
        try folder.write(
            """
            import Foundation
            import Trellis

            func main() throws {
                let container = try PersistentContainer(for: Imported.self, at: .file(CommandLine.arguments[1]))
                let context = try container.makeContext()
                let old = try context.fetch(Fetch<Document>())[0]
                let new = Document(in: context)
                \(lines { "new.\($0) = old.\($0)" })
                \(lines { "old.\($0) = nil" })
                try context.save()
                \(lines { "old.\($0) = new.\($0)" })
                try context.save()
            }

            try main()

            """, to: "Sources/main.swift")
        try compile(in: folder)
        try run(folder.file("program"), ["new.sqlite"], in: folder)
        let selection = typed.map { "hex(\($0))" }.joined(separator: ", ")
        let expected = try SQLiteConnection(opening: folder.file("old.db"), readOnly: true).rows("SELECT \(selection) FROM documents")
        let found = try SQLiteConnection(opening: folder.file("new.sqlite"), readOnly: true).rows("SELECT \(selection) FROM document ORDER BY _id")
        #expect(found.count == 2)
        for (place, name) in typed.enumerated() { #expect(found.map { $0[place] } == [expected[0][place], expected[0][place]], "\(name)") }
    }

    /// Exactly the values that the program has changed differ.
    private func expectEdits(_ lines: [[String]], _ writer: ProgramWriter, before: [String: [String: [String?]]], in folder: TemporaryFolder) throws {
        var expected = before
        for line in lines {
            guard let entity = writer.translation.entities.first(where: { $0.name == line[1] }), let (name, isText) = writer.edited(entity) else { continue }
            let place = entity.attributes.filter { !$0.guess.column.facts.isDerivable }.firstIndex { $0.name == name } ?? 0
            expected[entity.name]?[line[2]]?[place + 1] = isText ? "edited" : "123454321"
        }
        #expect(expected != before || lines.isEmpty)
        #expect(try rows(writer, in: folder) == expected)
    }

    /// The values of the store's attributes by entities and keys, without those that triggers compute.
    private func rows(_ writer: ProgramWriter, in folder: TemporaryFolder) throws -> [String: [String: [String?]]] {
        let new = try SQLiteConnection(opening: folder.file("new.sqlite"), readOnly: true)
        return try writer.translation.entities.reduce(into: [:]) { tables, entity in
            let columns = entity.attributes.filter { !$0.guess.column.facts.isDerivable }.map { SQL.identifier(SnakeCase.convert($0.name)) }
            let rows = try new.rows("SELECT \((["_id"] + columns).joined(separator: ", ")) FROM \(SQL.identifier(SnakeCase.convert(entity.name)))")
            tables[entity.name] = Dictionary(uniqueKeysWithValues: rows.map { ($0[0] ?? "", $0) })
        }
    }

    @discardableResult private func run(_ program: String, _ arguments: [String], in folder: TemporaryFolder) throws -> String {
        let process = try ChildProcess.run(program, arguments, in: folder.path)
        try #require(process.exitCode == 0, "\(arguments): \(process.output)\(process.errors)")
        return process.output
    }

    private func compile(in folder: TemporaryFolder) throws {
        let libraries = try ["Trellis", "Predicates", "ResultLists", "SQLiteAccess", "StoreMigration", "GRDB"].flatMap { name in
            try FileManager.default.contentsOfDirectory(atPath: "\(Project.products)/\(name).build").filter { $0.hasSuffix(".swift.o") }.map { "\(Project.products)/\(name).build/\($0)" }
        }
        let sources = try FileManager.default.contentsOfDirectory(atPath: folder.file("Sources")).sorted().map { "Sources/\($0)" }
        let process = try ChildProcess.run(
            named: "swiftc",
            ["-Onone", "-wmo", "-swift-version", "6", "-module-name", "Program", "-o", "program", "-I", "\(Project.products)/Modules"]
                + SwiftCompilation.moduleMaps.flatMap { ["-I", $0] } + sources + libraries + ["-lsqlite3"],
            in: folder.path)
        try #require(process.exitCode == 0, "\(process.output)\(process.errors)")
    }

    private static func sorted(_ lines: [[String]]) -> [String] { lines.map { $0.joined(separator: "\t") }.sorted() }

    /// One text for each number.
    private static func normalized(_ text: String) -> String {
        guard text.contains(".") || text.contains("e+"), let number = Double(text) else { return text }
        return number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : String(format: "%.9g", number)
    }
}
