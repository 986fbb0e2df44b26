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
        let tables = model.entities.map { table(for: $0, in: model) }
        let definition = model.meaningText
        // Until there are histories, every model is the draft of its first version.
        let identity = StoreIdentity(
            model: model.name.text, version: 1, isDraft: true, hash: Model.hash(ofMeaning: definition),
            definition: definition)
        let schema = StorageSchema(identity: identity, tables: tables)
        return (schema, clashes(model, schema))
    }

    private static func table(for entity: Entity, in model: Model) -> Table {
        let name = entity.tableName
        var columns = entity.storedAttributes.map { stored in
            Column(
                property: stored.name.text, name: stored.columnName, type: stored.attribute.type.columnType,
                isNullable: stored.isNullable, doc: stored.attribute.doc)
        }
        var triggers = [Trigger]()
        for relationship in entity.relationships where !relationship.isToMany {
            let column = relationship.columnName
            columns.append(
                Column(
                    property: relationship.name.text, name: column, type: .integer,
                    isNullable: relationship.isOptional, doc: relationship.doc,
                    reference: reference(of: relationship, in: model)))
            if let action = relationship.triggerAction {
                triggers.append(
                    Trigger(
                        name: "\(name)__\(column)__\(action.rawValue)", column: column,
                        destination: model.destinationTable(of: relationship), action: action))
            }
        }
        var table = Table(
            entity: entity.name.text, name: name, doc: entity.doc, columns: columns, indexes: [], triggers: triggers)
        table.indexes = IndexPlanner.indexes(of: entity, table: table, in: model)
        return table
    }

    /// The delete rule of the to-many side as an action of the key.
    private static func reference(of relationship: Relationship, in model: Model) -> Column.Reference? {
        guard let inverse = model.inverse(of: relationship) else { return nil }
        let action: DeleteAction
        switch inverse.deleteRule {
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
        for (entity, table) in zip(model.entities, schema.tables) {
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
            findings += columnClashes(entity, table)
        }
        return findings
    }

    private static func columnClashes(_ entity: Entity, _ table: Table) -> [Finding] {
        let names =
            entity.storedAttributes.map(\.name) + entity.relationships.filter { !$0.isToMany }.map(\.name)
        var first: [String: Name] = [:]
        return zip(names, table.columns).compactMap { name, column in
            guard let other = first.updateValue(name, forKey: column.name.lowercased()) else { return nil }
            first[column.name.lowercased()] = other
            return Finding(
                .columnClash, "'\(name.text)' and '\(other.text)' would both be the column '\(column.name)'",
                at: name.span, notes: [.init("the other one stands here", at: other.span)],
                suggestion: .init("rename one of them"))
        }
    }
}

extension AttributeType {
    /// How SQLite stores the type.
    public var columnType: ColumnType {
        switch self {
        case .bool, .int16, .int32, .int64, .decimal(.some): .integer
        case .float, .double, .date: .real
        case .string, .day, .url, .decimal(nil), .json: .text
        case .data, .uuid: .blob
        case .enumeration(let type): type.isInteger ? .integer : .text
        }
    }
}

extension Relationship {
    /// What the delete rule of the side that holds the key asks of the database.
    fileprivate var triggerAction: Trigger.Action? {
        switch deleteRule {
        case .cascade: .cascade
        case .deny: .deny
        case .nullify, .noAction: nil
        }
    }
}
