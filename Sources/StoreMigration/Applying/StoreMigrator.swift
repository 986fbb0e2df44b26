public import SQLiteAccess

/// Takes a store from the version that it is of to the one that a chain of plans ends with.
///
/// Consecutive plans are composed where they can be, so that each table is rebuilt once. Each plan, and each composed one, is one
/// transaction, which holds the record of the new version too: whatever stops a migration, a crash or a power failure among it, the
/// store is of one version, with all its rows, and migrating again goes on from there.
public struct StoreMigrator {
    private let connection: SQLiteConnection
    private let chain: MigrationChain
    private let options: MigrationOptions

    /// - Parameter connection: a connection without an open transaction, which no other code uses during the migration.
    public init(_ connection: SQLiteConnection, _ chain: MigrationChain, _ options: MigrationOptions = .init()) {
        self.connection = connection
        self.chain = chain
        self.options = options
    }

    /// What a migration did.
    public struct Outcome: Sendable, Hashable {
        /// The version that the store was of; that of another process's step, where it came first.
        public var fromVersion: Int
        /// The version that it is of.
        public var toVersion: Int
        /// How many plans were applied.
        public var steps: Int
        /// How many transactions that took: plans that are composed share one.
        public var transactions: Int

        public init(fromVersion: Int, toVersion: Int, steps: Int, transactions: Int) {
            self.fromVersion = fromVersion
            self.toVersion = toVersion
            self.steps = steps
            self.transactions = transactions
        }
    }

    /// Migrates the store. Where it is of the wanted version already, nothing is done.
    /// - Throws: ``MigrationError``, or what ``MigrationOptions/onProgress`` throws.
    @discardableResult
    public func migrate() throws -> Outcome {
        do {
            return try steps()
        } catch let error as SQLiteError {
            throw MigrationError(error)
        }
    }

    /// The plans that the store needs, without changing anything.
    /// - Throws: ``MigrationError``
    public func path() throws -> [MigrationPlan] {
        do {
            connection.setBusyTimeout(options.busyTimeout)
            return try chain.path(from: record())
        } catch let error as SQLiteError {
            throw MigrationError(error)
        }
    }

    private func record() throws -> StoreRecord {
        guard let record = try StoreRecord(reading: connection) else { throw MigrationError.notAStore }
        return record
    }

    // MARK: Steps

    private func steps() throws -> Outcome {
        try prepareConnection()
        let end = try TransactionEnd(connection)
        var outcome: Outcome?
        var isPrepared = false
        var composes = options.composesPlans
        let meter = options.onProgress.map { MigrationMeter($0) }
        /// The version in which it has to be looked first which keys lead nowhere.
        var suspected: String?
        while true {
            // Another process that migrates the store waits here, and then finds it migrated.
            try connection.execute("BEGIN IMMEDIATE")
            do {
                let record = try record()
                let path = try chain.path(from: record)
                let jumps = composes && path.count > 1 ? Jump.jumps(along: path, from: try StoredTables(connection)) : path.map { Jump($0) }
                let done = outcome?.transactions ?? 0
                if let meter, let next = jumps.first?.plan, !next.isRelabelling, !meter.isPlanned(jumps.count, fromStep: done + 1) {
                    try plan(meter, path, jumps, done, isPrepared: isPrepared)
                }
                if !isPrepared { try prepare(path, jumps, meter) }
                isPrepared = true
                guard let jump = jumps.first else {
                    try end.rollBack()
                    if outcome != nil { shrinkLog() }
                    meter?.finish()
                    return outcome ?? Outcome(fromVersion: record.version, toVersion: record.version, steps: 0, transactions: 0)
                }
                var application = PlanApplication(
                    jump, connection, jump.plan.isRelabelling ? nil : meter, options.swiftSteps, step: done + 1, steps: done + jumps.count)
                do {
                    try application.run(allowing: suspected == record.hash ? ForeignKeyViolations(connection) : nil)
                } catch where jump.parts.count > 1 && Self.isRefusal(error) {
                    // One after the other, they tell which version refuses what.
                    end.rollBackIfOpen()
                    composes = false
                    continue
                }
                try end.commit()
                outcome = Outcome(
                    fromVersion: outcome?.fromVersion ?? record.version, toVersion: jump.plan.toVersion,
                    steps: (outcome?.steps ?? 0) + jump.parts.count, transactions: done + 1)
            } catch PlanApplication.Interruption.keysLeadNowhere(let hash) {
                // Whether those are new takes a look at what was before, which most stores never need.
                try end.rollBack()
                suspected = hash
            } catch {
                end.rollBackIfOpen()
                throw error
            }
        }
    }

