import ArgumentParser

struct MigrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Plans how stores of one version of a model become stores of another.",
        subcommands: [MigratePlanCommand.self])
}
