public import Diagnostics
import StoreMigration

/// The files of versions that are planned again, with the lock.
public struct HistoryRenewal: Sendable {
    /// The numbers of the versions whose files change.
    public private(set) var versions: [Int] = []
    /// The changed files, the lock last; none where nothing changes.
    public private(set) var files: [(file: HistoryFile, text: String)] = []

    private let history: ModelHistory
    private let present: HistoryFiles
    private var lock: HistoryLock
    private var findings: [Finding] = []

    private init(_ history: ModelHistory, _ files: HistoryFiles) {
        self.history = history
        present = files
        lock = history.lock
    }

    /// Plans versions again that no store has: with their decisions as they are now, and as this Trellis plans. Each changed plan is
    /// proved.
    /// - Parameter number: the first of the versions. All that follow are planned again too.
    /// - Returns: the renewal, or nil if a finding is an error.
    public static func renew(
        _ history: ModelHistory, _ files: HistoryFiles, from number: Int
    ) -> (renewal: HistoryRenewal?, findings: [Finding]) {
        var renewal = HistoryRenewal(history, files)
        for version in history.versions.dropFirst() where version.number >= number { renewal.renew(version) }
        return renewal.finished()
    }

    /// Freezes the plans of versions that an earlier Trellis froze without them. Their SQL stays byte for byte. If this Trellis would
    /// write other statements, that is an error; other comments are none.
    /// - Returns: the renewal, or nil if a finding is an error.
    public static func upgrade(_ history: ModelHistory, _ files: HistoryFiles) -> (renewal: HistoryRenewal?, findings: [Finding]) {
        var renewal = HistoryRenewal(history, files)
        for version in history.versions.dropFirst() where history.lock[version: version.number]?.migration == nil {
            renewal.upgrade(version)
        }
        return renewal.finished()
    }

    private mutating func finished() -> (renewal: HistoryRenewal?, findings: [Finding]) {
        if findings.containsError { return (nil, findings) }
        if !versions.isEmpty { files.append((.lock, lock.text)) }
        return (self, findings)
    }

    private mutating func renew(_ version: FrozenVersion) {
        guard let (step, texts) = planned(version) else { return }
        let isSame =
            lock[version: version.number]?.migration == texts.hashes && present[.plan(version: version.number)].map { $0.elementsEqual(texts.plan.utf8) } == true
            && present[.script(version: version.number)].map { $0.elementsEqual(texts.script.utf8) } == true
        if isSame { return }
        if let plan = step.plan().plan { findings += step.proof(of: plan) }
        write(version, texts)
    }

    private mutating func upgrade(_ version: FrozenVersion) {
        guard var (_, texts) = planned(version) else { return }
        let script = HistoryFile.script(version: version.number)
        guard let bytes = present[script], MigrationScript.statements(bytes) == MigrationScript.statements(Array(texts.script.utf8)) else {
            findings.append(
                Finding(
                    .editedMigration, "the SQL of version \(version.number) is not what this Trellis makes of its decisions",
                    at: SourceSpan(startOf: present.path(script)),
                    suggestion: .init(
                        "restore the committed file, or upgrade with the Trellis that wrote it. If no store has the version, you can run "
                            + "'trellis migrate renew --unreleased --from \(version.number) \(present.model)'")))
            return
        }
        texts.hashes.script = MigrationHashes.hash(bytes)
        write(version, texts, keepsScript: true)
    }

    private typealias Texts = (plan: String, script: String, hashes: MigrationHashes)

    /// A version as this Trellis plans it; nil with a finding that is an error.
    private mutating func planned(_ version: FrozenVersion) -> (step: FrozenStep, texts: Texts)? {
        guard let former = history[version: version.number - 1], let decisions = present[.decisions(version: version.number)] else { return nil }
        let read = FrozenStep.read(from: former, to: version)
        findings += read.findings
        guard let step = read.step else { return nil }
        let planned = step.plan()
        findings += planned.findings
        guard var plan = planned.plan else { return nil }
        if let compatibleFrom = step.decisions.compatibleFrom {
            let outside = compatibleFrom.finding(before: version.number).map { [$0] }
            findings += outside
                ?? ModelHistory.findings(
                    history.rollOuts(to: step.new, step.decisions, before: version.number, from: compatibleFrom.version),
                    before: version.number)
        }
        plan.compatibleHashes = history.compatibleHashes(from: step.decisions.compatibleFrom?.version, before: version.number)
        let planText = PlanText.text(plan)
        let script = MigrationScript.file(plan, to: version.number)
        let hashes = MigrationHashes(
            decisionsText: String(decoding: decisions, as: UTF8.self), planText: planText, scriptText: script)
        return (step, (planText, script, hashes))
    }

    private mutating func write(_ version: FrozenVersion, _ texts: Texts, keepsScript: Bool = false) {
        versions.append(version.number)
        files.append((.plan(version: version.number), texts.plan))
        if !keepsScript { files.append((.script(version: version.number), texts.script)) }
        lock[version: version.number]?.migration = texts.hashes
    }
}
