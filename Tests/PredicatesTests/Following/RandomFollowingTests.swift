import Predicates
import SQLiteAccess
import TestSupport
import Testing

/// The oracle runs the SQL of a fetch before and after a change of one row: it knows nothing of routes.
struct RandomFollowingTests {
    /// What is known of an object in a result: it is in it, with these sort values.
    private typealias Result = [Int64: [SQLiteValue]]

    @Test func `an unaffected result stays, and the routes lead to every object that a change affects`() throws {
        var random = SeededGenerator.forTests()
        var store = try SampleStore(random: &random)
        var (unaffected, changed, throughRoutes, differences) = (0, 0, 0, 0)
        for round in 1...TestScale.count(300, long: 10_000) {
            if round.isMultiple(of: 200) { store = try SampleStore(random: &random) }
            let entity = ["Thing", "Thing", "Person", "Chief", "Tag"].randomElement(using: &random) ?? "Thing"
            var maker = ConditionMaker(random: random, entity: entity)
            let condition = maker.condition(depth: 1)
            random = maker.random
            let query = FetchQuery(entity: entity, condition: condition, sort: Self.sort(entity, &random))
            let fetch = try ResolvedFetch(query, in: SampleLayout.layout)
            let followed = FollowedFetch(fetch, in: SampleLayout.layout)
            for _ in 1...4 {
                guard let before = try? result(of: fetch, in: store) else { continue }

                let edit = RandomRowEdit(of: followed, &random)
                var owners = Set<Int64>()
                if let change = edit.change {
                    owners = try sources(of: followed.routes(affectedBy: change), edit.key, in: store)
                } else {
                    owners = try edit.owners(followed, in: store)
                }
                guard let change = try edit.run(in: store) else { continue }
                guard let after = try? result(of: fetch, in: store) else { continue }

                let different = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
                var isUnaffected = false
                if edit.table == "thing_tag" {
                    owners.formUnion(try edit.owners(followed, in: store))
                    isUnaffected = followed.routes(throughJoinTable: "thing_tag").isEmpty
                } else {
                    owners.formUnion(try sources(of: followed.routes(affectedBy: change), edit.key, in: store))
                    if followed.isAffected(by: change) { owners.insert(edit.key) }
                    isUnaffected = followed.isUnaffected(by: change)
                }
                if isUnaffected { unaffected += 1 }
                if !different.isEmpty { changed += 1 }
                if !different.subtracting(edit.table == fetch.table ? [edit.key] : []).isEmpty { throughRoutes += 1 }
                if isUnaffected && !different.isEmpty || !different.isSubset(of: owners) {
                    differences += 1
                    Issue.record("\(condition)\n\(query.sort)\n\(change)\nchanged \(different), found \(owners)")
                    if differences > 2 { return }
                }
            }
        }
        // A test in which no change matters, or every one, would prove little.
        #expect(unaffected > 50 && changed > 20 && throughRoutes > 0, "\(unaffected), \(changed), \(throughRoutes)")
    }

    /// The fetched rows that some routes lead from: in one statement, and step by step.
    private func sources(of routes: [FollowedRoute], _ key: Int64, in store: SampleStore) throws -> Set<Int64> {
        var all = Set<Int64>()
        for route in routes {
            let found = try store.keys(route.selectSources(leadingTo: "[\(key)]"))
            var keys: Set<Int64> = [key]
            for (place, step) in route.steps.enumerated().reversed() {
                let list = "[\(keys.map(String.init).joined(separator: ","))]"
                keys = try store.keys(step.selectSources(in: route.source(ofStep: place), leadingTo: list))
            }
            #expect(found == keys, "\(route)")
            all.formUnion(found)
        }
        return all
    }

    private func result(of fetch: ResolvedFetch, in store: SampleStore) throws -> Result {
        let paths = [SampleLayout.layout.ownKey(of: fetch.entity)] + fetch.sort.map(\.path)
        var result = Result()
        for row in try store.rows(fetch.select(paths)) {
            if case .integer(let key) = row[0] { result[key] = Array(row.dropFirst()) }
        }
        return result
    }

    private static func sort(_ entity: String, _ random: inout SeededGenerator) -> [SortTerm] {
        let paths =
            switch entity {
            case "Thing": ["count", "name", "owner.name", "owner.boss.age", "maker.favourite.weight"]
            case "Tag": ["name", "fan.name", "keeper.boss.name", "keeper.bonus"]
            default: ["name", "boss.name", "folded", "favourite.weight", "favourite.keeper.age"]
            }
        return (0..<Int.random(in: 1...2, using: &random)).map { _ in .ascending(paths.randomElement(using: &random) ?? "name") }
    }
}

/// An edit of one row of the sample store.
private struct RandomRowEdit {
    enum Kind { case update, insert, delete }

    let table: String
    let kind: Kind
    /// The row's key; of a connection the key of its thing.
    let key: Int64
    let columns: [String]
    private let values: [SQLiteValue]
    private let tag: Int64

