import Predicates
import SQLiteAccess
import SQLiteStorage
import SchemaEvolution
import SchemaModel

/// Generates rows that are valid for a version: their types, NOT NULL, CHECKs, the rules of attributes, keys and unique values.
struct RowGenerator {
    private let version: StoredVersion
    private let rows: GeneratedRows
    private var random: SplitMix

    init(_ version: StoredVersion, _ rows: GeneratedRows) {
        self.version = version
        self.rows = rows
        random = SplitMix(seed: rows.seed)
    }

    /// How often a row gets other values if the schema refuses it, because a value is not unique.
    private static let attempts = 20

    /// - Throws: ``VersionError`` if a value has to be given; `SQLiteError`
    mutating func insert(into connection: SQLiteConnection) throws {
        // Keys may lead to rows that come later: they are checked at the commit.
        try connection.execute("PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = ON; BEGIN")
        for table in version.schema.tables {
            let kinds = kinds(in: table)
            for number in 0..<rows.count * kinds.count { try insert(number, kinds[number % kinds.count], table, connection) }
        }
        for table in version.schema.joinTables { try connect(table, connection) }
        try connection.execute("COMMIT")
    }

    // MARK: Rows

    /// The entities that have objects in a table. They take turns, so that the keys of each are known before there are rows.
    private func kinds(in table: Table) -> [String] {
        table.entities.filter { version.model.entity(named: $0)?.isAbstract == false }
    }

    /// The keys of the objects of an entity and of those that inherit from it.
    private func keys(of entity: String) -> [Int] {
        guard let declared = version.model.entity(named: entity), let table = version.schema.table(forEntity: entity) else { return [] }
        let (kinds, wanted) = (kinds(in: table), Set(version.model.subtree(of: declared).map(\.name.text)))
        return kinds.isEmpty ? [] : (0..<rows.count * kinds.count).filter { wanted.contains(kinds[$0 % kinds.count]) }.map { $0 + 1 }
    }

    private mutating func insert(_ number: Int, _ entity: String, _ table: Table, _ connection: SQLiteConnection) throws {
        var refusal = ""
        for _ in 0..<Self.attempts {
            var columns: [(name: String, value: String)] = [("_id", "\(number + 1)")]
            if table.hasEntityColumn { columns.append(("_entity", SQL.literal(entity))) }
            guard let declared = version.model.entity(named: entity) else { return }
            for owner in version.model.lineage(of: declared) { columns += try values(of: owner, number, table) }
            let names = columns.map { SQL.identifier($0.name) }.joined(separator: ", ")
            do {
                return try connection.execute(
                    "INSERT INTO \(SQL.identifier(table.name)) (\(names)) VALUES (\(columns.map(\.value).joined(separator: ", ")))")
            } catch let error as SQLiteError where error.primaryCode == 19 {
                refusal = error.message
            }
        }
        let attributes = version.model.entity(named: entity).map { version.model.lineage(of: $0).flatMap(\.storedAttributes) } ?? []
        let example = attributes.first { !$0.attribute.isKeptByDatabase }.map { ", for example \"\(entity).\($0.name.text)\"" } ?? ""
        throw VersionError("no valid values were found for '\(entity)' (\(refusal)): give SQL for some of them in 'values'\(example)")
    }

