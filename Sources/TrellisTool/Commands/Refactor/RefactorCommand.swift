import ArgumentParser

struct RefactorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refactor",
        abstract: "Change a model everywhere at once",
        discussion: """
            Example:
              trellis refactor rename Orders.yaml Order.info note     renames a property
            """,
        subcommands: [RefactorRenameCommand.self])
}
