public import DqliteNodes
import Foundation

/// Nodes for the databases of tests that kill none.
public final class SharedNodes: @unchecked Sendable {
    private static let shared = SharedNodes()

    /// Three nodes for one more database. They run until the last one that holds them releases them.
    public static func forDatabase() throws -> DqliteNodes { try shared.take() }

    /// A node writes all its databases into each snapshot, and never removes one. So nodes that have many get slow.
    private static let mostDatabases = 60
    private let lock = NSLock()
    private var nodes: DqliteNodes?
    private var databases = 0

    private init() {
        // What a global holds is never released, and the nodes would outlive the process.
        atexit { SharedNodes.shared.lock.withLock { SharedNodes.shared.nodes = nil } }
    }

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
