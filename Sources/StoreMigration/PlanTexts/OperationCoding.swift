import SQLiteAccess

// Operations as data: an object with one key, which is the name of the case. The keys are part of the plan's form, and may not
// change with the names in the code.

extension Operation: Codable {
    private enum Form: String, CodingKey {
        case createTable, dropTable, renameTable, rebuildTable, addColumn, dropColumn, renameColumn, dropNotNull, setNotNull, addCheck
        case updateRows, refuseValues, deleteRows, moveRows, renameTexts, emptyKeys, deleteConnections, copyConnections
        case renameRecordedProperties, createIndex, dropIndex, createTrigger, dropTrigger, createView, dropView, createSearch, dropSearch
        case fillSearch, recompute, recordVersion, user, frozen
        case computeRows, addRows, copyAside, raiseKeys, raiseSequence, raiseRecordedKeys, raiseRecordedIDs, copyPlaces, runSwift
    }

    /// What the smaller ones consist of.
    private struct Fields: Codable {
        var table: String?
        var column: String?
        var name: String?
        var to: String?
        var entity: String?
        var sql: String?
        var definition: ColumnDefinition?
        var check: ColumnCheck?
        var fits: [ValueFit]?
        var type: StoredType?
        var rows: RowSet?
        var names: [NameChange]?
        var properties: [RecordedName]?
        var entities: [String]?
        var columns: [String]?
        var offset: KeyOffset?

        /// A field that the form has to have.
        func take<Value>(_ field: KeyPath<Fields, Value?>) throws -> Value {
            guard let value = self[keyPath: field] else { throw Unreadable() }
            return value
        }
    }

