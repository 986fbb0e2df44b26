import Diagnostics
import SchemaModel

extension FindingCode {
    static let tableClash = FindingCode("TR1311")
    static let columnClash = FindingCode("TR1312")
}

/// Decides how a model stands in SQLite.
public enum LayoutPlanner {
    /// The tables of `model`, and the findings about names that become the same in SQL.
    public static func plan(_ model: Model) -> (schema: StorageSchema, findings: [Finding]) {
        let tables = model.roots.map { table(for: model.subtree(of: $0), in: model) }
        let definition = model.meaningText
        // Until there are histories, every model is the draft of its first version.
        let identity = StoreIdentity(
            model: model.name.text, version: 1, isDraft: true, hash: Model.hash(ofMeaning: definition),
            definition: definition)
        let schema = StorageSchema(
            identity: identity, tables: tables, joinTables: JoinTablePlanner.tables(of: model))
        return (schema, clashes(model, schema))
    }

    /// The table of a root and of all that inherit from it, the root first.
    private static func table(for entities: [Entity], in model: Model) -> Table {
        var table = Table(
            entities: entities.map(\.name.text), name: entities[0].tableName, doc: doc(of: entities), columns: [], indexes: [],
            triggers: [])
        for entity in entities { addColumns(of: entity, to: &table, in: model) }
        table.indexes = IndexPlanner.indexes(of: entities, table: table, in: model)
        table.searches = SearchPlanner.searches(of: entities, table: table, in: model)
        return table
    }

    /// What the table is, for people: the root's doc, then which entities its rows can be of.
    private static func doc(of entities: [Entity]) -> String? {
        if entities.count == 1 { return entities[0].doc }
        let kinds = entities.filter { !$0.isAbstract }.map { entity in
            let doc = entity.parent == nil ? nil : entity.doc?.split(whereSeparator: \.isNewline).joined(separator: " ")
            return "  \(entity.name.text)" + (doc.map { ": \($0)" } ?? "")
        }
        return ([entities[0].doc ?? "", "_entity says what a row is:"] + kinds).joined(separator: "\n")
    }

    private static func addColumns(of entity: Entity, to table: inout Table, in model: Model) {
        let name = entity.name.text
        // The rows of other entities have nothing there, whatever this one requires.
        let isOfChild = entity.parent != nil
        table.columns += entity.storedAttributes.map { stored in
            Column(
                entity: name, property: stored.name.text, name: stored.columnName,
                type: stored.attribute.type.columnType, isNullable: stored.isNullable || isOfChild,
                doc: stored.attribute.doc, checks: stored.conditions)
        }
        for relationship in entity.relationships where relationship.holdsKey {
            let column = relationship.columnName
            table.columns.append(
                Column(
                    entity: name, property: relationship.name.text, name: column, type: .integer,
                    isNullable: relationship.isOptional || isOfChild, doc: relationship.doc,
                    reference: reference(of: relationship, in: model)))
            if model.inverse(of: relationship)?.isOrdered == true {
                table.positions.append(
                    .init(entity: name, relationship: relationship.name.text, name: relationship.positionName))
            }
            if let action = relationship.triggerAction {
                table.triggers.append(
                    Trigger(
                        name: "\(table.name)__\(column)__\(action.rawValue)", column: column,
                        destination: model.destinationTable(of: relationship), action: action))
            }
        }
    }

    /// The delete rule of the other side as an action of the key.
    private static func reference(of relationship: Relationship, in model: Model) -> Column.Reference? {
        let action: DeleteAction
        // What nothing leads back to is let go of, as if the other side had said so.
        switch model.inverse(of: relationship)?.deleteRule ?? .nullify {
        case .cascade: action = .cascade
        // SQLite fails at once where it would have to clear a required key; without an action the rows can
        // still be moved or deleted before the transaction ends, as in the graph.
        case .nullify: action = relationship.isOptional ? .setNull : .noAction
        case .deny: action = .noAction
        case .noAction: return nil
        }
        return .init(table: model.destinationTable(of: relationship), onDelete: action)
    }

    // MARK: Names that meet in SQL

    private static func clashes(_ model: Model, _ schema: StorageSchema) -> [Finding] {
        var findings = [Finding]()
        var tables: [String: Entity] = [:]
        for (entity, table) in zip(model.roots, schema.tables) {
            // SQLite does not tell names apart by the case of their letters.
            if let first = tables[table.name.lowercased()] {
                findings.append(
                    Finding(
                        .tableClash,
                        "'\(entity.name.text)' and '\(first.name.text)' would both be the table '\(table.name)'",
                        at: entity.name.span, notes: [.init("the other one stands here", at: first.name.span)],
                        suggestion: .init("rename one of them")))
            } else {
                tables[table.name.lowercased()] = entity
            }
            findings += columnClashes(model.subtree(of: entity), table)
        }
        var taken = tables.mapValues(\.name)
        return findings + joinTableClashes(model, schema, &taken) + searchClashes(model, schema, &taken)
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

    /// The table of a relationship can meet that of an entity, or of another relationship.
    private static func joinTableClashes(
        _ model: Model, _ schema: StorageSchema, _ taken: inout [String: Name]
    ) -> [Finding] {
        return schema.joinTables.compactMap { table in
            let relationship = model.entity(named: table.source.entity)?.relationships.first {
                $0.name.text == table.source.relationship
            }
            guard let name = relationship?.name else { return nil }
            guard let other = taken.updateValue(name, forKey: table.name.lowercased()) else { return nil }
            return Finding(
                .tableClash, "the table of the relationship '\(table.source.entity).\(name.text)' would be '\(table.name)', like another",
                at: name.span, notes: [.init("the other one is of this", at: other.span)],
                suggestion: .init("rename one of them"))
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
                at: property.name.span, notes: [.init("the other one stands here", at: other.name.span)],
                suggestion: isOneEntity
                    ? .init("rename one of them")
                    : .init("give it a column of its own, such as 'column: \(SnakeCase.convert(property.entity))_\(column)'"))
        }
    }
}

extension AttributeType {
    /// How SQLite stores the type.
    public var columnType: ColumnType {
        switch self {
        case .bool, .int16, .int32, .int64, .decimal(.some), .composite: .integer
        case .float, .double, .date(.reference), .date(.unix): .real
        case .string, .day, .url, .decimal(nil), .date(.iso8601), .uuid(.text), .json: .text
        case .data, .uuid(.blob): .blob
        case .enumeration(let type): type.isInteger ? .integer : .text
        }
    }
}

extension Relationship {
    /// What the delete rule of the side that holds the key asks of the database.
    fileprivate var triggerAction: Trigger.Action? {
        // Where both sides hold a key to each other, the key of the other side acts.
        if isItsOwnInverse { return nil }
        return switch deleteRule {
        case .cascade: .cascade
        case .deny: .deny
        case .nullify, .noAction: nil
        }
    }
}
