import Foundation
import PackagePlugin

/// Generates the Swift classes of a target's models during the build.
///
/// File names decide everything. An (empty) file `Orders.trellis` in a target's folder declares that the target has the model
/// Orders, whose file is the nearest `Schemas/Orders/Orders.yaml` from the target's folder upwards. Included files are beside it
/// or below it, so all YAML files and all folders there are inputs. If a `trellis.yaml` exists, all files of `Templates` beside
/// it are inputs too.
@main
struct TrellisPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else { return [] }
        let markers = target.sourceFiles.map(\.url).filter { $0.pathExtension == "trellis" }
        return try markers.map { try command(for: $0, target: target, context: context) }
    }

    private func command(for marker: URL, target: any SourceModuleTarget, context: PluginContext) throws -> Command {
        let name = marker.deletingPathExtension().lastPathComponent
        guard let model = modelFile(named: name, above: marker) else {
            Diagnostics.error(
                "\(marker.path): no Schemas/\(name)/\(name).yaml exists in the folder of '\(target.name)' or above it")
            throw PluginError.modelNotFound(name)
        }
        let output = context.pluginWorkDirectoryURL.appending(path: name)
        var arguments = [model.path, output.path]
        var inputs = modelFiles(beside: model) + folders(beside: model) + [marker]

        let configuration = context.package.directoryURL.appending(path: "trellis.yaml")
        if FileManager.default.fileExists(atPath: configuration.path) {
            arguments.append(configuration.path)
            // The generator accepts templates only from this folder, so the plugin knows each without reading YAML.
            inputs += [configuration] + files(below: context.package.directoryURL.appending(path: "Templates")) { _ in true }
        }
        return .buildCommand(
            displayName: "Generating the classes of the model \(name)",
            executable: try context.tool(named: "TrellisGenerator").url,
            arguments: arguments,
            inputFiles: inputs,
            outputFiles: fileNames(of: name).map { output.appending(path: $0) })
    }

    /// The nearest model of that name, from the marker's folder up to the root.
    private func modelFile(named name: String, above marker: URL) -> URL? {
        var folder = marker.deletingLastPathComponent()
        while true {
            let file = folder.appending(path: "Schemas/\(name)/\(name).yaml")
            if FileManager.default.fileExists(atPath: file.path) { return file }
            let parent = folder.deletingLastPathComponent()
            if parent.path == folder.path { return nil }
            folder = parent
        }
    }

    /// The YAML files in the folder of a model and below, its own file among them, and all of its frozen versions.
    private func modelFiles(beside model: URL) -> [URL] {
        let isOfHistory = { (path: String) in
            path == "versions/lock" || path.hasPrefix("versions/") && (path.hasSuffix(".sql") || path.hasSuffix(".json"))
        }
        return files(below: model.deletingLastPathComponent()) { $0.hasSuffix(".yaml") || isOfHistory($0) }
    }

    /// The folder of a model and its subfolders. SwiftPM computes the inputs when the package changes, not at each build. But a
    /// folder changes with its entries, so a new frozen version or a new part causes a build.
    private func folders(beside model: URL) -> [URL] {
        let folder = model.deletingLastPathComponent()
        let entries = FileManager.default.enumerator(atPath: folder.path)
        var paths = [String]()
        while let path = entries?.nextObject() as? String {
            if entries?.fileAttributes?[.type] as? FileAttributeType == .typeDirectory { paths.append(path) }
        }
        return [folder] + paths.sorted().map { folder.appending(path: $0) }
    }

    /// The files in a folder and its subfolders whose relative paths match, sorted; none if the folder does not exist.
    private func files(below folder: URL, where isWanted: (String) -> Bool) -> [URL] {
        let entries = FileManager.default.enumerator(atPath: folder.path)
        var paths = [String]()
        while let path = entries?.nextObject() as? String {
            let isFile = entries?.fileAttributes?[.type] as? FileAttributeType != .typeDirectory
            if isFile, isWanted(path) { paths.append(path) }
        }
        return paths.sorted().map { folder.appending(path: $0) }
    }

    /// The outputs of the generator: the same number of files for every model. A test compares this with its names.
    private func fileNames(of model: String) -> [String] {
        ["\(model).trellis.swift"] + (0..<8).map { "\(model).entities\($0).trellis.swift" }
    }
}

enum PluginError: Error {
    case modelNotFound(String)
}
