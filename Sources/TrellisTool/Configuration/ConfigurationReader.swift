import Diagnostics
import Foundation
import SchemaSyntax
import SwiftGeneration

extension FindingCode {
    static let unknownAccessLevel = FindingCode("TR0101")
    static let emptyPath = FindingCode("TR0102")
}

/// Reads `trellis.yaml`:
///
///     trellis: 1
///     models:
///       Orders:
///         path: Schemas/Orders/Orders.yaml   # where it is when nothing is said
///         access: public                     # internal when nothing is said; or package
///         snapshots: true                    # a struct of its values for each class; false when nothing is said
///         swift: Sources/Store/Generated     # a folder
///         sql: Schemas/Orders/Orders.sql     # a file
///         draft: true                        # the live model is no version yet; false when nothing is said
///
/// What it says of findings, `severity` and `suppressions`, is ``PolicyReader``'s.
///
/// Paths are relative to the folder of `trellis.yaml`.
enum ConfigurationReader {
    static let fileName = "trellis.yaml"

    static let keys = ["trellis", "models", "severity"]
    static let modelKeys = ["path", "access", "snapshots", "swift", "sql", "draft", "suppressions"]
    static let laterModelKeys = ["target", "templates"]

    static func read(_ file: InputFile) -> (configuration: Configuration?, findings: [Finding]) {
        let parsed = YAMLParser.parse(file.bytes, file: file.path)
        guard let root = parsed.root else { return (nil, parsed.findings) }
        var context = ReadingContext(findings: parsed.findings)
        guard let keys = KnownKeys(root, of: "the configuration", known: keys, in: &context) else {
            return (nil, context.findings)
        }
        context.checkFormat(keys, file: file.path)
        if keys["models"] == nil {
            context.report(
                .missingKey, "the configuration names no models", at: SourceSpan(startOf: file.path),
                suggestion: .init("add the key 'models' with a mapping from their names"))
        }
        let folder = URL(filePath: file.path).deletingLastPathComponent().relativePath
        let models = context.entries(keys["models"], "the list of models").compactMap {
            model($0, folder: folder == "." ? "" : folder + "/", in: &context)
        }
        let severities = PolicyReader.severities(keys["severity"], in: &context)
        let findings = context.findings.sortedByPlace()
        return (findings.containsError ? nil : Configuration(path: file.path, models: models, severities: severities), findings)
    }

    private static func model(
        _ entry: YAMLNode.Entry, folder: String, in context: inout ReadingContext
    ) -> ModelConfiguration? {
        var model = ModelConfiguration(name: entry.key, path: "\(folder)Schemas/\(entry.key)/\(entry.key).yaml")
        guard !entry.value.isNull else { return model }
        guard
            let keys = KnownKeys(
                entry.value, of: "a model's configuration", known: modelKeys, later: laterModelKeys, in: &context)
        else { return nil }

        if let path = path(keys["path"], folder: folder, in: &context) { model.path = path }
        model.swiftFolder = path(keys["swift"], folder: folder, in: &context)
        model.sqlFile = path(keys["sql"], folder: folder, in: &context)
        model.suppressions = PolicyReader.suppressions(keys["suppressions"], folder: folder, in: &context)
        if let node = keys["draft"] { model.isDraft = context.flag(node, "'draft'") ?? false }
        if let node = keys["snapshots"] { model.snapshots = context.flag(node, "'snapshots'") ?? false }
        if let node = keys["access"], let text = context.text(node, "an access level") {
            if let access = AccessLevel(rawValue: text) {
                model.access = access
            } else {
                let levels = AccessLevel.allCases.map(\.rawValue)
                context.report(
                    .unknownAccessLevel, "there is no access level '\(text)'", at: node.span,
                    suggestion: ReadingContext.suggestion(for: text, in: levels, replacing: node.span)
                        ?? .init("the levels are \(levels.joined(separator: ", "))"))
            }
        }
        return model
    }

    private static func path(_ node: YAMLNode?, folder: String, in context: inout ReadingContext) -> String? {
        guard let node, let text = context.text(node, "a path") else { return nil }
        if text.isEmpty {
            context.report(.emptyPath, "a path names a file or a folder", at: node.span)
            return nil
        }
        return text.hasPrefix("/") ? text : folder + text
    }
}
