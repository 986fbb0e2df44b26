import SQLiteAccess

/// A database's schema by names and meaning: the order of columns and a DEFAULT that adding a column has left do not count.
struct SchemaSnapshot: Equatable {
    private(set) var tables: [String: Set<SchemaFact>] = [:]
    private(set) var others: [String: String] = [:]

    /// - Parameter others: the names of what is not looked at.
    init(_ connection: SQLiteConnection, without others: Set<String> = []) throws(SQLiteError) {
        do {
            for row in try connection.rows(
                "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
            {
                guard let type = row[0], let name = row[1], let sql = row[2], !others.contains(name) else { continue }
                if type == "table", !sql.hasPrefix("CREATE VIRTUAL") {
                    tables[name] = try Self.facts(of: name, sql, connection)
                } else {
                    self.others["\(type) \(name)"] = SQLWords.normalized(sql)
                }
            }
        } catch let error as SQLiteError {
            throw error
        } catch {
            throw SQLiteError(code: 1, message: "\(error)")
        }
    }

    private static func facts(of table: String, _ sql: String, _ connection: SQLiteConnection) throws -> Set<SchemaFact> {
        let name = SQL.literal(table)
        var facts = Set<SchemaFact>()
        for row in try connection.rows("SELECT name, type, \"notnull\", pk, hidden FROM pragma_table_xinfo(\(name))") {
            facts.insert(
                .column(
                    name: row[0] ?? "", type: row[1] ?? "", isRequired: row[2] != "0", keyPlace: Int(row[3] ?? "") ?? 0,
                    isGenerated: row[4] != "0"))
        }
        for row in try connection.rows(
            "SELECT \"from\", \"table\", \"to\", on_update, on_delete FROM pragma_foreign_key_list(\(name))")
        {
            facts.insert(
                .key(column: row[0] ?? "", table: row[1] ?? "", destination: row[2] ?? "", onUpdate: row[3] ?? "", onDelete: row[4] ?? ""))
        }
        for row in try connection.rows("SELECT strict, wr FROM pragma_table_list WHERE schema = 'main' AND name = \(name)") {
            facts.insert(row[0] == "1" ? .strict : .notStrict)
            if row[1] == "1" { facts.insert(.withoutRowID) }
        }
        if sql.uppercased().contains("AUTOINCREMENT") { facts.insert(.autoincrement) }
        for (index, check) in checks(in: sql).sorted().enumerated() { facts.insert(.check(place: index, check)) }
        return facts
    }

    /// The conditions of the CHECK constraints, without what white space there is between their words.
    private static func checks(in sql: String) -> [String] {
        var checks = [String]()
        var rest = sql[...]
        while let start = rest.firstRange(of: "CHECK (") {
            var depth = 1
            var isQuoted = false
            var end = start.upperBound
            while end < rest.endIndex, depth > 0 {
                switch rest[end] {
                case "'": isQuoted.toggle()
                case "(" where !isQuoted: depth += 1
                case ")" where !isQuoted: depth -= 1
                default: break
                }
                end = rest.index(after: end)
            }
            checks.append(rest[start.upperBound..<end].dropLast().split(whereSeparator: \.isWhitespace).joined(separator: " "))
            rest = rest[end...]
        }
        return checks
    }

    /// What differs, in words.
    func differences(from fresh: SchemaSnapshot) -> [String] {
        var lines = [String]()
        for name in Set(tables.keys).union(fresh.tables.keys).sorted() {
            let (migrated, expected) = (tables[name], fresh.tables[name])
            if migrated == nil { lines.append("the table '\(name)' is missing") }
            if expected == nil { lines.append("the table '\(name)' should not exist") }
            guard let migrated, let expected else { continue }
            lines += SchemaFact.differences(from: expected, in: migrated, of: name)
        }
        for name in Set(others.keys).union(fresh.others.keys).sorted() where others[name] != fresh.others[name] {
            lines.append(
                "the \(Self.inWords(name)) "
                    + (others[name] == nil ? "is missing" : fresh.others[name] == nil ? "should not exist" : "has another definition")
            )
        }
        return lines
    }

    /// A kind and a name, with the name in quotes.
    private static func inWords(_ object: String) -> String {
        let parts = object.split(separator: " ", maxSplits: 1)
        return parts.count == 2 ? "\(parts[0] == "table" ? "search" : parts[0]) '\(parts[1])'" : object
    }
}
