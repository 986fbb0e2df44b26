import Predicates
import SQLiteAccess
import Testing

/// Full-text searches as SQL, over names that have to be quoted.
struct SearchStatementTests {
    private let connection: SQLiteConnection
    private let search = SearchStatement(on: "order", columnCount: 2)

    init() throws {
        connection = try .inMemory()
        try ConditionFunctions.register(on: connection.functions)
        try connection.execute(SampleLayout.schema)
        try connection.execute(
            """
            CREATE VIRTUAL TABLE "order" USING fts5(name, info, content = 'thing', content_rowid = '_id');
            INSERT INTO thing (_id, flag, count, price, name, info, made, maker_id) VALUES
              (1, 1, 1, 0, 'one tree', NULL, 0, 99), (2, 0, 2, 0, 'tree tree', 'a tree in a wood of trees', 0, 99);
            INSERT INTO "order" ("order") VALUES ('rebuild');
            """)
    }

    private func rows(_ select: SelectStatement, _ arguments: SearchArguments) throws -> [[SQLiteValue]] {
        let statement = try connection.prepare(select.sql)
        for (place, value) in try arguments.values(for: select).enumerated() { try statement.raw.bind(value, at: Int32(place + 1)) }
        var rows = [[SQLiteValue]]()
        while try statement.raw.step() {
            rows.append(try (0..<Int32(statement.raw.columnCount)).map { try statement.raw.value(at: $0).value })
        }
        return rows
    }

    private func arguments(
        _ pattern: String, _ opening: String = "<", _ closing: String = ">", _ ellipsis: String = "…", tokens: Int = 3
    ) -> SearchArguments {
        var arguments = SearchArguments(pattern: pattern)
        (arguments.opening, arguments.closing, arguments.ellipsis, arguments.tokens) = (opening, closing, ellipsis, tokens)
        return arguments
    }

    @Test func `the best come first, those alike by their keys, and a limit comes last`() throws {
        let select = search.rows(of: try SampleLayout.fetch(nil, limit: 5), ["_id"])
        #expect(
            select.sql == "SELECT t0._id FROM thing AS t0 JOIN \"order\" ON \"order\".rowid = t0._id"
                + " WHERE \"order\".\"order\" MATCH ? ORDER BY \"order\".rank, t0._id LIMIT ?")
        #expect(try arguments("tree").values(for: select) == [.text("tree"), .integer(5)])
        #expect(try rows(select, arguments("tree")) == [[.integer(2)], [.integer(1)]])
    }

    @Test func `a fetch's condition and order hold too`() throws {
        let fetch = try SampleLayout.fetch("flag == true OR owner.name == 'x'", sort: ["maker.age"])
        let select = search.rows(of: fetch, ["_id", nil])
        #expect(
            select.sql == "SELECT t0._id, NULL FROM thing AS t0 JOIN \"order\" ON \"order\".rowid = t0._id"
                + " LEFT JOIN person AS t1 ON t1._id = t0.owner_id LEFT JOIN person AS t2 ON t2._id = t0.maker_id"
                + " WHERE \"order\".\"order\" MATCH ? AND (t0.flag = 1 OR t1.name = ?) ORDER BY t2.age, \"order\".rank, t0._id")
        #expect(try rows(select, arguments("tree")) == [[.integer(1), .null]])
    }

    @Test func `passages come behind the rank: the best one, then one of each column`() throws {
        let select = search.rows(of: try SampleLayout.fetch("count > 1"), ["_id"], withPassages: true)
        #expect(
            select.sql.hasPrefix(
                "SELECT t0._id, \"order\".rank, snippet(\"order\".\"order\", -1, ?, ?, ?, ?),"
                    + " snippet(\"order\".\"order\", 0, ?, ?, ?, ?),"
                    + " snippet(\"order\".\"order\", 1, ?, ?, ?, ?) FROM thing AS t0 JOIN"))
        let row = try #require(try rows(select, arguments("tree")).first)
        #expect(row[0] == .integer(2))
        #expect(row[2...] == [.text("a <tree> in…"), .text("<tree> <tree>"), .text("a <tree> in…")])
        guard case .real(let rank) = row[1] else {
            Issue.record("no rank: \(row)")
            return
        }
        #expect(rank < 0)
    }

    @Test func `a highlight is the whole text of a column, where the row is found`() throws {
        let select = search.highlight(column: 1, ofRow: 2)
        #expect(try rows(select, arguments("tree")) == [[.text("a <tree> in a wood of trees")]])
        #expect(try rows(search.highlight(column: 1, ofRow: 1), arguments("tree")) == [[.null]])
        #expect(try rows(search.highlight(column: 1, ofRow: 3), arguments("tree")).isEmpty)
        #expect(try rows(select, arguments("one")).isEmpty)
    }

    @Test func `nothing that is given is part of the statement`() throws {
        let select = search.rows(of: try SampleLayout.fetch(nil), ["_id"], withPassages: true)
        for text in ["'", "\"", "?", "'); DROP TABLE thing; --", "\\", "%s", "$pattern"] {
            let row = try #require(try rows(select, arguments("wood", text, text, text, tokens: 1)).first)
            #expect(row[2] == .text(text + text + "wood" + text + text), "\(text)")
        }
    }
}
