import ArgumentParser
import Diagnostics
import SchemaEvolution
import SchemaModel

/// Versions of models read for their meaning alone: one that was good once is compared even where a check has been added since.
struct ModelSources {
    private var texts: [String: String] = [:]
    private var findings: [Finding] = []
    private var told = 0
    private let console: Console

    init(_ console: Console) { self.console = console }

    /// The model of a version; nil where it has errors.
    /// - Throws: ``CouldNotRun`` where it cannot be read.
    mutating func read(_ version: String) throws(CouldNotRun) -> Model? {
        let file = try InputFile(readingVersion: version)
        var included = [InputFile]()
        let result = ModelReader.read(file.bytes, file: file.path) { path in
            let file = try InputFile(readingVersion: path)
            included.append(file)
            return file.bytes
        }
        for file in [file] + included { texts[file.path] = file.text }
        // Warnings are for whoever edits the model.
        findings += result.findings.filter { $0.severity == .error }
        return result.model
    }

    /// The model that a store keeps the text of; nil where it has errors.
    mutating func read(definition: String, of store: String) -> Model? {
        let name = "\(store):definition"
        texts[name] = definition
        let result = ModelReader.read(Array(definition.utf8), file: name)
        findings += result.findings.filter { $0.severity == .error }
        return result.model
    }

    /// The decisions of a migration; none where no file is named, and nil where it has errors.
    /// - Throws: ``CouldNotRun`` where it cannot be read.
    mutating func readDecisions(_ path: String?) throws(CouldNotRun) -> MigrationDecisions? {
        guard let path else { return MigrationDecisions() }
        let file = try InputFile(reading: path)
        texts[path] = file.text
        let (decisions, findings) = DecisionReader.read(file.bytes, file: path)
        self.findings += findings
        return decisions
    }

    mutating func add(_ findings: [Finding]) {
        self.findings += findings
    }

    /// Tells what was found and not told yet.
    /// - Throws: exit code 1 where one is an error.
    mutating func report() throws {
        console.tell(findings[told...].map { ReportEntry(finding: $0) }, sources: texts)
        told = findings.count
        if findings.containsError { throw ExitCode.findings }
    }
}
