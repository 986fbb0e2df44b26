import ArgumentParser
import Diagnostics
import ProjectFiles
import SchemaEvolution
import SchemaModel
import SwiftGeneration

/// Who generates the classes of a new package.
enum StarterStyle: String, CaseIterable, EnumerableFlag {
    /// The build, and no generated file is committed.
    case plugin
    /// `trellis generate`, and the files are committed.
    case committed

    static func help(for value: StarterStyle) -> ArgumentHelp? {
        switch value {
        case .plugin: "The build generates the classes (the default)."
        case .committed: "Write the classes into the sources, to be committed."
        }
    }
}

/// A new package: all choices of the user.
struct Starter {
    /// The model's name.
    var model: String
    var trellis: TrellisSource
    var style: StarterStyle
    /// The package's folder, an absolute path without symbolic links.
    var folder: String

    /// The module of the classes and the program. It never has the name of a type in it. Otherwise Swift would read
    /// `Library.Author` as a member of the type `Library`, and other modules could not name the class.
    var module: String { "\(model)App" }
    var modelFile: String { "Schemas/\(model)/\(model).yaml" }
    var sources: String { "Sources/\(module)" }
    var generatedFolder: String { "\(sources)/Generated" }
    var store: String { "\(model.lowercased()).sqlite" }

    // MARK: Names

    /// - Throws: ``UnusableAnswer`` with the reason if the name is invalid for a model.
    static func check(model name: String) throws(UnusableAnswer) {
        guard name.wholeMatch(of: /[A-Za-z][A-Za-z0-9_]*/) != nil else {
            let rule = "a name begins with a letter, followed by letters, digits and underscores"
            throw UnusableAnswer("'\(name)' cannot name a model: \(rule)")
        }
        if NameChecks.isKeyword(name) { throw UnusableAnswer("'\(name)' cannot name a model: it is a keyword of Swift") }
        if StarterTexts.names.contains(name) { throw UnusableAnswer("'\(name)' cannot name the model: the program has this name") }
        // The model's own rules decide the rest.
        let file = InputFile(path: "\(name).yaml", bytes: Array(StarterTexts.model(name).utf8))
        let findings = ModelPipeline.check(file, history: .empty) { try InputFile(reading: $0) }.findings
        if let finding = findings.first(where: { $0.severity == .error }) {
            throw UnusableAnswer("'\(name)' cannot name the model: \(finding.message)")
        }
    }

    /// The name of a folder as a model's name, if it is valid.
    static func model(named folder: String) -> String? {
        let name = String(folder.split(separator: "/").last ?? "")
        let capitalized = name.prefix(1).uppercased() + name.dropFirst()
        return (try? check(model: capitalized)) == nil ? nil : capitalized
    }
}
