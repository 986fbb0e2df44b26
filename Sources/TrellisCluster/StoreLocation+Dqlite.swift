import DqliteClient
public import Trellis

extension StoreLocation {
    /// A database on a dqlite cluster, which its leader creates if it does not exist.
    ///
    ///     let container = try PersistentContainer(for: Orders.self, at: .dqlite(["10.0.0.1:9001", "10.0.0.2:9001"], database: "orders"))
    ///
    /// All reads and writes go to the cluster's leader. So a fetch shows what was saved before it began, by any process.
    /// - Parameters:
    ///   - addresses: nodes that are asked for the leader, as `host:port`. The leader need not be among them.
    ///   - database: its name.
    public static func dqlite(_ addresses: [String], database: String, _ options: ClusterOptions = .init()) -> StoreLocation {
        .remote(RemoteStore(ClusterDatabase(addresses: addresses, name: database, options)))
    }
}

/// How long a container on a cluster waits.
public struct ClusterOptions: Sendable {
    /// How long to look for a leader. While a cluster elects one there is none.
    public var connectTimeout: Duration = .seconds(10)
    /// How long to wait for an answer.
    public var requestTimeout: Duration = .seconds(30)
    /// Is called before each round trip, on any thread, with what is sent.
    public var onRequest: (@Sendable (_ sql: String) -> Void)?

    public init() {}
}

extension PersistentContainer {
    /// Whether the store has a save, whose id ``StoreError/fateUnknown(_:reason:)`` names.
    ///
    /// A save that the store does not have is also kept from arriving later. A cluster remembers its last 100,000 saves.
    /// - Throws: ``StoreError``, also for a save that is older.
    public func fate(of save: SaveID) throws -> SaveFate { try fateOfRemoteSave(save) }
}
