import ArgumentParser

struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Make a model from models of other tools",
        discussion: """
            Examples:
              trellis import coredata Shop.xcdatamodeld --output Schemas/Shop   a model of Core Data with its versions
            """,
        subcommands: [ImportCoreDataCommand.self])
}
