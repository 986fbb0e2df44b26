import Diagnostics
import SQLiteStorage
import SchemaEvolution
import SchemaSyntax

extension FindingCode {
    static let unknownTarget = FindingCode("TR0131")
    static let unknownRunner = FindingCode("TR0132")
}

/// The scripts of a model's versions for a tool of others.
package struct RunnerOutput: Hashable {
    package var runner: MigrationRunner
    package var folder: ConfiguredPath
}

/// Reads where a model's tables can be, and which tools of others run its migrations:
///
///     targets: [file, d1]
///     migrations: { wrangler: migrations, goose: db/goose }
enum TargetReader {
    /// - Returns: the targets; files alone if none is stated.
    static func targets(_ node: YAMLNode?, in context: inout ReadingContext) -> [StorageTarget] {
        guard let node else { return [.file] }
        let nodes = node.items ?? [node]
        let targets = nodes.compactMap { element -> StorageTarget? in
            guard let name = context.text(element, "a target") else { return nil }
            if let target = StorageTarget.named(name) { return target }
            let names = StorageTarget.all.map(\.name)
            context.report(
                .unknownTarget, "no target is called '\(name)'", at: element.span,
                suggestion: ReadingContext.suggestion(for: name, in: names, replacing: element.span)
                    ?? .init("the targets are \(names.joined(separator: ", "))"))
            return nil
        }
        return targets.isEmpty ? [.file] : targets
    }

    static func migrations(_ node: YAMLNode?, _ paths: OutputPathReader, in context: inout ReadingContext) -> [RunnerOutput] {
        context.entries(node, "the list of migrations").compactMap { entry in
            guard let runner = MigrationRunner(rawValue: entry.key) else {
                context.report(
                    .unknownRunner, "Trellis writes no scripts for '\(entry.key)'", at: entry.keySpan,
                    suggestion: ReadingContext.suggestion(for: entry.key, in: MigrationRunner.names, replacing: entry.keySpan)
                        ?? .init("the tools are \(MigrationRunner.names.joined(separator: ", "))"))
                return nil
            }
            return paths.output(entry.value, in: &context).map { RunnerOutput(runner: runner, folder: $0) }
        }
    }
}
