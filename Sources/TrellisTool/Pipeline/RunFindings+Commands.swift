import Diagnostics
import ProjectFiles
import SchemaEvolution

extension RunFindings {
    /// Removes findings that a command reports in another form.
    mutating func leaveOut(_ codes: Set<FindingCode>) {
        leaveOut { codes.contains($0.code) }
    }

    /// Removes findings whose answers a command writes to a file.
    mutating func leaveOutAnswered() {
        leaveOut { $0.severity == .error && $0.suggestion?.answers.contains { !$0.entries.isEmpty } == true }
    }

    /// The decisions of a migration, with their text; nil if they have errors, which are added.
    ///
    /// - Throws: ``CouldNotRun`` if the file cannot be read.
    mutating func readDecisions(_ path: String) throws(CouldNotRun) -> (decisions: MigrationDecisions, text: String)? {
        let file = try InputFile(reading: path)
        keep([file])
        let (decisions, findings) = DecisionReader.read(file.bytes, file: path)
        add(findings)
        return decisions.map { ($0, file.text) }
    }

    /// Adds unused suppressions. Call it only if all models were checked.
    /// - Parameter isLookedFor: whether the command would have found a code.
    mutating func addUnusedSuppressions(isLookedFor: (_ code: String) -> Bool) {
        add(policy.unused(after: judged, isLookedFor: isLookedFor))
    }
}
