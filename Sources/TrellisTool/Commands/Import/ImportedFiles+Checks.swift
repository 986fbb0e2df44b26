import Foundation
import ProjectFiles
import SchemaEvolution
import StoreImport

/// What an import refuses before it writes a file.
extension ImportedFiles {
    /// Refuses a history that differs from what was frozen, before anything is written.
    /// - Throws: exit code 1 with the findings.
    func checkHistory(_ console: Console) throws {
        let errors = HistoryReader.read(history).findings.filter { $0.severity == .error }
        if errors.isEmpty { return }
        var report = FindingReport(RunFindings(today: console.today), on: console)
        report.findings.add(errors)
        report.findings.keep(history.inputs)
        try report.print()
    }

    /// Refuses files of a transfer that the model or its history would have.
    func check(_ targets: TargetFiles) throws(CouldNotRun) {
        for path in [targets.store, targets.identities].compactMap(\.self) {
            let name = path.split(separator: "/").last ?? ""
            let place = "\(SourceFile.resolved(TargetFiles.folder(of: path)))/\(name)"
            let folder = SourceFile.resolved(TargetFiles.folder(of: file))
            if ["yaml", "import.txt"].contains(where: { place == "\(folder)/\(modelName).\($0)" }) || place.hasPrefix("\(folder)/\(HistoryFolder.name)/") {
                throw CouldNotRun("'\(path)' cannot be written: the model has its files there")
            }
        }
    }
}
