import Diagnostics
import Foundation
import Predicates
import ProjectFiles
import SQLiteAccess
import SchemaEvolution
import StoreMigration

extension FindingCode {
    static let failedRehearsal = FindingCode("TR2308")
}

/// Migrates a copy of a store.
struct Rehearsal {
    private let path: MigrationPath
    private let kept: String?
    private let console: Console

    /// - Parameter kept: the file that keeps the copy; nil to remove it.
    init(_ path: MigrationPath, keep kept: String?, _ console: Console) {
        (self.path, self.kept, self.console) = (path, kept, console)
    }

    /// What the rehearsal found.
    struct Result {
        var findings: [Finding] = []
        var lines: [String] = []
    }

    /// - Throws: ``CouldNotRun`` if the store cannot be copied, or the run is interrupted.
    func run() throws(CouldNotRun) -> Result {
        let store = path.file.path
        if let refusal = MigrationError.needsProgram(path.plans) { throw CouldNotRun("'\(store)': \(refusal)") }
        // Several rehearsals may run at once, each on a copy of its own.
        let copy = kept ?? "\(store).rehearsal-\(UUID().uuidString.lowercased())"
        guard !FileManager.default.fileExists(atPath: copy) else {
            throw CouldNotRun("'\(copy)' exists: remove it, or name another file with --keep")
        }
        defer { if kept == nil { Self.remove(copy) } }
        let (line, interruption) = (ProgressLine(), Interruption())
        // A file that another run created meanwhile is not this one's to remove.
        var isCopied = false
        do {
            let clock = ContinuousClock()
            let started = clock.now
            try Backup(to: copy).make(of: path.file.connectReadOnly()) { _, _ in try interruption.check() }
            isCopied = true
            try Self.makeWritable(copy)
            let before = Self.size(of: copy)
            var result = Result(lines: ["\(store): copied \(ByteText.text(before)) in \(Self.text(clock.now - started))"])
            let times = StepTimes()
            let options = MigrationOptions { progress in
                try interruption.check()
                times.note(progress.toVersion)
                line.show(progress)
            }
            do {
                _ = try StoreMigrator(StoreFile(copy).connect(), path.chain, options).migrate()
            } catch let error as MigrationError {
                let version = times.lastVersion ?? path.plans[0].toVersion
                result.findings = [Self.finding(error, version, store)]
            }
            line.clear()
            result.lines += times.take().map { "version \($0.version): \(Self.text($0.time))" }
            result.lines.append("size: \(ByteText.text(before)) before, \(ByteText.text(Self.size(of: copy))) after")
            if let kept { result.lines.append("'\(kept)' is the copy") }
            return result
        } catch {
            line.clear()
            if kept != nil, isCopied { Self.remove(copy) }
            if error is Interruption.Stopped { throw CouldNotRun("'\(store)': stopped; the store is as it was") }
            // It names the file itself.
            if case MigrationError.backupFailed = error {
                throw CouldNotRun("cannot rehearse: \(error)\(kept == nil ? "; name a file in another folder with --keep" : "")")
            }
            throw error as? CouldNotRun ?? CouldNotRun("cannot rehearse on '\(copy)': \(error)")
        }
    }

    /// An error of a migration as a finding, with the row and the statement as notes.
    private static func finding(_ error: MigrationError, _ version: Int, _ store: String) -> Finding {
        let details: [String?] =
            switch error {
            case .refusedByRows(_, let statement, _, let row): [row?.description, text(ofStatement: statement)]
            case .statementFailed(_, let statement, _): [text(ofStatement: statement)]
            case .newViolations(_, let row): [row?.description]
            default: []
            }
        // The texts give these details on further lines.
        func firstLine(_ text: String) -> String { text.split(separator: "\n").first.map(String.init) ?? "" }
        return Finding(
            .failedRehearsal, "the migration to version \(version) fails: \(firstLine(error.texts.problem))", at: SourceSpan(startOf: store),
            notes: details.compactMap { $0 }.map { .init($0) }, suggestion: error.texts.remedy.map { .init(firstLine($0)) })
    }

    /// The beginning of a statement on one line.
    private static func text(ofStatement sql: String) -> String {
        let line = sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.count <= 160 ? line : "\(line.prefix(160)) …"
    }

    private static func size(of path: String) -> Int64 {
        ["", "-wal"].reduce(0) { sum, ending in
            let size = try? FileManager.default.attributesOfItem(atPath: path + ending)[.size] as? NSNumber
            return sum + (size?.int64Value ?? 0)
        }
    }

    /// The store may be read-only.
    private static func makeWritable(_ path: String) throws {
        let rights = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
        try FileManager.default.setAttributes([.posixPermissions: (rights?.intValue ?? 0o600) | 0o200], ofItemAtPath: path)
    }

    private static func remove(_ path: String) {
        for ending in ["", "-wal", "-shm", "-journal"] { unlink(path + ending) }
    }

    /// A time with milliseconds, as `1.234 s`.
    private static func text(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let digits = String(attoseconds / 1_000_000_000_000_000 + 1000).dropFirst()
        return "\(seconds).\(digits) s"
    }
}
