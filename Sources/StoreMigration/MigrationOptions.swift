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
    /// Hears how far the migration is: before each statement, now and then while one runs, and once when all steps are committed. What it
    /// throws stops the migration and is thrown: the store is then of the version that the last whole step made. An error in the last
    /// report is ignored, because nothing is left to stop.
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
