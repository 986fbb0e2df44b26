import Diagnostics
import Foundation
import SQLiteStorage
import SchemaEvolution
import SwiftGeneration

extension FindingCode {
    static let staleOutput = FindingCode("TR0111")
    static let undeclaredDraft = FindingCode("TR0112")
    static let missingExtension = FindingCode("TR0117", .warning)
}

/// What is asked of a model beyond that it is valid: that everything made from it is what it makes now.
struct ModelCheck {
    let entry: Run.Entry
    /// What was found, in the order of the steps.
    private(set) var findings: [Finding] = []
    /// What the proofs of its migrations found, by what they depend on.
    private(set) var proofs: [String: [Finding]] = [:]
    /// What it makes.
    private(set) var outputs: ModelOutputs
    /// The generated files with the bytes that were compared; a missing file is not among them.
    private(set) var compared: [InputFile] = []

    /// - Parameter known: what earlier proofs found.
    /// - Throws: ``CouldNotRun``
    init(_ entry: Run.Entry, known: [String: [Finding]], _ console: Console) throws(CouldNotRun) {
        self.entry = entry
        let name = entry.checked.model.name.text
        let request = OutputRequest(entry.configuration)
        outputs = request.outputs(of: entry)
        console.progress("\(name): is it formatted?")
        findings = try FormattedFile.all(of: entry).compactMap(\.finding)
        checkVersion()
        console.progress("\(name): are its files current?")
        checkOutputs(request)
        findings += entry.checked.history.tightenedRules(in: entry.checked.model)
        for number in entry.checked.history.versions.map(\.number).dropFirst() {
            console.progress("\(name): does the migration to version \(number) do what it should?")
            checkMigration(to: number, known)
        }
    }

    /// The live model is a version, or said to be none yet; before the first version nobody depends on it.
    private mutating func checkVersion() {
        let (checked, path) = (entry.checked, entry.file.path)
        guard !checked.history.versions.isEmpty, checked.schema.identity.isDraft, !entry.configuration.isDraft else { return }
        findings.append(
            Finding(
                .undeclaredDraft,
                "the model is not version \(checked.schema.identity.version - 1) any more, and no other one yet",
                at: checked.model.name.span,
                suggestion: .init("run 'trellis migrate create \(path)', or say 'draft: true' of it in trellis.yaml")))
    }

    private mutating func checkOutputs(_ request: OutputRequest) {
        if request.snapshots { findings += NameChecks.checkSnapshots(entry.checked.model) }
        // With a template that cannot be taken nobody knows what the files should be.
        if !outputs.findings.containsError {
            for output in outputs.generated { compare(output) }
        }
        // What stands in a person's file is nobody else's business.
        findings += outputs.begun.filter { !FileManager.default.fileExists(atPath: $0.path) }.map { output in
            Finding(
                .missingExtension, "the file in which a person goes on with the class is missing",
                at: SourceSpan(startOf: output.path), suggestion: .init("'trellis generate' begins it"))
        }
    }

    /// Compares a file with what the model makes. It is read once: an editor can write it again at any moment.
    private mutating func compare(_ output: FileWriter.Output) {
        guard let content = FileManager.default.contents(atPath: output.path) else {
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: output.path, isDirectory: &isFolder), isFolder.boolValue {
                return findings.append(
                    Finding(
                        .staleOutput, "a folder has the name of the file", at: SourceSpan(startOf: output.path),
                        suggestion: .init("name another file in \(ConfigurationReader.fileName), or remove the folder")))
            }
            return findings.append(
                Finding(
                    .staleOutput, "the file is missing", at: SourceSpan(startOf: output.path),
                    suggestion: .init("run 'trellis generate'")))
        }
        let file = InputFile(path: output.path, bytes: Array(content))
        compared.append(file)
        guard !file.bytes.elementsEqual(output.text.utf8) else { return }
        let place = SourceLocation(ofFirstDifference: file.text, output.text)
        findings.append(
            Finding(
                .staleOutput, "the file is not what its model makes",
                at: SourceSpan(file: output.path, start: place, end: place), suggestion: .init("run 'trellis generate'")))
    }

    /// Whether one of the compared files has another author than Trellis, which every check reports.
    var hasForeignOutput: Bool {
        let contents = Dictionary(compared.map { ($0.path, $0.bytes) }, uniquingKeysWith: { first, _ in first })
        return outputs.generated.contains { output in contents[output.path].map { output.isForeign($0) } ?? false }
    }

    /// Runs a migration as it was run when its version was frozen, unless the same one was run before.
    private mutating func checkMigration(to number: Int, _ known: [String: [Finding]]) {
        let (history, files) = (entry.checked.history, entry.historyFiles)
        let parts = [
            HistoryFile.model(version: number - 1), .model(version: number), .decisions(version: number), .script(version: number),
        ]
        let key = Digest.of(parts.flatMap { [Array(files.path($0).utf8), files[$0] ?? []] })
        let proof = known[key] ?? history.proof(ofVersion: number)
        proofs[key] = proof
        findings += proof
    }
}
