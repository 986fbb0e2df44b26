import Diagnostics
import SchemaModel

/// Decides how a model stands in SQLite.
public enum LayoutPlanner {
    /// The tables of `model`, and the findings about names that become the same in SQL.
    /// - Parameter version: which version of the model a store is to say that it is.
    public static func plan(
        _ model: Model, as version: ModelVersion = .firstDraft
    ) -> (schema: StorageSchema, findings: [Finding]) {
        plan(model) { _ in version }
    }

    /// The tables of `model`, and the findings about names that become the same in SQL.
    /// - Parameter version: decides by ``Model/storageHash`` which version a store records.
    public static func plan(
        _ model: Model, version: (_ storageHash: String) -> ModelVersion
    ) -> (schema: StorageSchema, findings: [Finding]) {
        let joinTables = JoinTablePlanner.tables(of: model)
        let planned = model.roots.map { table(for: model.subtree(of: $0), in: model) }
        let tables = model.isExisting ? ExistingIndexNames.make(distinct: planned, besides: joinTables) : planned
        // Made once: in large models the texts and their hashes take time.
        let (definition, storageHash) = (model.meaningText, model.storageHash)
        // The schema of another program has no versions.
        let version = model.isExisting ? ModelVersion(number: 1, isDraft: false) : version(storageHash)
        let identity = StoreIdentity(
            model: model.name.text, version: version.number, isDraft: version.isDraft, hash: version.hash ?? storageHash,
            meaningHash: Model.hash(ofText: definition), definition: definition, compatibleHashes: version.compatibleHashes)
        let schema = StorageSchema(
            identity: identity, tables: tables, joinTables: joinTables, of: model)
        return (schema, NameClashes.check(schema, of: model))
    }

    /// The table of a root and of all that inherit from it, the root first.
    private static func table(for entities: [Entity], in model: Model) -> Table {
        var table = Table(
            entities: entities.map(\.name.text), name: entities[0].tableName, key: model.keyColumn(of: entities[0]), doc: doc(of: entities), columns: [], indexes: [],
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
                doc: stored.attribute.doc, checks: stored.conditions,
                // Rows of other entities have no value, and not 0.
                beginsWithZero: stored.attribute.isKeptByDatabase && !stored.attribute.isOptional && !isOfChild)
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
        // Without an inverse, a deletion clears the key, as with the rule nullify.
        switch model.inverse(of: relationship)?.deleteRule ?? .nullify {
        case .cascade: action = .cascade
        // SQLite fails at once where it would have to clear a required key; without an action the rows can
        // still be moved or deleted before the transaction ends, as in the graph.
        case .nullify: action = relationship.isOptional ? .setNull : .noAction
        case .deny: action = .noAction
        case .noAction: return nil
        }
        let destination = model.entity(named: relationship.destination.text)
        return .init(
            table: model.destinationTable(of: relationship), key: destination.flatMap(model.keyColumn), onDelete: action)
    }
}

extension AttributeType {
    /// How SQLite stores the type.
    public var columnType: ColumnType {
        switch self {
        case .bool, .int16, .int32, .int64, .decimal(.some), .duration, .composite: .integer
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
