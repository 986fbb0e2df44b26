import Diagnostics
import Foundation
import ProjectFiles
import SQLiteStorage
import SchemaEvolution
import SwiftGeneration

extension FindingCode {
    static let staleOutput = FindingCode("TR0111")
    static let undeclaredDraft = FindingCode("TR0112")
    static let missingExtension = FindingCode("TR0117", .warning)
}

/// Checks beyond validity: that all outputs of a model are current.
struct ModelCheck {
    let entry: LoadedModels.Entry
    /// The findings, in the order of the steps.
    private(set) var findings: [Finding] = []
    /// The results of its migrations' proofs, by their inputs.
    private(set) var proofs: [String: [Finding]] = [:]
    /// Its outputs.
    private(set) var outputs: ModelOutputs
    /// The generated files with the compared bytes, without missing files.
    private(set) var compared: [InputFile] = []

    /// - Parameter known: the results of earlier proofs.
    /// - Throws: ``CouldNotRun``
    init(_ entry: LoadedModels.Entry, known: [String: [Finding]], _ console: Console) throws(CouldNotRun) {
        self.entry = entry
        let name = entry.checked.model.name.text
        let request = OutputRequest(entry.configuration)
        outputs = request.outputs(of: entry.checked, source: entry.file.name)
        console.progress("\(name): checking its format")
        findings = try FormattedFile.all(of: entry).compactMap(\.finding)
        checkVersion()
        console.progress("\(name): checking its generated files")
        checkOutputs(request)
        findings += entry.checked.history.tightenedRules(in: entry.checked.model)
        checkCompatibility()
        findings += [DocumentationCheck.finding(of: entry.checked.model, entry.configuration.minimumDocumentation)].compactMap(\.self)
        for number in entry.checked.history.versions.map(\.number).dropFirst() {
            console.progress("\(name): proving the migration to version \(number)")
            checkMigration(to: number, known)
        }
    }

    /// The live model is frozen or declared as a draft. Before the first version no store depends on it.
    private mutating func checkVersion() {
        let (checked, path) = (entry.checked, entry.file.path)
        guard !checked.history.versions.isEmpty, checked.schema.identity.isDraft, !entry.configuration.isDraft else { return }
        findings.append(
            Finding(
                .undeclaredDraft,
                "the model has changed since version \(checked.schema.identity.version - 1)",
                at: checked.model.name.span,
                suggestion: .init("freeze it with 'trellis migrate create \(path)', or set 'draft: true' in trellis.yaml")))
    }

    /// Older programs that trellis.yaml names can use stores of the live model.
    private mutating func checkCompatibility() {
        guard let compatibleFrom = entry.configuration.compatibleFrom, !entry.checked.history.versions.isEmpty else { return }
        let draft = entry.checked.schema.identity.isDraft ? entry.checked.model : nil
        findings += entry.checked.history.compatibilityFindings(compatibleFrom, ofDraft: draft)
    }

    private mutating func checkOutputs(_ request: OutputRequest) {
        if request.snapshots { findings += NameChecks.checkSnapshots(entry.checked.model) }
        // An invalid template leaves the expected files unknown.
        if !outputs.findings.containsError {
            for output in outputs.generated { compare(output) }
        }
        // You own the contents of an extension file, so only its existence is checked.
        findings += outputs.begun.filter { !FileManager.default.fileExists(atPath: $0.path) }.map { output in
            Finding(
                .missingExtension, "the extension file of the class is missing",
                at: SourceSpan(startOf: output.path), suggestion: .init("run 'trellis generate'"))
        }
    }

    /// Compares a file with its expected text. It is read once, because an editor may write it at any time.
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
                .staleOutput, "the file is not current",
                at: SourceSpan(file: output.path, start: place, end: place), suggestion: .init("run 'trellis generate'")))
    }

    /// Whether a compared file was not generated by Trellis, which every check reports.
    var hasForeignOutput: Bool {
        let contents = Dictionary(compared.map { ($0.path, $0.bytes) }, uniquingKeysWith: { first, _ in first })
        return outputs.generated.contains { output in contents[output.path].map { output.isForeign($0) } ?? false }
    }

    /// Proves a migration like at its freezing, unless an earlier check proved the same one.
    private mutating func checkMigration(to number: Int, _ known: [String: [Finding]]) {
        let (history, files) = (entry.checked.history, entry.historyFiles)
        let parts = [
            HistoryFile.model(version: number - 1), .model(version: number), .decisions(version: number), .plan(version: number),
        ]
        let key = Digest.of(parts.flatMap { [Array(files.path($0).utf8), files[$0] ?? []] })
        let proof = known[key] ?? history.proof(ofVersion: number)
        proofs[key] = proof
        findings += proof
    }
}