    private mutating func values(of owner: Entity, _ number: Int, _ table: Table) throws -> [(name: String, value: String)] {
        var columns = [(name: String, value: String)]()
        /// Which optional composites of the row are nil, by their names.
        var missing = Set<String>()
        var texts: [String: String] = [:]
        for stored in owner.storedAttributes where !stored.attribute.isKeptByDatabase {
            guard let column = table.column(for: stored.name.text, of: owner.name.text) else { continue }
            let name = stored.name.text
            var value = try self.value(of: stored, owner.name.text, number)
            if stored.path.dropLast().indices.contains(where: { missing.contains(stored.path[...$0].map(\.name.text).joined(separator: ".")) }) {
                value = "NULL"
            }
            if stored.isPresence, value == "NULL" { missing.insert(name) }
            texts[name] = value
            columns.append((column.name, value))
        }
        // Derived strings come last, from the values of the row.
        for stored in owner.storedAttributes {
            guard case .function(let function, let source) = stored.attribute.derivation, stored.path.count == 1,
                let column = table.column(for: stored.name.text, of: owner.name.text),
                let place = columns.firstIndex(where: { $0.name == column.name })
            else { continue }
            columns[place].value = "\(function.sqlName)(\(texts[source.text] ?? "NULL"))"
        }
        for relationship in owner.relationships where relationship.holdsKey {
            guard let column = table.column(for: relationship.name.text, of: owner.name.text) else { continue }
            let key = key(of: relationship, column, number, table, owner.name.text)
            columns.append((column.name, key))
            let position = table.positions.first { $0.entity == owner.name.text && $0.relationship == relationship.name.text }
            if let position { columns.append((position.name, key == "NULL" ? "NULL" : "\((number + 1) * 1024)")) }
        }
        return columns
    }

    private mutating func value(of stored: StoredAttribute, _ entity: String, _ number: Int) throws -> String {
        let place = "\(entity).\(stored.name.text)"
        if let given = rows.values[place] { return given(number + 1) }
        if stored.isPresence { return Int.random(in: 0..<4, using: &random) == 0 ? "NULL" : "1" }
        // One of four optional values is nil.
        if stored.attribute.isOptional, Int.random(in: 0..<4, using: &random) == 0 { return "NULL" }
        var values = ValueGenerator(stored.attribute, number: number, random)
        defer { random = values.random }
        if let value = values.value() { return value.expression ?? "NULL" }
        if stored.attribute.isOptional { return "NULL" }
        throw VersionError("no value can be generated for '\(place)': give SQL for it in 'values'")
    }

    // MARK: Connections

    private mutating func key(of relationship: Relationship, _ column: Column, _ number: Int, _ table: Table, _ owner: String) -> String {
        let keys = keys(of: relationship.destination.text)
        if keys.isEmpty { return "NULL" }
        if relationship.isItsOwnInverse {
            if relationship.isOptional { return "NULL" }
            // Two neighbours lead to each other.
            guard let place = keys.firstIndex(of: number + 1) else { return "NULL" }
            let partner = place ^ 1
            return "\(keys.indices.contains(partner) ? keys[partner] : keys[place])"
        }
        let isUnique = table.indexes.contains { $0.isUnique && $0.keys.map(\.column) == [column.name] }
        if relationship.isOptional, Int.random(in: 0..<4, using: &random) == 0 { return "NULL" }
        if isUnique {
            // The objects that hold the key, in their order, lead to different rows.
            let place = self.keys(of: owner).firstIndex(of: number + 1) ?? 0
            return keys.indices.contains(place) ? "\(keys[place])" : relationship.isOptional ? "NULL" : "\(keys[place % keys.count])"
        }
        return "\(keys[Int.random(in: keys.indices, using: &random)])"
    }

    private mutating func connect(_ table: JoinTable, _ connection: SQLiteConnection) throws {
        let (sources, targets) = (keys(of: table.source.entity), keys(of: table.target.entity))
        if targets.isEmpty { return }
        let columns = [table.source.column, table.target.column] + [table.source.position, table.target.position].compactMap(\.self)
        let names = columns.map(SQL.identifier).joined(separator: ", ")
        for source in sources {
            for member in 0..<Int.random(in: 0...3, using: &random) {
                let target = targets[Int.random(in: targets.indices, using: &random)]
                let places = [table.source.position, table.target.position].compactMap(\.self).enumerated().map {
                    "\(($0.offset == 0 ? member + 1 : source) * 1024)"
                }
                let pairs = [[source, target]] + (table.isMirrored && source != target ? [[target, source]] : [])
                for pair in pairs {
                    let values = (pair.map(String.init) + places).joined(separator: ", ")
                    // A pair may be chosen twice.
                    try connection.execute("INSERT OR IGNORE INTO \(SQL.identifier(table.name)) (\(names)) VALUES (\(values))")
                }
            }
        }
    }
}
