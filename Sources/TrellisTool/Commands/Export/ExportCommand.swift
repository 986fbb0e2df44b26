import ArgumentParser

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write a model for other programs",
        discussion: """
            Example:
              trellis export coredata Shop.yaml --output Shop.xcdatamodeld   a model of Core Data with all versions
            """,
        subcommands: [ExportCoreDataCommand.self])
}
