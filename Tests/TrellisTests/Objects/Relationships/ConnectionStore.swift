import Foundation
import SQLiteAccess
import TestSupport
import Testing
import Trellis

/// A store of a ``ConnectionModel`` with the objects of a ``ConnectionTruth``; for the body of ``DynamicModel/schema``.
struct ConnectionStore {
    let file: StoreFile<DynamicModel>
    let container: PersistentContainer
    /// The file, as plain SQL sees it.
    let plain: any PlainSQL
    /// The names of the objects by entity and row, also of those that are gone.
    private(set) var names: [String: [Int64: String]] = [:]
    private(set) var keys: [String: Int64] = [:]

    /// An empty store.
    init() throws {
        file = try StoreFile(of: DynamicModel.self)
        container = try file.container()
        plain = try file.connection()
        // No test waits for the disk here: there are thousands of stores.
        try plain.execute("PRAGMA synchronous = OFF")
    }

    /// A store with the objects of `truth`.
    init(_ truth: ConnectionTruth) throws {
        try self.init()
        let context = try container.makeContext()
        var objects: [String: DynamicObject] = [:]
        for name in truth.objects { objects[name] = context.makeDynamic(truth.entity(of: name), name: name) }
        for (name, object) in objects {
            for side in truth.sides(of: name) {
                let members = try truth.members(of: name, side).map { try #require(objects[$0]) }
                for member in members { try object.add(member, to: truth.model.name(of: side)) }
                if case .list(let list) = try object.end(truth.model.name(of: side)) { list.replace(with: members) }
            }
        }
        try context.save()
        try learnNames()
    }

    /// Notes the rows of objects that were saved.
    mutating func learnNames() throws {
        for entity in ["Left", "Right"] {
            for row in try plain.rows("SELECT _id, name FROM \(entity.lowercased())") {
                guard let key = row[0].flatMap({ Int64($0) }), let name = row[1] else { continue }
                names[entity, default: [:]][key] = name
                keys[name] = key
            }
        }
    }

    /// A copy of the present file, which no other code has open.
    func copy() throws -> SQLiteConnection {
        let copy = try file.copy()
        try copy.execute(
            "PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = ON; PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY")
        return copy
    }

    /// The object of a name, in a context.
    func object(_ name: String, in context: ManagedObjectContext) throws -> DynamicObject {
        try context.dynamic(name.hasPrefix("L") ? "Left" : "Right", row: try #require(keys[name]))
    }

    /// What the file, or a copy of it, holds, without versions.
    func rows(_ connection: any PlainSQL) throws -> ConnectionTruth.Rows {
        let schema = DynamicModel.schema
        var links = [[String]]()
        let objects = try ["left", "right"].flatMap { try connection.rows("SELECT name FROM \($0)").compactMap(\.[0]) }
        for (entity, descriptor) in schema.entities {
            for relationship in descriptor.toOne {
                links += try pairs(
                    connection,
                    "SELECT _id, \(relationship.column) FROM \(descriptor.table) WHERE \(relationship.column) IS NOT NULL", entity,
                    relationship.destination)
            }
            // Both ends name the same table.
            for relationship in descriptor.toMany where relationship.name == "near" {
                guard let table = relationship.joinTable else { continue }
                links += try pairs(
                    connection, "SELECT \(table.column), \(table.member) FROM \(table.name)", entity, relationship.destination)
            }
        }
        return ConnectionTruth.Rows(objects: objects.sorted(), links: links.sorted { $0.lexicographicallyPrecedes($1) })
    }

    private func pairs(_ connection: any PlainSQL, _ sql: String, _ first: String, _ second: String) throws -> [[String]] {
        try connection.rows(sql).map { row in
            zip([first, second], row).map { entity, key in key.flatMap { Int64($0) }.flatMap { names[entity]?[$0] } ?? "?" }
        }
    }

    /// Gives the ordered members of each object places without gaps, somewhere among those that there are: the order stays.
    func squeezePlaces(_ random: inout SeededGenerator) throws {
        for descriptor in DynamicModel.schema.entities.values {
            for relationship in descriptor.toMany {
                guard let position = relationship.position else { continue }
                let members = DynamicModel.schema.entities[relationship.destination]
                let key = members?.toOne.first { $0.name == relationship.inverse }?.column ?? ""
                let (table, owner, member) =
                    relationship.joinTable.map { ($0.name, $0.column, $0.member) } ?? (members?.table ?? "", key, "_id")
                let start = [Int64.min, -3, 0, .max - 100].randomElement(using: &random) ?? 0
                try plain.execute(
                    """
                    UPDATE \(table) SET \(position) = \(start) + place FROM (
                      SELECT _id AS row,
                        ROW_NUMBER() OVER (PARTITION BY \(owner) ORDER BY \(position) NULLS LAST, \(member)) AS place
                      FROM \(table))
                    WHERE _id = row
                    """)
            }
        }
    }

    /// What a context shows of all objects differently from the truth, in words.
    func differences(between truth: ConnectionTruth, and context: ManagedObjectContext) throws -> [String] {
        try truth.objects.flatMap { name in
            let object = try object(name, in: context)
            return try truth.sides(of: name).compactMap { try difference(truth, name, $0, object) }
        }
    }

    /// What one end of an object shows differently.
    func difference(
        _ truth: ConnectionTruth, _ name: String, _ side: ConnectionTruth.Side, _ object: DynamicObject
    ) throws -> String? {
        let (expected, shown) = (truth.members(of: name, side), try object.members(truth.model.name(of: side)).map(\.name))
        let isEqual = truth.model[side]?.isOrdered == true ? expected == shown : expected.sorted() == shown.sorted()
        return isEqual ? nil : "\(name).\(truth.model.name(of: side)) is \(shown) and should be \(expected)"
    }
}
