import Predicates
import SQLiteAccess
import Testing

/// Conditions as SQL.
struct SQLTextTests {
    /// What follows `FROM thing AS t0` in the SQL of a fetch, and the values in it.
    private func sql(_ condition: String?, sort: [String] = [], limit: Int? = nil) throws -> (
        text: String, values: [SelectStatement.Binding]
    ) {
        let parameters = [
            "name": FetchParameter(type: .text, isOptional: false), "info": FetchParameter(type: .text, isOptional: true),
            "owner": FetchParameter(type: .object(entity: "Person"), isOptional: false),
        ]
        let select = try SampleLayout.fetch(condition, sort: sort, limit: limit, parameters: parameters).select(["_id"])
        let start = "SELECT t0._id FROM thing AS t0"
        #expect(select.sql.hasPrefix(start))
        _ = try connection.prepare(select.sql)
        return (String(select.sql.dropFirst(start.count)), select.bindings)
    }

    let connection: SQLiteConnection

    init() throws {
        connection = try .inMemory()
        try ConditionFunctions.register(on: connection.functions)
        try connection.execute(SampleLayout.schema)
    }

    @Test("A fetch of everything comes in the order of the keys")
    func everything() throws {
        #expect(try sql(nil).text == " ORDER BY t0._id")
    }

    @Test("Columns that are wanted are quoted where they have to be")
    func columns() throws {
        let select = try SampleLayout.fetch(nil).select(["_id", "limit", "name"])
        #expect(select.sql == "SELECT t0._id, t0.\"limit\", t0.name FROM thing AS t0 ORDER BY t0._id")
    }

    @Test(
        "IS and IS NOT stand where a side may be nil; = at the end of a key path where one side never is",
        arguments: [
            ("name == 'x'", "t0.name = ?"), ("name != 'x'", "t0.name <> ?"), ("info == 'x'", "t0.info IS ?"),
            ("info != 'x'", "t0.info IS NOT ?"),
            ("name == nil", "t0.name IS NULL"), ("name == $name", "t0.name = ?"), ("name == $info", "t0.name IS ?"),
            ("info == $info", "t0.info IS ?"), ("info == $name", "t0.info IS ?"), ("name == info", "t0.name IS t0.info"),
            ("name != info", "t0.name IS NOT t0.info"), ("maybeFlag == true", "t0.maybe_flag IS 1"),
            ("info == nil", "t0.info IS NULL"),
            ("NOT info == 'x'", "(t0.info IS ?) IS NOT TRUE"), ("limit + 1 == 3", "(t0.\"limit\" + ?) IS ?"),
            ("limit + 1 == limit", "(t0.\"limit\" + ?) IS t0.\"limit\""),
            ("limit < 3", "t0.\"limit\" < ?"), ("3 >= limit", "? >= t0.\"limit\""), ("maker == $owner", "t0.maker_id = ?"),
            ("owner == $owner", "t0.owner_id IS ?"),
            ("NOT name == 'x'", "(t0.name = ?) IS NOT TRUE"),
            ("NOT (limit < 3 AND flag == true)", "(t0.\"limit\" < ? AND t0.flag = 1) IS NOT TRUE"),
            ("flag == true OR count == 1 AND count == 2", "t0.flag = 1 OR (t0.count = ? AND t0.count = ?)"),
            ("(flag == true OR count == 1) AND count == 2", "(t0.flag = 1 OR t0.count = ?) AND t0.count = ?"),
        ])
    func comparisons(condition: String, expected: String) throws {
        #expect(try sql(condition).text == " WHERE \(expected) ORDER BY t0._id")
    }

