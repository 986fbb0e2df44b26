import Diagnostics
import ProjectFiles
import SchemaEvolution
import SchemaModel

/// Reads versions of models for their meaning. A version that was valid once is compared even if a check has been added since.
struct ModelSources {
    private var report: FindingReport
    /// The paths of the files that were read.
    private(set) var inputs: [String] = []

    init(_ console: Console) { report = FindingReport(RunFindings(today: console.today), on: console) }

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
        report.findings.keep([file] + included)
        inputs += ([file] + included).map(\.path)
        return model(of: result)
    }

    /// The model whose text a store contains; nil if it has errors.
    mutating func read(definition: String, of store: String) -> Model? {
        let name = "\(store):definition"
        report.findings.keep(definition, named: name)
        return model(of: ModelReader.read(Array(definition.utf8), file: name))
    }

    /// A frozen version; nil if it has errors.
    mutating func read(_ version: FrozenVersion?) -> StoredVersion? {
        guard let (stored, findings) = version?.read() else { return nil }
        add(findings)
        return stored
    }

    /// The decisions of the step to a frozen version; nil if they have errors.
    mutating func readDecisions(of version: FrozenVersion?) -> MigrationDecisions? {
        guard let (decisions, findings) = version?.readDecisions() else { return nil }
        add(findings.filter { $0.severity == .error })
        return decisions
    }

    /// Warnings are for the author of the live model only.
    private mutating func model(of result: ModelReader.Result) -> Model? {
        add(result.findings.filter { $0.severity == .error })
        return result.model
    }

    /// The decisions of a migration; no decisions without a file, and nil if it has errors.
    ///
    /// - Throws: ``CouldNotRun`` if it cannot be read.
    mutating func readDecisions(_ path: String?) throws(CouldNotRun) -> MigrationDecisions? {
        guard let path else { return MigrationDecisions() }
        inputs.append(path)
        return try report.findings.readDecisions(path)?.decisions
    }

    mutating func add(_ findings: [Finding]) {
        report.findings.add(findings)
    }

    /// Prints findings that are not printed yet.
    ///
    /// - Throws: exit code 1 if one is an error.
    mutating func printFindings() throws { try report.print() }
}
