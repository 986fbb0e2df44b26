import Predicates
import SQLiteAccess
import Testing

/// The SQL of the shapes that a fetch has beside its objects.
struct FetchStatementTests {
    private let connection: SQLiteConnection

    init() throws {
        connection = try .inMemory()
        try ConditionFunctions.register(on: connection.functions)
        try connection.execute(SampleLayout.schema)
    }

    private func fetch(
        _ condition: String? = nil, sort: [String] = [], limit: Int? = nil, offset: Int = 0
    ) throws -> ResolvedFetch {
        try ResolvedFetch(query(condition, sort: sort, limit: limit, offset: offset), in: SampleLayout.layout)
    }

    private func query(_ condition: String? = nil, sort: [String] = [], limit: Int? = nil, offset: Int = 0) throws -> FetchQuery {
        FetchQuery(
            entity: "Thing", condition: try condition.map { try PredicateParser.condition($0) },
            sort: try sort.map { try PredicateParser.sortTerm($0) }, limit: limit, offset: offset)
    }

    private func expect(
        _ select: SelectStatement, _ sql: String, _ values: [SQLiteValue] = [], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(select.sql == sql, sourceLocation: sourceLocation)
        #expect(select.bindings == values.map { .value($0) }, sourceLocation: sourceLocation)
        _ = try connection.prepare(select.sql)
    }

    @Test func `limit and offset are bound, behind everything else`() throws {
        let fetch = try fetch("count > 1", limit: 5, offset: 2)
        try expect(
            fetch.select(["_id"]), "SELECT t0._id FROM thing AS t0 WHERE t0.count > ? ORDER BY t0._id LIMIT ? OFFSET ?",
            [.integer(1), .integer(5), .integer(2)])
        try expect(
            try self.fetch(offset: 3).select(["_id"]), "SELECT t0._id FROM thing AS t0 ORDER BY t0._id LIMIT ? OFFSET ?",
            [.integer(-1), .integer(3)])
    }

    @Test func `negative limits are none at all, and negative offsets none`() throws {
        try expect(
            try fetch(limit: -3, offset: -2).select(["_id"]), "SELECT t0._id FROM thing AS t0 ORDER BY t0._id LIMIT ?",
            [.integer(0)])
    }

    @Test func `rows with unsaved changes are left out by their keys, and unsaved rows are read from a parameter`() throws {
        let rows = RowOverlay.Rows(
            of: "thing", columns: ["_id", "flag"], replacedKeys: "[1,2]", rows: [[.integer(1), .null]])
        let overlay = RowOverlay(rows: [rows], connections: [], joined: ["person"])
        try expect(
            try fetch("flag == true OR count == 1", limit: 5).select(["_id"], from: .unchanged(overlay)),
            "SELECT t0._id FROM main.thing AS t0 WHERE (t0.flag = 1 OR t0.count = ?)"
                + " AND t0._id NOT IN (SELECT value FROM json_each(?)) ORDER BY t0._id LIMIT ?",
            [.integer(1), .text("[1,2]"), .integer(5)])
        try expect(
            try fetch().selectCount(from: .unsaved(overlay)),
            "WITH _unsaved(_id, flag) AS MATERIALIZED (SELECT trellis_listed(json_extract(value, '$[0]')),"
                + " trellis_listed(json_extract(value, '$[1]')) FROM json_each(?)) SELECT count(*) FROM _unsaved AS t0",
            [.text("[[\"i1\",\"n\"]]")])
    }

    @Test func `a count neither sorts nor joins for the order, and stops at the limit`() throws {
        try expect(
            try fetch("owner.name == 'x'", sort: ["maker.name"]).selectCount(),
            "SELECT count(*) FROM thing AS t0 LEFT JOIN person AS t1 ON t1._id = t0.owner_id WHERE t1.name = ?", [.text("x")])
        try expect(
            try fetch(sort: ["maker.name"], limit: 1).selectCount(),
            "SELECT count(*) FROM (SELECT 1 FROM thing AS t0 LIMIT ?)", [.integer(1)])
    }

    @Test func `values share the joins of the condition and the order`() throws {
        let values = try ResolvedValues(
            ValueQuery(try query("owner.age > 1", sort: ["-owner.name"]), paths: [["name"], ["owner", "name"], ["owner"]]),
            in: SampleLayout.layout)
        try expect(
            values.fetch.select(values.paths),
            "SELECT t0.name, t1.name, t0.owner_id FROM thing AS t0 LEFT JOIN person AS t1 ON t1._id = t0.owner_id"
                + " WHERE t1.age > ? ORDER BY t1.name DESC, t0._id", [.integer(1)])
    }

    @Test func `distinct values come in the order of the fetch and then in that of all of them`() throws {
        let values = try ResolvedValues(
            ValueQuery(try query(sort: ["-limit"], limit: 2), paths: [["name"], ["limit"]], isDistinct: true),
            in: SampleLayout.layout)
        try expect(
            values.fetch.select(values.paths, isDistinct: true),
            "SELECT DISTINCT t0.name, t0.\"limit\" FROM thing AS t0 ORDER BY t0.\"limit\" DESC, t0.name, t0.\"limit\" LIMIT ?",
            [.integer(2)])
    }

    @Test func `groups have their conditions in the order of their places`() throws {
        let sum = GroupExpression.aggregate(.sum, ["price"])
        let groups = try ResolvedGroups(
            GroupQuery(
                try query("count > 1"),
                columns: [
                    .key(["owner", "name"]), .objects, .countDistinct(["info"]), sum, .aggregate(.average, ["price"]),
                    .aggregate(.sum, ["size"]), .aggregate(.min, ["made"]),
                ],
                having: .and([.compare(sum, .greater, .real(1.5)), .not(.compare(.key(["owner", "name"]), .equal, .text("x")))]),
                sort: [GroupSortTerm(sum, isAscending: false)], limit: 7, offset: 1),
            in: SampleLayout.layout)
        try expect(
            groups.select,
            "SELECT t1.name, count(*), count(DISTINCT t0.info), trellis_sum(t0.price), trellis_avg(t0.price) / 1e2,"
                + " trellis_sum(t0.size) + 0.0, min(t0.made)"
                + " FROM thing AS t0 LEFT JOIN person AS t1 ON t1._id = t0.owner_id WHERE t0.count > ?"
                + " GROUP BY t1.name HAVING (trellis_sum(t0.price) > ?) AND ((t1.name = ?) IS NOT TRUE)"
                + " ORDER BY trellis_sum(t0.price) DESC, t1.name LIMIT ? OFFSET ?",
            [.integer(1), .integer(150), .text("x"), .integer(7), .integer(1)])
    }

    @Test func `everything that does not fit is told at once`() throws {
        let error = #expect(throws: ConditionErrors.self) {
            try ResolvedValues(ValueQuery(try query(), paths: [["nam"], ["name"], ["owner", "things"]]), in: SampleLayout.layout)
        }
        #expect(error?.errors.count == 2)
        let groups = #expect(throws: ConditionErrors.self) {
            try ResolvedGroups(
                GroupQuery(
                    try query(), columns: [.key(["owner", "things"]), .aggregate(.sum, ["name"]), .aggregate(.max, ["flag"])],
                    having: .compare(.objects, .equal, .text("x"))),
                in: SampleLayout.layout)
        }
        #expect(groups?.errors.count == 4)
    }
}
