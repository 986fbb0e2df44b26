import SQLiteAccess

/// Runs one plan, or several that were composed, within a transaction, and checks the result.
struct PlanApplication {
    private let plan: MigrationPlan
    /// The plans that it consists of.
    private let parts: [MigrationPlan]
    private let connection: SQLiteConnection
    /// Reports the progress; nil if no progress is asked for.
    private let meter: MigrationMeter?
    private let swiftSteps: [SwiftStepFunction]
    private let step: Int
    private let steps: Int
    /// How many statements there are; 0 if progress is not reported.
    private let count: Int
    /// How many statements were begun.
    private var number = 0
    /// What the running statement is for.
    private var purpose = ""
    /// New keys of rows, so that an error can name the old ones.
    private var raised = RaisedKeys()

    /// After how many instructions of SQLite's machine progress is reported while a statement runs: some milliseconds.
    static let instructions: Int32 = 100_000

    init(
        _ jump: Jump, _ connection: SQLiteConnection, _ meter: MigrationMeter?,
        _ swiftSteps: [SwiftStepFunction], step: Int, steps: Int
    ) {
        self.swiftSteps = swiftSteps
        plan = jump.plan
        parts = jump.parts
        self.connection = connection
        self.meter = meter
        self.step = step
        self.steps = steps
        count = meter == nil ? 0 : jump.plan.statementCount
    }

    enum Interruption: Error {
        /// Keys refer to no row after the plan, and their state in the version with that hash was not checked.
        case keysLeadNowhere(String)
    }

    /// Runs the plan in the transaction that is open; after an error it is to be rolled back.
    /// - Parameter violations: the keys that referred to no row before; nil if they were not checked.
    mutating func run(allowing violations: ForeignKeyViolations?) throws {
        let changesSchema = plan.steps.contains { !$0.operation.isRecord }
        let own = try OwnObjects(connection, beside: plan)
        if changesSchema {
            try StoreCheck(plan).check(connection)
            try own.check(connection)
        }
        let statistics = changesSchema ? try Statistics(connection) : nil

        let carried = changesSchema ? try own.renamed(by: plan.tables, connection) : own
        if changesSchema { try carried.remove(plan.tables, connection) }
        // The user's statements may change the number of rows, so rows are counted between them.
        let (before, rest) = (plan.steps.prefix(while: \.isOwn), plan.steps.drop(while: \.isOwn))
        let (planned, after) = (rest.prefix { !$0.isOwn }, rest.drop { !$0.isOwn })
        try run(before)
        if changesSchema { try OwnReferences(beside: plan).check(connection) }
        let counts = plan.writesRows ? try RowCounts(connection, values: plan.tables, .before) : nil
        try run(planned)
        let found = try counts?.discrepancies(after: RowCounts(connection, values: plan.tables, .after), plan.tables) ?? []
        if !found.isEmpty { throw MigrationError.rowCounts(found) }
        try run(after)
        try tell(statement: count + 1, "checking the result")
        if changesSchema { try carried.restore(plan.tables, connection) }
        try statistics?.restore(plan.tables, connection)

        if plan.writesRows {
            let found = try ForeignKeyViolations(connection)
            guard let violations else {
                if !found.isEmpty { throw Interruption.keysLeadNowhere(plan.fromHash) }
                return try checkRecord()
            }
            let added = found.added(since: violations, plan.tables)
            if let first = added.first {
                throw MigrationError.newViolations(added, row: RefusedRowSearch(plan, connection).row(of: first))
            }
        }
        try checkRecord()
    }

    /// Records which plans the store ran, after the last one has recorded the version.
    private func checkRecord() throws {
        let record = try StoreRecord(reading: connection)
        guard record?.hash == plan.toHash, record?.version == plan.toVersion else {
            throw MigrationError.notRecorded(version: plan.toVersion)
        }
        for part in parts {
            guard let hash = part.frozenHash else { continue }
            try connection.execute(
                "INSERT OR REPLACE INTO \(StoreRecord.table) (key, value) VALUES "
                    + "(\(SQL.literal(StoreRecord.planKey(toVersion: part.toVersion))), \(SQL.literal(hash)))")
        }
    }

    // MARK: Statements

    private mutating func run(_ steps: ArraySlice<MigrationPlan.Step>) throws {
        for step in steps {
            purpose = step.purpose ?? purpose
            try StrayKeys.check(before: step.operation, connection)
            try raised.note(step.operation, connection)
            if case .runSwift(let swift) = step.operation {
                try run(swift)
                continue
            }
            for statement in step.operation.statements {
                number += 1
                try tell(statement: number, purpose)
                do {
                    try run(statement)
                } catch let error as SQLiteError {
                    throw explained(error, step.operation, statement)
                }
            }
        }
    }

    private mutating func run(_ swift: SwiftStep) throws {
        number += 1
        try tell(statement: number, purpose)
        guard let function = swiftSteps.first(where: { $0.toVersion == plan.toVersion && $0.name == swift.name }) else {
            throw MigrationError.needsProgram(version: plan.toVersion, steps: [swift.name], reachable: nil)
        }
        let run = SwiftStepRun(swift, connection) { [number, purpose, self] rows in
            try tell(statement: number, purpose, rows: rows)
        }
        do {
            defer { run.end() }
            try function.body(run)
        } catch {
            throw run.interruption ?? Self.explained(error, ofStep: swift.name, plan.toVersion)
        }
        // The function may have caught what stopped it.
        if let interruption = run.interruption { throw interruption }
    }

    /// The error of a Swift step. The disk, another process and a cancelled task keep their errors.
    private static func explained(_ error: any Error, ofStep name: String, _ version: Int) -> any Error {
        switch error {
        case is CancellationError: error
        case let error as SQLiteError where !error.isOfValues && error.primaryCode != 1: error
        case let error as SQLiteError: MigrationError.swiftStepFailed(version: version, step: name, reason: error.message)
        default: MigrationError.swiftStepFailed(version: version, step: name, reason: "\(error)")
        }
    }

    private func run(_ statement: String) throws {
        guard meter != nil else { return try connection.run(statement) }
        try connection.run(statement, every: Self.instructions) { rows in
            try tell(statement: number, purpose, rows: rows)
        }
    }

    private func tell(statement: Int, _ purpose: String, rows: Int64 = 0) throws {
        try meter?.tell(
            MigrationProgress(
                step: step, steps: steps, toVersion: plan.toVersion, statement: statement, statements: count, purpose: purpose, rows: rows))
    }

    private func explained(_ failure: SQLiteError, _ operation: Operation, _ statement: String) -> any Error {
        let error = operation.naming(failure)
        return switch error.primaryCode {
        // A REAL that is no integer, and an integer beyond 64 bits, are refused too.
        case _ where error.isOfValues:
            MigrationError.refusedByRows(
                version: plan.toVersion, statement: statement, reason: error.message,
                row: RefusedRowSearch(plan, connection, raised).row(of: operation, error))
        case 1: MigrationError.statementFailed(version: plan.toVersion, statement: statement, reason: error.message)
        default: error
        }
    }
}

extension MigrationPlan {
    /// Whether the store has all of the version already, and only records another number, hash or state.
    var isRelabelling: Bool { tables.isEmpty && objects.isEmpty && steps.allSatisfy(\.operation.isRecord) }

    /// Whether rows may come, go or be written otherwise than by SQLite's own ALTER TABLE.
    var writesRows: Bool {
        tables.contains { $0.isRewritten || $0.newName == nil }
            || steps.contains { [.rebuild, .update].contains($0.strategy) && !$0.operation.isRecord }
    }
}
