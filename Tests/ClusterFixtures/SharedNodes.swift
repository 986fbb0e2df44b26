public import DqliteNodes
import Foundation

/// Nodes for the databases of tests that kill none.
public final class SharedNodes: @unchecked Sendable {
    private static let shared = SharedNodes()

    /// Three nodes for one more database. They run until no database needs them, or the process ends.
    public static func forDatabase() throws -> DqliteNodes { try shared.take() }

    /// A node writes all its databases into each snapshot, and never removes one. So nodes that have many get slow.
    private static let mostDatabases = 60
    private let lock = NSLock()
    private var nodes: DqliteNodes?
    private var databases = 0

    private func take() throws -> DqliteNodes {
        try lock.withLock {
            databases += 1
            if let nodes, databases % Self.mostDatabases != 0 { return nodes }
            let new = try DqliteNodes(3)
            nodes = new
            return new
        }
    }
}
