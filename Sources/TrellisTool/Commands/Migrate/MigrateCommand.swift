import ArgumentParser

struct MigrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Freezes versions of models, and plans how stores of one become stores of another.",
        subcommands: [MigrateCreateCommand.self, MigrateStatusCommand.self, MigrateRebaseCommand.self, MigrateRenewCommand.self, MigrateBaselineCommand.self, MigratePlanCommand.self])
}
