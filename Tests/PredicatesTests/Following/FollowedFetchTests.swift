import Predicates
import Testing

/// How live lists follow fetches.
struct FollowedFetchTests {
    private func followed(_ condition: String?, sort: [String] = [], limit: Int? = nil) throws -> FollowedFetch {
        FollowedFetch(try SampleLayout.fetch(condition, sort: sort, limit: limit), in: SampleLayout.layout)
    }

    @Test func `a fetch of own columns judges rows`() throws {
        let fetch = try followed("flag == true AND owner == nil", sort: ["-made"])
        #expect(fetch.strategy == .rows && fetch.columns == ["flag", "owner_id", "made"] && fetch.routes.isEmpty)
        #expect(fetch.isUnaffected(by: RowChange(table: "thing", columns: ["name", "count"])))
        #expect(fetch.isUnaffected(by: RowChange(table: "person", columns: nil)))
        #expect(!fetch.isUnaffected(by: RowChange(table: "thing", columns: ["owner_id"])))
        #expect(!fetch.isUnaffected(by: RowChange(table: "thing", columns: nil)))
    }

    @Test func `a fetch through relationships has a route for each chain, with the keys that lead on`() throws {
        let fetch = try followed("owner.boss.name == 'a' AND ANY tags.weight > 1", sort: ["owner.age"])
        #expect(fetch.strategy == .related && fetch.columns == ["owner_id"])
        #expect(fetch.routes.map(\.description) == ["owner", "tags", "owner.boss"])
        #expect(fetch.routes.map(\.columns) == [["age", "boss_id"], ["weight"], ["name"]])
        #expect(fetch.routes.map(\.entity) == ["Person", "Tag", "Person"])
        #expect(fetch.routes(affectedBy: RowChange(table: "person", columns: ["name"])).map(\.description) == ["owner.boss"])
        #expect(fetch.routes(throughJoinTable: "thing_tag").map(\.description) == ["tags"])
    }

    @Test func `a limit or an offset makes a window`() throws {
        #expect(try followed("flag == true", limit: 3).strategy == .window)
        var query = FetchQuery(entity: "Thing", sort: [.ascending("owner.name")])
        query.offset = 1
        let fetch = FollowedFetch(try ResolvedFetch(query, in: SampleLayout.layout), in: SampleLayout.layout)
        #expect(fetch.strategy == .window && fetch.routes.map(\.description) == ["owner"])
    }

    @Test(
        "A value that is computed from members is queried again, and its routes tell when",
        arguments: [
            ("tags.@count > 1", FollowedFetch.Reason.aggregate, ["tags"]),
            ("flag == true OR owner.things.@sum.price > 5", .aggregate, ["owner", "owner.things"]),
            ("SUBQUERY(tags, $tag, $tag.fan.age == 1).@count < 3", .subquery, ["tags", "tags.fan"]),
            ("ANY tags.fan.staff.age > tags.@count", .aggregate, ["tags", "tags.fan", "tags.fan.staff"]),
        ])
    func again(condition: String, reason: FollowedFetch.Reason, routes: [String]) throws {
        let fetch = try followed(condition, limit: 2)
        #expect(fetch.strategy == .again(reason) && fetch.routes.map(\.description) == routes)
    }

    @Test func `a count that is compared with 0 can be followed, and is not named as a reason`() throws {
        #expect(try followed("SUBQUERY(tags, $tag, $tag.weight == 1).@count == 0 AND tags.@count > 0").strategy == .related)
        let condition = try PredicateParser.condition("tags.@count > 0 AND NOT (tags.@sum.weight > 3 OR flag == true)")
        let query = FetchQuery(entity: "Thing", condition: condition)
        #expect(query.unfollowedOperands(in: SampleLayout.layout).map(\.text) == ["tags.@sum.weight"])
    }

    @Test func `a change of a child's object counts for its parent's routes, and not for a fetch of another entity`() throws {
        let query = FetchQuery(entity: "Chief", condition: try PredicateParser.condition("name == 'a' AND boss.age == 1"))
        let fetch = FollowedFetch(try ResolvedFetch(query, in: SampleLayout.layout), in: SampleLayout.layout)
        let person = RowChange(table: "person", entity: "Person", columns: ["name"])
        #expect(fetch.isUnaffected(by: person))
        #expect(fetch.isAffected(by: RowChange(table: "person", entity: "Chief", columns: ["name"])))
        let aged = RowChange(table: "person", entity: "Chief", columns: ["age"])
        #expect(!fetch.isAffected(by: aged) && fetch.routes(affectedBy: aged).map(\.description) == ["boss"])
    }

    @Test func `a derived attribute depends on its source`() throws {
        let layout = FetchLayout(entities: [
            .init(
                name: "Order", table: "order",
                properties: [
                    "total": .attribute(column: "total", type: .integer, isOptional: false),
                    "name": .attribute(column: "name", type: .text, isOptional: false),
                    "folded": .attribute(column: "name_folded", type: .foldedText, isOptional: false),
                    "other": .attribute(column: "other", type: .integer, isOptional: false),
                    "sum": .attribute(column: "sum", type: .integer, isOptional: false),
                    "rows": .toMany(destination: "Row", via: .column("order_id")),
                ],
                derivations: [
                    "total": .members(of: "rows", property: "price"), "folded": .property("name"), "other": .unknown,
                    "sum": .members(of: "rows", property: "product"),
                ]),
            .init(
                name: "Row", table: "row",
                properties: [
                    "price": .attribute(column: "price", type: .integer, isOptional: false),
                    "product": .attribute(column: "product", type: .integer, isOptional: false),
                    "order": .toOne(column: "order_id", destination: "Order", isOptional: true),
                ], derivations: ["product": .unknown]),
        ])
        func followed(_ entity: String, _ path: String) throws -> FollowedFetch {
            FollowedFetch(try ResolvedFetch(FetchQuery(entity: entity, sort: [.ascending(path)]), in: layout), in: layout)
        }
        let total = try followed("Row", "order.total")
        #expect(total.strategy == .related && total.routes.map(\.description) == ["order", "order.rows"])
        #expect(total.routes.map(\.columns) == [["total"], ["order_id", "price"]])
        #expect(try followed("Order", "folded").columns == ["name", "name_folded"])
        #expect(try followed("Order", "other").strategy == .again(.derived("other")))
        // What is derived from a derived attribute is computed after it, from rows that nothing here leads to.
        #expect(try followed("Order", "sum").strategy == .again(.derived("sum")))
        #expect(try followed("Row", "order.sum").strategy == .again(.derived("order.sum")))
    }
}
