import Predicates
import SQLiteAccess
import SQLiteStorage
import SchemaModel
import StoreImport

/// Plans which value of the old store becomes which of the new one.
struct CopyPlanner {
    let names: SourceNames
    let model: Model
    let schema: StorageSchema
    /// A connection to which the old store is attached.
    let connection: SQLiteConnection
    /// Whether the program turns archives into JSON.
    let hasTransform: Bool
    /// Keys that lead to no row, by `Entity.relationship`: they are left out.
    private(set) var strays: [(place: String, count: Int)] = []

    /// Keys of one-to-one relationships, by `Entity.relationship`, whose other row does not lead back: they are left out.
    private(set) var oneSided: [(place: String, count: Int)] = []

    init(names: SourceNames, model: Model, schema: StorageSchema, connection: SQLiteConnection, hasTransform: Bool) {
        (self.names, self.model, self.schema, self.connection) = (names, model, schema, connection)
        self.hasTransform = hasTransform
    }

    // MARK: Rows

    /// - Throws: ``StoreImportError``, `SQLiteError`
    mutating func rows() throws -> [RowCopy] {
        try schema.tables.map { table in
            let root = table.entities[0]
            let source = try names.table(of: root)
            let key = source.column("Z_PK") ?? ""
            if let least = try connection.rows("SELECT min(\(key)) FROM \(source.sql)").first?[0], least.hasPrefix("-") || least == "0" {
                throw StoreImportError("'\(names.original(root))': a row has the key \(least), and keys begin with 1")
            }
            var values = [(column: FetchLayout.keyColumn, expression: key)]
            if let version = source.column("Z_OPT") {
                values.append((FetchLayout.versionColumn, "max(1, CAST(ifnull(\(version), 1) AS INTEGER))"))
            }
            var kinds: [(entity: String, condition: String?)] = [(root, nil)]
            if table.hasEntityColumn {
                guard let number = source.column("Z_ENT") else { throw StoreImportError("the table '\(source.name)' has no column 'Z_ENT'") }
                // Rows of what the model calls abstract are none that can be read.
                let concrete = table.entities.filter { model.entity(named: $0)?.isAbstract == false }
                kinds = try concrete.map { ($0, "\(number) = \(try names.number(of: $0))") }
                let cases = try concrete.map { "WHEN \(try names.number(of: $0)) THEN \(SQL.literal($0))" }
                values.append((FetchLayout.entityColumn, "CASE \(number) \(cases.joined(separator: " ")) END"))
                try refuseStrangers(in: source, number, try concrete.map { try names.number(of: $0) })
            }
            var (kept, flags) = ([RowCopy.KeptColumn](), [(place: String, old: String)]())
            for column in table.columns {
                guard let value = try value(of: column) else { continue }
                values.append((column.name, value.expression))
                guard let old = value.column else { continue }
                let place = "\(names.original(column.entity)).\(column.property)"
                kept.append(.init(place: place, old: old, new: column.name, strays: value.strays))
                if value.isFlag { flags.append((place, old)) }
            }
            for position in table.positions {
                let column = try names.positionColumn(of: position.relationship, of: position.entity)
                let owner = try names.column(of: position.relationship, of: position.entity)
                values.append((position.name, try self.position(column, in: source, member: key, owner: owner)))
            }
            return RowCopy(root: root, source: source, target: table, values: values, kinds: kinds, kept: kept, flags: flags)
        }
    }

    /// How a value is made. Where each value of a column becomes one, that column; of its keys, some may lead to no row.
    private struct PlannedValue {
        let expression: String
        let column: String?
        var strays = 0
        /// Whether every number but 0 becomes 1.
        var isFlag = false
    }

    /// Gaps between members of 2³², as the library makes them: Core Data's are some hundreds.
    ///
    /// Core Data reads members without a position first. They get positions before all others, in the order of their keys.
    private func position(_ column: String, in source: SourceTable, member: String, owner: String) throws -> String {
        let gap = 4_194_304
        let found = try connection.rows(
            "SELECT max(\(member)) FILTER (WHERE \(column) IS NULL AND \(owner) IS NOT NULL), min(\(column)) FILTER (WHERE typeof(\(column)) = 'integer') "
                + "FROM \(source.sql)").first
        var first = "NULL"
        if let last = found?[0], let least = Int64(found?[1] ?? "0") {
            first = "CASE WHEN \(owner) IS NOT NULL THEN \(least) * \(gap) - 1 - \(last) + \(member) END"
        }
        // SQLite computes with a text as if it were 0.
        return "CASE typeof(\(column)) WHEN 'integer' THEN \(column) * \(gap) WHEN 'null' THEN \(first) "
            + "ELSE \(ValueFunctions.refuse)(\(column), 'position') END"
    }

