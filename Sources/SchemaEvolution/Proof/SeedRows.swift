import Predicates
import SQLiteAccess
import SQLiteStorage
import SchemaModel

/// Rows that make a migration difficult: NULLs, empty and huge values, extremes, keys that lead nowhere, deleted tails.
///
/// Each entity of a hierarchy gets rows with every difficulty. Columns of one table, and tables, differ in their values and
/// connections: what a plan mixes up is seen.
package struct SeedRows {
    let version: StoredVersion
    /// How many rows each table is to get; those that a constraint refuses are left out.
    var amount = Amount.many
    /// Whether numbers are small, keys lead to rows and no value stands twice: what new rules mostly let through.
    var isTame = false

    enum Amount {
        case many, oneOfEachEntity, one, none
    }

    /// The greatest key that each table with rows ever had.
    package static let greatestKey = 1_000_000

    /// The rows for a version, the most difficult ones first and none at last.
    package static func all(for version: StoredVersion) -> [SeedRows] {
        let hasHierarchies = version.schema.tables.contains(where: \.hasEntityColumn)
        return [.init(version: version), .init(version: version, isTame: true)]
            + (hasHierarchies ? [.init(version: version, amount: .oneOfEachEntity)] : [])
            + [.init(version: version, amount: .one), .init(version: version, amount: .none)]
    }

    package func insert(into connection: SQLiteConnection) throws {
        try TextDerivation.register(on: connection.functions)
        for (number, table) in version.schema.tables.enumerated() {
            for row in 0..<count(table) { try insert(row, number, table, connection) }
        }
        // As if rows with greater keys had been deleted: their keys must not be given again.
        try connection.execute("UPDATE sqlite_sequence SET seq = \(Self.greatestKey)")
        for (number, table) in version.schema.joinTables.enumerated() { connect(table, number, connection) }
    }

    // MARK: Connections

    /// Connects rows in another pattern for each table: an owner has none, one or two members, not in the order of their keys.
    private func connect(_ table: JoinTable, _ number: Int, _ connection: SQLiteConnection) {
        let (sources, targets) = (keys(of: table.source.entity), keys(of: table.target.entity))
        guard !targets.isEmpty else { return }
        var names = [table.source.column, table.target.column]
        names += [table.source.position, table.target.position].compactMap(\.self)
        for (row, source) in sources.enumerated() {
            for member in 0..<(isTame || sources.count == 1 ? 1 : (row + number) % 3) {
                let target = targets[(row * 3 + member * (number + 2) + number) % targets.count]
                var values = ["\(source)", "\(target)"]
                if table.source.position != nil { values.append(position(row * 7 + member * 5)) }
                if table.target.position != nil { values.append(position(row * 5 + member * 3 + 1)) }
                // The same pair may come twice, which the table refuses.
                try? connection.execute(
                    "INSERT INTO \(SQL.identifier(table.name)) (\(names.map(SQL.identifier).joined(separator: ", "))) VALUES "
                        + "(\(values.joined(separator: ", ")))")
            }
        }
    }

    /// A place among members; some have none.
    private func position(_ seed: Int) -> String { seed % 4 == 3 ? "NULL" : "\(seed * 5 % 31 * 1024)" }

    // MARK: Rows

    private func insert(_ row: Int, _ number: Int, _ table: Table, _ connection: SQLiteConnection) throws {
        let kinds = kinds(in: table)
        guard let entity = kinds.isEmpty ? nil : kinds[row % kinds.count], let declared = version.model.entity(named: entity)
        else { return }
        let lineage = Set(version.model.lineage(of: declared).map(\.name.text))
        var names = ["_id"], values = ["\(row + 1)"]
        if table.hasEntityColumn {
            names.append("_entity")
            values.append(SQL.literal(entity))
        }
        for column in table.columns where lineage.contains(column.entity) && !column.beginsWithZero {
            names.append(SQL.identifier(column.name))
            values.append(value(of: column, row, number, table))
        }
        for position in table.positions where lineage.contains(position.entity) {
            names.append(SQL.identifier(position.name))
            let column = table.column(for: position.relationship, of: position.entity)
            let leadsNowhere = column.map { value(of: $0, row, number, table) == "NULL" } ?? false
            values.append(leadsNowhere ? "NULL" : self.position(row * 7 + number))
        }
        // A rule of the schema may refuse a row; the others stay.
        let sql =
            "INSERT INTO \(SQL.identifier(table.name)) (\(names.joined(separator: ", "))) VALUES "
                + "(\(values.joined(separator: ", ")))"
        do {
            try connection.execute(sql)
        } catch let error as SQLiteError where error.isOfValues {
            return
        }
    }

    /// How many rows a table gets.
    private func count(_ table: Table) -> Int {
        let kinds = kinds(in: table).count
        return switch amount {
        case .many: kinds == 1 ? 8 : 6 * kinds
        case .oneOfEachEntity: kinds
        case .one: min(kinds, 1)
        case .none: 0
        }
    }

    /// The place of a row among those of its entity. Entities take turns.
    private func turn(of row: Int, in table: Table) -> Int { row / max(kinds(in: table).count, 1) }

    /// The place of a row among those that have a column.
    private func rank(of row: Int, _ column: Column, in table: Table) -> Int {
        let kinds = kinds(in: table)
        guard kinds.count > 1, let declared = version.model.entity(named: column.entity) else { return row }
        let owners = Set(version.model.subtree(of: declared).map(\.name.text))
        let owning = kinds.filter(owners.contains)
        return row / kinds.count * owning.count + (owning.firstIndex(of: kinds[row % kinds.count]) ?? 0)
    }

    private func isUnique(_ column: Column) -> Bool {
        version.schema.table(forEntity: column.entity)?.indexes.contains { index in
            index.isUnique && index.keys.contains { $0.column == column.name }
        } ?? false
    }

    /// The entities whose objects stand in a table.
    private func kinds(in table: Table) -> [String] {
        table.entities.filter { version.model.entity(named: $0)?.isAbstract == false }
    }

    /// The keys of the rows of an entity, and of those that inherit from it.
    private func keys(of entity: String) -> [Int] {
        guard let declared = version.model.entity(named: entity), let table = version.schema.table(forEntity: entity) else {
            return []
        }
        let (kinds, wanted) = (kinds(in: table), Set(version.model.subtree(of: declared).map(\.name.text)))
        return kinds.isEmpty ? [] : (0..<count(table)).filter { wanted.contains(kinds[$0 % kinds.count]) }.map { $0 + 1 }
    }

    private func value(of column: Column, _ row: Int, _ number: Int, _ table: Table) -> String {
        let property = MigrationDecisions.Place(column.entity, column.property)
        // Columns of one row differ: a value from another one is to be seen.
        let place = table.columns.firstIndex { $0.name == column.name } ?? 0
        let turn = turn(of: row, in: table)
        let source = repeated(row, column, table)
        guard let stored = version.attributes[property] else {
            if version.relationship(property)?.isItsOwnInverse == true { return mutualKey(column, property.entity, row) }
            return key(column, version.relationship(property), source, turn, number + place, table)
        }
        if case .function(let function, let name) = stored.attribute.derivation,
            let column = version.column(.init(column.entity, name.text))?.column
        {
            return function.call(on: value(of: column, row, number, table))
        }
        // A row is of a child: what is nullable for the others may be required of it.
        // A composite is missing in other rows than its parts are.
        let missing = stored.path.filter(\.isOptional).indices.contains { turn % 5 == ($0 + 1) * 3 % 5 }
        if missing { return "NULL" }
        let rank = rank(of: source, column, in: table)
        let seed = rank + number * 100 + place * 11
        // Difficult values come again after some rows, and what is unique would be refused.
        let isPlain = isTame || rank >= 5 && isUnique(column)
        return (isPlain ? tameLiteral(of: stored.attribute.type, seed) : nil) ?? literal(of: stored, seed)
    }

    /// A key: NULL in some rows of each entity, but not for all keys in the same ones, and leading nowhere in one.
    private func key(
        _ column: Column, _ relationship: Relationship?, _ row: Int, _ turn: Int, _ offset: Int, _ table: Table
    ) -> String {
        // A child's required key is nullable for the rows of others alone.
        let mayBeNull = column.isNullable && relationship?.isOptional != false
        if mayBeNull, (turn + offset % 2 * 2) % 3 == 0 { return "NULL" }
        let nowhere = "\(Self.greatestKey - 1 - row)"
        if !isTame, turn == 5 { return nowhere }
        let keys = keys(of: relationship?.destination.text ?? "")
        let rank = rank(of: row, column, in: table)
        if keys.isEmpty || isUnique(column) && rank >= keys.count { return mayBeNull ? "NULL" : nowhere }
        // Steps of such a length come to each key before they come to one again.
        let step = [5, 3, 7, 1].first { keys.count % $0 != 0 } ?? 1
        return "\(keys[(rank * step + offset) % keys.count])"
    }

    /// A key of a relationship that is its own inverse: each of two rows leads to the other one. Every third pair has none.
    private func mutualKey(_ column: Column, _ entity: String, _ row: Int) -> String {
        let keys = keys(of: entity)
        guard let rank = keys.firstIndex(of: row + 1) else { return "NULL" }
        let half = keys.count / 2
        // The last of an odd number has none, or itself.
        guard rank < 2 * half else { return column.isNullable ? "NULL" : "\(row + 1)" }
        if column.isNullable, rank % half % 3 == 1 { return "NULL" }
        return "\(keys[rank < half ? rank + half : rank - half])"
    }

    /// The row whose value a row has: the last has that of another one of its entity, where a value may stand twice.
    private func repeated(_ row: Int, _ column: Column, _ table: Table) -> Int {
        let kinds = max(kinds(in: table).count, 1)
        guard !isTame, amount == .many, row / kinds == count(table) / kinds - 1, !isUnique(column) else { return row }
        return row % kinds + 2 * kinds
    }

    /// A small value that no other row has, as far as there are enough.
    private func tameLiteral(of type: AttributeType, _ seed: Int) -> String? {
        switch type {
        case .int16, .int32, .int64, .decimal(.some), .duration: "\(seed)"
        case .float, .double: "\(seed).0"
        case .string: "'text \(seed)'"
        case .data: "CAST('data \(seed)' AS BLOB)"
        default: nil
        }
    }

    private func literal(of stored: StoredAttribute, _ seed: Int) -> String {
        switch stored.attribute.type {
        case .bool: "\(seed % 2)"
        case .int16: ["\(seed)", "-32768", "32767", "0"][seed % 4]
        case .int32: ["\(seed)", "-2147483648", "2147483647", "0"][seed % 4]
        case .int64: ["\(seed)", "(-9223372036854775807 - 1)", "9223372036854775807", "0"][seed % 4]
        case .decimal(.some): ["\(seed * 1001 - 50)", "999999999999999999", "-999999999999999999", "0"][seed % 4]
        case .duration: ["\(seed * 1_000_001)", "(-9223372036854775807 - 1)", "9223372036854775807", "-1"][seed % 4]
        case .float: ["\(seed).5", "0.0", "-1.5"][seed % 3]
        case .double: ["\(seed).25", "1e308", "-0.5", "5e-324"][seed % 4]
        case .date:
            stored.attribute.type.storageChoice == "iso8601"
                ? "'2020-01-0\(seed % 9 + 1)T00:00:00.000Z'" : "\(seed * 86_400 - 9_000_000_000).125"
        case .day: "'2024-02-\(seed % 19 + 10)'"
        case .string:
            [
                "'text \(seed)'", "''", "'a' || char(0) || '\(seed)'", "'it''s \"quoted\" — ünïcode 🚀 \(seed)'",
                "printf('%.5000c', 'x') || \(seed)"
            ][seed % 5]
        case .url: "'https://example.org/\(seed)'"
        case .decimal(nil): "'\(seed).125'"
        case .json: "'{}'"
        case .data: ["X''", "zeroblob(\(seed % 900))", "X'00FF'"][seed % 3]
        case .uuid:
            stored.attribute.type.storageChoice == "text"
                ? "printf('00000000-0000-4000-8000-%012d', \(seed))" : "CAST(printf('%016d', \(seed)) AS BLOB)"
        case .enumeration(let type):
            type.cases.isEmpty
                ? "NULL"
                : type.isInteger ? type.cases[seed % type.cases.count].raw : SQL.literal(type.cases[seed % type.cases.count].raw)
        case .composite: "1"
        }
    }
}
