import SQLiteAccess

/// Counts what the rows of a database are: types of values, forms, and keys that lead to rows.
struct FactReader {
    let connection: SQLiteConnection
    private(set) var database: ExistingDatabase
    private let guesses: Bool

    /// Columns that one statement reads: SQLite has at most 2,000 results.
    private static let portion = 50

    /// - Parameter guesses: whether forms, lists of checks and keys that are not declared are sought.
    init(connection: SQLiteConnection, database: ExistingDatabase, guesses: Bool) {
        (self.connection, self.database, self.guesses) = (connection, database, guesses)
    }

    /// - Throws: `SQLiteError`
    mutating func read() throws -> ExistingDatabase {
        for place in database.tables.indices {
            var table = database.tables[place]
            try count(&table)
            try countBrokenChecks(&table)
            try readDocuments(&table)
            if guesses {
                try readLists(&table)
                try tryForms(&table)
            } else {
                for column in table.columns.indices { table.columns[column].facts.allowsGuesses = false }
            }
            try tryDerivations(&table)
            try findMergedKeys(of: &table)
            database.tables[place] = table
        }
        for place in database.tables.indices {
            try resolveKeys(of: place)
            if guesses { try findKeys(of: place) }
        }
        for place in database.tables.indices {
            var table = database.tables[place]
            try findMergedRows(of: &table)
            try countPairs(of: &table)
            database.tables[place] = table
        }
        return database
    }

    /// SQL that is 1 for a text without a character. For the collation RTRIM a text of spaces is equal to one.
    static func isEmptyText(_ x: String) -> String { "typeof(\(x)) = 'text' AND \(x) = '' COLLATE BINARY" }

    func numbers(_ sql: String) throws -> [Int64?] { try connection.rows(sql).first?.map { $0.flatMap { Int64($0) } } ?? [] }

    private func count(_ table: inout ExistingTable) throws {
        let source = SourceDatabase.sql(table.name)
        let key = table.rowKey.map { "min(\(SQL.identifier($0))), max(\(SQL.identifier($0)))" } ?? "NULL, NULL"
        let figures = try numbers("SELECT count(*), \(key) FROM \(source)")
        (table.rowCount, table.leastKey, table.greatestUsedKey, table.greatestKey) = (figures[0] ?? 0, figures[1], figures[2], figures[2] ?? 0)
        // The table of counted keys exists where a table counts them.
        if try connection.rows("SELECT 1 FROM source.sqlite_schema WHERE name = 'sqlite_sequence'").isEmpty == false {
            let counted = try numbers("SELECT max(seq) FROM source.sqlite_sequence WHERE name = \(SQL.literal(table.name)) AND typeof(seq) = 'integer'")
            // No key would be left for the next row.
            if let greatest = counted.first.flatMap({ $0 }), greatest < .max { table.greatestKey = max(table.greatestKey, greatest) }
        }
        for start in stride(from: 0, to: table.columns.count, by: Self.portion) {
            let range = start..<min(start + Self.portion, table.columns.count)
            let counts = range.map { place in
                let x = SQL.identifier(table.columns[place].name)
                let types = ["integer", "real", "text", "blob"].map { "sum(typeof(\(x)) = '\($0)')" }.joined(separator: ", ")
                let numbers = "CASE WHEN typeof(\(x)) = 'integer' THEN \(x) END"
                return "\(types), sum(\(Self.isEmptyText(x))), min(\(numbers)), max(\(numbers))"
            }
            let figures = try numbers("SELECT \(counts.joined(separator: ", ")) FROM \(source)")
            for (number, place) in range.enumerated() where figures.count >= 7 * (number + 1) {
                let own = Array(figures[7 * number..<7 * number + 7])
                table.columns[place].facts = ColumnFacts(
                    integers: own[0] ?? 0, reals: own[1] ?? 0, texts: own[2] ?? 0, blobs: own[3] ?? 0, emptyTexts: own[4] ?? 0, least: own[5], greatest: own[6])
                table.columns[place].facts.hasNulls = table.columns[place].facts.values < table.rowCount
            }
        }
        // Every integer up to 2^53 is a double.
        let exact: ClosedRange<Int64> = -(1 << 53)...(1 << 53)
        for place in table.columns.indices {
            let (facts, x) = (table.columns[place].facts, SQL.identifier(table.columns[place].name))
            if facts.reals == 0 || exact.contains(facts.least ?? 0) && exact.contains(facts.greatest ?? 0) { continue }
            table.columns[place].facts.inexact = (try numbers("SELECT count(*) FROM \(source) WHERE typeof(\(x)) = 'integer' AND \(x) <> CAST(\(x) AS REAL)").first ?? 0) ?? 0
        }
    }

