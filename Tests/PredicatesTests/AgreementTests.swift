import Foundation
import Predicates
import SQLiteAccess
import TestSupport
import Testing

/// A fetch sees what is stored through SQL and what is pending through memory: the two must never disagree.
@Suite("SQL and memory give the same answer")
struct AgreementTests {
    typealias Row = [String: SQLiteValue]

    /// Rows of both tables, in SQLite and in memory alike.
    struct Store {
        var connection: SQLiteConnection
        var tables: [String: [Int64: Row]] = [:]

        init(random: inout SeededGenerator) throws {
            connection = try .inMemory()
            try connection.execute(SampleLayout.schema)
            try fill("person", ["name", "age", "boss_id"], count: 3, random: &random)
            try fill(
                "thing", SampleLayout.pools.keys.filter { !["age", "boss_id"].contains($0) }.sorted(), count: 40,
                random: &random)
        }

        private mutating func fill(_ table: String, _ columns: [String], count: Int64, random: inout SeededGenerator) throws
        {
            let names = columns.map(SQL.identifier).joined(separator: ", ")
            let marks = Array(repeating: "?", count: columns.count + 1).joined(separator: ", ")
            let insert = try connection.prepare("INSERT INTO \(table) (_id, \(names)) VALUES (\(marks))")
            for key in 1...count {
                var row = Row()
                insert.raw.bind(key, at: 1)
                for (index, column) in columns.enumerated() {
                    let value = SampleLayout.pools[column]?.randomElement(using: &random) ?? .null
                    row[column] = value
                    insert.raw.bind(value, at: Int32(index) + 2)
                }
                try insert.raw.run()
                tables[table, default: [:]][key] = row
            }
        }

        func keysBySQL(_ fetch: ResolvedFetch) throws -> [Int64] {
            let select = fetch.select(["_id"])
            let statement = try connection.prepare(select.sql)
            for (index, binding) in select.bindings.enumerated() {
                guard case .value(let value) = binding else { throw ConditionErrors([]) }
                statement.raw.bind(value, at: Int32(index) + 1)
            }
            var keys = [Int64]()
            while try statement.raw.step() { keys.append(statement.raw.integer(at: 0)) }
            return keys
        }

        func keysByMemory(_ fetch: ResolvedFetch) -> [Int64] {
            let things = tables["thing"] ?? [:]
            let found = things.filter { _, row in fetch.condition?.evaluate { read($0, of: row) } ?? true }
            let sorted = found.sorted { left, right in
                let order = fetch.sort.order(
                    fetch.sort.map { read($0.path, of: left.value) }, fetch.sort.map { read($0.path, of: right.value) })
                return order ?? (left.key < right.key)
            }
            return Array(sorted.map(\.key).prefix(fetch.limit ?? .max))
        }

        private func read(_ path: ResolvedPath, of row: Row) -> SQLiteValue {
            var row = row
            for step in path.steps {
                guard case .integer(let key) = row[step.column], let next = tables[step.destinationTable]?[key] else {
                    return .null
                }
                row = next
            }
            return row[path.column] ?? .null
        }
    }

    /// Makes conditions that the language can say, and some that only Swift can.
    struct ConditionMaker {
        var random: SeededGenerator

        static let paths = [
            "flag", "maybeFlag", "count", "limit", "size", "price", "ratio", "name", "info", "made", "due", "bytes", "key",
            "seen", "sent", "token", "owner", "maker", "owner.name", "owner.age", "owner.boss", "owner.boss.name",
            "maker.age", "maker.boss.age", "owner.boss.boss.age",
        ]
        static let comparable = [
            ("count", "limit"), ("limit", "owner.age"), ("count", "size"), ("size", "limit"), ("name", "info"),
            ("info", "owner.name"), ("owner", "maker"), ("owner.boss", "maker"), ("flag", "maybeFlag"),
            ("owner.age", "maker.boss.age"),
        ]

        mutating func condition(depth: Int) -> Condition {
            switch Int.random(in: 0..<(depth > 0 ? 6 : 2), using: &random) {
            case 0, 1: comparison()
            case 2: .not(condition(depth: depth - 1))
            case 3: .and((0..<Int.random(in: 0...3, using: &random)).map { _ in condition(depth: depth - 1) })
            default: .or((0..<Int.random(in: 0...3, using: &random)).map { _ in condition(depth: depth - 1) })
            }
        }

        private mutating func comparison() -> Condition {
            if Int.random(in: 0..<4, using: &random) == 0 {
                let (left, right) = Self.comparable.randomElement(using: &random) ?? ("count", "limit")
                return .comparison(path(left), sign(for: left), path(right))
            }
            let name = Self.paths.randomElement(using: &random) ?? "flag"
            let (left, right) = (path(name), Operand(.value(value(for: name))))
            let sign = sign(for: name)
            return Bool.random(using: &random) ? .comparison(left, sign, right) : .comparison(right, sign, left)
        }

