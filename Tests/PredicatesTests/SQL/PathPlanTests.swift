import Predicates
import SQLiteAccess
import Testing

/// What SQLite makes of conditions on other objects: where it begins, and what it need not count.
struct PathPlanTests {
    private let connection: SQLiteConnection

    init() throws {
        connection = try .inMemory()
        try ConditionFunctions.register(on: connection.functions)
        try connection.execute(SampleLayout.schema)
        try connection.execute(
            "CREATE INDEX person__name ON person (name); CREATE INDEX thing__owner ON thing (owner_id)")
    }

    /// SQLite's lines about the tables of a fetch.
    private func plan(_ condition: String) throws -> [String] {
        let parameters = [
            "name": FetchParameter(type: .text, isOptional: false), "maybe": FetchParameter(type: .text, isOptional: true),
        ]
        let select = try SampleLayout.fetch(condition, parameters: parameters).select(["_id"])
        let lines = try connection.rows("EXPLAIN QUERY PLAN " + select.sql).compactMap { $0.last ?? nil }
        return lines.filter { !$0.hasPrefix("USE TEMP") }
    }

    @Test(
        "A value that an object at the end of a path must have is where SQLite begins",
        arguments: ["owner.name == 'x'", "owner.name == $name", "'x' == owner.name", "owner.name == 'x' AND flag == true"])
    func beginsAtTheEnd(condition: String) throws {
        let lines = try plan(condition).map { $0.replacing(" COVERING", with: "") }
        #expect(
            lines == ["SEARCH t1 USING INDEX person__name (name=?)", "SEARCH t0 USING INDEX thing__owner (owner_id=?)"])
    }

    @Test(
        "Where nil is found too, every object is looked at",
        arguments: [
            "owner.name == $maybe", "owner.name != 'x'", "NOT owner.name == 'x'", "owner.name == nil",
            "owner.name == 'x' OR flag == true",
        ])
    func looksAtAll(condition: String) throws {
        let lines = try plan(condition)
        #expect(lines.count == 2, "\(lines)")
        #expect(lines.first?.hasPrefix("SCAN t0") == true && lines.last?.hasPrefix("SEARCH t1 USING INTEGER PRIMARY KEY") == true)
    }
}