    // MARK: Keys

    /// Completes declared keys, and leaves out those that lead nowhere.
    private mutating func resolveKeys(of place: Int) throws {
        let table = database.tables[place]
        var kept = [ExistingKey]()
        for var key in table.foreignKeys {
            let name = "\(table.name).\(key.columns.joined(separator: "+"))"
            guard let target = database.table(key.table) else {
                remark(.foreignKey, name, "the table '\(key.table)' is not imported")
                noteLost(key, of: place, "the table '\(key.table)' does not exist")
                continue
            }
            if key.targets.isEmpty { key.targets = target.primaryKey }
            guard key.targets.count == key.columns.count, key.targets.allSatisfy({ target.column($0) != nil || target.rowKey?.isSameName(as: $0) == true }),
                key.columns.allSatisfy({ table.column($0) != nil })
            else {
                remark(.foreignKey, name, "'\(key.table)' has no such key")
                noteLost(key, of: place, "'\(key.table)' has no such key")
                continue
            }
            if let same = kept.firstIndex(where: { $0.columns.map(SQLName.init) == key.columns.map(SQLName.init) && $0.table.isSameName(as: key.table) }) {
                kept[same].isRepeated = true
                continue
            }
            try count(&key, of: table, to: target)
            kept.append(key)
        }
        database.tables[place].foreignKeys = kept
    }

    private mutating func noteLost(_ key: ExistingKey, of place: Int, _ reason: String) {
        guard key.isDeclared, database.tables[place].lostKey == nil else { return }
        database.tables[place].lostKey = "'\(key.columns.joined(separator: ", "))' is a foreign key, and \(reason)"
    }

    mutating func remark(_ kind: ImportRemark.Kind, _ place: String, _ detail: String) {
        database.remarks.append(ImportRemark(kind: kind, place: place, detail: detail))
    }

    private func count(_ key: inout ExistingKey, of table: ExistingTable, to target: ExistingTable) throws {
        let lookup = KeyLookup(key, to: target)
        let isSet = key.columns.map { "origin.\(SQL.identifier($0)) IS NOT NULL" }.joined(separator: " AND ")
        let figures = try numbers(
            "SELECT count(*), sum(NOT EXISTS (\(lookup.selection("1")))) FROM \(SourceDatabase.sql(table.name)) AS origin WHERE \(isSet)")
        (key.count, key.strays) = (figures[0] ?? 0, figures[1] ?? 0)
        guard key.columns.count == 1, key.count > key.strays, let column = table.column(key.columns[0]), column.facts.texts + column.facts.blobs > 0,
            let respelled = lookup.respelled(isOfTexts: column.affinity == .text)
        else { return }
        let rows = try connection.rows("SELECT count(*), min(quote(origin.\(SQL.identifier(key.columns[0])))) FROM \(SourceDatabase.sql(table.name)) AS origin WHERE \(respelled)")
        if let row = rows.first, let count = row[0].flatMap({ Int64($0) }), count > 0 { (key.respelled, key.respelledValue) = (count, row[1]) }
    }

