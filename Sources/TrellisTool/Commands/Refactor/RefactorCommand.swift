import ArgumentParser

struct RefactorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refactor",
        abstract: "Change a model everywhere at once",
        subcommands: [RefactorRenameCommand.self])
}
