import SQLiteAccess
import SQLiteStorage
import SchemaEvolution
import StoreMigration
import TestSupport
import Testing

/// The record of a long model on targets whose statements are short.
struct TextPiecesTests {
    private static func model(_ entities: Int, _ name: String) -> String {
        let list = (0..<entities).map { number in
            "  Item\(number):\n    attributes:\n      \(name): { type: string, default: \"it's \u{b6} \u{1f469}\u{200d}\u{1f52c} \\n \(number)\" }\n"
        }
        return "trellis: 1\nmodel: Large\nentities:\n\(list.joined())"
    }

    @Test(arguments: [100, 333, 1_000]) func `a new schema and a migration record the same text in short statements`(_ limit: Int) throws {
        var target = StorageTarget.d1
        target.maximumStatementBytes = limit * 2
        let (old, new) = (Self.model(12, "name"), Self.model(12, "title"))
        let renames = "renames: {\((0..<12).map { "Item\($0).name: title" }.joined(separator: ", "))}"
        let migration = try PlannedMigration(from: old, to: new, renames)
        let plan = try #require(migration.plan, "\(migration.findings)")
        let text = migration.new.schema.identity.definition
        let pieces = target.pieces(of: text)
        #expect(pieces.joined() == text && pieces.count > 1 && pieces.allSatisfy { SQL.literal($0).utf8.count <= limit + 2 })
        #expect(StorageTarget.file.pieces(of: text) == [text])

        let recorded = "SELECT value FROM _trellis_metadata WHERE key = 'definition'"
        let fresh = try SQLiteConnection.inMemory()
        for statement in migration.new.schema.statements(for: target) { try fresh.execute(statement.sql) }
        #expect(try fresh.rows(recorded) == [[text]])
        let migrated = try SQLiteConnection.inMemory()
        for statement in migration.old.schema.statements(for: target) { try migrated.execute(statement.sql) }
        #expect(try migrated.rows(recorded) == [[migration.old.schema.identity.definition]])
        target.maximumStatementBytes = 8_190
        target.shellLineBytes = limit * 2
        let made = try #require(TargetPlan.plan(plan, from: migration.old, to: migration.new, for: target).plan)
        for step in made.steps { for statement in step.operation.statements { try migrated.execute(statement) } }
        #expect(try migrated.rows(recorded) == [[text]])
    }

    @Test func `a model whose text is longer than a statement of D1 runs there`() throws {
        let long = String(repeating: "a text that a model can have ", count: 60)
        let (old, new) = (Self.model(80, "name").replacing("it's", with: long), Self.model(81, "name").replacing("it's", with: long))
        let versions = (try PlannedMigration.version(old), try PlannedMigration.version(new))
        #expect(versions.1.schema.identity.definition.utf8.count > 100_000)
        #expect(versions.1.schema.statements(for: .d1).allSatisfy { $0.sql.utf8.count <= 100_000 })
        let plan = try #require(MigrationPlanner.plan(from: versions.0, to: versions.1, .init()).plan)
        let made = TargetPlan.plan(plan, from: versions.0, to: versions.1, for: .d1)
        #expect(made.findings == [] && made.plan?.steps.flatMap(\.operation.statements).allSatisfy { $0.utf8.count <= 100_000 } == true)
        #expect(plan.steps.flatMap(\.operation.statements).contains { $0.utf8.count > 100_000 })
    }
}
