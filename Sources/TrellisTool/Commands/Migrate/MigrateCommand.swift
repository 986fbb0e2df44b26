import ArgumentParser

struct MigrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Freezes versions of models, plans how stores of one become stores of another, and makes them that.",
        subcommands: [
            MigrateCreateCommand.self, MigrateStatusCommand.self, MigrateRebaseCommand.self, MigrateRenewCommand.self, MigrateBaselineCommand.self,
            MigratePlanCommand.self, MigrateApplyCommand.self,
        ])
}
