import Diagnostics
import Foundation
import SQLiteAccess
import SQLiteStorage
import SchemaModel
import StoreImport
import TestSupport
import Testing

@testable import CoreDataImport

/// A store of Core Data imported without a model at hand, as commands and programs do it.
struct ImportedStore {
    let report: TransferReport
    let target: String
    /// The new store.
    let connection: SQLiteConnection

    init(
        _ source: String, in folder: TemporaryFolder, transformables: Translation.Transformables = .archives, identities: String? = nil,
        transform: StoreTransfer.Transform? = nil, look: @escaping StoreTransfer.Look = { _, _, _ in }
    ) throws {
        target = folder.file("new-\(UUID().uuidString).sqlite")
        let store = try CoreDataStore(opening: source, copyingBeside: target)
        let translation = Translation(try CoreDataModel(contents: Data(store.archive)), named: "Shelf", transformables: transformables)
        let model = try #require(ModelReader.read(Array(translation.text.utf8), file: "Shelf.yaml").model)
        let schema = LayoutPlanner.plan(model, as: ModelVersion(number: 1, isDraft: false)).schema
        report = try StoreTransfer(of: store, translation, model: model, schema: schema, transform: transform).run(
            to: target, identities: identities, look)
        connection = try SQLiteConnection(opening: target, readOnly: true)
    }

    func rows(_ sql: String) throws -> [[String?]] { try connection.rows(sql) }
}
