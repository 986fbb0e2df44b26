import Diagnostics
import Foundation
import SchemaEvolution
import SchemaSyntax
import SwiftGeneration
import Templates

extension FindingCode {
    static let unknownAccessLevel = FindingCode("TR0101")
}

/// Reads `trellis.yaml`:
///
///     trellis: 1
///     models:
///       Orders:
///         path: Schemas/Orders/Orders.yaml   # (default)
///         access: public                     # or internal (default), package
///         snapshots: true                    # a snapshot struct for each class; default false
///         target: Store                      # the same as 'swift: Sources/Store/Generated'
///         swift: Sources/Store/Generated     # a folder
///         sql: Schemas/Orders/Orders.sql     # a file
///         dictionary: Documentation/Orders.md
///         extensions: Sources/Store          # a folder
///         templates: { swift-entity: Templates/entity.mustache }   # in the place of built-in ones
///         files: { Web/orders.ts: Templates/types.mustache }       # other files, each with its template
///         targets: [file, d1]                # where its tables can be; default [file]
///         migrations: { wrangler: migrations }   # folders of scripts for tools of others
///         minimum-sqlite: "3.53"             # the oldest SQLite that runs migrations; default 3.37
///         compatible-from: 14                # the oldest version whose programs open stores of the newest one; default none
///         minimum-documentation: 80          # the least percentage of documented parts; default none
///         draft: true                        # the live model is a draft; default false
///
/// ``PolicyReader`` reads `severity` and `suppressions`.
///
/// Paths are relative to the folder of `trellis.yaml`. Outputs must be in or below it: ``OutputPathReader``.
package enum ConfigurationReader {
    package static let fileName = "trellis.yaml"

    package static let keys = ["trellis", "models", "severity"]
    package static let modelKeys = [
        "path", "access", "snapshots", "target", "swift", "sql", "dictionary", "extensions", "templates", "files", "targets", "migrations",
        MinimumSQLite.key, CompatibleFrom.key, MinimumDocumentation.key, "draft", "suppressions",
    ]

    package static func read(_ file: InputFile) -> (configuration: Configuration?, findings: [Finding]) {
        let parsed = YAMLParser.parse(file.bytes, file: file.path)
        guard let root = parsed.root else { return (nil, parsed.findings) }
        var context = ReadingContext(findings: parsed.findings)
        guard let keys = KnownKeys(root, of: "the configuration", known: keys, in: &context) else {
            return (nil, context.findings)
        }
        context.checkFormat(keys, file: file.path)
        if keys["models"] == nil {
            context.report(
                .missingKey, "the configuration has no models", at: SourceSpan(startOf: file.path),
                suggestion: .init("add the key 'models' with a mapping from their names"))
        }
        let folder = CanonicalPath.folder(of: file.path)
        let models = context.entries(keys["models"], "the list of models").compactMap {
            model($0, of: file.path, folder: folder == "." ? "" : folder == "/" ? "/" : folder + "/", in: &context)
        }
        let severities = PolicyReader.severities(keys["severity"], in: &context)
        let findings = context.findings.sortedByPlace()
        return (findings.containsError ? nil : Configuration(path: file.path, models: models, severities: severities), findings)
    }

    private static func model(
        _ entry: YAMLNode.Entry, of configuration: String, folder: String, in context: inout ReadingContext
    ) -> ModelConfiguration? {
        var model = ModelConfiguration(
            name: entry.key, path: "\(folder)Schemas/\(entry.key)/\(entry.key).yaml", configuration: configuration)
        let paths = OutputPathReader(folder: folder)
        guard !entry.value.isNull else { return paths.isPlain(entry.key, at: entry.keySpan, in: &context) ? model : nil }
        guard let keys = KnownKeys(entry.value, of: "a model's configuration", known: modelKeys, in: &context) else { return nil }

        if let node = keys["path"] {
            if let path = paths.input(node, in: &context) { model.path = path.path }
        } else if !paths.isPlain(entry.key, at: entry.keySpan, in: &context) {
            return nil
        }
        let target = paths.folder(ofTarget: keys["target"], in: &context)
        model.swiftFolder = paths.output(keys["swift"], in: &context) ?? target
        model.sqlFile = paths.file(keys["sql"], in: &context)
        model.dictionary = paths.file(keys["dictionary"], in: &context)
        model.extensionsFolder = paths.output(keys["extensions"], in: &context)
        model.files = paths.files(keys["files"], in: &context)
        model.targets = TargetReader.targets(keys["targets"], in: &context)
        model.migrations = TargetReader.migrations(keys["migrations"], paths, in: &context)
        if let node = keys["templates"], !node.isNull,
            let shells = KnownKeys(node, of: "the list of templates", known: Shell.allCases.map(\.rawValue), in: &context)
        {
            for shell in Shell.allCases { model.templates[shell] = paths.input(shells[shell.rawValue], in: &context) }
        }
        model.suppressions = PolicyReader.suppressions(keys["suppressions"], folder: folder, in: &context)
        model.minimumSQLite = MinimumSQLite.read(keys[MinimumSQLite.key], in: &context)
        model.compatibleFrom = CompatibleFrom.read(keys[CompatibleFrom.key], in: &context)
        model.minimumDocumentation = MinimumDocumentation.read(keys[MinimumDocumentation.key], in: &context)
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
}
