import ArgumentParser
import Diagnostics
import SchemaEvolution
import SchemaModel
import SwiftGeneration

/// Who makes the classes of a package that is begun.
enum StarterStyle: String, CaseIterable, EnumerableFlag {
    /// The build does, and nothing generated is committed.
    case plugin
    /// `trellis generate` does, and they are committed.
    case committed

    static func help(for value: StarterStyle) -> ArgumentHelp? {
        switch value {
        case .plugin: "Let each build make the classes. So it is when nothing is said."
        case .committed: "Write the classes into the sources, to be committed."
        }
    }
}

/// A package that is begun: everything that a person decides of it.
struct Starter {
    /// The model's name.
    var model: String
    var trellis: TrellisSource
    var style: StarterStyle
    /// The package's folder, an absolute path without symbolic links.
    var folder: String

    /// The module that holds the classes and the program. It is never called as a type in it: Swift would take `Library.Author`
    /// for something in the type `Library`, and other modules could not name the class.
    var module: String { "\(model)App" }
    var modelFile: String { "Schemas/\(model)/\(model).yaml" }
    var sources: String { "Sources/\(module)" }
    var generatedFolder: String { "\(sources)/Generated" }
    var store: String { "\(model.lowercased()).sqlite" }

    // MARK: Names

    /// - Throws: ``UnusableAnswer`` that says why the name cannot be a model's.
    static func check(model name: String) throws(UnusableAnswer) {
        guard name.wholeMatch(of: /[A-Za-z][A-Za-z0-9_]*/) != nil else {
            let rule = "a name begins with a letter and goes on with letters, digits and underscores"
            throw UnusableAnswer("'\(name)' cannot name a model: \(rule)")
        }
        if NameChecks.isKeyword(name) { throw UnusableAnswer("'\(name)' cannot name a model: it is a word of Swift") }
        if StarterTexts.names.contains(name) { throw UnusableAnswer("'\(name)' cannot name the model: the program has it") }
        // All other rules are the model's own.
        let file = InputFile(path: "\(name).yaml", bytes: Array(StarterTexts.model(name).utf8))
        let findings = ModelPipeline.check(file, history: .empty) { try InputFile(reading: $0) }.findings
        if let finding = findings.first(where: { $0.severity == .error }) {
            throw UnusableAnswer("'\(name)' cannot name the model: \(finding.message)")
        }
    }

    /// The name of a folder as a model's, where it can be one.
    static func model(named folder: String) -> String? {
        let name = String(folder.split(separator: "/").last ?? "")
        let capitalized = name.prefix(1).uppercased() + name.dropFirst()
        return (try? check(model: capitalized)) == nil ? nil : capitalized
    }
}
