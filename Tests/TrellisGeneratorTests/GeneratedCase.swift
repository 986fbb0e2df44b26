import Foundation
import TestSupport
import Testing

/// A folder of `Tests/Cases`, for the program of the build plugin.
struct GeneratedCase: Sendable, CustomTestStringConvertible {
    let name: String

    static let all: [GeneratedCase] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(Project.root)/Tests/Cases")) ?? []
        return names.sorted().map(GeneratedCase.init)
    }()

    var testDescription: String { name }
    var isBroken: Bool { name.hasPrefix("broken-") }
    var folder: String { "\(Project.root)/Tests/Cases/\(name)" }

    /// A file of the case; empty if it does not exist.
    func text(_ file: String) -> String { (try? String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)) ?? "" }

    /// The file of its model.
    var modelFile: String {
        let source = text("source").trimmingCharacters(in: .newlines)
        return source.isEmpty ? "\(folder)/schema.yaml" : "\(Project.root)/\(source)"
    }

    /// The name in the model's file.
    var model: String {
        get throws {
            let text = try String(contentsOfFile: modelFile, encoding: .utf8)
            return String(try #require(text.firstMatch(of: /(?m)^model: (\w+)/)).output.1)
        }
    }

    /// Copies the model to `<Model>.yaml`, the name that the program demands, with included files and history, and writes a
    /// `trellis.yaml` for what `arguments` asks of `trellis generate`.
    func copy(to project: TemporaryFolder) throws {
        let origin = URL(filePath: modelFile).deletingLastPathComponent().path
        let model = try model
        for path in try FileManager.default.subpathsOfDirectory(atPath: origin) {
            let parts = path.split(separator: "/")
            guard parts[0] != "expected", path.hasSuffix(".yaml") || parts[0] == "versions", parts.last?.contains(".") == true || parts.last == "lock"
            else { continue }
            let target = "\(origin)/\(path)" == modelFile ? "\(model).yaml" : path
            try project.write(String(contentsOfFile: "\(origin)/\(path)", encoding: .utf8), to: target)
        }
        let arguments = text("arguments")
        let access = arguments.firstMatch(of: /--access (\w+)/).map { ", access: \($0.output.1)" } ?? ""
        let snapshots = arguments.contains("--snapshots") ? ", snapshots: true" : ""
        try project.write("trellis: 1\nmodels:\n  \(model): { path: \(model).yaml\(access)\(snapshots) }\n", to: "trellis.yaml")
    }

    /// The lines of Swift files below their heads, without imports and empty lines, sorted.
    static func declarations(in folder: String) throws -> [String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
        return try names.flatMap { name in
            try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8).split(separator: "\n").dropFirst(2).map(String.init)
        }.filter { !$0.contains(/^(@_spi\(Generated\) )?(\w+ )?import\s/) && $0 != "// This part of the model has no types." }.sorted()
    }
}
