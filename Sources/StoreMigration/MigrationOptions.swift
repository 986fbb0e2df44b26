/// How a store is migrated.
public struct MigrationOptions: Sendable {
    /// How long to wait for a lock of another process, in seconds.
    public var busyTimeout: Double = 5
    /// The file that gets a copy of the store before anything changes; it must not exist. nil for none.
    public var backupPath: String?
    /// How thoroughly the file is checked before anything changes.
    public var fileCheck: FileCheck = .quick
    /// How many bytes are free for the store to grow; nil to ask the system.
    public var availableSpace: Int64?
    /// Whether consecutive plans are composed, so that each table is rebuilt once. Otherwise each is a transaction of its own.
    public var composesPlans = true
    /// The functions for steps in Swift. A plan with a step that has none is refused before anything changes.
    public var swiftSteps: [SwiftStepFunction] = []
    /// Hears how far the migration is: before each statement, and now and then while one runs. What it throws stops the migration
    /// and is thrown: the store is then of the version that the last whole step made.
    public var onProgress: (@Sendable (MigrationProgress) throws -> Void)?

    public init(
        busyTimeout: Double = 5, backupPath: String? = nil, fileCheck: FileCheck = .quick, availableSpace: Int64? = nil,
        composesPlans: Bool = true, onProgress: (@Sendable (MigrationProgress) throws -> Void)? = nil
    ) {
        self.busyTimeout = busyTimeout
        self.backupPath = backupPath
        self.fileCheck = fileCheck
        self.availableSpace = availableSpace
        self.composesPlans = composesPlans
        self.onProgress = onProgress
    }
}

/// How far a migration is.
public struct MigrationProgress: Sendable, Hashable {
    /// The step, from 1. Each is one transaction: it makes a store of one version one of the next, or of a later one.
    public var step: Int
    public var steps: Int
    /// The version that the step leads to.
    public var toVersion: Int
    /// The statement that runs, from 1; 0 while the file is checked or copied, and one more than there are while the result is
    /// checked.
    public var statement: Int
    public var statements: Int
    /// What the statement is for.
    public var purpose: String
    /// How many rows the statement has passed: 0 when it begins, and for those that scan no table.
    public var rows: Int64

    /// How much of the whole is done, from 0 to 1, with all statements taken for equally long.
    public var fraction: Double {
        (Double(step - 1) + Double(max(statement - 1, 0)) / Double(statements + 1)) / Double(max(steps, 1))
    }
}
