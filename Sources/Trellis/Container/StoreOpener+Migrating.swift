import Predicates
import SQLiteAccess
import StoreMigration

extension StoreOpener {
    /// The version that the program knows, and the plans that lead to it from that of a store.
    private func chain(from record: StoreRecord) -> MigrationChain {
        // A store of the program's version, as nearly every one is, needs no plan. A draft may have been frozen under any number.
        let isCurrent = record.version == descriptor.version && record.hash == descriptor.hash
        return MigrationChain(
            model: descriptor.name, version: descriptor.version, isDraft: descriptor.isDraft, hash: descriptor.hash,
            meaningHash: descriptor.meaningHash,
            plans: isCurrent ? [] : descriptor.migrations.plans(from: record.isDraft ? nil : record.version, hash: record.hash))
    }

    /// The versions that a store reached by another plan than the program has. It reads the program's plans.
    func versionsReachedOtherwise(by plans: [Int: String]) -> [Int] {
        if plans.isEmpty { return [] }
        return MigrationChain.versions(upTo: descriptor.version, reachedOtherwiseThan: descriptor.migrations.plans(), by: plans)
    }

    /// Migrates the store to the program's version, or refuses it, as the policy says.
    ///
    /// It uses its own connection, before the pool exists, so no other connection of this process sees a version between. A second
    /// process that migrates the store waits for the lock and then finds it migrated.
    /// - Parameter connect: opens the store's database, if it is to be changed.
    /// - Returns: whether the database was changed.
    /// - Throws: ``StoreError``, or the errors of the policy's `onProgress`.
    @discardableResult
    func bringUpToDate(_ record: StoreRecord, _ path: String, connect: () throws -> SQLiteConnection) throws -> Bool {
        if admits(record) { return false }
        let chain = chain(from: record)
        do {
            guard try !chain.path(from: record).isEmpty else { return false }
            guard access == .readWrite, let options = migration.options else {
                try check(record, path: path)
                return false
            }
            let connection = try connect()
            try TextDerivation.register(on: connection.functions)
            try StoreMigrator(connection, chain, cancellable(options)).migrate()
            return true
        } catch let error as MigrationError {
            guard access == .readWrite else { throw StoreError(error, path: path) }
            switch ifDraft.action {
            case .eraseAndRecreate where error.isEarlierDraft:
                guard chain.provesUnfrozen(record) else {
                    throw StoreError.draftOfOlderVersion(path: path, found: record.version, expected: descriptor.version)
                }
                try DraftRenewal(connect()).run(givingUp: record.hash, for: descriptor.ddl, busyTimeout: busyTimeout)
                return true
            case .migrate(let planner) where isOneStepAway(record, error):
                let step = DraftMigration(record: record, path: path, ddl: descriptor.ddl, chain: chain)
                try step.run(by: planner, cancellable(migration.options ?? MigrationOptions()), connect)
                return true
            default:
                throw StoreError(error, path: path)
            }
        }
    }

    /// Whether one step that the program does not have leads from a store to the model: from a draft of its version, from the
    /// version before a draft, or from a draft of that one. An older store needs the decisions of the steps between.
    private func isOneStepAway(_ record: StoreRecord, _ error: MigrationError) -> Bool {
        guard record.version == descriptor.version || descriptor.isDraft && record.version == descriptor.version - 1 else { return false }
        if error.isEarlierDraft { return true }
        if case .noPath = error { return descriptor.isDraft && migration.options != nil }
        return false
    }

    /// Whether the store is of a newer version that this program may open: it stays as it is, and of that version.
    func admits(_ record: StoreRecord) -> Bool {
        !descriptor.isDraft && record.admits(programOf: descriptor.name, hash: descriptor.hash)
    }

    /// Refuses a store that is not of the program's version, or of a newer one that admits the program.
    /// - Throws: ``StoreError``
    func check(_ record: StoreRecord, path: String) throws {
        if admits(record) { return }
        let chain = chain(from: record)
        do {
            guard try chain.path(from: record).isEmpty || chain.isReached(by: record) else {
                throw StoreError.olderVersion(found: record.version, expected: descriptor.version)
            }
        } catch let error as MigrationError {
            throw StoreError(error, path: path)
        }
    }

    /// The options with the container's own timeout and the program's steps in Swift; a task that is cancelled stops the migration.
    private func cancellable(_ options: MigrationOptions) -> MigrationOptions {
        var options = options
        options.busyTimeout = busyTimeout
        options.swiftSteps = descriptor.migrations.swiftSteps
        let onProgress = options.onProgress
        options.onProgress = { progress in
            try Task.checkCancellation()
            try onProgress?(progress)
        }
        return options
    }
}

extension MigrationError {
    fileprivate var isEarlierDraft: Bool { if case .earlierDraft = self { true } else { false } }
}

extension StoreError {
    /// The error of a migration, in terms of opening a store.
    init(_ error: MigrationError, path: String) {
        self =
            switch error {
            case .notADatabase: .notADatabase(path: path)
            case .notAStore: .notAStore(path: path)
            case .otherLayout(let found): .otherLayout(found: found, supported: Int(StoreRecord.knownLayout) ?? 1)
            case .otherModel(let found, let expected): .otherModel(found: found, expected: expected)
            case .newerVersion(let found, let known): .newerVersion(found: found, supported: known)
            case .squashedVersion(let found, let oldest): .squashedVersion(found: found, oldest: oldest)
            case .noPath(let found, let wanted): .olderVersion(found: found, expected: wanted)
            case .earlierDraft(_, let found, let expected): .earlierDraft(path: path, found: found, expected: expected)
            case .otherLineage(let version, let found): .otherLineage(version: version, found: found)
            case .busy: .busy(holder: nil)
            case .readOnly: .readOnly
            case .damaged(let reason): .damaged(message: reason)
            default: .notMigrated(error)
            }
    }
}