    private func refuseStrangers(in source: SourceTable, _ number: String, _ known: [Int64]) throws {
        let list = known.map { "\($0)" }.joined(separator: ", ")
        let strangers = try connection.rows(
            "SELECT Z_PK, \(number) FROM \(source.sql) WHERE \(number) IS NULL OR \(number) NOT IN (\(list)) LIMIT 1")
        guard let row = strangers.first else { return }
        throw StoreImportError("'\(source.name)', row \(row[0] ?? "?"): Z_ENT is \(row[1] ?? "NULL"), which is no entity that has objects")
    }

    /// The value of a column; nil for one that the database computes.
    private mutating func value(of column: Column) throws -> PlannedValue? {
        guard let entity = names.model.entity(column.entity) else { throw StoreImportError("'\(column.entity)': the store has no such entity") }
        if let relationship = entity.relationships.first(where: { $0.name == column.property }) {
            return try key(of: relationship, of: entity.name)
        }
        guard let attribute = entity.attributes.first(where: { $0.name == column.property }) else {
            throw StoreImportError("'\(column.entity).\(column.property)': values of composites are not read")
        }
        switch model.entity(named: entity.name)?.attributes.first(where: { $0.name.text == attribute.name })?.derivation {
        case nil, .now: break
        case .function(let function, let source):
            let owner = names.model.line(of: entity.name).first { $0.attributes.contains { $0.name == source.text } }?.name ?? entity.name
            return PlannedValue(expression: function.call(on: try names.column(of: source.text, of: owner)), column: nil)
        default: return nil
        }
        let name = try sharedColumn(of: attribute.name, of: entity.name)
        let expression = try Self.value(
            of: attribute, in: name, at: "\(names.original(entity.name)).\(attribute.name)", isText: column.type == .text, hasTransform: hasTransform)
        // A program's function may give nothing for an archive.
        return PlannedValue(
            expression: expression, column: attribute.type == "Transformable" && hasTransform ? nil : name, isFlag: attribute.type == "Boolean")
    }

    /// A column, proved where several properties of a hierarchy have one name: rows of other entities have nothing there.
    private func sharedColumn(of property: String, of entity: String) throws -> String {
        let column = try names.column(of: property, of: entity)
        guard names.isShared(property, of: entity) else { return column }
        let numbers = try names.subtree(of: entity).map { "\(try names.number(of: $0))" }.joined(separator: ", ")
        let table = try names.table(of: entity)
        let others = try connection.rows(
            "SELECT Z_PK FROM \(table.sql) WHERE \(column) IS NOT NULL AND Z_ENT NOT IN (\(numbers)) LIMIT 1")
        if let row = others.first {
            throw StoreImportError(
                "'\(table.name)', row \(row[0] ?? "?"): several properties of the hierarchy are called '\(property)', and \(column) is not the column of '\(entity)'"
            )
        }
        return column
    }

    private static func value(
        of attribute: CoreDataModel.Attribute, in column: String, at place: String, isText: Bool, hasTransform: Bool
    ) throws(StoreImportError) -> String {
        switch attribute.type {
        // A number without a fraction may be stored as an integer.
        case "Double", "Float", "Date": "CASE typeof(\(column)) WHEN 'integer' THEN CAST(\(column) AS REAL) ELSE \(column) END"
        case "Boolean": "CASE typeof(\(column)) WHEN 'integer' THEN \(column) <> 0 ELSE \(column) END"
        case "Decimal": "\(ValueFunctions.decimal)(\(column))"
        case "UUID":
            "CASE WHEN \(column) IS NULL OR typeof(\(column)) = 'blob' AND length(\(column)) = 16 THEN \(column) "
                + "ELSE \(ValueFunctions.refuse)(\(column), 'UUID') END"
        case "Transformable" where isText:
            if hasTransform {
                "\(ValueFunctions.transform)(\(bytes(of: attribute, in: column, at: place)), \(SQL.literal(place)))"
            } else {
                throw StoreImportError("'\(place)' is JSON in the model, and an archive in the store: give a function that turns one into the other")
            }
        default: bytes(of: attribute, in: column, at: place)
        }
    }

    /// The column's value, read from its own file where the store keeps it in one.
    private static func bytes(of attribute: CoreDataModel.Attribute, in column: String, at place: String) -> String {
        attribute.isExternal ? "\(ValueFunctions.external)(\(column), \(SQL.literal(place)))" : column
    }

    // MARK: Keys