    /// Whether rows or the schema stopped a plan, and not the disk, another process or the caller.
    private static func isRefusal(_ error: any Error) -> Bool {
        if let error = error as? SQLiteError { return error.isOfValues || error.primaryCode == 1 }
        return error is MigrationError
    }

    /// What has to be right before anything is changed, whatever the plans do.
    private func prepare(_ path: [MigrationPlan], _ jumps: [Jump], _ meter: MigrationMeter?) throws {
        // A word in the record is no migration.
        guard let first = jumps.first?.plan, !first.isRelabelling else { return }
        // Even if only a later step needs it: half of the path would leave a store that no program here can use.
        for plan in path {
            guard let needed = plan.minimumSQLite, SQLiteVersion.linked < needed else { continue }
            throw MigrationError.sqliteTooOld(found: .linked, needed: needed, version: plan.toVersion)
        }
        if let refusal = MigrationError.needsProgram(path, having: options.swiftSteps) { throw refusal }
        try StorageNeed(path, options).check(connection)
        func report(_ stage: MigrationMeter.Stage, _ purpose: String, share: Double = 0) throws {
            try meter?.tell(Self.beginning(of: jumps, step: 1, purpose), stage, share: share)
        }
        try options.fileCheck.check(connection, before: path) { try report(.check, "Checking the file") }
        guard let path = options.backupPath else { return }
        try Backup(to: path).make(of: connection) { copied, total in
            let share = total == 0 ? 0 : Double(copied) / Double(total)
            try report(.copy, "Copying the store, \(Int(share * 100)) %", share: share)
        }
    }

    /// Estimates what is ahead, by the rows that the store has now.
    /// - Parameter done: how many transactions are committed.
    private func plan(_ meter: MigrationMeter, _ path: [MigrationPlan], _ jumps: [Jump], _ done: Int, isPrepared: Bool) throws {
        var sizes = TableSizes()
        do {
            sizes = try TableSizes(connection) {
                try meter.tell(Self.beginning(of: jumps, step: done + 1, "Counting the rows"), .check, share: 0)
            }
        } catch is SQLiteError {
            // What SQLite cannot read is found and reported by the checks that follow. Until then all statements count as equally long.
        }
        var stages = Set<MigrationMeter.Stage>()
        if !isPrepared, options.fileCheck == .full || path.contains(where: \.writesRows) { stages.insert(.check) }
        if !isPrepared, options.backupPath != nil { stages.insert(.copy) }
        meter.plan(jumps, sizes, firstStep: done + 1, stages: stages)
    }

    /// A moment before the first statement of a step.
    private static func beginning(of jumps: [Jump], step: Int, _ purpose: String) -> MigrationProgress {
        MigrationProgress(
            step: step, steps: step - 1 + jumps.count, toVersion: jumps.first?.plan.toVersion ?? 0, statement: 0,
            statements: jumps.first?.plan.statementCount ?? 0, purpose: purpose, rows: 0)
    }

    // MARK: The connection

    private func prepareConnection() throws {
        connection.setBusyTimeout(options.busyTimeout)
        // Where they are on, dropping a table deletes what leads to its rows. Within a transaction this does nothing.
        try connection.execute("PRAGMA foreign_keys = OFF")
        guard try connection.rows("PRAGMA foreign_keys") == [["0"]] else { throw MigrationError.foreignKeysOn }
        guard !connection.isInTransaction else { throw MigrationError.withinTransaction }
        // A migration that reported success is on the disk, whatever the default of this SQLite is. EXTRA differs from FULL in stores
        // without a write-ahead log: there the deletion of the journal commits, and SQLite waits until that is on the disk too.
        try connection.execute("PRAGMA synchronous = EXTRA")
        // The default depends on the build of SQLite. If it is on, renaming a table leaves views and triggers behind.
        try connection.execute("PRAGMA legacy_alter_table = OFF")
    }

    /// Brings what stands in the write-ahead log into the file, and empties the log, as far as readers let it.
    private func shrinkLog() {
        _ = try? connection.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    }
}
