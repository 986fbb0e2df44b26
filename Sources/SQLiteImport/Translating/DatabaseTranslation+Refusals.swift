extension DatabaseTranslation {
    /// The translation without the parts in these lines of its text, which the language refuses.
    ///
    /// Tables are left out one by one, and only if nothing else is refused: a relationship may be wrong for its other end alone.
    /// - Returns: nil if nothing can be left out.
    package func leavingOut(_ errors: [(line: Int, message: String)]) -> DatabaseTranslation? {
        var parts = [ModelPart: String]()
        for error in errors {
            guard let found = part(inLine: error.line) else { continue }
            let part = refused[found] == nil ? found : .table(found.tableName)
            if refused[part] == nil, parts[part] == nil { parts[part] = error.message }
        }
        if parts.keys.contains(where: { !$0.isWholeTable }) {
            parts = parts.filter { !$0.key.isWholeTable }
        } else {
            parts = parts.sorted { $0.key.tableName < $1.key.tableName }.prefix(1).reduce(into: [:]) { $0[$1.key] = $1.value }
        }
        guard !parts.isEmpty else { return nil }
        let next = DatabaseTranslation(database, named: name, earlier, without: refused.merging(parts) { first, _ in first })
        return next.hasEntities ? next : nil
    }
}

extension ModelPart {
    var tableName: String {
        switch self {
        case .rules(let table, _), .unique(let table), .indexes(let table), .search(let table), .table(let table): table
        }
    }
}

extension ExistingDatabase {
    /// The database as if it had not these tables.
    func without(_ tables: Set<SQLName>) -> ExistingDatabase {
        var rest = self
        rest.tables.removeAll { tables.contains(SQLName($0.name)) }
        rest.searches.removeAll { tables.contains(SQLName($0.table)) }
        for place in rest.tables.indices {
            for key in rest.tables[place].foreignKeys where rest.table(key.table) == nil {
                rest.remarks.append(
                    ImportRemark(kind: .foreignKey, place: "\(rest.tables[place].name).\(key.columns.joined(separator: "+"))", detail: "the table '\(key.table)' is not imported"))
            }
            let names = Set(rest.tables.map { SQLName($0.name) })
            rest.tables[place].foreignKeys.removeAll { !names.contains(SQLName($0.table)) }
        }
        return rest
    }
}
