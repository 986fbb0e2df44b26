import Diagnostics
import Foundation
import SQLiteAccess
import SQLiteStorage
import SchemaModel
import StoreImport
import TestSupport
import Testing

@testable import SQLiteImport

/// Databases of other programs become models and stores with the same rows.
struct DatabaseImportTests {
    static let cases = ShopCases.all + FrameworkCases.all + OddCases.all + RuleCases.all + GuessCases.all

    @Test(arguments: cases) func `a database becomes a model and a store with the same rows`(_ example: DatabaseCase) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("old.db")
        try Self.write(example.sql, to: path)
        let before = FileManager.default.contents(atPath: path)
        let source = try SourceDatabase(opening: path, copyingBeside: nil)
        let translation = DatabaseTranslation(source, named: "Imported")
        let read = ModelReader.read(Array(translation.text.utf8), file: "Imported.yaml")
        let model = try #require(read.model, "\(read.findings.map(\.message)) \(translation.text)")
        let (schema, findings) = LayoutPlanner.plan(model, as: ModelVersion(number: 1, isDraft: false))
        #expect(findings.map(\.message) == [])
        let text = ModelFormatter.format(Array(translation.text.utf8)) ?? ""
        expect(text, has: example.model)
        expect(ImportRemark.text(of: translation.remarks), has: example.report)

        let transfer = DatabaseTransfer(of: source, translation, schema: schema)
        try transfer.copy(to: TargetFiles(store: folder.file("new.sqlite"), identities: folder.file("keys"), source: path)).finish()
        let (old, new) = (try SQLiteConnection(opening: path, readOnly: true), try SQLiteConnection(opening: folder.file("new.sqlite"), readOnly: true))
        for pair in example.rows { #expect(try new.rows(pair.new) == old.rows(pair.old), "\(pair.new)\n\(text)") }
        #expect(try new.rows("PRAGMA integrity_check") == [["ok"]])
        #expect(try new.rows("PRAGMA foreign_key_check") == [])
        #expect(FileManager.default.contents(atPath: path) == before)
        // Importing again is an empty difference.
        #expect(DatabaseTranslation(try SourceDatabase(opening: path, copyingBeside: nil), named: "Imported").text == translation.text)
    }

    private func expect(_ text: String, has parts: [String]) {
        let missing = parts.filter { !text.contains($0) }
        #expect(missing == [], "\(text)")
    }

    static func write(_ sql: String, to path: String) throws {
        let connection = try SQLiteConnection(creating: path)
        try connection.execute("BEGIN; \(sql); COMMIT")
    }

    /// Bytes of a database that change at random.
    @Test func `a damaged database is refused or imported`() throws {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: 24)
        for number in 0..<120 {
            let example = Self.cases[number % Self.cases.count]
            guard example.name != "200 tables" else { continue }
            let path = folder.file("\(number).db")
            try Self.write(example.sql, to: path)
            var bytes = Array(try #require(FileManager.default.contents(atPath: path)))
            for _ in 0..<Int.random(in: 1...20, using: &generator) { bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator) }
            if number % 5 == 0 { bytes = Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &generator))) }
            try Data(bytes).write(to: URL(filePath: path))
            do {
                let source = try SourceDatabase(opening: path, copyingBeside: nil)
                let translation = DatabaseTranslation(source, named: "Imported")
                guard let model = ModelReader.read(Array(translation.text.utf8), file: "Imported.yaml").model else {
                    if source.tableCount > 0 { Issue.record("\(number): \(translation.text)") }
                    continue
                }
                let schema = LayoutPlanner.plan(model, as: ModelVersion(number: 1, isDraft: false)).schema
                let target = folder.file("\(number).sqlite")
                try DatabaseTransfer(of: source, translation, schema: schema).copy(to: TargetFiles(store: target, identities: nil, source: path)).finish()
            } catch is StoreImportError {
                continue
            }
        }
    }

    @Test func `what is no database of another program is refused`() throws {
        let folder = try TemporaryFolder()
        func message(_ name: String) -> String {
            do {
                _ = try SourceDatabase(opening: folder.file(name), copyingBeside: nil)
                return ""
            } catch { return error.message.replacing(folder.path, with: "") }
        }
        try folder.write("no database, but a text that is long enough to be one", to: "text.db")
        #expect(message("text.db") == "'/text.db': file is not a database")
        #expect(message("none.db") == "'/none.db' does not exist")
        try Self.write("CREATE TABLE _trellis_metadata (key, value)", to: folder.file("trellis.db"))
        #expect(message("trellis.db") == "the file is a store of Trellis already")
        try Self.write("CREATE TABLE Z_METADATA (a); CREATE TABLE Z_PRIMARYKEY (a)", to: folder.file("apple.db"))
        #expect(message("apple.db") == "the file is a store of Core Data: use 'trellis import store'")
    }

    @Test func `rows in a write-ahead log are imported`() throws {
        let folder = try TemporaryFolder()
        let writer = try SQLiteConnection(creating: folder.file("live.db"))
        _ = try writer.rows("PRAGMA journal_mode = WAL")
        try writer.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT); INSERT INTO t VALUES (1, 'x')")
        for end in ["", "-wal"] { try FileManager.default.copyItem(atPath: folder.file("live.db\(end)"), toPath: folder.file("copy.db\(end)")) }
        let source = try SourceDatabase(opening: folder.file("copy.db"), copyingBeside: folder.file("new.sqlite"))
        #expect(source.contents.tables.map(\.rowCount) == [1])
    }
}
