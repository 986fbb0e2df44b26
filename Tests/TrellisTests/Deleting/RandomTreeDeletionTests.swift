import TestSupport
import Testing
import Trellis

/// Trees with branches longer than SQLite's actions follow, some of whose objects the context knows and has led elsewhere.
struct RandomTreeDeletionTests {
    private static let length = 1_500

    @Test func `it goes from its root, whatever its shape and whatever is known of it`() throws {
        var random = SeededGenerator.forTests()
        let model = ConnectionModel(span: .oneEntity, near: .init(isToMany: true, rule: .cascade), far: .init())
        for _ in 0..<TestScale.count(3, long: 100) {
            try DynamicModel.$schema.withValue(DynamicSchema(model.yaml)) {
                let store = try ConnectionStore()
                try store.fillChain(Self.length)
                // Each hangs on one before it, near or far.
                let spread = [1, 3, 50, Self.length].randomElement(using: &random) ?? 1
                for row in 2...Self.length {
                    let parent = Int.random(in: max(1, row - spread)..<row, using: &random)
                    try store.plain.execute("UPDATE left SET far_id = \(parent) WHERE _id = \(row)")
                }
                let context = try store.container.makeContext()
                var known = [DynamicObject]()
                for row in 2...Self.length where Int.random(in: 0..<4, using: &random) == 0 {
                    known.append(try context.dynamic("Left", row: Int64(row)))
                }
                // Some are led elsewhere before: to the one that stays, with all that hangs on them.
                let other = try context.dynamic("Left", row: Int64(Self.length + 1))
                var kept = Set<Int64>()
                for object in known.shuffled(using: &random).prefix(3) {
                    try other.add(object, to: "near")
                    kept.insert(try #require(object.objectID.rowID))
                }
                let roots = kept.map(String.init).joined(separator: ", ")
                let expected = try store.plain.rows(
                    """
                    WITH RECURSIVE kept(row) AS (
                      SELECT _id FROM left WHERE _id IN (\(roots), \(Self.length + 1))
                      UNION SELECT _id FROM left JOIN kept ON far_id = row WHERE _id NOT IN (\(roots)))
                    SELECT row FROM kept ORDER BY row
                    """)
                try context.delete(context.dynamic("Left", row: 1))
                #expect(try context.fetchAll(DynamicLeft.self).map { $0.objectID.rowID.map(String.init) } == expected.map(\.[0]))
                try context.save()
                #expect(try store.plain.rows("SELECT _id FROM left ORDER BY _id") == expected)
            }
        }
    }
}
