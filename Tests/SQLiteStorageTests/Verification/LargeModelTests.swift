import SQLiteStorage
import SchemaModel
import Testing

/// A model of more tables than are proved in one database.
struct LargeModelTests {
    /// Entities that lead to the next one in a ring; fetches cross from the last to the first.
    private func model(count: Int, name: (Int) -> String = { "Entity\($0)" }, sort: String = "next.next.number") throws -> Model {
        let entities = (0..<count).map { number in
            """
              \(name(number)):
                attributes: { number: int }
                relationships:
                  next: { to: \(name((number + 1) % count))?, inverse: previous }
                  previous: { to: [\(name((number + count - 1) % count))], inverse: next }
                fetches: { far: { where: next.number != 1, sort: \(sort) } }
            """
        }
        return try readModel("trellis: 1\nmodel: Large\nentities:\n" + entities.joined(separator: "\n"))
    }

    @Test("Fetches that lead from one database to another are proved", arguments: [31, 32, 33, 600])
    func fetches(count: Int) throws {
        let model = try model(count: count)
        #expect(SchemaVerifier.verify(model, LayoutPlanner.plan(model).schema).isEmpty)
    }

    @Test("Tables of relationships are proved, wherever their ends are")
    func joinTables() throws {
        let entities = (0..<80).map { number in
            """
              Entity\(number):
                relationships:
                  next: { to: [Entity\((number + 40) % 80)], inverse: previous }
                  previous: { to: [Entity\((number + 40) % 80)], inverse: next }
            """
        }
        let model = try readModel("trellis: 1\nmodel: Large\nentities:\n" + entities.joined(separator: "\n"))
        let schema = LayoutPlanner.plan(model).schema
        #expect(schema.joinTables.count == 80)
        #expect(SchemaVerifier.verify(model, schema).isEmpty)
    }

    @Test("What SQLite refuses is found in every part, at its entity")
    func refusals() throws {
        let model = try model(count: 600) { $0 % 200 == 199 ? "SqliteEntity\($0)" : "Entity\($0)" }
        let findings = SchemaVerifier.verify(model, LayoutPlanner.plan(model).schema)
        #expect(findings.map(\.code.name) == ["TR1601", "TR1601", "TR1601"])
        #expect(findings.map(\.span) == [199, 399, 599].map { model.entities[$0].name.span })
    }
}