    @Test("Paths with the same beginning share their joins, in the condition and in the order")
    func joins() throws {
        let text = try sql(
            "owner.name == 'x' AND owner.age > 1 AND owner.boss.name != maker.name", sort: ["-owner.boss.age", "maker.age"]
        ).text
        #expect(
            text == " LEFT JOIN person AS t1 ON t1._id = t0.owner_id LEFT JOIN person AS t2 ON t2._id = t1.boss_id"
                + " LEFT JOIN person AS t3 ON t3._id = t0.maker_id"
                + " WHERE t1.name = ? AND t1.age > ? AND t2.name IS NOT t3.name ORDER BY t2.age DESC, t3.age, t0._id")
    }

    @Test("Values are bound as they are stored, in the order of their places, but for Booleans and nil; the limit comes last")
    func bindings() throws {
        let (text, values) = try sql("price >= 1.5 AND name == $name AND due == '2000-02-29' AND flag == false", limit: 3)
        #expect(text.hasSuffix(" LIMIT ?"))
        #expect(
            values == [
                .value(.integer(150)), .parameter("name", as: .text), .value(.text("2000-02-29")), .value(.integer(3)),
            ])
    }

    @Test("A decimal without a scale is bound as its canonical text")
    func exactDecimals() throws {
        let (text, values) = try sql("ratio == 1.50 AND ratio != -2 AND NOT (ratio = nil)")
        #expect(text == " WHERE t0.ratio IS ? AND t0.ratio IS NOT ? AND (t0.ratio IS NULL) IS NOT TRUE ORDER BY t0._id")
        #expect(values == [.value(.text("1.5")), .value(.text("-2"))])
    }

    @Test("A decimal without a scale has no order, and is no other kind of number")
    func exactDecimalsHaveNoOrder() throws {
        let parameter = ["amount": FetchParameter(type: .decimal(scale: 2), isOptional: false)]
        for condition in ["ratio < 1", "1 >= ratio", "ratio > ratio", "ratio == price", "ratio == $amount", "ratio == count"] {
            let error = #expect(throws: ConditionErrors.self, "\(condition)") {
                try SampleLayout.fetch(condition, parameters: parameter)
            }
            #expect(error?.errors.map(\.kind) == [.type])
        }
        #expect(throws: ConditionErrors.self) { try SampleLayout.fetch("ratio == 'text'") }
        for sort in ["ratio", "-ratio"] {
            let error = #expect(throws: ConditionErrors.self) { try SampleLayout.fetch(nil, sort: [sort]) }
            #expect(error?.errors.map(\.kind) == [.type])
        }
    }

    @Test("A Swift program's Double stands for the decimal that was written; one beyond all decimals is still in order")
    func doubles() throws {
        func value(_ path: String, _ comparison: Comparison, _ number: Double) throws -> SelectStatement.Binding? {
            let query = FetchQuery(entity: "Thing", condition: .compare(path, comparison, .real(number)))
            return try ResolvedFetch(query, in: SampleLayout.layout).select(["_id"]).bindings.first
        }
        #expect(try value("price", .less, 0.29) == .value(.integer(29)))
        #expect(try value("price", .less, 1e300) == .value(.real(1e302)))
        #expect(try value("price", .greater, -.infinity) == .value(.real(-.infinity)))
        #expect(try value("ratio", .equal, 0.1) == .value(.text("0.1")))
        #expect(throws: ConditionErrors.self) { try value("ratio", .equal, .infinity) }
    }

    @Test("A group of one part is that part, wherever it stands")
    func singleParts() throws {
        let (a, b, c) = (
            Condition.compare("count", .equal, .integer(1)), Condition.compare("count", .equal, .integer(2)),
            Condition.compare("flag", .equal, .bool(true))
        )
        for group in [Condition.or([.or([a, b])]), .and([.or([a, b])]), .or([.and([.or([a, b])])])] {
            let query = FetchQuery(entity: "Thing", condition: .and([group, c]))
            let select = try ResolvedFetch(query, in: SampleLayout.layout).select(["_id"])
            #expect(select.sql.contains(" WHERE (t0.count = ? OR t0.count = ?) AND t0.flag = 1 "))
        }
    }

    @Test("The conditions without parts are true and false")
    func empty() throws {
        let query = FetchQuery(entity: "Thing", condition: .or([.and([]), .or([])]))
        let select = try ResolvedFetch(query, in: SampleLayout.layout).select(["_id"])
        #expect(select.sql.contains(" WHERE TRUE OR FALSE "))
    }

    @Test("A fetch tells which entities decide what it finds")
    func entitiesRead() throws {
        #expect(try SampleLayout.fetch("owner == nil").entitiesRead == ["Thing"])
        #expect(try SampleLayout.fetch(nil, sort: ["owner.age"]).entitiesRead == ["Thing", "Person"])
    }

    @Test func `a fetch tells which relationships its condition leads through, from the fetched object on`() throws {
        let fetch = try SampleLayout.fetch(
            "ANY owner.staff.boss.name == 'x' AND SUBQUERY(tags, $t, $t.fan.age > maker.age).@count > 0 AND name == 'y'")
        #expect(fetch.entitiesPassed == ["Person", "Tag"])
        #expect(fetch.joinTablesPassed == ["thing_tag"])
    }

    @Test(
        "Members become subqueries, each with names of its own",
        arguments: [
            (
                "ANY tags.name == 'x'",
                "EXISTS (SELECT 1 FROM thing_tag AS t2 JOIN tag AS t1 ON t1._id = t2.tag_id"
                    + " WHERE t2.thing_id = t0._id AND t1.name IS ?)"
            ),
            ("NONE owner.things.count > 3", "NOT EXISTS (SELECT 1 FROM thing AS t2 WHERE t2.owner_id = t1._id AND t2.count > ?)"),
            (
                "owner.things.@sum.price > 3",
                "(SELECT trellis_sum(t2.price) FROM thing AS t2 WHERE t2.owner_id = t1._id) > ?"
            ),
            (
                "ALL owner.staff.boss.name == 'x'",
                "NOT EXISTS (SELECT 1 FROM person AS t2 LEFT JOIN person AS t3 ON t3._id = t2.boss_id"
                    + " WHERE t2.boss_id = t1._id AND (t3.name = ?) IS NOT TRUE)"
            ),
            (
                "SUBQUERY(tags, $t, $t.weight > 1).@count > 0",
                "EXISTS (SELECT 1 FROM thing_tag AS t2 JOIN tag AS t1 ON t1._id = t2.tag_id"
                    + " WHERE t2.thing_id = t0._id AND t1.weight > ?)"
            ),
            (
                "0 < tags.@count",
                "EXISTS (SELECT 1 FROM thing_tag AS t2 JOIN tag AS t1 ON t1._id = t2.tag_id WHERE t2.thing_id = t0._id)"
            ),
            ("1 > owner.things.@count", "NOT EXISTS (SELECT 1 FROM thing AS t2 WHERE t2.owner_id = t1._id)"),
            ("0 >= owner.things.@count", "NOT EXISTS (SELECT 1 FROM thing AS t2 WHERE t2.owner_id = t1._id)"),
            ("1 <= owner.things.@count", "EXISTS (SELECT 1 FROM thing AS t2 WHERE t2.owner_id = t1._id)"),
            ("0 != owner.things.@count", "EXISTS (SELECT 1 FROM thing AS t2 WHERE t2.owner_id = t1._id)"),
            ("1 >= owner.things.@count", "(SELECT count(*) FROM thing AS t2 WHERE t2.owner_id = t1._id) <= ?"),
            ("name BEGINSWITH 'a'", "(t0.name >= ? AND t0.name < ?)"), ("name CONTAINS 'a'", "instr(t0.name, ?) > 0"),
            ("name ==[c] 'A'", "trellis_fold(t0.name, 1) = ?"), ("count IN {1, 2, 3}", "t0.count IN (?, ?, ?, ?)"),
            ("limit IN {1, nil}", "t0.\"limit\" IN (?) OR t0.\"limit\" IS NULL"),
        ])
    func members(condition: String, expected: String) throws {
        let text = try sql(condition).text
        #expect(text.contains("WHERE \(expected) ORDER BY") || text.hasSuffix(" WHERE \(expected) ORDER BY t0._id"), "\(text)")
    }

    @Test("Everything that does not fit is told at once, with its place and what could have been meant")
    func errors() throws {
        let errors = try #require(throws: ConditionErrors.self) {
            try SampleLayout.fetch("nmae == 'x' AND owner.nam == 'y' AND count == 'z' AND $p == 1", sort: ["bytes"])
        }.errors
        #expect(errors.map(\.kind) == [.unknownName, .unknownName, .type, .unknownParameter, .type])
        #expect(errors.map(\.range) == [0..<4, 22..<25, 46..<49, 54..<56, 0..<5])
        #expect(errors[1].candidates == ["age", "boss", "favourite", "folded", "name", "staff", "things"])
    }

    @Test("An entity that is not in the layout is refused, and an object of another entity")
    func unknownEntity() {
        #expect(throws: ConditionErrors.self) { try ResolvedFetch(FetchQuery(entity: "Nothing"), in: SampleLayout.layout) }
        let other = FetchQuery(
            entity: "Thing", condition: .compare("owner", .equal, .object(.init(entity: "Thing", key: 1))))
        #expect(throws: ConditionErrors.self) { try ResolvedFetch(other, in: SampleLayout.layout) }
    }

    @Test("A sort key with options folds its text, and is refused if it is no text")
    func foldedOrder() throws {
        let query = FetchQuery(entity: "Thing", sort: [.descending("owner.name", options: [.caseInsensitive, .diacriticInsensitive])])
        let select = try ResolvedFetch(query, in: SampleLayout.layout).select(["_id"])
        #expect(select.sql.hasSuffix("ORDER BY trellis_fold(t1.name, 3) DESC, t0._id"))
        let number = FetchQuery(entity: "Thing", sort: [.ascending("size", options: .caseInsensitive)])
        let errors = try #require(throws: ConditionErrors.self) { try ResolvedFetch(number, in: SampleLayout.layout) }.errors
        #expect(errors.map(\.message) == ["options apply only to strings, not to a floating-point number"])
    }

    @Test("A sort key without a name is refused and does not crash")
    func emptyPath() {
        let query = FetchQuery(entity: "Thing", sort: [.ascending("")])
        #expect(throws: ConditionErrors.self) { try ResolvedFetch(query, in: SampleLayout.layout) }
    }
}
