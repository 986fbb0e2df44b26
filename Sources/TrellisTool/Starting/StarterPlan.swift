import Foundation
import ProjectFiles
import SchemaEvolution
import Templates

/// The files of a new package, and the lines that the user must add to existing files.
struct StarterPlan {
    /// Lines for an existing file.
    struct Addition {
        var file: String
        /// Their place in the file.
        var place: String
        var lines: String
    }

    /// The files to write, by their paths from the package's folder.
    private(set) var files: [FileWriter.Output] = []
    /// Existing files, which stay unchanged.
    private(set) var kept: [String] = []
    private(set) var additions: [Addition] = []

    private let starter: Starter

    /// Inspects the package's folder.
    ///
    /// - Throws: ``CouldNotRun`` if no package exists but files of one do, which would be overwritten.
    init(_ starter: Starter) throws {
        self.starter = starter
        let isPackage = exists("Package.swift")
        add("Package.swift", StarterTexts.manifest(starter))
        add("trellis.yaml", StarterTexts.configuration(starter))
        add(starter.modelFile, StarterTexts.model(starter.model))
        add(".gitignore", StarterTexts.ignoredFiles)
        // The program and the classes belong to this model, and a module has one program.
        if !kept.contains(starter.modelFile), !hasSwift(starter.sources) {
            add("\(starter.sources)/\(StarterTexts.programType).swift", StarterTexts.program(starter))
            if starter.style == .committed { for file in try generatedFiles() { add(file.path, file.text) } }
        }
        if starter.style == .plugin { add("\(starter.sources)/\(starter.model).trellis", "") }

        let inTheWay = kept.filter { $0 != ".gitignore" }
        if !isPackage, !inTheWay.isEmpty {
            let names = inTheWay.map { "'\($0)'" }.joined(separator: ", ")
            throw CouldNotRun(
                "'\(starter.folder)' has no Package.swift, but \(names), which would be overwritten: nothing is written")
        }
        if isPackage { addLines() }
    }

    private mutating func add(_ path: String, _ text: String) {
        if exists(path) { kept.append(path) } else { files.append(.init(path: path, text: text)) }
    }

    /// The files of the model's classes.
    private func generatedFiles() throws -> [FileWriter.Output] {
        var configuration = ModelConfiguration(name: starter.model, path: starter.modelFile)
        configuration.swiftFolder = ConfiguredPath(path: starter.generatedFolder)
        let file = InputFile(path: starter.modelFile, bytes: Array(StarterTexts.model(starter.model).utf8))
        let checked = ModelPipeline.check(file, history: .empty) { try InputFile(reading: $0) }.checked
        guard let checked else { return [] }
        return OutputRequest(configuration).outputs(of: checked, source: file.name).generated
    }

    private mutating func addLines() {
        additions = [
            Addition(file: "Package.swift", place: "its dependencies", lines: StarterTexts.dependency(starter)),
            Addition(file: "Package.swift", place: "its targets", lines: StarterTexts.target(starter)),
            Addition(
                file: "Package.swift", place: "the package, if it declares no macOS version", lines: "platforms: [.macOS(.v14)]"),
        ].filter { !manifestHas($0.lines) }
        let path = "trellis.yaml"
        guard kept.contains(path), let file = try? InputFile(reading: "\(starter.folder)/\(path)") else { return }
        let models = ConfigurationReader.read(file).configuration?.models ?? []
        if let model = models.first(where: { $0.name == starter.model }) {
            if starter.style == .committed, model.swiftFolder == nil {
                additions.append(Addition(file: path, place: "the entry '\(starter.model)'", lines: StarterTexts.swiftEntry(starter)))
            }
            return
        }
        additions.append(Addition(file: path, place: "its models", lines: StarterTexts.configurationEntry(starter)))
    }

    /// Whether the manifest has the lines, apart from spaces. A line that is written in another way is named all the same.
    private func manifestHas(_ lines: String) -> Bool {
        let manifest = try? InputFile(reading: "\(starter.folder)/Package.swift")
        let text = String(decoding: manifest?.bytes ?? [], as: UTF8.self)
        return text.filter { !$0.isWhitespace }.contains(lines.filter { !$0.isWhitespace })
    }

    // MARK: What is there

    /// Whether the path exists, even as a broken link.
    private func exists(_ path: String) -> Bool {
        (try? FileManager.default.attributesOfItem(atPath: "\(starter.folder)/\(path)")) != nil
    }

    private func hasSwift(_ folder: String) -> Bool {
        let names = try? FileManager.default.subpathsOfDirectory(atPath: "\(starter.folder)/\(folder)")
        return names?.contains { $0.hasSuffix(".swift") } ?? false
    }
}
