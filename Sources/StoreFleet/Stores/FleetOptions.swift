import Foundation
public import StoreMigration

/// How the stores of a fleet are migrated.
public struct FleetOptions: Sendable {
    /// How many stores are migrated at the same time.
    public var jobs: Int
    /// How many of the first stores are migrated before all others. If one of them fails, the run stops.
    public var canary: Int
    /// How many stores may fail before the run stops.
    public var budget: FailureBudget
    /// The end of the name of a copy beside each store that is migrated; nil for no copies.
    public var backupSuffix: String?
    /// The file in which the run records each outcome, so that a run that was killed goes on where it was; nil for none.
    public var journalPath: String?
    /// How long to wait for a lock that another process holds on a store, in seconds.
    public var busyTimeout: Double
    /// How thoroughly each file is checked before anything changes.
    public var fileCheck: FileCheck
    /// The functions for steps in Swift.
    public var swiftSteps: [SwiftStepFunction] = []

    public init(
        jobs: Int = ProcessInfo.processInfo.activeProcessorCount, canary: Int = 0, budget: FailureBudget = .stores(0),
        backupSuffix: String? = nil, journalPath: String? = nil, busyTimeout: Double = 5, fileCheck: FileCheck = .quick
    ) {
        self.jobs = jobs
        self.canary = canary
        self.budget = budget
        self.backupSuffix = backupSuffix
        self.journalPath = journalPath
        self.busyTimeout = busyTimeout
        self.fileCheck = fileCheck
    }
}
