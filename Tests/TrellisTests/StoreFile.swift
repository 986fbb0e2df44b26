import Foundation
import SQLiteAccess
import TestSupport
import Trellis

/// A store of a model in a file of a test's own, and the same file as plain SQL sees it.
struct StoreFile<Model: PersistentModel> {
    private let folder: TemporaryFolder

    init(of model: Model.Type) throws {
        folder = try TemporaryFolder()
    }

    var path: String { folder.file("store.sqlite") }

    /// Opens the store, or makes it.
    func container(busyTimeout: TimeInterval = 5) throws -> PersistentContainer {
        // The container keeps the folder: a save into a file that is gone is refused.
        let migration = MigrationPolicy.automatic { [folder] _ in _ = folder }
        return try PersistentContainer(for: Model.self, at: .file(path), migration: migration, busyTimeout: busyTimeout)
    }

    /// A context in a container of its own, as another program would have it.
    func context() throws -> ManagedObjectContext {
        try container().makeContext()
    }

    /// The rows of a query, on a connection that knows nothing of Trellis.
    func rows(_ sql: String) throws -> [[String?]] {
        try SQLiteConnection(opening: path).rows(sql)
    }

    /// The first column of a query's rows; NULL as "NULL".
    func column(_ sql: String) throws -> [String] {
        try rows(sql).map { $0.first.flatMap(\.self) ?? "NULL" }
    }

    /// Runs statements on a connection that knows nothing of Trellis and checks no foreign keys.
    func execute(_ sql: String) throws {
        try SQLiteConnection(opening: path).execute(sql)
    }
}

extension ManagedObjectContext {
    /// The identity of a row of the context's store.
    func id(_ type: (some ManagedObject).Type, _ row: Int64) throws -> ObjectID {
        try container.objectID(of: type, rowID: row)
    }
}
