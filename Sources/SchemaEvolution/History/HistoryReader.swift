public import Diagnostics
import SQLiteStorage
import SchemaModel
import SchemaSyntax
import StoreMigration

extension FindingCode {
    static let missingVersionFile = FindingCode("TR2205")
    static let editedVersion = FindingCode("TR2206")
    static let notCanonical = FindingCode("TR2207")
    /// The SQL of a version does not match its plan.
    public static let staleScript = FindingCode("TR2208")
    static let strayFile = FindingCode("TR2209")
    /// Files of the next version exist, but the lock does not list it.
    public static let unfinishedVersion = FindingCode("TR2210")
}

/// Reads the history of a model from the files of its folder, and checks it: no file is missing or edited, and the SQL of each
/// version matches its decisions.
public struct HistoryReader {
    private let files: HistoryFiles
    private var context = ReadingContext()

    /// - Returns: the history, even with findings; nil if a version of the lock cannot be read or planned.
    public static func read(_ files: HistoryFiles) -> (history: ModelHistory?, findings: [Finding]) {
        var reader = HistoryReader(files)
        let history = reader.history()
        return (history, reader.context.findings.sortedByPlace())
    }

    private init(_ files: HistoryFiles) { self.files = files }

    private mutating func history() -> ModelHistory? {
        context.findings = ConflictMarkers.findings(in: files)
        // Other findings would only repeat the conflict.
        guard context.findings.isEmpty, let lock = lock() else { return nil }
        var versions = [FrozenVersion]()
        var former: StoredVersion?
        for line in lock.versions {
            let version = model(of: line)
            // The next version of an unreadable one cannot be planned, but it is checked.
            if let frozen = frozen(line.number, version, after: former) { versions.append(frozen) }
            former = version
        }
        let next = lock.versions.count + 1
        reportStrays(next: next)
        let decisions = next > 1 ? decisions(.decisions(version: next)) : nil
        guard versions.count == lock.versions.count else { return nil }
        return ModelHistory(versions: versions, nextDecisions: decisions ?? .init())
    }

    private mutating func lock() -> HistoryLock? {
        guard let bytes = files[.lock] else {
            let versions = files.contents.keys.compactMap(HistoryFile.init).compactMap(\.version)
            if versions.contains(where: { $0 > 1 }) {
                context.report(
                    .missingVersionFile, "the lock is missing, which lists the versions",
                    at: SourceSpan(startOf: files.path(.lock)),
                    suggestion: .init("restore the committed file"))
                return nil
            }
            return HistoryLock(hashes: [])
        }
        let (lock, findings) = HistoryLock.read(bytes, file: files.path(.lock))
        context.findings += findings
        return lock
    }

    // MARK: A version

    /// The model of a version, as it was frozen.
    private mutating func model(of line: HistoryLock.Version) -> StoredVersion? {
        let file = HistoryFile.model(version: line.number)
        guard let bytes = bytes(of: file, version: line.number) else { return nil }
        let read = ModelReader.read(bytes, file: files.path(file))
        // Warnings are for the author of the live model.
        context.findings += read.findings.filter { $0.severity == .error }
        guard let model = read.model else { return nil }
        let text = model.meaningText
        guard Model.hash(ofMeaning: text) == line.hash else {
            context.report(
                .editedVersion, "version \(line.number) was edited: its hash differs from the lock",
                at: model.name.span,
                notes: [.init("its frozen hash is here", at: lockSpan(of: line.number))],
                suggestion: .init("restore the committed file, and edit '\(files.model)' instead: a frozen version never changes"))
            return nil
        }
        if !bytes.elementsEqual(text.utf8) {
            context.report(
                .notCanonical, "version \(line.number) is not in canonical form",
                at: SourceSpan(startOf: files.path(file)), suggestion: .init("restore the committed file"))
        }
        return StoredVersion(model, as: ModelVersion(number: line.number, isDraft: false))
    }

    /// A version with the plan that leads to it.
    private mutating func frozen(_ number: Int, _ version: StoredVersion?, after former: StoredVersion?) -> FrozenVersion? {
        guard number > 1 else {
            return version.map { FrozenVersion(number: 1, version: $0, decisions: .init(), plan: nil) }
        }
        let (decisions, script) = planFiles(of: number)
        guard let version, let former, let decisions else { return nil }
        let (plan, planFindings) = MigrationPlanner.plan(from: former, to: version, decisions)
        context.findings += planFindings.filter { $0.severity == .error }
        guard let plan else { return nil }
        if let script, script != MigrationScript.file(plan, to: number) {
            context.report(
                .staleScript, "the SQL of version \(number) does not match its decisions",
                at: SourceSpan(startOf: files.path(.script(version: number))),
                suggestion: .init("run 'trellis migrate renew \(files.model)' and review the changes"))
        }
        return FrozenVersion(number: number, version: version, decisions: decisions, plan: plan)
    }

    /// The decisions and the SQL of a version. A missing file is reported.
    private mutating func planFiles(of version: Int) -> (decisions: MigrationDecisions?, text: String?) {
        let script = HistoryFile.script(version: version)
        if files[script] == nil {
            context.report(
                .staleScript, "the SQL of version \(version) is missing", at: SourceSpan(startOf: files.path(script)),
                suggestion: .init("run 'trellis migrate renew \(files.model)'"))
        }
        let file = HistoryFile.decisions(version: version)
        guard bytes(of: file, version: version) != nil else { return (nil, nil) }
        return (decisions(file), files[script].map { String(decoding: $0, as: UTF8.self) })
    }

    private mutating func decisions(_ file: HistoryFile) -> MigrationDecisions? {
        guard let bytes = files[file] else { return nil }
        let (decisions, findings) = DecisionReader.read(bytes, file: files.path(file))
        context.findings += findings
        return decisions
    }

    private mutating func bytes(of file: HistoryFile, version: Int) -> [UInt8]? {
        if let bytes = files[file] { return bytes }
        context.report(
            .missingVersionFile, "the lock has a version \(version), but '\(file.name)' is missing", at: lockSpan(of: version),
            suggestion: .init("restore the committed file"))
        return nil
    }

    // MARK: Other files

    private mutating func reportStrays(next: Int) {
        let begun = [HistoryFile.model(version: next), .script(version: next)].filter { files[$0] != nil }
        if let first = begun.first {
            context.report(
                .unfinishedVersion, "version \(next) is unfinished: the lock does not list it",
                at: SourceSpan(startOf: files.path(first)),
                suggestion: .init(
                    "run 'trellis migrate create \(files.model)' to finish it, or remove "
                        + "\(begun.map { "'\($0.name)'" }.joined(separator: " and "))"))
        }
        for name in files.contents.keys.sorted() {
            let file = HistoryFile(name: name)
            // The first version has no migration. Decisions belong to the others, and to the next version.
            let isKnown =
                switch file {
                case .lock: true
                case .model(let version): version <= next
                case .script(let version), .decisions(let version): version <= next && version > 1
                case nil: false
                }
            if isKnown { continue }
            context.report(
                .strayFile, "the file belongs to no version of the lock",
                at: SourceSpan(startOf: "\(files.folder)/\(name)"),
                suggestion: .init("remove it, or restore the committed lock"))
        }
    }

    private func lockSpan(of version: Int) -> SourceSpan {
        let start = SourceLocation(line: version, column: 1)
        return SourceSpan(
            file: files.path(.lock), start: start, end: .init(line: version, column: 1 + String(version).utf8.count))
    }
}
