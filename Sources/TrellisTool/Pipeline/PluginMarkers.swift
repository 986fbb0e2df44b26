import Diagnostics
import Foundation
import ProjectFiles

extension FindingCode {
    static let droppedTarget = FindingCode("TR0119", .warning)
    static let classesTwice = FindingCode("TR0122", .warning)
}

/// The marker files of the build plugin in a package.
enum PluginMarkers {
    /// Markers whose targets have no source file: SwiftPM ignores such a target, and the plugin never runs for it. And models whose
    /// classes go into a target that has the model's marker: the plugin generates the same classes there.
    /// - Parameter models: the models of the configuration in the package's folder.
    static func findings(of models: [ModelConfiguration]) -> [Finding] {
        let names = Set(models.map { "\($0.name).trellis" })
        let folder = models.compactMap(\.configuration).first.map(CanonicalPath.folder(of:)) ?? "."
        let prefix = folder == "." || folder.isEmpty ? "" : "\(folder)/"
        guard !names.isEmpty, FileManager.default.fileExists(atPath: "\(prefix)Package.swift") else { return [] }
        return ["Sources", "Tests"].flatMap { top in
            let targets = (try? FileManager.default.contentsOfDirectory(atPath: prefix + top)) ?? []
            return targets.sorted().flatMap { target in
                let folder = "\(prefix)\(top)/\(target)"
                return [finding(inTarget: folder, names)].compactMap { $0 } + models.compactMap { classesTwice($0, inTarget: folder) }
            }
        }
    }

    private static func classesTwice(_ model: ModelConfiguration, inTarget folder: String) -> Finding? {
        guard let output = model.swiftFolder, let span = output.span,
            "\(CanonicalPath.of(output.path))/".hasPrefix("\(CanonicalPath.of(folder))/"),
            let paths = FileManager.default.enumerator(atPath: folder)
        else { return nil }
        for case let path as String in paths where URL(filePath: path).lastPathComponent == "\(model.name).trellis" {
            return Finding(
                .classesTwice, "the build plugin generates the classes of '\(model.name)' in this target too, because of '\(folder)/\(path)'",
                at: span,
                suggestion: .init("remove 'target' and 'swift' of the model, with the files that they wrote, or remove the marker"))
        }
        return nil
    }

    private static func finding(inTarget folder: String, _ names: Set<String>) -> Finding? {
        var marker: String?
        guard let paths = FileManager.default.enumerator(atPath: folder) else { return nil }
        for case let path as String in paths {
            let file = URL(filePath: path)
            if sourceEndings.contains(file.pathExtension) { return nil }
            if names.contains(file.lastPathComponent) { marker = marker ?? path }
        }
        let target = URL(filePath: folder).lastPathComponent
        return marker.map { marker in
            Finding(
                .droppedTarget, "SwiftPM ignores the target '\(target)', which has this marker and no Swift file",
                at: SourceSpan(startOf: "\(folder)/\(marker)"),
                suggestion: .init("add an empty Swift file, for example '\(folder)/\(target).swift'"))
        }
    }

    private static let sourceEndings: Set = ["swift", "c", "cc", "cpp", "cxx", "m", "mm", "S"]
}
