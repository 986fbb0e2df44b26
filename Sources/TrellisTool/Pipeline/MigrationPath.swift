import StoreMigration

/// A store that a command migrates, and how.
struct MigrationRequest {
    /// The store's path, or its name on a cluster.
    var store: String
    /// A copy of a store that is on a cluster.
    var copy: String?
    /// The model's file, or the configuration that has it.
    var models: ModelSelection
    /// The file with decisions for the step to or from a draft; nil for none.
    var decisions: String?
    /// The wanted version; nil for that of the model's file.
    var version: Int?
    /// Whether the wanted version may be an earlier one than the store's.
    var allowsDown = false
}

/// The plans from a store's version to the wanted one.
struct MigrationPath {
    var file: StoreFile
    var chain: MigrationChain
    /// The plans that the store needs, in their order.
    var plans: [MigrationPlan]
    /// The versions that the store reached by another plan than the frozen one.
    var reachedOtherwise: [Int]
    /// What a reader should know of the plans.
    var notes: [String] = []

    /// Finds the path along the frozen versions. A step to a draft, or from one, is planned now.
    ///
    /// - Throws: ``CouldNotRun``, or exit code 1 with the findings.
    static func find(_ request: MigrationRequest, _ console: Console) throws -> MigrationPath {
        var finder = try MigrationPathFinder(request, console)
        return try finder.find()
    }
}
