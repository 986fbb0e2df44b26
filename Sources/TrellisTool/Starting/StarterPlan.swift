import Foundation
import SchemaEvolution
import Templates

/// What a package that is begun gets, and what a person has to add to files that are there.
struct StarterPlan {
    /// Lines for a file that is there.
    struct Addition {
        var file: String
        /// Where in the file they belong.
        var place: String
        var lines: String
    }

    /// The files that are written, by their paths from the package's folder.
    private(set) var files: [FileWriter.Output] = []
    /// Files that are there and stay as they are.
    private(set) var kept: [String] = []
    private(set) var additions: [Addition] = []

    private let starter: Starter

    /// Looks at what is in the package's folder.
    /// - Throws: ``CouldNotRun`` where there is no package but files of one, which would be written over.
    init(_ starter: Starter) throws {
        self.starter = starter
        let isPackage = exists("Package.swift")
        add("Package.swift", StarterTexts.manifest(starter))
        add("trellis.yaml", StarterTexts.configuration(starter))
        add(starter.modelFile, StarterTexts.model(starter.model))
        add(".gitignore", StarterTexts.ignoredFiles)
        // The program and the classes are those of the model above, and there is one program in a module.
        if !kept.contains(starter.modelFile), !hasSwift(starter.sources) {
            add("\(starter.sources)/\(StarterTexts.programType).swift", StarterTexts.program(starter))
            if starter.style == .committed { for file in try generatedFiles() { add(file.path, file.text) } }
        }
        if starter.style == .plugin { add("\(starter.sources)/\(starter.model).trellis", "") }

        let inTheWay = kept.filter { $0 != ".gitignore" }
        if !isPackage, !inTheWay.isEmpty {
            let names = inTheWay.map { "'\($0)'" }.joined(separator: ", ")
            throw CouldNotRun(
                "there is no Package.swift in '\(starter.folder)', but \(names), which would be written over: nothing is written")
        }
        if isPackage { addLines() }
    }

    private mutating func add(_ path: String, _ text: String) {
        if exists(path) { kept.append(path) } else { files.append(.init(path: path, text: text)) }
    }

    /// What the classes of the model would be written as.
    private func generatedFiles() throws -> [FileWriter.Output] {
        var configuration = ModelConfiguration(name: starter.model, path: starter.modelFile)
        configuration.swiftFolder = ConfiguredPath(path: starter.generatedFolder)
        let file = InputFile(path: starter.modelFile, bytes: Array(StarterTexts.model(starter.model).utf8))
        let checked = ModelPipeline.check(file, history: .empty) { try InputFile(reading: $0) }.checked
        guard let checked else { return [] }
        let entry = Run.Entry(
            file: file, included: [], configuration: configuration, checked: checked,
            historyFiles: .init(model: file.path, folder: "", contents: [:]), forgiven: [], findings: [])
        return OutputRequest(configuration).outputs(of: entry).generated
    }

    private mutating func addLines() {
        additions = [
            Addition(file: "Package.swift", place: "its dependencies", lines: StarterTexts.dependency(starter)),
            Addition(file: "Package.swift", place: "its targets", lines: StarterTexts.target(starter)),
            Addition(
                file: "Package.swift", place: "the package, if it says nothing of macOS", lines: "platforms: [.macOS(.v14)]"),
        ]
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

    // MARK: What is there

    /// Whether something has the path, a link that leads nowhere too.
    private func exists(_ path: String) -> Bool {
        (try? FileManager.default.attributesOfItem(atPath: "\(starter.folder)/\(path)")) != nil
    }

    private func hasSwift(_ folder: String) -> Bool {
        let names = try? FileManager.default.subpathsOfDirectory(atPath: "\(starter.folder)/\(folder)")
        return names?.contains { $0.hasSuffix(".swift") } ?? false
    }
}
