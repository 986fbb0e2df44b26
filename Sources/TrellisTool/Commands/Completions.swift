import ArgumentParser
import ProjectFiles
import SchemaModel

/// The completions of a word of the command line. The shell runs the tool for them, so it prints and reports nothing; unreadable
/// files offer nothing.
enum Completions {
    static let models = CompletionKind.file(extensions: ["yaml"])

    /// The codes of all findings.
    static let codes = CompletionKind.custom { _, _, _ in ExplanationFamily.all.flatMap(\.explanations).map(\.code) }

    /// The entities with named fetches, of the models of the line.
    static let entities = CompletionKind.custom { words, _, _ in
        readModels(words).flatMap(\.entities).filter { !$0.fetches.isEmpty }.map(\.name.text)
    }

    /// The named fetches of the models of the line.
    static let fetches = CompletionKind.custom { words, _, _ in
        let entity = words.firstIndex(of: "--entity").flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
        let entities = readModels(words).flatMap(\.entities).filter { entity == nil || $0.name.text == entity }
        return entities.flatMap(\.fetches).map(\.name.text)
    }

    /// A model that the line names, or those of `trellis.yaml` in this folder.
    private static func readModels(_ words: [String]) -> [Model] {
        var paths = words.filter { $0.hasSuffix(".yaml") && $0 != ConfigurationReader.fileName }
        if paths.isEmpty, let file = try? InputFile(reading: ConfigurationReader.fileName) {
            paths = ConfigurationReader.read(file).configuration?.models.map(\.path) ?? []
        }
        return paths.compactMap { path in
            guard let file = try? InputFile(reading: path) else { return nil }
            return ModelReader.read(file.bytes, file: path) { try InputFile(reading: $0).bytes }.model
        }
    }
}
