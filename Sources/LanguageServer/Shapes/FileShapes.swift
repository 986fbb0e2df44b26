import ProjectFiles
import SQLiteStorage
import SchemaEvolution
import SchemaModel
import SwiftGeneration
import Templates

/// The shapes of the files that the editor knows besides models, whose shape is ``Language/model``.
enum FileShapes {
    private static let access = Shape.word(AccessLevel.allCases.map(\.rawValue))
    private static let severities = Shape.word(["error", "warning", "note"])

    static let configuration = KeyedShape(
        "configuration", "The models of a package and their outputs.", known: ConfigurationReader.keys, isOpen: true,
        keys: [
            .init("trellis", .word(["1"]), "The format of this file.", isRequired: true),
            .init("models", .named(of: .either([.keys(model), .nothing]), isOpen: true), "The models, by their names.", isRequired: true),
            .init("severity", .named(of: severities, isOpen: true), "The severities of findings, by their codes. An error stays an error."),
        ])

    private static let model = KeyedShape(
        "model's configuration", "What is generated for a model.", known: ConfigurationReader.modelKeys, isOpen: true,
        keys: [
            .init("path", .text, "The model's file (default: Schemas/NAME/NAME.yaml)."),
            .init("access", access, "The access level of the generated classes.", silent: "internal"),
            .init("snapshots", .flag, "Whether each class has a snapshot struct.", silent: "false"),
            .init("target", .text, "A target: its classes are written to Sources/TARGET/Generated."),
            .init("swift", .text, "The folder of the generated classes."),
            .init("sql", .text, "The file of the schema in SQL."),
            .init("dictionary", .text, "The file of the data dictionary."),
            .init("extensions", .text, "The folder of extension files, which are created once."),
            .init("templates", .keys(templates), "Templates that replace built-in ones."),
            .init("files", .named(of: .text, isOpen: true), "Other files, each with its template."),
            .init("targets", .list(of: .word(StorageTarget.all.map(\.name)), short: true), "Where the model's tables can be.", silent: "file"),
            .init("migrations", .keys(migrations), "Folders of scripts for tools of others."),
            .init("minimum-sqlite", .text, "The oldest SQLite that runs migrations."),
            .init("compatible-from", .count(1...Int.max), "The oldest version whose programs open stores of the newest one."),
            .init("minimum-documentation", .count(0...100), "The least percentage of documented parts."),
            .init("draft", .flag, "Whether the live model is a draft.", silent: "false"),
            .init(
                "suppressions", .named(of: .named(of: .either([.text, .keys(suppression)]), isOpen: true), isOpen: true),
                "Accepted findings: a part of the model or a file, then a code with the reason."),
        ])

    private static let templates = KeyedShape(
        "list of templates", "Templates that replace built-in ones.", known: Shell.allCases.map(\.rawValue),
        keys: Shell.allCases.map { .init($0.rawValue, .text, "The template that replaces the built-in one.") })

    private static let migrations = KeyedShape(
        "list of migrations", "Tools of others that run a model's migrations.", known: MigrationRunner.names,
        keys: MigrationRunner.names.map { .init($0, .text, "The folder of its scripts.") })

    private static let suppression = KeyedShape(
        "suppression", "A finding that may stay.", known: PolicyReader.suppressionKeys,
        keys: [
            .init("reason", .text, "Why it may stay.", isRequired: true),
            .init("until", .text, "The last day on which it may stay, as in 2027-01-31."),
        ])

    static let decisions = KeyedShape(
        "migration", "The decisions of a migration, which two versions of a model do not imply.", known: DecisionReader.keys, isOpen: true,
        keys: [
            .init("trellis", .word(["1"]), "The format of this file.", isRequired: true),
            .init("minimum-sqlite", .text, "The oldest SQLite that runs the migration."),
            .init("compatible-from", .count(1...Int.max), "The oldest version whose programs open stores of the new version."),
            .init("renames", .named(of: .text, isOpen: true), "New names of entities and properties, by the old ones."),
            .init("drops", .named(of: .text, isOpen: true), "Why something may be lost, by its old name."),
            .init("values", .named(of: .text, isOpen: true), "SQL on a row of the old table, by the new name of a property."),
            .init("cases", .named(of: .text, isOpen: true), "What old cases of enums become."),
            .init("accept", .named(of: .named(of: .text, isOpen: false), isOpen: true), "Findings that may stay, with reasons."),
            .init("before", .list(of: .text, short: true), "SQL that runs before everything else."),
            .init("after", .list(of: .text, short: true), "SQL that runs after everything else."),
            .init("steps", .list(of: .keys(step)), "Steps that the program runs in Swift."),
        ])

    private static let step = KeyedShape(
        "step", "A step that the program runs in Swift.", known: SwiftStepReader.keys,
        keys: [
            .init("swift", .text, "The name of the function.", isRequired: true),
            .init("reads", .list(of: .name(.none)), "Entities of the old version."),
            .init("writes", .list(of: .name(.none)), "Entities of the new version."),
        ])
}
