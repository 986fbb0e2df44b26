import CoreDataImport
public import Foundation
import SQLiteStorage
import SchemaModel
import StoreImport
import StoreMigration
public import Trellis

/// Imports stores that Core Data wrote, at the first start of a program that uses Trellis.
///
/// ```swift
/// if !CoreDataImport.isDone(at: new) {
///     try CoreDataImport.migrate(from: old, to: new, for: Shop.self)
/// }
/// let container = try PersistentContainer(for: Shop.self, at: .file(new.path))
/// ```
///
/// The store contains the model that Core Data wrote it with. The program's model has to have a version that stores the same: import
/// the bundle with `trellis import coredata`, or a store with `trellis import store`, and freeze what you change afterwards as later
/// versions. The new store is one of that version, and the container migrates it when it opens it.
public enum CoreDataImport {
    /// How far a migration is.
    public struct Progress: Sendable, Hashable {
        /// The entity whose rows are read, or `indexes`.
        public let work: String
        /// From 0 to 1.
        public let fraction: Double
    }

    /// Rows that break one rule, for example a `maxLength`.
    public struct RefusedRows: Sendable, Hashable {
        /// The entity and the attribute or relationship by the model's names: `Item.name`.
        public let property: String
        /// The rule in words: `must have at most 10 characters`.
        public let rule: String
        /// How many rows break it.
        public let count: Int
        /// The least key of these rows.
        public let key: Int64
    }

    /// What a migration copied.
    public struct Summary: Sendable, Hashable {
        /// How many objects of each entity there are, by Core Data's names. Their values were compared on both sides.
        public let objects: [String: Int]
        /// How many keys are left out, by `Entity.relationship`: they lead to no row, or the other row of a one-to-one does not lead back.
        public let strayKeys: [String: Int]
        /// Rows that break a rule of the model which only saves keep. They are copied as they are, and the next save of such an object fails.
        public let refusedRows: [RefusedRows]
        /// The version of the model that the new store has.
        public let version: Int
    }

    /// Whether a store is there: a migration writes to another file, and gives it its name at the end.
    public static func isDone(at target: URL) -> Bool { FileManager.default.fileExists(atPath: target.path) }

    /// Writes a new store with all rows of a store that Core Data wrote.
    ///
    /// Rows keep their keys. The old store is only read, and does not change; nothing may have it open. If it has a write-ahead log,
    /// both are copied beside the new store first. Memory does not grow with the number of rows. A migration that is interrupted leaves
    /// no store, and the next call begins again. A process that is killed leaves a folder `.trellis-import-…` beside the new store.
    /// - Parameters:
    ///   - source: the file of the old store.
    ///   - target: the file of the new one; its folder has to exist.
    ///   - model: the program's model.
    ///   - progress: is called now and then. What it throws stops the migration and is thrown.
    ///   - transform: makes the JSON of a transformable attribute, where the model has a Codable type for it: it gets the entity, the
    ///     attribute and the archive, and returns nil for no value.
    /// - Throws: ``CoreDataImportError``, or what the functions throw. No file is left then.
    @discardableResult
    public static func migrate<Model: PersistentModel>(
        from source: URL, to target: URL, for model: Model.Type, progress: @escaping (Progress) throws -> Void = { _ in },
        transform: ((_ entity: String, _ attribute: String, _ archive: Data) throws -> String?)? = nil
    ) throws -> Summary {
        do {
            let store = try CoreDataStore(opening: source.path, copyingBeside: target.path)
            let version = try ProgramVersion(of: store, in: Model.descriptor)
            let transfer = StoreTransfer(of: store, version.translation, model: version.model, schema: version.schema, transform: transform)
            let report = try transfer.run(to: target.path) { work, done, total in
                try progress(Progress(work: work, fraction: total == 0 ? 1 : Double(done) / Double(total)))
            }
            return Summary(
                objects: Dictionary(report.entities.map { ($0.name, $0.count) }, uniquingKeysWith: +),
                strayKeys: Dictionary((report.strays + report.oneSided).map { ($0.place, $0.count) }, uniquingKeysWith: +),
                refusedRows: report.refused.map { RefusedRows(property: "\($0.entity).\($0.property)", rule: $0.rule, count: $0.count, key: $0.key) },
                version: version.schema.identity.version)
        } catch let error as StoreImportError {
            throw CoreDataImportError(message: error.message)
        } catch let error as NotCoreDataModel {
            throw CoreDataImportError(message: "'\(source.path)': \(error.message)")
        }
    }
}

/// Why a store of Core Data cannot be imported.
public struct CoreDataImportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, with the place: the file, and the entity, attribute or row.
    public let message: String

    public var description: String { message }
}

extension CoreDataImportError: LocalizedError {
    public var errorDescription: String? { message }
}
