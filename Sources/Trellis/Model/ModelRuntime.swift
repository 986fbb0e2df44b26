import SQLiteAccess

/// A model made ready: names resolved to numbers, and the SQL that never changes.
final class ModelRuntime: Sendable {
    let descriptor: ModelDescriptor
    let entities: [EntityRuntime]
    let fetchLayout: FetchLayout
    private let indexByType: [ObjectIdentifier: Int]
    private let indexByName: [String: Int]

    init(_ descriptor: ModelDescriptor) {
        self.descriptor = descriptor
        let descriptors = descriptor.entities.map { $0.entityDescriptor }
        let indexByName = Dictionary(
            descriptors.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        self.indexByName = indexByName
        indexByType = Dictionary(
            descriptor.entities.enumerated().map { (ObjectIdentifier($1), $0) }, uniquingKeysWith: { first, _ in first })
        fetchLayout = FetchLayout(entities: descriptors.map(\.fetchLayout))
        entities = descriptors.enumerated().map { index, entity in
            EntityRuntime(entity, index: index, type: descriptor.entities[index], among: descriptors, indexByName)
        }
    }

    func entity(of type: ManagedObject.Type) -> EntityRuntime? {
        indexByType[ObjectIdentifier(type)].map { entities[$0] }
    }

    func entity(named name: String) -> EntityRuntime? {
        indexByName[name].map { entities[$0] }
    }
}

/// An entity made ready.
final class EntityRuntime: Sendable {
    let descriptor: EntityDescriptor
    /// Its place among the entities of the model.
    let index: Int
    let type: ManagedObject.Type
    /// The rules of the attributes, in their order.
    let rules: [PreparedRules]
    let toOne: [ToOneRuntime]
    let toMany: [ToManyRuntime]
    /// The names of the columns: attributes, then keys.
    let columns: [String]
    /// The numbers of columns by the names of properties.
    let columnByProperty: [String: Int]

    /// Key, version and all columns of one row.
    let selectByKey: String
    let selectVersion: String
    let insert: String
    let delete: String

    struct ToOneRuntime: Sendable {
        let descriptor: ToOneDescriptor
        let column: Int
        /// The entity at the other end, and the number of the to-many there that leads back.
        let destination: Int
        let inverse: Int
    }

    struct ToManyRuntime: Sendable {
        let descriptor: ToManyDescriptor
        /// The entity at the other end, and the column there that holds the key.
        let destination: Int
        let inverseColumn: Int
        /// The rows of one owner.
        let selectMembers: String
    }

    init(
        _ descriptor: EntityDescriptor, index: Int, type: ManagedObject.Type, among all: [EntityDescriptor],
        _ indexByName: [String: Int]
    ) {
        self.descriptor = descriptor
        self.index = index
        self.type = type
        columns = descriptor.columnNames
        rules = descriptor.attributes.map(PreparedRules.init)
        columnByProperty = Dictionary(
            (descriptor.attributes.map(\.name) + descriptor.toOne.map(\.name)).enumerated().map { ($1, $0) },
            uniquingKeysWith: { first, _ in first })

        // The generator checked that every relationship leads somewhere and comes back.
        toOne = descriptor.toOne.enumerated().compactMap { number, relationship in
            guard let destination = indexByName[relationship.destination],
                let inverse = all[destination].toMany.firstIndex(where: { $0.name == relationship.inverse })
            else { return nil }
            return ToOneRuntime(
                descriptor: relationship, column: descriptor.attributes.count + number, destination: destination,
                inverse: inverse)
        }
        toMany = descriptor.toMany.compactMap { relationship in
            guard let destination = indexByName[relationship.destination],
                let inverse = all[destination].toOne.firstIndex(where: { $0.name == relationship.inverse })
            else { return nil }
            let other = all[destination]
            return ToManyRuntime(
                descriptor: relationship, destination: destination,
                inverseColumn: other.attributes.count + inverse,
                selectMembers: other.select
                    + " WHERE \(SQL.identifier(other.toOne[inverse].column)) = ? ORDER BY _id")
        }

        let table = SQL.identifier(descriptor.table)
        selectByKey = descriptor.select + " WHERE _id = ?"
        selectVersion = "SELECT _version FROM \(table) WHERE _id = ?"
        insert =
            "INSERT INTO \(table) (\((["_id"] + columns.map(SQL.identifier)).joined(separator: ", ")))"
            + " VALUES (\(Array(repeating: "?", count: columns.count + 1).joined(separator: ", ")))"
        delete = "DELETE FROM \(table) WHERE _id = ?"
    }

    func toOne(at column: Int) -> ToOneRuntime {
        toOne[column - descriptor.attributes.count]
    }

    /// Writes `columns` of one row, if it still is of the version that was read.
    func update(_ columns: [Int]) -> String {
        set(assignments(columns) + ["_version = _version + 1"])
    }

    /// Writes `columns` ahead of the update of their row: the row keeps its version.
    func move(_ columns: [Int]) -> String {
        set(assignments(columns))
    }

    /// Sets a key to 0, which is no row's and which a required key can have too; it is checked when the transaction ends, and
    /// by then its row is gone.
    func cut(_ column: Int) -> String {
        "UPDATE \(SQL.identifier(descriptor.table)) SET \(SQL.identifier(columns[column])) = 0 WHERE _id = ?"
    }

    private func assignments(_ columns: [Int]) -> [String] {
        columns.map { "\(SQL.identifier(self.columns[$0])) = ?" }
    }

    private func set(_ assignments: [String]) -> String {
        "UPDATE \(SQL.identifier(descriptor.table)) SET \(assignments.joined(separator: ", "))"
            + " WHERE _id = ? AND _version = ?"
    }
}

extension EntityDescriptor {
    var columnNames: [String] { attributes.map(\.column) + toOne.map(\.column) }

    /// What every query of objects selects, in the order in which row readers expect it.
    var selectedColumns: [String] { ["_id", "_version"] + columnNames }

    fileprivate var select: String {
        "SELECT \(selectedColumns.map(SQL.identifier).joined(separator: ", ")) FROM \(SQL.identifier(table))"
    }

    fileprivate var fetchLayout: FetchLayout.Entity {
        var properties = [String: FetchLayout.Property]()
        for attribute in attributes {
            properties[attribute.name] = .attribute(
                column: attribute.column, type: attribute.type, isOptional: attribute.isOptional)
        }
        for relationship in toOne {
            properties[relationship.name] = .toOne(
                column: relationship.column, destination: relationship.destination,
                isOptional: relationship.isOptional)
        }
        for relationship in toMany {
            properties[relationship.name] = .toMany(destination: relationship.destination)
        }
        return FetchLayout.Entity(name: name, table: table, properties: properties)
    }
}