    /// Keys that are not declared: a column is called like a table or its key, and each value is one of that key.
    private mutating func findKeys(of place: Int) throws {
        let table = database.tables[place]
        let prefix = EntityNames.prefix(database.tables.map { Words.split($0.name) })
        for column in table.columns where column.generated == nil && column.facts.values > 0 && column.facts.reals + column.facts.blobs == 0 {
            guard !table.foreignKeys.contains(where: { $0.columns.contains { $0.isSameName(as: column.name) } }) else { continue }
            let words = Words.split(column.name)
            // `owner_id` beside `owner_type` leads to rows of several tables.
            if words.last == "id", table.columns.contains(where: { Words.split($0.name) == words.dropLast() + ["type"] }) { continue }
            for target in database.tables {
                guard target.primaryKey.count == 1, let key = target.column(target.primaryKey[0]), !target.name.isSameName(as: table.name) || !column.name.isSameName(as: key.name) else { continue }
                let whole = Words.singular(Words.split(target.name))
                // `customer_id` leads to `shop_customers`, if all tables begin with `shop_`.
                let names = whole.first == prefix && whole.count > 1 ? [whole, Array(whole.dropFirst())] : [whole]
                let isCalledSo = names.contains { words == $0 + ["id"] || words == $0 + ["key"] || words == $0 + Words.split(key.name) }
                    || words == Words.split(key.name) && words.count > 1 && words.last != "name"
                let isSameType = (column.facts.integers > 0) == (key.facts.integers > 0) && (column.facts.texts > 0) == (key.facts.texts > 0)
                guard isCalledSo, isSameType, !(table.primaryKey.map(SQLName.init) == [SQLName(column.name)] && words == Words.split(key.name) && SQLName(table.name) < SQLName(target.name)) else { continue }
                var found = ExistingKey(columns: [column.name], table: target.name, targets: [key.name])
                found.isDeclared = false
                try count(&found, of: table, to: target)
                guard found.count > 0, found.strays == 0 else { continue }
                database.tables[place].foreignKeys.append(found)
                break
            }
        }
    }
}

/// How the row is found that a key leads to.
struct KeyLookup {
    private let key: ExistingKey
    private let target: ExistingTable

    init(_ key: ExistingKey, to target: ExistingTable) { (self.key, self.target) = (key, target) }

    /// A query for values of the row that the key of `origin` leads to.
    /// - Parameter join: a further table that it reads.
    func selection(_ values: String, joining join: String = "") -> String {
        // The column of the destination decides on the order of texts and the type, as it does in a foreign key: the sign takes the type
        // of its own from the other one, which would keep '1' and 1 apart.
        let conditions = zip(key.targets, key.columns).map { "destination.\(SQL.identifier($0)) = +origin.\(SQL.identifier($1))" }
        return "SELECT \(values) FROM \(SourceDatabase.sql(target.name)) AS destination\(join) WHERE \(conditions.joined(separator: " AND "))"
    }

    /// Whether the key of `origin` leads to a row, and that row's key does not say how it was written: `'01'` for 1, or `'ABC'` for `'abc'`.
    /// - Parameter isOfTexts: whether the column makes texts of numbers.
    /// - Returns: nil for a key of several columns, which stay attributes.
    func respelled(isOfTexts: Bool) -> String? {
        guard key.columns.count == 1 else { return nil }
        let (own, other) = ("origin.\(SQL.identifier(key.columns[0]))", "destination.\(SQL.identifier(key.targets[0]))")
        let bytes = "CAST(\(own) AS BLOB) = CAST(\(isOfTexts ? "\(ImportFunctions.number)(\(other))" : other) AS BLOB)"
        let isAlike = isOfTexts ? bytes : "typeof(\(own)) = typeof(\(other)) AND \(bytes)"
        return "typeof(\(own)) IN ('text', 'blob') AND EXISTS (\(selection("1")) AND NOT (\(isAlike)))"
    }
}
