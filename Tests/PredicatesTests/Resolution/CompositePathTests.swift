import Predicates
import SQLiteAccess
import Testing

/// Key paths into composites.
struct CompositePathTests {
    private let layout = FetchLayout(entities: [
        .init(
            name: "Thing", table: "thing",
            properties: [
                "home.city": .attribute(column: "home_city", type: .text, isOptional: false),
                "work": .attribute(column: "work", type: .composite(name: "Address"), isOptional: true),
                "work.city": .attribute(column: "work_city", type: .text, isOptional: true),
                "work.spot.x": .attribute(column: "work_spot_x", type: .integer, isOptional: true),
                "boss": .toOne(column: "boss_id", destination: "Thing", isOptional: true),
            ])
    ])

    private func sql(_ condition: String) throws -> String {
        let query = FetchQuery(entity: "Thing", condition: try PredicateParser.condition(condition))
        let sql = try ResolvedFetch(query, in: layout).select(["_id"]).sql
        return String(sql.dropFirst("SELECT t0._id FROM thing AS t0".count).prefix { $0 != "?" })
    }

    @Test("A part is its column; whether a composite is there is a column too")
    func columns() throws {
        #expect(try sql("home.city == 'a'") == " WHERE t0.home_city = ")
        #expect(try sql("work.city != 'a'") == " WHERE t0.work_city IS NOT ")
        #expect(try sql("work.spot.x > 1") == " WHERE t0.work_spot_x > ")
        #expect(try sql("work == nil").hasPrefix(" WHERE t0.work IS NULL"))
        #expect(try sql("work != nil").hasPrefix(" WHERE t0.work IS NOT NULL"))
    }

    @Test("A path leads through relationships first, and starts again after each")
    func relationships() throws {
        let sql = try sql("boss.boss.home.city == 'a'")
        #expect(sql.hasSuffix("AS t2 ON t2._id = t1.boss_id WHERE t2.home_city = "))
    }

    @Test("A path that ends in a composite, or beside its parts, is refused", arguments: [
        ("home == nil", "'Thing.home' is a composite that is never nil: name one of its parts"),
        ("work.spot == nil", "'Thing.work.spot' is a composite that is never nil: name one of its parts"),
        ("work.spot.y == 1", "'Thing' has no property 'work.spot.y'"), ("work.home == 1", "'Thing' has no property 'work.home'"),
        ("spot.x == 1", "'Thing' has no property 'spot'"), ("hom.city == 1", "'Thing' has no property 'hom'"),
        ("boss.work.boss == nil", "'Thing' has no property 'work.boss'"),
        ("work == work", "the composite 'Address' cannot be compared with the composite 'Address'"),
    ])
    func refused(condition: String, message: String) throws {
        let error = #expect(throws: ConditionErrors.self) { try sql(condition) }
        #expect(error?.errors.map(\.message) == [message])
    }

    @Test("Suggestions are the parts that stand there")
    func candidates() throws {
        let error = #expect(throws: ConditionErrors.self) { try sql("work.cty == 'a'") }
        #expect(error?.errors[0].candidates == ["city", "spot"])
        let top = #expect(throws: ConditionErrors.self) { try sql("wrk.city == 'a'") }
        #expect(top?.errors[0].candidates == ["boss", "home", "work"])
    }
}