        private func path(_ text: String) -> Operand { Operand(.keyPath(text.split(separator: ".").map(String.init))) }

        private mutating func sign(for path: String) -> Comparison {
            let unordered = ["flag", "maybeFlag", "ratio", "bytes", "key", "token", "owner", "maker", "owner.boss"]
            return (unordered.contains(path) ? [.equal, .notEqual] : Comparison.allCases).randomElement(using: &random)
                ?? .equal
        }

        private mutating func value(for path: String) -> ConditionValue {
            if Int.random(in: 0..<5, using: &random) == 0 { return .null }
            let values: [ConditionValue] =
                switch path.split(separator: ".").last {
                case "flag", "maybeFlag": [.bool(true), .bool(false)]
                case "count", "limit", "age":
                    [
                        .integer(0), .integer(1), .integer(2), .integer(9_007_199_254_740_993), .integer(.max), .real(1.5),
                        .real(-.infinity), .real(.nan), .decimal(0.5),
                    ]
                case "size":
                    [
                        .integer(2), .integer(9_007_199_254_740_993), .real(1.5), .real(-0.0), .real(.infinity), .real(.nan),
                        .decimal(1.5),
                    ]
                case "price":
                    [
                        .decimal(1.5), .decimal(Decimal(string: "1.505") ?? 0), .integer(0), .integer(-1), .integer(.max),
                        .decimal(Decimal(string: "-0.005") ?? 0), .real(1.5), .real(1.505), .real(1e300), .real(-.infinity),
                        .real(.nan),
                    ]
                case "ratio":
                    [.decimal(1.5), .decimal(Decimal(string: "-1.50") ?? 0), .integer(10), .integer(0), .real(1.5), .real(-0.0)]
                case "name", "info": [.text(""), .text("a"), .text("b"), .text("é"), .text("e\u{301}"), .text("a\u{0}a")]
                case "made", "seen", "sent":
                    [.date(0), .date(-0.5), .date(10.25), .date(10.2502), .date(1e300), .date(-.infinity), .date(.nan)]
                case "due": [.text("2000-02-29"), .day("0001-01-01"), .day("9999-12-31")]
                case "bytes": [.data([]), .data([0]), .data([9])]
                case "key", "token":
                    [
                        .uuid(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))),
                        .text("ABABABAB-ABAB-ABAB-ABAB-ABABABABABAB"),
                    ]
                default: [.object(.init(entity: "Person", key: 1)), .object(.init(entity: "Person", key: 99))]
                }
            return values.randomElement(using: &random) ?? .null
        }

        mutating func sort() -> [SortTerm] {
            let sortable = Self.paths.filter { !["ratio", "bytes", "owner", "maker", "owner.boss"].contains($0) }
            return (0..<Int.random(in: 0...3, using: &random)).map { _ in
                let path = sortable.randomElement(using: &random) ?? "count"
                return Bool.random(using: &random) ? .ascending(path) : .descending(path)
            }
        }
    }

    @Test("Random conditions find the same objects in the same order")
    func random() throws {
        var random = SeededGenerator.forTests()
        let store = try Store(random: &random)
        var maker = ConditionMaker(random: random)
        var sizes = Set<Int>()
        for _ in 0..<TestScale.count(400, long: 20_000) {
            let condition = maker.condition(depth: 3)
            let query = FetchQuery(
                entity: "Thing", condition: condition, sort: maker.sort(), limit: Bool.random(using: &maker.random) ? nil : 7
            )
            let fetch = try ResolvedFetch(query, in: SampleLayout.layout)
            let keys = try store.keysBySQL(fetch)
            #expect(
                keys == store.keysByMemory(fetch),
                "\(condition.text) sort \(query.sort.map(\.text)): \(fetch.select(["_id"]).sql)")
            sizes.insert(keys.count)
        }
        // A test in which everything or nothing is found would prove little.
        #expect(sizes.count > 5)
    }

    @Test("A comparison is true or false: negated, it finds exactly the others")
    func negation() throws {
        var random = SeededGenerator.forTests()
        let store = try Store(random: &random)
        var maker = ConditionMaker(random: random)
        let all = Set(store.tables["thing"].map { Array($0.keys) } ?? [])
        for _ in 0..<TestScale.count(150, long: 5_000) {
            let condition = maker.condition(depth: 2)
            let found = try [condition, .not(condition)].map { condition in
                Set(
                    try store.keysBySQL(
                        ResolvedFetch(FetchQuery(entity: "Thing", condition: condition), in: SampleLayout.layout)))
            }
            #expect(found[0].isDisjoint(with: found[1]) && found[0].union(found[1]) == all, "\(condition.text)")
        }
    }
}
