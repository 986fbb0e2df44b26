public import DqliteClient
import DqliteNodes
public import Foundation
public import SQLiteAccess
public import TestSupport
public import Trellis
import TrellisCluster

/// A database on a cluster.
public struct ClusterStoreFixture: Sendable {
    public let addresses: [DqliteAddress]
    public let database = "s" + UUID().uuidString.prefix(8).lowercased()
    /// nil for nodes that the test holds.
    private let nodes: DqliteNodes?
    private let folder: TemporaryFolder

    /// A database on nodes that the test has started.
    public init(_ addresses: [DqliteAddress]) throws {
        self.addresses = addresses
        nodes = nil
        folder = try TemporaryFolder()
    }

    /// A database on nodes that tests share.
    public init() throws {
        let nodes = try SharedNodes.forDatabase()
        (self.nodes, addresses) = (nodes, nodes.addresses)
        folder = try TemporaryFolder()
    }

    /// The store as arguments of the tool name it.
    public var name: String { "dqlite://\(addresses.map(\.description).joined(separator: ","))/\(database)" }

    // MARK: Containers

    /// The place of the store. A container there keeps the nodes.
    public func location(
        at addresses: [DqliteAddress]? = nil, connectTimeout: Duration = .seconds(10), observer: (@Sendable (String) -> Void)? = nil
    ) -> StoreLocation {
        var options = ClusterOptions()
        options.onRequest = { [nodes] sql in withExtendedLifetime(nodes) { observer?(sql) } }
        options.connectTimeout = connectTimeout
        return .dqlite((addresses ?? self.addresses).map(\.description), database: database, options)
    }

    public func container(
        _ model: (some PersistentModel).Type, access: StoreAccess = .readWrite, at addresses: [DqliteAddress]? = nil,
        connectTimeout: Duration = .seconds(10), busyTimeout: TimeInterval = 20, observers: [StatementObserver] = [],
        observer: (@Sendable (String) -> Void)? = nil
    ) throws -> PersistentContainer {
        let location = location(at: addresses, connectTimeout: connectTimeout, observer: observer)
        return try PersistentContainer(for: model, at: location, access: access, busyTimeout: busyTimeout, observers: observers)
    }

    // MARK: Plain SQL

    /// A connection that knows nothing of Trellis.
    public func connection() throws -> DqliteConnection { try DqliteCluster(addresses).connect(to: database) }

    /// A copy of the database as the leader has it.
    public func copy() throws -> SQLiteConnection { try SQLiteConnection(opening: copiedFile()) }

    /// The rows of a query on a copy.
    public func rows(_ sql: String) throws -> [[String?]] {
        let path = try copiedFile()
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        return try SQLiteConnection(opening: path).rows(sql)
    }

    public func dump() throws -> StoreDump { try StoreDump(copy()) }

    /// A copy of the database as one node has it. A node that follows may lack what was committed last, for about a second.
    public func copy(of node: DqliteAddress) throws -> SQLiteConnection { try SQLiteConnection(opening: copiedFile(of: node)) }

    /// - Parameter node: nil for the leader.
    private func copiedFile(of node: DqliteAddress? = nil) throws -> String {
        let path = folder.file("\(UUID().uuidString).sqlite")
        var rest = [path, path + "-wal"]
        var file: FileHandle?
        let receive = { (part: DqliteFilePart) in
            switch part {
            case .file(_, let size):
                let next = rest.removeFirst()
                file = nil
                if size == 0, rest.isEmpty { return }
                _ = FileManager.default.createFile(atPath: next, contents: nil)
                file = try FileHandle(forWritingTo: URL(filePath: next))
            case .bytes(let bytes): try file?.write(contentsOf: Data(bytes))
            }
        }
        if let node {
            try DqliteCluster(addresses).copy(database, from: node, receive)
        } else {
            let connection = try connection()
            defer { connection.close() }
            try connection.copy(database, receive)
        }
        return path
    }
}

/// A connection to a database on a cluster that behaves as one of SQLite to a file: without foreign keys, and with its errors.
public final class ClusterSQL {
    private let connection: DqliteConnection

    public init(_ cluster: ClusterStoreFixture) throws {
        connection = try cluster.connection()
        try execute("PRAGMA foreign_keys = OFF")
    }

    deinit { connection.close() }

    public func execute(_ sql: String) throws {
        try translating(sql) { _ = try connection.executeScript(sql) }
    }

    /// The rows of a query, each value as text and NULL as nil.
    public func rows(_ sql: String) throws -> [[String?]] {
        try translating(sql) { try connection.rows(of: sql).rows.map { $0.map(Self.text) } }
    }

    private func translating<Result>(_ sql: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch DqliteError.database(let code, let message) {
            throw SQLiteError(code: Int32(truncatingIfNeeded: code), message: message, sql: sql)
        }
    }

    /// A value as SQLite writes it.
    private static func text(_ value: DqliteValue) -> String? {
        switch value {
        case .null: return nil
        case .integer(let number), .unixTime(let number): return "\(number)"
        case .boolean(let value): return value ? "1" : "0"
        case .text(let text), .iso8601(let text): return text
        case .blob(let bytes): return String(decoding: bytes, as: UTF8.self)
        case .real(let number):
            let text = String(format: "%.15g", number)
            guard !text.contains(".") else { return text }
            let end = text.firstIndex(of: "e") ?? text.endIndex
            return "\(text[..<end]).0\(text[end...])"
        }
    }
}
