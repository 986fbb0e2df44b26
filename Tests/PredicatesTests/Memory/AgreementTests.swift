import Predicates
import SQLiteAccess
import TestSupport
import Testing

/// A fetch sees what is stored through SQL and what is pending through memory: the two must never disagree.
struct AgreementTests {
    @Test("Random conditions find the same objects in the same order")
    func random() throws {
        var random = SeededGenerator.forTests()
        var sizes = Set<Int>()
        var differences = 0
        let entities = ["Thing", "Thing", "Thing", "Person", "Chief", "Tag"]
        var store = try SampleStore(random: &random)
        for round in 1...TestScale.count(400, long: 100_000) {
            // Other rows now and then.
            if round.isMultiple(of: 500) { store = try SampleStore(random: &random) }
            let entity = entities.randomElement(using: &random) ?? "Thing"
            var maker = ConditionMaker(random: random, entity: entity)
            maker.namesCases = true
            let written = maker.condition(depth: 3)
            random = maker.random
            let condition = try CaseNames(["Kind": SampleLayout.caseNames], in: SampleLayout.layout)
                .replaced(in: written, of: entity)
            let query = FetchQuery(
                entity: entity, condition: condition, sort: Self.sort(entity, &random),
                limit: Bool.random(using: &random) ? nil : 7)
            do {
                let fetch = try ResolvedFetch(query, in: SampleLayout.layout)
                let keys = try store.keysBySQL(fetch)
                let same = try store.keysByMemory(fetch)
                sizes.insert(keys.count)
                if keys != same {
                    differences += 1
                    Issue.record("\(condition)\n\(fetch.select(["_id"]))\nSQL \(keys), memory \(same)")
                }
            } catch {
                differences += 1
                Issue.record("\(error): \(condition)")
            }
            // One is enough to look at.
            if differences > 2 { break }
        }
        // A test in which everything or nothing is found would prove little.
        #expect(sizes.count > 5)
    }

    private static func sort(_ entity: String, _ random: inout SeededGenerator) -> [SortTerm] {
        let sortable =
            switch entity {
            case "Thing":
                [
                    "flag", "count", "limit", "size", "price", "name", "made", "seen", "sent", "due", "key", "lasts",
                    "owner.name", "owner.boss.age",
                ]
            case "Tag": ["name", "weight", "kind", "fan.name"]
            default: ["name", "age", "boss.name", "folded", "favourite.weight"]
            }
        return (0..<Int.random(in: 0...3, using: &random)).map { _ in
            let path = sortable.randomElement(using: &random) ?? "name"
            if ["made", "seen", "sent", "due"].contains(path), Bool.random(using: &random) {
                let functions = CalendarFunction.allCases.filter { path != "due" || ![.hour, .minute, .second, .startOfDay].contains($0) }
                let zone = path == "due" ? nil : [nil, "Europe/Berlin", "Australia/Lord_Howe"].randomElement(using: &random) ?? nil
                let term = CalendarTerm(functions.randomElement(using: &random) ?? .year, in: zone)
                return Bool.random(using: &random) ? .ascending(term, of: path) : .descending(term, of: path)
            }
            let isText = path.hasSuffix("name") || path == "folded"
            let options = isText ? TextOptions(rawValue: .random(in: 0...3, using: &random)) : []
            return Bool.random(using: &random) ? .ascending(path, options: options) : .descending(path, options: options)
        }
    }

    @Test("A comparison must be true or false: negated, it finds exactly the others")
    func negation() throws {
        var random = SeededGenerator.forTests()
        let store = try SampleStore(random: &random)
        var maker = ConditionMaker(random: random)
        let all = Set(store.tables["thing"].map { Array($0.keys) } ?? [])
        for _ in 0..<TestScale.count(300, long: 10_000) {
            let condition = maker.condition(depth: 2)
            let found = try [condition, .not(condition)].map { condition in
                Set(
                    try store.keysBySQL(
                        ResolvedFetch(FetchQuery(entity: "Thing", condition: condition), in: SampleLayout.layout)))
            }
            #expect(found[0].isDisjoint(with: found[1]) && found[0].union(found[1]) == all, "\(condition)")
        }
    }
}
