import Diagnostics
import SQLiteStorage
import SchemaEvolution
import SchemaModel

extension ModelConfiguration {
    /// Where the scripts for tools of others run, but those of wrangler: the first target that is no file, if there is one.
    var scriptTarget: StorageTarget { targets.first { $0 != .file } ?? .file }

    /// Why new versions have no script for a tool of others: a frozen version stays, so a later `generate` would only report it.
    /// - Parameters:
    ///   - versions: the numbers of the new versions.
    ///   - files: the whole history with them, before it is written.
    ///   - model: the live model, where findings have their places.
    package func scriptFindings(onVersions versions: [Int], in files: HistoryFiles, _ model: Model) -> [Finding] {
        guard !migrations.isEmpty, !versions.isEmpty, let history = HistoryReader.read(files).history else { return [] }
        let paths = Set(versions.map { files.path(.model(version: $0)) })
        return migrations.flatMap { output in
            RunnerScripts(of: history, model: model.name.text, for: output.runner, on: scriptTarget, head: "").findings.filter { paths.contains($0.span.file) }
        }.map { finding in
            var finding = finding
            finding.span = model.name.span
            return finding
        }
    }
}
