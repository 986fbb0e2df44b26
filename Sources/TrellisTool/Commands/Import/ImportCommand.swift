import ArgumentParser

struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Make a model from models and stores of other tools",
        discussion: """
            Examples:
              trellis import coredata Shop.xcdatamodeld --output Schemas/Shop   a model of Core Data with its versions
              trellis import store App.sqlite --output Schemas/App --store New.sqlite   a store that Core Data wrote, with its rows
              trellis import sqlite shop.db --output Schemas/Shop   a SQLite database of any program
            """,
        subcommands: [ImportCoreDataCommand.self, ImportStoreCommand.self, ImportSQLiteCommand.self])
}
