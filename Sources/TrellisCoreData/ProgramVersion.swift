import CoreDataImport
import Foundation
import SQLiteStorage
import SchemaModel
import StoreImport
import StoreMigration
import Trellis

/// The version of a program's model that stores what the model of a store of Core Data says.
struct ProgramVersion {
    let translation: Translation
    let model: Model
    let schema: StorageSchema

    /// - Throws: ``NotCoreDataModel``, `StoreImportError` if the program has no such version.
    init(of store: CoreDataStore, in program: ModelDescriptor) throws {
        let source = try CoreDataModel(contents: Data(store.archive))
        let known = Self.versions(of: program)
        // The tool makes types of transformable attributes from a bundle, and archives from a store.
        for transformables in [Translation.Transformables.codable, .archives] {
            var read: Model?
            let translation = Translation(source, named: program.name, transformables: transformables) { text in
                let result = ModelReader.read(Array(text.utf8), file: "\(program.name).yaml")
                read = result.model
                return result.findings
            }
            guard let model = read else { continue }
            let hash = model.storageHash
            guard let version = known.last(where: { $0.hash == hash || $0.hash == $0.hash(after: hash) }) else { continue }
            (self.translation, self.model) = (translation, model)
            schema = LayoutPlanner.plan(model, as: ModelVersion(number: version.number, isDraft: version.isDraft, hash: version.hash)).schema
            return
        }
        throw StoreImportError(
            "'\(store.path)': the model '\(program.name)' has no version that stores what the model in the store says. "
                + "Import the store with 'trellis import store' to see its model")
    }

    private struct Version {
        let number: Int
        let isDraft: Bool
        let hash: String
        /// The hash of the version before it; nil if it is not known.
        let parent: String?

        /// The hash of a version that stores what the one before it stores.
        func hash(after storageHash: String) -> String? { parent.map { Model.hash(ofText: "\($0) \(storageHash)\n") } }
    }

    /// The versions that the program knows, the oldest first.
    private static func versions(of program: ModelDescriptor) -> [Version] {
        var versions = [Version]()
        for plan in program.migrations.plans() {
            if versions.isEmpty { versions.append(Version(number: plan.fromVersion, isDraft: false, hash: plan.fromHash, parent: nil)) }
            versions.append(Version(number: plan.toVersion, isDraft: plan.isDraft, hash: plan.toHash, parent: plan.fromHash))
        }
        if versions.last?.hash != program.hash {
            versions.append(Version(number: program.version, isDraft: program.isDraft, hash: program.hash, parent: versions.last?.hash))
        }
        return versions
    }
}
