import Foundation
import SQLiteAccess
import Testing
import Trellis

/// A store of a ``LinkModel`` with the objects of a ``LinkTruth``; it lives within the body of ``DynamicModel/schema``'s value.
struct LinkStore {
    let file: StoreFile<DynamicModel>
    let container: PersistentContainer
    /// The file, as plain SQL sees it.
    let plain: SQLiteConnection
    /// The names of the objects by entity and row, also of those that are gone.
    private(set) var names: [String: [Int64: String]] = [:]
    private(set) var keys: [String: Int64] = [:]

    /// An empty store.
    init() throws {
        file = try StoreFile(of: DynamicModel.self)
        container = try file.container()
        plain = try SQLiteConnection(opening: file.path)
    }

    /// A store with the objects of `truth`.
    init(_ truth: LinkTruth) throws {
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

    /// A copy of the file as it is now, that nobody else has open.
    func copy() throws -> SQLiteConnection {
        let path = file.path + "-copy"
        try plain.execute("VACUUM INTO '\(path)'")
        let copy = try SQLiteConnection(opening: path)
        try copy.execute("PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = ON")
        return copy
    }

    /// The object of a name, in a context.
    func object(_ name: String, in context: ManagedObjectContext) throws -> DynamicObject {
        try context.dynamic(name.hasPrefix("L") ? "Left" : "Right", row: try #require(keys[name]))
    }

    /// What the file, or a copy of it, holds, without versions.
    func rows(_ connection: SQLiteConnection) throws -> LinkTruth.Rows {
        let schema = DynamicModel.schema
        var links = [[String]]()
        let objects = try ["left", "right"].flatMap { try connection.rows("SELECT name FROM \($0)").compactMap(\.[0]) }
        for (entity, descriptor) in schema.entities {
            for relationship in descriptor.toOne {
                links += try pairs(
                    connection, "SELECT _id, \(relationship.column) FROM \(descriptor.table) WHERE \(relationship.column) IS NOT NULL",
                    entity, relationship.destination)
            }
            // Both ends name the same table.
            for relationship in descriptor.toMany where relationship.name == "near" {
                guard let table = relationship.joinTable else { continue }
                links += try pairs(
                    connection, "SELECT \(table.column), \(table.member) FROM \(table.name)", entity, relationship.destination)
            }
        }
        return LinkTruth.Rows(objects: objects.sorted(), links: links.sorted { $0.lexicographicallyPrecedes($1) })
    }

    private func pairs(_ connection: SQLiteConnection, _ sql: String, _ first: String, _ second: String) throws -> [[String]] {
        try connection.rows(sql).map { row in
            zip([first, second], row).map { entity, key in key.flatMap { Int64($0) }.flatMap { names[entity]?[$0] } ?? "?" }
        }
    }

    /// What a context shows of all objects differently from the truth, in words.
    func differences(between truth: LinkTruth, and context: ManagedObjectContext) throws -> [String] {
        try truth.objects.flatMap { name in
            let object = try object(name, in: context)
            return try truth.sides(of: name).compactMap { try difference(truth, name, $0, object) }
        }
    }

    private func difference(_ truth: LinkTruth, _ name: String, _ side: LinkTruth.Side, _ object: DynamicObject) throws -> String? {
        let (expected, shown) = (truth.members(of: name, side), try object.members(truth.model.name(of: side)).map(\.name))
        let isEqual = truth.model[side]?.isOrdered == true ? expected == shown : expected.sorted() == shown.sorted()
        return isEqual ? nil : "\(name).\(truth.model.name(of: side)) is \(shown) and should be \(expected)"
    }
}
