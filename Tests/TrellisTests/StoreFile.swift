import ClusterFixtures
import Foundation
import SQLiteAccess
import TestSupport
import Trellis

/// A store of a model in a file of a test's own, and the same file as plain SQL sees it; over nodes, a database of a test's own.
struct StoreFile<Model: PersistentModel> {
    private let folder: TemporaryFolder
    /// nil for a file.
    private let cluster: ClusterStoreFixture?

    init(of model: Model.Type) throws {
        folder = try TemporaryFolder()
        cluster = TestStore.isOnCluster ? try TestStore.database() : nil
    }

    /// A test that uses it runs over files only.
    var path: String { folder.file("store.sqlite") }

    /// Opens the store, or makes it.
    func container(busyTimeout: TimeInterval = 5, observers: [StatementObserver] = []) throws -> PersistentContainer {
        if let cluster { return try cluster.container(Model.self, busyTimeout: busyTimeout, observers: observers) }
        // The container keeps the folder: a save into a file that is gone is refused.
        let migration = MigrationPolicy.automatic { [folder] _ in _ = folder }
        return try PersistentContainer(for: Model.self, at: .file(path), migration: migration, busyTimeout: busyTimeout, observers: observers)
    }

    /// A context in a container of its own, as another program would have it.
    func context() throws -> ManagedObjectContext {
        try container().makeContext()
    }

    // MARK: Plain SQL

    /// A connection that knows nothing of Trellis and checks no foreign keys.
    func connection() throws -> any PlainSQL {
        if let cluster { return try ClusterSQL(cluster) }
        return try SQLiteConnection(opening: path)
    }

    /// A copy of the store, which no other code has open.
    func copy() throws -> SQLiteConnection {
        if let cluster { return try cluster.copy() }
        let copy = folder.file("\(UUID().uuidString).sqlite")
        try SQLiteConnection(opening: path).execute("VACUUM INTO '\(copy)'")
        return try SQLiteConnection(opening: copy)
    }

    /// The rows of a query, on a connection that knows nothing of Trellis.
    func rows(_ sql: String) throws -> [[String?]] {
        if let cluster { return try cluster.rows(sql) }
        return try SQLiteConnection(opening: path).rows(sql)
    }

    /// The first column of a query's rows; NULL as "NULL".
    func column(_ sql: String) throws -> [String] {
        try rows(sql).map { $0.first.flatMap(\.self) ?? "NULL" }
    }

    /// Runs statements on a connection that knows nothing of Trellis and checks no foreign keys.
    func execute(_ sql: String) throws {
        try connection().execute(sql)
    }
}

/// A connection to a test's store.
protocol PlainSQL {
    func execute(_ sql: String) throws
    /// The rows of a query, each value as text and NULL as nil.
    func rows(_ sql: String) throws -> [[String?]]
}

extension SQLiteConnection: PlainSQL {}
extension ClusterSQL: PlainSQL {}

extension ManagedObjectContext {
    /// The identity of a row of the context's store.
    func id(_ type: (some ManagedObject).Type, _ row: Int64) throws -> ObjectID {
        try container.objectID(of: type, rowID: row)
    }
}
