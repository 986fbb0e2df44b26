public import DqliteClient
import Foundation

/// A store on a cluster.
public struct ClusterStore: Sendable {
    public let cluster: DqliteCluster
    /// The name of the database.
    public let database: String
    /// As a user names it: `dqlite://host1:9001,host2:9002/orders`.
    public let name: String

    private static let scheme = "dqlite://"

    /// Whether a text is meant to name a store on a cluster.
    public static func isMeant(by text: String) -> Bool { text.hasPrefix(scheme) }

    /// Reads the name of a store.
    /// - Returns: nil if it is not `dqlite://`, addresses, and the name of a database.
    public init?(_ text: String, _ options: DqliteOptions = .init()) {
        guard Self.isMeant(by: text) else { return nil }
        let parts = text.dropFirst(Self.scheme.count).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, DqliteCluster.canName(String(parts[1])) else { return nil }
        let addresses = parts[0].split(separator: ",", omittingEmptySubsequences: false).map { DqliteAddress(String($0)) }
        guard !addresses.isEmpty, addresses.allSatisfy({ $0 != nil }) else { return nil }
        (cluster, database, name) = (DqliteCluster(addresses.compactMap { $0 }, options), String(parts[1]), text)
    }

    /// Copies the store as its leader has it into a folder.
    /// - Returns: the path of the copy, which SQLite opens.
    /// - Throws: `DqliteError`, or an error of the disk
    public func copy(into folder: String) throws -> String {
        let leader = try cluster.leader()
        return try Self.write(into: folder) { try cluster.copy(database, from: leader, $0) }
    }

    /// Writes a copy under names of its own: a node's names could lead anywhere.
    static func write(into folder: String, _ copy: ((DqliteFilePart) throws -> Void) throws -> Void) throws -> String {
        let path = "\(folder)/\(UUID().uuidString).sqlite"
        var rest = [path, path + "-wal"]
        var file: FileHandle?
        defer { try? file?.close() }
        try copy { part in
            switch part {
            case .file(_, let size):
                try file?.close()
                file = nil
                let next = rest.removeFirst()
                // An empty log would be a broken one.
                if size == 0, rest.isEmpty { return }
                // No other user of the system may read the data.
                guard FileManager.default.createFile(atPath: next, contents: nil, attributes: [.posixPermissions: 0o600]) else {
                    throw CocoaError(.fileWriteUnknown)
                }
                file = try FileHandle(forWritingTo: URL(filePath: next))
            case .bytes(let bytes): try file?.write(contentsOf: Data(bytes))
            }
        }
        return path
    }
}
