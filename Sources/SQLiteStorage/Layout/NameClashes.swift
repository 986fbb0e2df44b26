import Diagnostics
import SchemaModel

extension FindingCode {
    static let tableClash = FindingCode("TR1311")
    static let columnClash = FindingCode("TR1312")
    static let rowNameOfTriggers = FindingCode("TR1314")
    static let reservedSearchColumn = FindingCode("TR1608")
}

/// Finds names that are different in the model and become the same in SQL, or are taken there.
enum NameClashes {
    static func check(_ schema: StorageSchema, of model: Model) -> [Finding] {
        var findings = [Finding]()
        var tables: [String: Entity] = [:]
        for (entity, table) in zip(model.roots, schema.tables) {
            // SQLite does not tell names apart by the case of their letters.
            if let first = tables[table.name.lowercased()] {
                findings.append(
                    Finding(
                        .tableClash,
                        "'\(entity.name.text)' and '\(first.name.text)' would both be the table '\(table.name)'",
                        at: entity.name.span, notes: [.init("the other one is here", at: first.name.span)],
                        suggestion: .init("rename one of them, or give one another table, for example 'table: \(table.name)_2'")))
            } else {
                tables[table.name.lowercased()] = entity
            }
            findings += columnClashes(model.subtree(of: entity), table)
        }
        var taken = tables.mapValues(\.name)
        findings += joinTableClashes(model, schema, &taken)
        findings += searchClashes(model, schema, &taken)
        findings += rowNames(taken)
        return findings + schema.tables.flatMap(\.searches).flatMap { reservedColumns(of: $0, in: model) }
    }

    /// In a trigger, NEW and OLD are the changed row and hide a table of that name: https://sqlite.org/lang_createtrigger.html
    private static func rowNames(_ taken: [String: Name]) -> [Finding] {
        ["new", "old"].compactMap { table in
            taken[table].map { name in
                Finding(
                    .rowNameOfTriggers, "the table '\(table)' of '\(name.text)' has the name of a row in triggers", at: name.span,
                    suggestion: .init("choose another name, or set one with 'table'"))
            }
        }
    }

    /// A search makes several tables, which can meet those of entities and relationships.
    private static func searchClashes(_ model: Model, _ schema: StorageSchema, _ taken: inout [String: Name]) -> [Finding] {
        var findings = [Finding]()
        for search in schema.tables.flatMap(\.searches) {
            guard let name = model.entity(named: search.entity)?.name else { continue }
            for table in [search.name] + (SearchTable.shadowSuffixes + ["_source"]).map({ search.name + $0 }) {
                guard let other = taken.updateValue(name, forKey: table.lowercased()), other != name else { continue }
                findings.append(
                    Finding(
                        .tableClash, "the search of '\(name.text)' would make the table '\(table)', like another", at: name.span,
                        notes: [.init("the other one is of this", at: other.span)],
                        suggestion: .init("give one of them another table, such as 'table: \(table)s'")))
            }
        }
        return findings
    }

    /// FTS5 gives a table columns of its own, one of them called like the table.
    private static func reservedColumns(of search: SearchTable, in model: Model) -> [Finding] {
        let properties = model.entity(named: search.entity)?.search?.properties ?? []
        let reserved: Set<String> = ["rank", "rowid", search.name.lowercased()]
        return zip(properties, search.columns).filter { reserved.contains($1.lowercased()) }.map { property, column in
            Finding(
                .reservedSearchColumn, "the column '\(column)' cannot be searched: the search has one of that name itself",
                at: property.span,
                suggestion: .init("give the attribute another column, such as 'column: \(SnakeCase.convert(property.text))_text'"))
        }
    }

    /// The table of a relationship can meet that of an entity, or of another relationship.
    private static func joinTableClashes(
        _ model: Model, _ schema: StorageSchema, _ taken: inout [String: Name]
    ) -> [Finding] {
        schema.joinTables.compactMap { table in
            let relationship = model.entity(named: table.source.entity)?.relationships.first {
                $0.name.text == table.source.relationship
            }
            guard let name = relationship?.name else { return nil }
            guard let other = taken.updateValue(name, forKey: table.name.lowercased()) else { return nil }
            return Finding(
                .tableClash, "the table of the relationship '\(table.source.entity).\(name.text)' would be '\(table.name)', like another",
                at: name.span, notes: [.init("the other one is of this", at: other.span)],
                suggestion: .init(model.isExisting ? "name another table in 'pairs'" : "rename one of them"))
        }
    }

    private static func columnClashes(_ entities: [Entity], _ table: Table) -> [Finding] {
        // In the order of the table's columns.
        let properties = entities.flatMap { entity in
            let names = entity.storedAttributes.map(\.name) + entity.relationships.filter(\.holdsKey).map(\.name)
            return names.map { (entity: entity.name.text, name: $0) }
        }
        let columns = zip(properties, table.columns).map { (property: $0, name: $1.name) }
        let positions = table.positions.compactMap { position in
            properties.first { $0.entity == position.entity && $0.name.text == position.relationship }.map {
                (property: $0, name: position.name)
            }
        }
        var first: [String: (entity: String, name: Name)] = [:]
        return (columns + positions).compactMap { property, column in
            let key = column.lowercased()
            guard let other = first[key] else {
                first[key] = property
                return nil
            }
            let isOneEntity = property.entity == other.entity
            func inWords(_ property: (entity: String, name: Name)) -> String {
                isOneEntity ? property.name.text : "\(property.entity).\(property.name.text)"
            }
            return Finding(
                .columnClash,
                "'\(inWords(property))' and '\(inWords(other))' would both be the column '\(column)'"
                    + (isOneEntity ? "" : " of the table '\(table.name)'"),
                at: property.name.span, notes: [.init("the other one is here", at: other.name.span)],
                suggestion: isOneEntity
                    ? .init("rename one of them, or give one another column, for example 'column: \(column)_2'")
                    : .init("give it a column of its own, such as 'column: \(SnakeCase.convert(property.entity))_\(column)'"))
        }
    }
}