    private mutating func key(of relationship: CoreDataModel.Relationship, of entity: String) throws -> PlannedValue {
        let column = try sharedColumn(of: relationship.name, of: entity)
        let place = "\(names.original(entity)).\(relationship.name)"
        let inverse = names.model.inverse(of: relationship, of: entity).flatMap { $0.isToMany ? nil : $0 }
        let isMirrored = inverse?.name == relationship.name && relationship.destination == entity
        if let inverse, !isMirrored { try countOneSided(inverse, of: relationship.destination, without: column, of: entity) }
        // What nothing demands to lead anywhere stays as it is.
        guard let planned = schema.table(forEntity: entity)?.column(for: relationship.name, of: entity), planned.reference != nil else {
            return PlannedValue(expression: column, column: column)
        }
        let (table, destination) = (try names.table(of: entity), try names.table(of: relationship.destination))
        func leads(_ condition: String = "") -> String {
            "EXISTS (SELECT 1 FROM \(destination.sql) AS destination WHERE destination.Z_PK = \(table.sql).\(column)\(condition))"
        }
        let leadsBack = isMirrored ? leads(" AND destination.\(column) = \(table.sql).Z_PK") : leads()
        let found = try connection.rows(
            "SELECT count(*), min(Z_PK), CAST(\(column) AS TEXT), count(*) FILTER (WHERE \(leads())) FROM \(table.sql) "
                + "WHERE \(column) IS NOT NULL AND NOT \(leadsBack)").first ?? []
        guard let count = found.first?.flatMap({ Int($0) }), count > 0 else { return PlannedValue(expression: column, column: column) }
        let oneSided = found[3].flatMap { Int($0) } ?? 0
        guard planned.isNullable else {
            let way = oneSided > 0 ? "leads to a row that does not lead back" : "leads to no row"
            throw StoreImportError("'\(place)', row \(found[1] ?? "?"): the key \(found[2] ?? "?") \(way), and is required")
        }
        if count > oneSided { strays.append((place, count - oneSided)) }
        if oneSided > 0 { self.oneSided.append((place, oneSided)) }
        return PlannedValue(expression: "CASE WHEN \(leadsBack) THEN \(column) END", column: column, strays: count)
    }

    /// Counts the keys of the side of a one-to-one that has no key in the new store, where the other side does not lead back.
    /// - Parameters:
    ///   - relationship: the side without a key.
    ///   - key: the column of the side with the key.
    private mutating func countOneSided(
        _ relationship: CoreDataModel.Relationship, of entity: String, without key: String, of owner: String
    ) throws {
        let (table, destination) = (try names.table(of: entity), try names.table(of: owner))
        guard let column = try? names.column(of: relationship.name, of: entity) else { return }
        let found = try connection.rows(
            "SELECT count(*) FROM \(table.sql) AS source JOIN \(destination.sql) AS destination ON destination.Z_PK = source.\(column) "
                + "WHERE destination.\(key) IS NOT source.Z_PK").first?[0]
        guard let count = found.flatMap({ Int($0) }), count > 0 else { return }
        oneSided.append(("\(names.original(entity)).\(relationship.name)", count))
    }

    // MARK: Connections

    /// - Throws: ``StoreImportError``, `SQLiteError`
    mutating func connections() throws -> [ConnectionCopy] {
        var copies = [ConnectionCopy]()
        for table in schema.joinTables {
            guard let relationship = table.source.relationship else { continue }
            let place = "\(names.original(table.source.entity)).\(relationship)"
            let found = try names.connections(of: relationship, of: table.source.entity)
            var values = [(column: table.source.column, expression: found.owner), (table.target.column, found.member)]
            // The column of an end has the places of what is at the other end.
            for (column, position, member, owner) in [
                (table.source.position, found.memberPosition, found.member, found.owner),
                (table.target.position, found.ownerPosition, found.owner, found.member),
            ] {
                guard let column else { continue }
                guard let position else { throw StoreImportError("'\(place)': the table '\(found.table.name)' has no column with its order") }
                values.append((column, try self.position(position, in: found.table, member: member, owner: owner)))
            }
            let ends = try [(found.owner, table.source.entity), (found.member, table.target.entity)].map { column, entity in
                "EXISTS (SELECT 1 FROM \(try names.table(of: entity).sql) AS destination WHERE destination.Z_PK = \(found.table.sql).\(column))"
            }
            let isThere = "\(found.owner) IS NOT NULL AND \(found.member) IS NOT NULL"
            let whole = try connection.rows(
                "SELECT count(*) FROM \(found.table.sql) WHERE \(isThere) AND NOT (\(ends.joined(separator: " AND ")))")
            let strays = whole.first?[0].flatMap { Int($0) } ?? 0
            let condition = strays == 0 ? isThere : "\(isThere) AND \(ends.joined(separator: " AND "))"
            if strays > 0 { self.strays.append((place, strays)) }
            copies.append(
                ConnectionCopy(place: place, table: table, source: found.table, values: values, condition: condition, strays: strays))
        }
        return copies
    }
}
