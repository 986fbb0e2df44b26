import ArgumentParser

struct MigrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Freezes versions of models, plans how stores of one become stores of another, and makes them that.",
        discussion: """
            Examples:
              trellis migrate create Orders.yaml     freezes a model as its next version
              trellis migrate status                 which versions there are
              trellis migrate apply orders.sqlite    makes a store what its model is
            """,
        subcommands: [
            MigrateCreateCommand.self, MigrateStatusCommand.self, MigrateRebaseCommand.self, MigrateRenewCommand.self, MigrateBaselineCommand.self,
            MigratePlanCommand.self, MigrateApplyCommand.self,
        ])
}
