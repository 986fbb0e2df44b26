public import DqliteClient
public import StoreMigration

/// Why a store on a cluster was not migrated. The store has the version of the last step that was committed.
public enum ClusterMigrationError: Error, Sendable {
    /// The step fails on the store's rows: nothing was changed.
    case store(MigrationError)
    /// The cluster cannot be used.
    case cluster(DqliteError)
    /// The cluster refuses a statement that ran on the copy: nothing was changed.
    case refused(version: Int, statement: String, reason: String)
    /// The step has another result than on the copy: nothing was changed.
    case differs(version: Int, from: String)
    /// The commit of a step got no answer, and the store could not be asked.
    case fateUnknown(version: Int, DqliteError)
}

extension ClusterMigrationError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .store(let error): "\(error)"
        case .cluster(let error): "\(error)"
        case .refused(let version, let statement, let reason):
            "the cluster refuses a statement of the migration to version \(version): \(reason); this step changed nothing\n  \(statement.prefix(300))"
        case .differs(let version, let part):
            "the migration to version \(version) gives the cluster other results than a copy (\(part)); this step changed nothing"
        case .fateUnknown(let version, let error):
            "the commit of version \(version) got no answer, and the store could not be asked (\(error)). "
                + "The same command asks again and continues"
        }
    }
}

extension DqliteError {
    /// Whether another connection may do better.
    var isOfConnection: Bool {
        switch self {
        case .notLeader, .leadershipLost, .connectionLost, .timedOut: true
        case .database, .noLeader, .cancelled, .protocolViolation, .tooLarge, .invalidRequest: false
        }
    }
}
