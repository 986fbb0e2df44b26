@_exported public import StoreFleet
import StoreMigration
public import Trellis

extension FleetMigrator {
    /// Migrates stores to the version of a program's model, with its plans and its steps in Swift.
    ///
    /// - Parameters:
    ///   - stores: the files. A file that several paths lead to is migrated once.
    ///   - model: the program's model.
    public init(_ stores: [FleetStore], for model: (some PersistentModel).Type, _ options: FleetOptions = .init()) {
        let descriptor = model.descriptor
        var options = options
        options.swiftSteps = descriptor.migrations.swiftSteps
        let chain = MigrationChain(
            model: descriptor.name, version: descriptor.version, isDraft: descriptor.isDraft, hash: descriptor.hash,
            meaningHash: descriptor.meaningHash, plans: descriptor.migrations.plans())
        self.init(stores, to: chain, options)
    }
}
