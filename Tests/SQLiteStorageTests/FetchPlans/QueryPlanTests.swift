import SQLiteStorage
import Testing

/// What `EXPLAIN QUERY PLAN` writes, in the words of several versions of SQLite.
struct QueryPlanTests {
    private func actions(_ lines: String...) -> [QueryPlan.Action] {
        QueryPlan(rows: lines.enumerated().map { ["\($0 + 2)", "0", "0", $1] }).steps.map(\.action)
    }

    @Test func `a scan is of a table or of an index`() {
        #expect(
            actions(
                "SCAN t0", "SCAN t0 USING INDEX a__b", "SCAN t0 USING COVERING INDEX a__b", "SCAN t0 VIRTUAL TABLE INDEX 0:M2") == [
                .scan(row: "t0", .table), .scan(row: "t0", .index(name: "a__b", isCovering: false)),
                .scan(row: "t0", .index(name: "a__b", isCovering: true)), .scan(row: "t0", .virtualTable),
            ])
    }

    @Test func `a search says by which values and ranges it finds`() {
        let index = QueryPlan.Access.index(name: "a__b", isCovering: false)
        let covering = QueryPlan.Access.index(name: "a__b", isCovering: true)
        #expect(
            actions(
                "SEARCH t0 USING INDEX a__b (a=? AND b>? AND b<?)", "SEARCH t1 USING COVERING INDEX a__b (a=?) LEFT-JOIN",
                "SEARCH t1 USING INTEGER PRIMARY KEY (rowid=?)", "SEARCH t2 USING AUTOMATIC PARTIAL COVERING INDEX (c=?)") == [
                    .search(row: "t0", index, by: [.init(column: "a", isEquality: true), .init(column: "b", isEquality: false)]),
                    .search(row: "t1", covering, by: [.init(column: "a", isEquality: true)]),
                    .search(row: "t1", .key, by: [.init(column: "rowid", isEquality: true)]),
                    .search(row: "t2", .temporaryIndex, by: [.init(column: "c", isEquality: true)]),
                ])
    }

    @Test func `a sort is of everything, or of what is equal in a part of the order`() {
        #expect(actions("USE TEMP B-TREE FOR ORDER BY") == [.sort(isPartial: false)])
        for part in ["RIGHT PART", "LAST TERM", "LAST 2 TERMS"] {
            #expect(actions("USE TEMP B-TREE FOR \(part) OF ORDER BY") == [.sort(isPartial: true)])
        }
        #expect(actions("USE TEMP B-TREE FOR DISTINCT", "USE TEMP B-TREE FOR GROUP BY") == [.distinct, .group])
    }

    @Test func `steps are parts of others`() {
        let plan = QueryPlan(rows: [
            ["4", "0", "0", "MULTI-INDEX OR"], ["5", "4", "0", "INDEX 1"], ["11", "5", "0", "SEARCH t0 USING INDEX x (a=?)"],
            ["15", "0", "0", "CORRELATED SCALAR SUBQUERY 1"], ["19", "15", "0", "SCAN t1"],
            ["20", "0", "0", "LIST SUBQUERY 2"], ["21", "0", "0", "CO-ROUTINE 3"],
        ])
        #expect(plan.steps.map(\.action) == [
            .eitherIndex, .subquery(isCorrelated: true), .subquery(isCorrelated: false), .subquery(isCorrelated: false),
        ])
        #expect(plan.steps[0].children.map(\.action) == [.part])
        #expect(plan.steps[0].children[0].children.map(\.detail) == ["SEARCH t0 USING INDEX x (a=?)"])
        #expect(plan.steps[1].children.map(\.action) == [.scan(row: "t1", .table)])
    }

    @Test(
        "An unknown line stays unchanged",
        arguments: [
            "", "SCAN CONSTANT ROW", "SCAN 3 CONSTANT ROWS", "USE TEMP B-TREE FOR count(DISTINCT)", "INDEX of something",
            "BLOOM FILTER ON t1 (a=?)",
            "SCAN t0 IN A NEW WAY", "SEARCH t0 USING WHATEVER (a=?)", "MERGE (UNION)",
        ])
    func unknown(line: String) {
        let steps = QueryPlan(rows: [["2", "0", "0", line]]).steps
        #expect(steps.map(\.action) == [.other] && steps.map(\.detail) == [line])
    }

    @Test func `rows that make no tree give no steps`() {
        #expect(QueryPlan(rows: []).steps.isEmpty)
        let plan = QueryPlan(rows: [[], ["1"], ["2", "2", "0", "SCAN t0"], ["0", "0", "0", "SCAN t0"]])
        #expect(plan.steps.map(\.detail) == ["SCAN t0"])
    }
}
