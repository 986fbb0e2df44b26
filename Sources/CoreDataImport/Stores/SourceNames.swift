import SQLiteAccess
import StoreImport

/// Where a store keeps the entities and properties of its model: Core Data's names of tables and columns.
struct SourceNames {
    let store: CoreDataStore
    let model: CoreDataModel
    private let oldNames: [String: String]
    /// The numbers of entities, by their names in the translated model.
    private let numbers: [String: Int64]
    /// The columns of properties, by `Entity.property`, where several of a hierarchy have one name.
    private var shared: [String: String] = [:]

    init(_ store: CoreDataStore, _ translation: Translation) {
        (self.store, model, oldNames) = (store, translation.model, translation.oldNames)
        var numbers: [String: Int64] = [:]
        let byName = Dictionary(store.entities.map { ($0.name, $0.number) }, uniquingKeysWith: { first, _ in first })
        for entity in translation.model.entities {
            // After a migration the table of numbers may have the name that the entity had before.
            let name = translation.oldNames[entity.name] ?? entity.name
            numbers[entity.name] = byName[name] ?? entity.identifier.flatMap { byName[$0] }
        }
        self.numbers = numbers
        for root in model.entities where root.parent == nil { share(root) }
    }

    // MARK: Names

    /// The name that the store's model has for an entity.
    func original(_ entity: String) -> String { oldNames[entity] ?? entity }

    private func original(_ property: String, of entity: String) -> String { oldNames["\(entity).\(property)"] ?? property }

    /// The number of an entity in the store.
    /// - Throws: ``StoreImportError``
    func number(of entity: String) throws(StoreImportError) -> Int64 {
        guard let number = numbers[entity] else { throw StoreImportError("Z_PRIMARYKEY has no entity '\(original(entity))'") }
        return number
    }

    /// The root of an entity's hierarchy, whose table has its rows.
    func root(of entity: String) -> String { model.line(of: entity).last?.name ?? entity }

    /// An entity and all that inherit from it.
    func subtree(of entity: String) -> [String] {
        model.entities.map(\.name).filter { name in model.line(of: name).contains { $0.name == entity } }
    }

    /// The greatest key that was given to a row of a hierarchy.
    func greatestKey(ofRoot root: String) -> Int64 {
        let number = numbers[root]
        return store.entities.first { $0.number == number }?.greatestKey ?? 0
    }

    // MARK: Tables and columns

    /// - Throws: ``StoreImportError``
    func table(of entity: String) throws(StoreImportError) -> SourceTable {
        let name = "Z" + original(root(of: entity)).uppercased()
        guard let table = store.tables[name] else { throw StoreImportError("'\(original(entity))': the store has no table '\(name)'") }
        guard table.column("Z_PK") != nil else { throw StoreImportError("'\(original(entity))': the table '\(name)' has no column 'Z_PK'") }
        return table
    }

    /// The column of an attribute, or of the key of a to-one relationship.
    /// - Throws: ``StoreImportError``
    func column(of property: String, of entity: String) throws(StoreImportError) -> String {
        let table = try table(of: entity)
        let name = shared["\(entity).\(property)"] ?? "Z" + original(property, of: entity).uppercased()
        guard let column = table.column(name) else {
            throw StoreImportError("'\(original(entity)).\(original(property, of: entity))': the table '\(table.name)' has no column '\(name)'")
        }
        return column
    }

    /// The column with the places among ordered members, of the row that the key of a to-one relationship leads to.
    /// - Throws: ``StoreImportError``
    func positionColumn(of property: String, of entity: String) throws(StoreImportError) -> String {
        let table = try table(of: entity)
        let name = "Z_FOK_" + original(property, of: entity).uppercased()
        guard let column = table.column(name) else {
            throw StoreImportError("'\(original(entity)).\(original(property, of: entity))': the table '\(table.name)' has no column '\(name)'")
        }
        return column
    }

    /// Properties of several entities of a hierarchy with one name have columns with a number behind it, in the order of the entities.
    private mutating func share(_ root: CoreDataModel.Entity) {
        var owners: [String: [(number: Int64, place: String)]] = [:]
        for name in subtree(of: root.name) {
            guard let entity = model.entity(name) else { continue }
            let stored = entity.attributes.filter { !$0.isTransient }.map(\.name) + entity.relationships.filter { !$0.isToMany }.map(\.name)
            for property in stored {
                owners["Z" + original(property, of: name).uppercased(), default: []].append((numbers[name] ?? .max, "\(name).\(property)"))
            }
        }
        for (column, owners) in owners where owners.count > 1 {
            for (index, owner) in owners.sorted(by: { $0.number < $1.number }).enumerated() {
                shared[owner.place] = index == 0 ? column : "\(column)\(index)"
            }
        }
    }

    /// Whether a property's column is one that the names alone do not tell.
    func isShared(_ property: String, of entity: String) -> Bool { shared["\(entity).\(property)"] != nil }

    // MARK: Connections

    /// The rows of a to-many relationship that no key in the members' rows says.
    struct Connections {
        let table: SourceTable
        /// The column with the owners' keys, and the one with the members'.
        let (owner, member): (String, String)
        /// The columns with the places of the members among the owner's, and of the owner among the member's.
        var (memberPosition, ownerPosition): (String?, String?)
    }

    /// Finds them: in a table of their own, or as keys in the members' rows where nothing leads back.
    /// - Throws: ``StoreImportError``
    func connections(of relationship: String, of entity: String) throws(StoreImportError) -> Connections {
        guard let found = model.relationship(relationship, of: entity) else { throw StoreImportError("'\(entity).\(relationship)': there is none") }
        let name = original(relationship, of: entity).uppercased()
        let (own, other) = (try number(of: entity), try number(of: found.destination))
        if let inverse = found.inverse {
            let back = original(inverse, of: found.destination).uppercased()
            for table in ["Z_\(own)\(name)", "Z_\(other)\(back)"].compactMap({ store.tables[$0] }) {
                // Of a relationship that is its own inverse the second column has a name of its own.
                let isReflexive = found.destination == entity && inverse == relationship
                // A column has the keys of the members of the relationship that it is named for.
                guard let member = table.column("Z_\(other)\(name)"),
                    let owner = table.column(isReflexive ? "REFLEXIVE" : "Z_\(own)\(back)") ?? table.column("Z_\(own)\(back)1")
                else { continue }
                return Connections(
                    table: table, owner: owner, member: member, memberPosition: table.column("Z_FOK_\(other)\(name)"),
                    ownerPosition: isReflexive ? nil : table.column("Z_FOK_\(own)\(back)"))
            }
        } else {
            let table = try table(of: found.destination)
            for (column, position) in [("Z\(own)\(name)", "Z_FOK_\(own)\(name)"), ("Z\(name)", "Z_FOK_\(name)")] {
                guard let owner = table.column(column), let member = table.column("Z_PK") else { continue }
                return Connections(table: table, owner: owner, member: member, memberPosition: table.column(position), ownerPosition: nil)
            }
        }
        throw StoreImportError("'\(original(entity)).\(original(relationship, of: entity))': the store has no table with its connections")
    }
}
