import ArgumentParser

struct MigrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Freeze versions of models, plan migrations and apply them to stores",
        discussion: """
            Examples:
              trellis migrate create Orders.yaml     freezes a model as its next version
              trellis migrate status                 shows the frozen versions
              trellis migrate apply orders.sqlite    migrates a store to its model's version
            """,
        subcommands: [
            MigrateCreateCommand.self, MigrateStatusCommand.self, MigrateRebaseCommand.self, MigrateRenewCommand.self, MigrateUpgradeCommand.self,
            MigrateSquashCommand.self, MigrateBaselineCommand.self, MigratePlanCommand.self, MigrateRehearseCommand.self,
            MigrateApplyCommand.self,
        ])
}
