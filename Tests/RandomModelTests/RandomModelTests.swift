import Diagnostics
import SQLiteAccess
import SQLiteStorage
import SchemaEvolution
import SchemaModel
import SwiftGeneration
import TestSupport
import Testing

/// Random models: all valid combinations of features must work.
struct RandomModelTests {
    private static let count = TestScale.count(40, long: 3_000)
    private static let compiledCount = 10

    /// A model's text, read; the findings of one that is refused are an issue.
    private func read(_ text: String) throws -> Model {
        let result = ModelReader.read(Array(text.utf8), file: "Model.yaml")
        let errors = result.findings.filter { $0.code.severity == .error }
        if !errors.isEmpty {
            Issue.record("\(TextRenderer(sources: ["Model.yaml": text]).render(errors))\n\(text)")
        }
        return try #require(result.model)
    }

    @Test func `each loads, can be laid out and is taken by SQLite`() throws {
        var random = SeededGenerator.forTests()
        for _ in 0..<Self.count {
            let text = RandomModel(&random).text
            let model = try read(text)
            let (schema, findings) = LayoutPlanner.plan(model)
            #expect(findings.isEmpty, "\(findings.map(\.message))\n\(text)")
            #expect(SchemaVerifier.verify(model, schema).allSatisfy { $0.code.name == "TR1508" }, "\(text)")
            #expect(NameChecks.check(model).isEmpty, "\(NameChecks.check(model).map(\.message))\n\(text)")

            let connection = try SQLiteConnection.inMemory()
            try connection.execute(schema.ddl)
            #expect(try connection.rows("PRAGMA integrity_check") == [["ok"]])
            #expect(try connection.rows("PRAGMA foreign_key_check").isEmpty)
        }
    }

    @Test func `two of them differ exactly where their meanings do`() throws {
        var random = SeededGenerator.forTests()
        for _ in 0..<Self.count {
            let text = RandomModel(&random).text
            let model = try read(text)
            #expect(ModelDifference(from: model, to: try read(model.meaningText)).changes.isEmpty, "\(text)")
            // Another version: a line less, as long as it still is a model.
            var lines = text.split(separator: "\n")
            lines.remove(at: Int.random(in: 2..<lines.count, using: &random))
            let shorter = lines.joined(separator: "\n")
            guard let other = ModelReader.read(Array(shorter.utf8), file: "Model.yaml").model else { continue }
            for (old, new) in [(model, other), (other, model)] {
                let difference = ModelDifference(from: old, to: new)
                #expect(difference.changes.isEmpty == (old.meaningHash == new.meaningHash), "\(text)\nto\n\(shorter)")
            }
        }
    }

    /// The SQL of a schema as a bag of words: the order of columns and docs do not count, and neither does the store's record.
    private func words(of schema: StorageSchema) -> [String] {
        let record = Set(schema.identity.statements.map(\.sql))
        return schema.statements.map(\.sql).filter { !record.contains($0) }.flatMap { sql in
            sql.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("--") }
                .flatMap { $0.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init) }
        }.sorted()
    }

    @Test func `where a line less changes the SQL of the schema, it changes the storage hash`() throws {
        var random = SeededGenerator.forTests()
        var (changed, kept) = (0, 0)
        for _ in 0..<Self.count {
            let text = RandomModel(&random).text
            let model = try read(text)
            var lines = text.split(separator: "\n")
            lines.remove(at: Int.random(in: 2..<lines.count, using: &random))
            let shorter = lines.joined(separator: "\n")
            guard let other = ModelReader.read(Array(shorter.utf8), file: "Model.yaml").model else { continue }
            let isSameSQL = words(of: LayoutPlanner.plan(model).schema) == words(of: LayoutPlanner.plan(other).schema)
            let isSameHash = model.storageHash == other.storageHash
            #expect(isSameSQL || !isSameHash, "\(text)\nto\n\(shorter)")
            #expect(model.meaningHash != other.meaningHash || isSameHash, "\(text)\nto\n\(shorter)")
            if isSameSQL { kept += 1 } else { changed += 1 }
        }
        #expect(changed > 0 && kept > 0)
    }

    @Test func `the canonical text of each is read as an equal model`() throws {
        var random = SeededGenerator.forTests()
        for _ in 0..<Self.count {
            let text = RandomModel(&random).text
            let model = try read(text)
            let again = try read(model.meaningText)
            #expect(again.meaningText == model.meaningText)
            // What the canonical text left out would be missing from the database or from the classes.
            #expect(contents(of: again) == contents(of: model), "\(text)")
            let files = try FileGenerator(model: again, schema: LayoutPlanner.plan(again).schema, source: "x").swiftFiles(
                .committed, access: .internal)
            #expect(files.count > 1)
        }
    }

    /// The statements that make the database, but for what the order of a file decides: columns, and so all that lists them.
    private func contents(of model: Model) -> [String] {
        let schema = LayoutPlanner.plan(model).schema
        return schema.statements.map(\.sql).filter { !$0.hasPrefix("INSERT INTO _trellis") }.map { statement in
            statement.split { ",()\n ".contains($0) }.sorted().joined(separator: " ")
        }.sorted()
    }

    @Test(arguments: 0..<compiledCount)
    func `a sample is generated as Swift that compiles without a warning`(_ number: Int) throws {
        var random = SeededGenerator.forTests("compiled model \(number)")
        for _ in 0..<number { _ = random.next() }
        let text = RandomModel(&random).text
        let model = try read(text)
        let schema = LayoutPlanner.plan(model).schema
        let access = AccessLevel.allCases[number % AccessLevel.allCases.count]
        let files = try FileGenerator(model: model, schema: schema, source: "Model.yaml").swiftFiles(.committed, access: access)
        let compilation = try SwiftCompilation(
            files: Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.text) }),
            options: ["-warnings-as-errors", "-package-name", "sample"])
        #expect(compilation.succeeded, "\(compilation.output)\n\(text)")
    }
}
