import ArgumentParser
import Diagnostics
import SchemaEvolution
import SchemaModel

/// Reads versions of models for their meaning. A version that was valid once is compared even if a check has been added since.
struct ModelSources {
    private var texts: [String: String] = [:]
    private var findings: [Finding] = []
    private var told = 0
    private let console: Console

    init(_ console: Console) { self.console = console }

    /// The model of a version; nil if it has errors.
    ///
    /// - Throws: ``CouldNotRun`` if it cannot be read.
    mutating func read(_ version: String) throws(CouldNotRun) -> Model? {
        let file = try InputFile(readingVersion: version)
        var included = [InputFile]()
        let result = ModelReader.read(file.bytes, file: file.path) { path in
            let file = try InputFile(readingVersion: path)
            included.append(file)
            return file.bytes
        }
        for file in [file] + included { texts[file.path] = file.text }
        // Warnings are for the author of the live model only.
        findings += result.findings.filter { $0.severity == .error }
        return result.model
    }

    /// The model whose text a store contains; nil if it has errors.
    mutating func read(definition: String, of store: String) -> Model? {
        let name = "\(store):definition"
        texts[name] = definition
        let result = ModelReader.read(Array(definition.utf8), file: name)
        findings += result.findings.filter { $0.severity == .error }
        return result.model
    }

    /// The decisions of a migration; none without a file, and nil if it has errors.
    ///
    /// - Throws: ``CouldNotRun`` if it cannot be read.
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

    /// Prints findings that are not printed yet.
    ///
    /// - Throws: exit code 1 if one is an error.
    mutating func report() throws {
        console.tell(findings[told...].map { ReportEntry(finding: $0) }, sources: texts)
        told = findings.count
        if findings.containsError { throw ExitCode.findings }
    }
}