    /// - Parameter fetch: half of the edits change what it reads.
    init(of fetch: FollowedFetch, _ random: inout SeededGenerator) {
        let reads = ([(fetch.table, fetch.columns)] + fetch.routes.map { ($0.table, $0.columns) }).filter { !$0.1.isEmpty }
        let read = Bool.random(using: &random) ? reads.randomElement(using: &random) : nil
        let shapes = SampleStore.shape.filter { read == nil || $0.table == read?.0 }
        let shape = shapes.randomElement(using: &random) ?? SampleStore.shape[0]
        table = read == nil && Int.random(in: 0..<5, using: &random) == 0 ? "thing_tag" : shape.table
        let kind = [Kind.update, .update, .update, .insert, .delete].randomElement(using: &random) ?? .update
        self.kind = kind
        tag = [1, 2, 3, 5, 99].randomElement(using: &random) ?? 1
        let places: ClosedRange<Int64> = table == "thing_tag" ? 1...40 : 1...shape.count
        // Key 99 is that of a missing row, to which others may refer.
        key = table != "thing_tag" && kind == .insert ? 99 : .random(in: places, using: &random)
        // An object stays of its entity.
        let all = shape.columns.filter { kind == .insert || $0 != "_entity" } + (shape.table == "tag" ? ["fan_id"] : [])
        let count = Int.random(in: 1...2, using: &random)
        let candidates = read.map { read in all.filter { read.1.contains($0) } } ?? all
        let columns = kind == .insert ? all : Array((candidates.isEmpty ? all : candidates).shuffled(using: &random).prefix(count))
        var values = [SQLiteValue]()
        for column in columns {
            let keys: [SQLiteValue] = [.null, .integer(4), .integer(5), .integer(99)]
            let pool = column == "fan_id" ? keys : SampleLayout.pools[column] ?? []
            values.append(pool.randomElement(using: &random) ?? .null)
        }
        (self.columns, self.values) = (columns, values)
    }

    /// The change before it is made; nil for a connection.
    var change: RowChange? {
        table == "thing_tag" ? nil : RowChange(table: table, columns: kind == .update ? Set(columns) : nil)
    }

    /// Makes the edit; nil if it changes nothing.
    func run(in store: SampleStore) throws -> RowChange? {
        if table == "thing_tag" {
            let sql =
                kind == .delete
                ? "DELETE FROM thing_tag WHERE thing_id = \(key) AND tag_id = \(tag)" : "INSERT INTO thing_tag VALUES (\(key), \(tag))"
            guard (try? store.connection.execute(sql)) != nil else { return nil }
            return RowChange(table: table, columns: nil)
        }
        let names = columns.map(SQL.identifier)
        let row = try store.rows("SELECT \(names.joined(separator: ", ")) FROM \(table) WHERE _id = \(key)").first
        guard kind == .insert || row != nil else { return nil }
        let sql =
            switch kind {
            case .update: "UPDATE \(table) SET \(names.map { "\($0) = ?" }.joined(separator: ", ")) WHERE _id = \(key)"
            case .insert: "INSERT INTO \(table) (_id, \(names.joined(separator: ", "))) VALUES (\(key)\(names.map { _ in ", ?" }.joined()))"
            case .delete: "DELETE FROM \(table) WHERE _id = \(key)"
            }
        // A one-to-one may be taken, and the row with the key 99 may exist.
        guard (try? store.rows(sql, kind == .delete ? [] : values)) != nil else { return nil }
        guard kind == .update, let row else { return RowChange(table: table, columns: nil) }
        return RowChange(table: table, columns: Set(columns.indices.filter { row[$0] != values[$0] }.map { columns[$0] }))
    }

    /// The fetched rows that a connection leads to, by all routes through its table.
    func owners(_ followed: FollowedFetch, in store: SampleStore) throws -> Set<Int64> {
        var owners = Set<Int64>()
        for route in followed.routes(throughJoinTable: table) {
            let end = route.steps.last?.joinTable?.owner == "thing_id" ? key : tag
            owners.formUnion(try store.keys(route.toOwners.selectSources(leadingTo: "[\(end)]")))
        }
        return owners
    }
}

extension SampleStore {
    fileprivate func rows(_ select: SelectStatement) throws -> [[SQLiteValue]] {
        try rows(select.sql, select.values([:]))
    }

    fileprivate func rows(_ sql: String, _ values: [SQLiteValue] = []) throws -> [[SQLiteValue]] {
        let statement = try connection.prepare(sql)
        for (index, value) in values.enumerated() { try statement.raw.bind(value, at: Int32(index) + 1) }
        var rows = [[SQLiteValue]]()
        while try statement.raw.step() {
            rows.append(try (0..<statement.raw.columnCount).map { try statement.raw.value(at: $0).value })
        }
        return rows
    }

    fileprivate func keys(_ select: SelectStatement) throws -> Set<Int64> {
        Set(try rows(select).compactMap { if case .integer(let key) = $0[0] { key } else { nil } })
    }
}