    private struct Unreadable: Error {}

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Form.self)
        guard let form = values.allKeys.first else { throw Unreadable() }
        func fields() throws -> Fields { try values.decode(forKey: form) }
        switch form {
        case .createTable: self = .createTable(try values.decode(forKey: form))
        case .dropTable: self = .dropTable(try values.decode(forKey: form))
        case .rebuildTable: self = .rebuildTable(try values.decode(forKey: form))
        case .updateRows: self = .updateRows(try values.decode(forKey: form))
        case .moveRows: self = .moveRows(try values.decode(forKey: form))
        case .copyConnections: self = .copyConnections(try values.decode(forKey: form))
        case .computeRows: self = .computeRows(try values.decode(forKey: form))
        case .addRows: self = .addRows(from: try fields().take(\.name), to: try fields().take(\.table), columns: try fields().take(\.columns))
        case .raiseKeys: self = .raiseKeys(try values.decode(forKey: form))
        case .raiseSequence: self = .raiseSequence(try values.decode(forKey: form))
        case .raiseRecordedKeys: self = .raiseRecordedKeys(try values.decode(forKey: form))
        case .copyPlaces: self = .copyPlaces(try values.decode(forKey: form))
        case .copyAside: self = .copyAside(try fields().take(\.name), rows: try fields().take(\.rows))
        case .raiseRecordedIDs:
            self = .raiseRecordedIDs(table: try fields().take(\.table), entities: try fields().take(\.entities), by: try fields().take(\.offset))
        case .createIndex: self = .createIndex(try values.decode(forKey: form))
        case .dropIndex: self = .dropIndex(try values.decode(forKey: form))
        case .dropTrigger: self = .dropTrigger(try values.decode(forKey: form))
        case .dropView: self = .dropView(try values.decode(forKey: form))
        case .dropSearch: self = .dropSearch(try values.decode(forKey: form))
        case .fillSearch: self = .fillSearch(try values.decode(forKey: form))
        case .recordVersion: self = .recordVersion(try values.decode(forKey: form))
        case .user: self = .user(sql: try values.decode(forKey: form))
        case .runSwift: self = .runSwift(try values.decode(forKey: form))
        case .frozen: self = .frozen(try values.decode(forKey: form))
        case .renameTable: self = .renameTable(try fields().take(\.table), to: try fields().take(\.to))
        case .createTrigger: self = .createTrigger(try fields().take(\.name), sql: try fields().take(\.sql))
        case .createView: self = .createView(try fields().take(\.name), sql: try fields().take(\.sql))
        case .createSearch: self = .createSearch(try fields().take(\.name), sql: try fields().take(\.sql))
        case .addColumn, .dropColumn, .renameColumn, .dropNotNull, .setNotNull, .addCheck, .refuseValues, .deleteRows, .renameTexts,
            .emptyKeys, .deleteConnections, .renameRecordedProperties, .recompute:
            self = try Self.onTable(form, try fields())
        }
    }

    /// One of those that change a table.
    private static func onTable(_ form: Form, _ fields: Fields) throws -> Operation {
        let table = try fields.take(\.table)
        switch form {
        case .addColumn: return .addColumn(try fields.take(\.definition), table: table)
        case .addCheck: return .addCheck(try fields.take(\.check), table: table)
        case .deleteRows: return .deleteRows(ofEntity: fields.entity, table: table)
        case .renameRecordedProperties:
            return .renameRecordedProperties(try fields.take(\.properties), entity: try fields.take(\.entity), table: table)
        default: break
        }
        let column = try fields.take(\.column)
        switch form {
        case .dropColumn: return .dropColumn(column, table: table)
        case .renameColumn: return .renameColumn(column, to: try fields.take(\.to), table: table)
        case .dropNotNull: return .dropNotNull(column: column, table: table)
        case .setNotNull: return .setNotNull(column: column, table: table)
        case .refuseValues:
            return .refuseValues(column: column, notFitting: try fields.take(\.fits), table: table, type: try fields.take(\.type))
        case .renameTexts: return .renameTexts(try fields.take(\.names), column: column, table: table)
        case .emptyKeys: return .emptyKeys(column: column, table: table, leadingTo: try fields.take(\.rows))
        case .deleteConnections: return .deleteConnections(column: column, table: table, of: try fields.take(\.rows))
        case .recompute: return .recompute(column: column, table: table, sql: try fields.take(\.sql))
        default: throw Unreadable()
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Form.self)
        switch self {
        case .createTable(let table): try values.encode(table, forKey: .createTable)
        case .dropTable(let name): try values.encode(name, forKey: .dropTable)
        case .rebuildTable(let rebuild): try values.encode(rebuild, forKey: .rebuildTable)
        case .updateRows(let update): try values.encode(update, forKey: .updateRows)
        case .moveRows(let move): try values.encode(move, forKey: .moveRows)
        case .copyConnections(let copy): try values.encode(copy, forKey: .copyConnections)
        case .computeRows(let rows): try values.encode(rows, forKey: .computeRows)
        case .addRows(let draft, let table, let columns):
            try values.encode(Fields(table: table, name: draft, columns: columns), forKey: .addRows)
        case .raiseKeys(let raising): try values.encode(raising, forKey: .raiseKeys)
        case .raiseSequence(let raising): try values.encode(raising, forKey: .raiseSequence)
        case .raiseRecordedKeys(let raising): try values.encode(raising, forKey: .raiseRecordedKeys)
        case .copyPlaces(let copy): try values.encode(copy, forKey: .copyPlaces)
        case .copyAside(let name, let rows): try values.encode(Fields(name: name, rows: rows), forKey: .copyAside)
        case .raiseRecordedIDs(let table, let entities, let offset):
            try values.encode(Fields(table: table, entities: entities, offset: offset), forKey: .raiseRecordedIDs)
        case .createIndex(let index): try values.encode(index, forKey: .createIndex)
        case .dropIndex(let name): try values.encode(name, forKey: .dropIndex)
        case .dropTrigger(let name): try values.encode(name, forKey: .dropTrigger)
        case .dropView(let name): try values.encode(name, forKey: .dropView)
        case .dropSearch(let name): try values.encode(name, forKey: .dropSearch)
        case .fillSearch(let name): try values.encode(name, forKey: .fillSearch)
        case .recordVersion(let version): try values.encode(version, forKey: .recordVersion)
        case .user(let sql): try values.encode(sql, forKey: .user)
        case .runSwift(let step): try values.encode(step, forKey: .runSwift)
        case .frozen(let statement): try values.encode(statement, forKey: .frozen)
        case .renameTable(let table, let name): try values.encode(Fields(table: table, to: name), forKey: .renameTable)
        case .createTrigger(let name, let sql): try values.encode(Fields(name: name, sql: sql), forKey: .createTrigger)
        case .createView(let name, let sql): try values.encode(Fields(name: name, sql: sql), forKey: .createView)
        case .createSearch(let name, let sql): try values.encode(Fields(name: name, sql: sql), forKey: .createSearch)
        case .addColumn(let column, let table): try values.encode(Fields(table: table, definition: column), forKey: .addColumn)
        case .dropColumn(let column, let table): try values.encode(Fields(table: table, column: column), forKey: .dropColumn)
        case .renameColumn(let column, let name, let table):
            try values.encode(Fields(table: table, column: column, to: name), forKey: .renameColumn)
        case .dropNotNull(let column, let table): try values.encode(Fields(table: table, column: column), forKey: .dropNotNull)
        case .setNotNull(let column, let table): try values.encode(Fields(table: table, column: column), forKey: .setNotNull)
        case .addCheck(let check, let table): try values.encode(Fields(table: table, check: check), forKey: .addCheck)
        case .refuseValues(let column, let fits, let table, let type):
            try values.encode(Fields(table: table, column: column, fits: fits, type: type), forKey: .refuseValues)
        case .deleteRows(let entity, let table): try values.encode(Fields(table: table, entity: entity), forKey: .deleteRows)
        case .renameTexts(let names, let column, let table):
            try values.encode(Fields(table: table, column: column, names: names), forKey: .renameTexts)
        case .emptyKeys(let column, let table, let rows):
            try values.encode(Fields(table: table, column: column, rows: rows), forKey: .emptyKeys)
        case .deleteConnections(let column, let table, let rows):
            try values.encode(Fields(table: table, column: column, rows: rows), forKey: .deleteConnections)
        case .renameRecordedProperties(let names, let entity, let table):
            try values.encode(Fields(table: table, entity: entity, properties: names), forKey: .renameRecordedProperties)
        case .recompute(let column, let table, let sql):
            try values.encode(Fields(table: table, column: column, sql: sql), forKey: .recompute)
        }
    }
}
