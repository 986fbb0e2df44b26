public import Diagnostics
import SchemaModel
import SchemaSyntax
import StoreMigration

extension FindingCode {
    static let missingVersionFile = FindingCode("TR2205")
    static let editedVersion = FindingCode("TR2206")
    static let notCanonical = FindingCode("TR2207")
    /// The decisions, the plan or the SQL of a version are not those that were frozen.
    public static let editedMigration = FindingCode("TR2208")
    static let strayFile = FindingCode("TR2209")
    /// Files of the next version exist, but the lock does not list it.
    public static let unfinishedVersion = FindingCode("TR2210")
    /// A version was frozen before plans were.
    public static let unfrozenPlan = FindingCode("TR2214")
    /// A newer Trellis wrote the plan of a version.
    public static let newerPlanFormat = FindingCode("TR2215")
}

/// Reads the history of a model from the files of its folder, and checks it: no file is missing, and each is as it was frozen. It
/// plans nothing, and leaves the models and the decisions to ``FrozenVersion/read()`` and ``FrozenVersion/readDecisions()``.
public struct HistoryReader {
    private let files: HistoryFiles
    private var context = ReadingContext()
    /// The lock, once it is read.
    private var lines: HistoryLock?

    /// - Returns: the history, even with findings; nil if the lock or a version of it cannot be read.
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
        lines = lock
        let wanted = lock.versions.filter { $0.number >= files.first }
        let versions = wanted.compactMap { frozen($0) }
        let next = lock.nextNumber
        reportStrays(first: lock.versions.first?.number ?? 1, next: next)
        let decisions = next > 1 ? decisions(.decisions(version: next)) : nil
        guard versions.count == wanted.count else { return nil }
        return ModelHistory(versions: versions, nextDecisions: decisions ?? .init(), lock: lock)
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
            return .empty
        }
        let (lock, findings) = HistoryLock.read(bytes, file: files.path(.lock))
        context.findings += findings
        return lock
    }

    // MARK: A version

    private mutating func frozen(_ line: HistoryLock.Version) -> FrozenVersion? {
        let (number, path) = (line.number, files.path(.model(version: line.number)))
        let text = definition(of: line)
        func version(_ definition: String, _ plan: MigrationPlan?, _ decisions: (path: String, bytes: [UInt8])?) -> FrozenVersion {
            FrozenVersion(
                number: number, hash: line.hash, isHashOfMeaning: line.definition == nil, parent: line.parent, definition: definition,
                plan: plan, path: path, decisionsFile: decisions)
        }
        guard line.parent != nil else { return text.map { version($0, nil, nil) } }
        let (decisions, script) = (HistoryFile.decisions(version: number), HistoryFile.script(version: number))
        let decided = bytes(of: decisions, version: number)
        let sql = bytes(of: script, version: number)
        var plan: MigrationPlan?
        if let hashes = line.migration {
            if let decided { check(decisions, decided, hashes.decisions, "decisions") }
            plan = self.plan(line, hashes, text)
            if let sql { check(script, sql, hashes.script, "SQL") }
        } else {
            context.report(
                .unfrozenPlan, "version \(number) has no frozen plan: an earlier Trellis froze it", at: lockSpan(of: number),
                suggestion: .init("run 'trellis migrate upgrade \(files.model)' once: it freezes the plans and keeps the SQL"))
        }
        guard let text, let decided else { return nil }
        return version(text, plan, (files.path(decisions), decided))
    }

    /// The model of a version in canonical form, as it was frozen.
    private mutating func definition(of line: HistoryLock.Version) -> String? {
        let file = HistoryFile.model(version: line.number)
        guard let bytes = bytes(of: file, version: line.number) else { return nil }
        // What has the hash is what was frozen. Only something else is read, to say what it is.
        let written = String(decoding: bytes, as: UTF8.self)
        let hash = line.definition ?? line.hash
        if Model.hash(ofText: written) == hash { return written }
        let read = ModelReader.read(bytes, file: files.path(file))
        context.findings += read.findings.filter { $0.severity == .error }
        guard let model = read.model else { return nil }
        let text = model.meaningText
        guard Model.hash(ofText: text) == hash else {
            context.report(
                .editedVersion, "version \(line.number) was edited: its hash differs from the lock",
                at: model.name.span,
                notes: [.init("its frozen hash is here", at: lockSpan(of: line.number))],
                suggestion: .init("restore the committed file, and edit '\(files.model)' instead: a frozen version never changes"))
            return nil
        }
        context.report(
            .notCanonical, "version \(line.number) is not in canonical form",
            at: SourceSpan(startOf: files.path(file)), suggestion: .init("restore the committed file"))
        return text
    }

    /// The plan that leads to a version, as it was frozen; nil where it was edited.
    private mutating func plan(_ line: HistoryLock.Version, _ hashes: MigrationHashes, _ definition: String?) -> MigrationPlan? {
        let file = HistoryFile.plan(version: line.number)
        guard let bytes = bytes(of: file, version: line.number), check(file, bytes, hashes.plan, "plan"), let definition else { return nil }
        do {
            var plan = try PlanFile.read(bytes, definition: definition)
            plan.frozenHash = hashes.script
            if plan.toHash == line.hash, plan.fromHash == line.parent, plan.toVersion == line.number { return plan }
        } catch .format(let format) {
            context.report(
                .newerPlanFormat, "the plan of version \(line.number) has format \(format); this Trellis reads format \(PlanFile.formats.upperBound)",
                at: SourceSpan(startOf: files.path(file)), suggestion: .init("use the Trellis that wrote it, or a newer one"))
            return nil
        } catch {}
        reportEdited(file, "plan")
        return nil
    }

    /// Whether a file is as it was frozen. Another one is reported.
    @discardableResult private mutating func check(_ file: HistoryFile, _ bytes: [UInt8], _ hash: String, _ thing: String) -> Bool {
        if MigrationHashes.hash(bytes) == hash { return true }
        reportEdited(file, thing)
        return false
    }

    private mutating func reportEdited(_ file: HistoryFile, _ thing: String) {
        let version = file.version ?? 0
        context.report(
            .editedMigration, "the \(thing) of version \(version) \(thing == "decisions" ? "were" : "was") edited: the hash differs from the lock",
            at: SourceSpan(startOf: files.path(file)), notes: [.init("the frozen hash is here", at: lockSpan(of: version))],
            suggestion: .init(
                "restore the committed file. If no store has the version, you can run "
                    + "'trellis migrate renew --unreleased --from \(version) \(files.model)'"))
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

    private mutating func reportStrays(first: Int, next: Int) {
        let begun = [HistoryFile.model(version: next), .plan(version: next), .script(version: next)].filter { files[$0] != nil }
        if let file = begun.first {
            context.report(
                .unfinishedVersion, "version \(next) is unfinished: the lock does not list it",
                at: SourceSpan(startOf: files.path(file)),
                suggestion: .init(
                    "run 'trellis migrate create \(files.model)' to finish it, or remove "
                        + "\(begun.map { "'\($0.name)'" }.joined(separator: " and "))"))
        }
        for name in files.contents.keys.sorted() {
            let file = HistoryFile(name: name)
            if first > 1, let file, file.isSquashed(before: first) {
                context.report(
                    .squashedFile, "the history begins with version \(first): the file belongs to it no longer",
                    at: SourceSpan(startOf: "\(files.folder)/\(name)"),
                    suggestion: .init("run 'trellis migrate squash --before \(first) \(files.model)' to remove what a stopped squash has left"))
                continue
            }
            // The first version has no migration. Decisions belong to the others, and to the next version.
            let isKnown =
                switch file {
                case .lock: true
                case .model(let version): version <= next
                case .decisions(let version), .plan(let version), .script(let version): version <= next && version > 1
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
        let line = 1 + (lines?.index(of: version) ?? 0)
        return SourceSpan(
            file: files.path(.lock), start: .init(line: line, column: 1), end: .init(line: line, column: 1 + String(version).utf8.count))
    }
}
