public import DqliteClient
import Foundation
import SQLiteAccess
public import StoreMigration

/// Migrates a store on a cluster, one transaction for each step.
///
/// The step runs twice: first on a copy, by ``StoreMigrator`` with all its checks, and then, statement by statement, on the cluster. The
/// transaction on the cluster is open before the copy is made, so no other client can change the store between both.
public struct ClusterMigrator {
    private let store: ClusterStore
    /// The folder for copies.
    private let folder: String
    private let options: MigrationOptions
    private let canceller: DqliteCanceller?

    /// - Parameters:
    ///   - folder: an existing folder for copies of the store, which needs twice its size.
    ///   - options: for the step on the copy. Plans are not composed.
    public init(_ store: ClusterStore, copiesIn folder: String, _ options: MigrationOptions, canceller: DqliteCanceller? = nil) {
        (self.store, self.folder, self.canceller) = (store, folder, canceller)
        var options = options
        options.composesPlans = false
        options.backupPath = nil
        self.options = options
    }

    /// What a migration did.
    public struct Outcome: Sendable, Hashable {
        /// The version that the store had; nil if there was no step.
        public var fromVersion: Int?
        public var steps = 0
        /// The versions whose commit got no answer, although the store has them.
        public var resolvedVersions: [Int] = []
    }

    /// What a caller is told while it waits.
    public enum Event: Sendable {
        case copying
        case replaying(toVersion: Int, statements: Int)
        /// The connection was lost, and the store is asked for its version.
        case resolving(toVersion: Int, DqliteError)
    }

    /// How often a step is begun again after a connection was lost.
    private static let attempts = 5

    /// Migrates the store step by step.
    /// - Parameters:
    ///   - next: the next step of the store in a copy, in the form for dqlite; nil if it has its version.
    ///   - report: hears of each event; what it throws ends the migration.
    /// - Throws: ``ClusterMigrationError``, or what `next` and `report` throw
    public func migrate(next: (_ copy: String) throws -> MigrationPlan?, report: (Event) throws -> Void) throws -> Outcome {
        var outcome = Outcome()
        var losses = 0
        /// The step whose commit got no answer.
        var uncertain: (plan: MigrationPlan, error: DqliteError)?
        while true {
            do {
                let connection = try store.cluster.connect(to: store.database, canceller: canceller)
                defer { connection.close() }
                try connection.execute("PRAGMA foreign_keys = ON")
                // From here on only this client writes. A node that leads has applied all commits that can ever count.
                try connection.begin()
                try report(.copying)
                let copy = try ClusterStore.write(into: folder) { try connection.copy(store.database, $0) }
                defer { for ending in ["", "-wal", "-shm", "-journal"] { unlink(copy + ending) } }
                if let (plan, _) = uncertain, try isRecorded(plan, copy) {
                    outcome.steps += 1
                    outcome.resolvedVersions.append(plan.toVersion)
                }
                uncertain = nil
                guard let plan = try next(copy) else { return outcome }
                outcome.fromVersion = outcome.fromVersion ?? plan.fromVersion
                do {
                    try run(plan, copy, connection, report)
                } catch let error as UnansweredCommit {
                    uncertain = (plan, error.error)
                    throw error.error
                }
                outcome.steps += 1
                losses = 0
            } catch let error as DqliteError {
                losses += 1
                guard error.isOfConnection, losses < Self.attempts else { throw ended(error, uncertain?.plan) }
                if let (plan, _) = uncertain { try report(.resolving(toVersion: plan.toVersion, error)) }
            }
        }
    }

    private struct UnansweredCommit: Error {
        let error: DqliteError
    }

    private func ended(_ error: DqliteError, _ uncertain: MigrationPlan?) -> ClusterMigrationError {
        if let uncertain { return .fateUnknown(version: uncertain.toVersion, error) }
        if case .database(5, _) = error { return .store(.busy) }
        return .cluster(error)
    }

    private func isRecorded(_ plan: MigrationPlan, _ copy: String) throws -> Bool {
        let record = try StoreRecord(reading: SQLiteConnection(opening: copy))
        return record?.hash == plan.toHash && record?.version == plan.toVersion
    }

    // MARK: A step

    private func run(_ plan: MigrationPlan, _ copy: String, _ connection: DqliteConnection, _ report: (Event) throws -> Void) throws {
        let (statements, expected) = try rehearse(plan, copy)
        try report(.replaying(toVersion: plan.toVersion, statements: statements.count))
        for statement in statements {
            do {
                try connection.execute(statement)
            } catch DqliteError.database(let code, let message) {
                throw ClusterMigrationError.refused(version: plan.toVersion, statement: statement, reason: "\(message) (\(code))")
            }
        }
        if let difference = try expected.difference(from: ClusterState(connection)) {
            throw ClusterMigrationError.differs(version: plan.toVersion, from: difference)
        }
        do {
            try connection.commit()
        } catch let error as DqliteError where !error.isKnownNotApplied {
            throw UnansweredCommit(error: error)
        }
    }

    /// Runs the step on the copy.
    /// - Returns: the statements that changed it, and its state afterwards.
    private func rehearse(_ plan: MigrationPlan, _ copy: String) throws -> (statements: [String], state: ClusterState) {
        let local = try SQLiteConnection(opening: copy)
        let chain = MigrationChain(
            model: try StoreRecord(reading: local)?.model ?? "", version: plan.toVersion, isDraft: plan.isDraft, hash: plan.toHash, plans: [plan])
        let recorder = StatementRecorder(local)
        defer { recorder.stop() }
        do {
            try StoreMigrator(local, chain, options).migrate()
        } catch let error as MigrationError {
            throw ClusterMigrationError.store(error)
        }
        recorder.stop()
        return (recorder.statements, try ClusterState(local))
    }
}
