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
