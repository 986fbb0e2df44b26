import Predicates
import SQLiteAccess
import SQLiteStorage
import SchemaModel

/// The rules of a model that only saves keep. An import copies rows as they are, so some may break them.
package struct SaveRules {
    private let rules: [(table: String, rules: [SaveRule])]
    private let functions: RuleFunctions

    package init(of model: Model, _ schema: StorageSchema) {
        var functions = RuleFunctions()
        var rules: [(table: String, rules: [SaveRule])] = []
        for table in schema.tables {
            var own = [SaveRule]()
            for entity in table.entities.compactMap(model.entity(named:)) {
                for stored in entity.storedAttributes where !stored.isPresence && stored.attribute.derivation == nil {
                    guard let column = table.column(for: stored.name.text, of: entity.name.text) else { continue }
                    own += SaveRule.rules(of: stored, declaredBy: entity.name.text, in: column, &functions)
                }
                own += entity.relationships.flatMap { SaveRule.rules(of: $0, of: entity, in: model, schema) }
            }
            if !own.isEmpty { rules.append((table.name, own)) }
        }
        (self.rules, self.functions) = (rules, functions)
    }

    /// How many rules one query checks: SQLite limits the columns of a result.
    private static let most = 200

    /// The rows of a new store that break a rule, counted by rule.
    /// - Parameter look: is called before the rows of a table are read. What it throws is thrown.
    /// - Throws: `SQLiteError`
    package func refusedRows(_ connection: SQLiteConnection, _ look: () throws -> Void = {}) throws -> [RefusedRows] {
        try functions.register(on: connection.functions)
        var refused = [RefusedRows]()
        for (table, rules) in rules {
            for start in stride(from: 0, to: rules.count, by: Self.most) {
                try look()
                refused += try refusedRows(of: table, rules[start..<min(start + Self.most, rules.count)], connection)
            }
        }
        return refused
    }

    private func refusedRows(of table: String, _ rules: ArraySlice<SaveRule>, _ connection: SQLiteConnection) throws -> [RefusedRows] {
        let source = "FROM main.\(SQL.identifier(table)) AS \(SaveRule.row)"
        let counts = try connection.rows("SELECT \(rules.map { "count(*) FILTER (WHERE \($0.isBroken))" }.joined(separator: ", ")) \(source)").first ?? []
        return try zip(rules, counts).compactMap { rule, count in
            guard let count = count.flatMap({ Int($0) }), count > 0 else { return nil }
            // The rows are in the order of their keys, so the first one is found without the rest.
            let key = try connection.rows(
                "SELECT \(FetchLayout.keyColumn) \(source) WHERE \(rule.isBroken) ORDER BY \(FetchLayout.keyColumn) LIMIT 1").first?[0]
            return RefusedRows(entity: rule.entity, property: rule.property, rule: rule.demand, count: count, key: key.flatMap { Int64($0) } ?? 0)
        }
    }
}
