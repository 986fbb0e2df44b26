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

        let transfer = DatabaseTransfer(of: source, translation, model: model, schema: schema)
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

    /// SQLite's own check names columns of no key in such a table.
    @Test func `a table without row numbers whose key is in another order raises no alarm`() throws {
        let folder = try TemporaryFolder()
        try Self.write(
            """
            CREATE TABLE t (a TEXT, b INTEGER NOT NULL, c TEXT NOT NULL, d REAL NOT NULL, PRIMARY KEY (c, b)) WITHOUT ROWID; INSERT INTO t VALUES (NULL, 1, 'x', 0.5);
            CREATE TABLE u (a TEXT NOT NULL, b INTEGER, c TEXT, PRIMARY KEY (c, b)) WITHOUT ROWID; INSERT INTO u VALUES ('z', 1, 'x');
            """, to: folder.file("a.db"))
        let source = try SourceDatabase(opening: folder.file("a.db"), copyingBeside: nil)
        #expect(DatabaseTranslation(source, named: "A").remarks.filter { $0.kind == .unchecked } == [])
    }

    /// SQLite finds the row of `'01'`, and a store of Trellis keeps the row only.
    @Test func `keys that are written otherwise than those of their rows are counted and listed`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("old.db")
        try Self.write(
            """
            CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE w (word TEXT PRIMARY KEY COLLATE NOCASE, b BLOB);
            CREATE TABLE c (id INTEGER PRIMARY KEY, p TEXT REFERENCES p, w TEXT REFERENCES w, plain INTEGER REFERENCES p, any REFERENCES p);
            CREATE TABLE pw (p TEXT NOT NULL REFERENCES p, w TEXT NOT NULL REFERENCES w, PRIMARY KEY (p, w));
            CREATE TABLE k (id BLOB PRIMARY KEY);
            INSERT INTO p VALUES (1), (12); INSERT INTO w (word) VALUES ('abc'), ('Y'); INSERT INTO pw VALUES ('1', 'y'), ('012', 'Y'); INSERT INTO k VALUES (x'00ff');
            INSERT INTO c VALUES (1, '01', 'ABC', 1, 1), (2, '1', 'abc', '1', '1'), (3, ' 1', 'y', 12, 12.0), (4, '1.0', NULL, NULL, NULL), (5, '12', 'Y', NULL, NULL);
            """, to: path)
        let source = try SourceDatabase(opening: path, copyingBeside: nil)
        let translation = DatabaseTranslation(source, named: "Imported")
        let model = try #require(ModelReader.read(Array(translation.text.utf8), file: "Imported.yaml").model)
        let schema = LayoutPlanner.plan(model, as: ModelVersion(number: 1, isDraft: false)).schema
        try DatabaseTransfer(of: source, translation, model: model, schema: schema).copy(to: TargetFiles(store: folder.file("new.sqlite"), identities: folder.file("keys"), source: path)).finish()
        let report = ImportRemark.text(of: translation.remarks).split(separator: "\n").filter { $0.contains("--keys") }
        #expect(
            report.joined(separator: "\n") == """
                  C.p: 3 of 5 keys of 'p', such as ' 1'. '--keys' lists them
                  C.w: 2 of 4 keys of 'w', such as 'ABC'. '--keys' lists them
                  C.any: 1 of 3 keys of 'p', such as '1'. '--keys' lists them
                  W.ps: 1 of 2 keys of 'p', such as '012'. '--keys' lists them
                  P.ws: 1 of 2 keys of 'w', such as 'y'. '--keys' lists them
                """)
        let text = String(decoding: try #require(FileManager.default.contents(atPath: folder.file("keys"))), as: UTF8.self)
        let lines = text.split(separator: "\n").map { $0.replacing(/trellis:\/\/[^\/]+\//, with: "") }
        #expect(
            lines == [
                "P\t1\tP/1", "P\t12\tP/12", "W\tabc\tW/1", "W\tY\tW/2", "C\t1\tC/1", "C\t2\tC/2", "C\t3\tC/3", "C\t4\tC/4", "C\t5\tC/5", "K\tX'00FF'\tK/1",
                "C.p\t1\t01\tP/1", "C.p\t3\t 1\tP/1", "C.p\t4\t1.0\tP/1", "C.w\t1\tABC\tW/1", "C.w\t3\ty\tW/2", "C.any\t2\t1\tP/1", "W.ps\t012\tY\t012\tP/12", "P.ws\t1\ty\ty\tW/2",
            ])
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
                try DatabaseTransfer(of: source, translation, model: model, schema: schema).copy(to: TargetFiles(store: target, identities: nil, source: path)).finish()
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
