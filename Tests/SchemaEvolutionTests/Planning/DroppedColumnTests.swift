import SchemaEvolution
import StoreMigration
import Testing

/// SQLite writes all rows of a table for each column that is dropped in place.
struct DroppedColumnTests {
    private func model(_ attributes: String, indexes: String = "") -> String {
        """
        trellis: 1
        model: Shop
        entities:
          Item:
            attributes: { name: string\(attributes) }
            indexes: [name\(indexes)]

        """
    }

    private func plan(dropping names: String, indexes: String = "") throws -> MigrationPlan {
        let attributes = names.map { ", \($0): int?" }.joined()
        let drops = names.map { "Item.\($0): a test" }.joined(separator: ", ")
        let migration = try PlannedMigration(
            from: model(attributes + ", x: int?, y: int?", indexes: indexes), to: model(", x: int?, y: int?", indexes: indexes),
            "drops: { \(drops) }")
        return try #require(migration.plan)
    }

    private func isRebuilt(_ plan: MigrationPlan) -> Bool { plan.steps.contains { $0.sql.contains("CREATE TABLE _trellis_new_item") } }

    @Test func `a few columns go one by one, and the indexes stay`() throws {
        let plan = try plan(dropping: "ab")
        #expect(plan.steps.map(\.sql).filter { $0.contains("DROP") } == ["ALTER TABLE item DROP COLUMN a", "ALTER TABLE item DROP COLUMN b"])
        #expect(!isRebuilt(plan))
    }

    @Test func `many columns go with one rebuild, which says why`() throws {
        let plan = try plan(dropping: "abc")
        let rebuild = try #require(plan.steps.first { $0.purpose?.contains("dropped") == true && $0.rule != nil })
        #expect(rebuild.purpose?.contains("3 columns are dropped") == true && isRebuilt(plan))
        #expect(!plan.steps.contains { $0.sql.contains("DROP COLUMN") })
    }

    @Test func `more columns go one by one where a rebuild makes more indexes again`() throws {
        #expect(!isRebuilt(try plan(dropping: "abc", indexes: ", x, y, [x, y]")))
        #expect(isRebuilt(try plan(dropping: "abcde", indexes: ", x, y, [x, y]")))
    }
}
