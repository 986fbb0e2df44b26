import CoreDataImport
import Diagnostics
import ProjectFiles
import SQLiteStorage
import SchemaEvolution
import SchemaModel

/// The version of a history that a store of Core Data has: one that is frozen, or the first one.
package struct StoreVersion {
    /// The store's model, with the transformables of the history.
    package let version: CoreDataVersion
    package let translation: Translation
    package let model: Model
    /// How its stores are, with what they record.
    package let schema: StorageSchema
    /// The number in the history.
    package let number: Int
    /// Whether the history has no other version.
    package let isOnly: Bool

    /// Finds the version that stores what the model of a store says.
    /// - Parameters:
    ///   - store: the store's model.
    ///   - name: what the history's model is called.
    /// - Returns: nil if none of the history does.
    /// - Throws: ``NotCoreDataModel``
    package init?(of store: CoreDataVersion, named name: String, in history: HistoryFiles) throws(NotCoreDataModel) {
        guard let frozen = HistoryReader.read(history).history else { return nil }
        // A history that was imported from a bundle may have types for transformable attributes.
        for transformables in [Translation.Transformables.archives, .codable] {
            let version = CoreDataVersion(name: store.name, file: store.file, contents: store.contents, transformables: transformables)
            let imported = try ImportedVersion(version, model: name)
            guard let model = imported.model else { continue }
            let hash = model.storageHash
            guard let known = frozen.versions.last(where: { $0.stores(hash) }) else { continue }
            (translation, self.model, number) = (imported.translation, model, known.number)
            self.version = version
            isOnly = frozen.versions.count == 1
            let identity = ModelVersion(
                number: known.number, isDraft: false, hash: known.hash, compatibleHashes: known.plan?.compatibleHashes ?? [])
            schema = LayoutPlanner.plan(model, as: identity).schema
            return
        }
        return nil
    }
}
