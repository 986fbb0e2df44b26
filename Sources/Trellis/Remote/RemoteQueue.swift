import Dispatch
import GRDB

/// A store on a cluster, as a product for clusters describes it.
public struct RemoteStore: Sendable, Hashable {
    package let database: any RemoteDatabase

    package init(_ database: any RemoteDatabase) {
        self.database = database
    }

    public static func == (left: RemoteStore, right: RemoteStore) -> Bool { left.database.path == right.database.path }

    public func hash(into hasher: inout Hasher) { hasher.combine(database.path) }
}

extension Database {
    // The key never changes; what belongs to it is a queue's own.
    private nonisolated(unsafe) static let remoteKey = DispatchSpecificKey<any RemoteConnection>()

    /// The remote connection that statements go to; nil for a connection with tables of its own. The queue of the connection holds it.
    var remote: (any RemoteConnection)? { DispatchQueue.getSpecific(key: Self.remoteKey) }

    /// A local connection without tables, whose statements run on a remote database.
    fileprivate static func queue(to remote: any RemoteConnection, _ configuration: Configuration) throws -> DatabaseQueue {
        var configuration = configuration
        let target = DispatchQueue(label: "\(configuration.label ?? "Trellis").remote")
        target.setSpecific(key: remoteKey, value: remote)
        configuration.targetQueue = target
        configuration.prepareDatabase { database in
            guard let connection = database.sqliteConnection else { throw StoreError.closed }
            try database.remote?.attach(to: connection)
        }
        return try DatabaseQueue(configuration: configuration)
    }
}

extension StoreOpener {
    func remoteQueue(to store: RemoteStore, canWrite: Bool) throws -> DatabaseQueue {
        let connection = try store.database.connection(
            ddl: descriptor.ddl, canWrite: canWrite && access == .readWrite, busyTimeout: busyTimeout)
        var configuration = Configuration()
        configuration.label = "Trellis.\(descriptor.name)"
        return try Database.queue(to: connection, configuration)
    }

    /// Opens a store on a cluster, or creates it. It never migrates one: other programs use it meanwhile.
    func openRemote(_ store: RemoteStore) throws -> StoreRecord {
        try checkSQLite()
        if descriptor.isExisting { throw StoreError.notOnCluster(reason: "a model with 'layout: existing' opens only SQLite's files") }
        let record = try store.database.open(creating: access == .readWrite ? descriptor.ddl : nil)
        try check(record, path: store.database.path)
        return record
    }
}

extension StoreCoordinator {
    /// Why the store would be refused now, for an error of a statement that names what is gone: another program may have migrated it.
    /// - Returns: nil for other errors, and for a store that would open.
    func refusalOfMigratedStore(_ error: StoreError) -> StoreError? {
        guard case .remote(let store) = location, case .sqlite(code: 1, _) = error, let record = try? store.database.open(creating: nil) else {
            return nil
        }
        do {
            try opener.check(record, path: location.path)
            return nil
        } catch {
            return error as? StoreError
        }
    }
}

extension StatementExecutor {
    /// The greatest key that a table has or had.
    /// - Throws: `SQLiteError`
    func lastKey(_ query: String) throws -> Int64 {
        if let remote = database.remote, let known = remote.assumedKey(of: query) { return known }
        return try integer(query) ?? 0
    }

    /// Lets a cluster take the writes of `body` together. Each of them has to change one row. If one does not, all are undone, and `body`
    /// runs again with a round trip for each.
    func collecting(_ body: () throws -> Void) throws {
        guard let remote = database.remote else { return try body() }
        try remote.beginCollecting()
        let result = Result(catching: body)
        guard try remote.endCollecting() else { return try body() }
        try result.get()
    }
}
