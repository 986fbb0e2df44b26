public import Diagnostics
public import SQLiteStorage
public import SchemaModel

extension FindingCode {
    static let notJoined = FindingCode("TR2212")
}

/// Moves the versions of one branch behind those of another: each gets the next number, and is planned again.
public struct HistoryRebase: Sendable {
    /// The moved versions, with their old and new numbers.
    public private(set) var moved: [(former: Int, number: Int)] = []
    /// All files of the joined history; the lock is among them.
    public private(set) var files: HistoryFiles
    /// The joined history.
    public private(set) var history: ModelHistory
    /// Whether both sides have decisions for a next version. The files then do not contain those of the moved side.
    public private(set) var leavesDecisionsOut = false

    /// One side of it.
    public struct Side: Sendable {
        public var files: HistoryFiles
        public var history: ModelHistory

        public init(files: HistoryFiles, history: ModelHistory) {
            self.files = files
            self.history = history
        }
    }

    /// - Parameters:
    ///   - side: the versions that get other numbers, with those before them.
    ///   - base: the number of its last version that does not move, because both sides, or its own past, have it; 0 for none.
    ///   - kept: the side whose versions keep their numbers.
    ///   - live: the live model with the changes of both sides, as you or git joined it.
    ///   - targets: where stores of the model can be. Each plan is proved for them.
    ///   - decisions: the new decisions of versions, by their old numbers, with their texts. The other versions keep their
    ///     decisions.
    /// - Returns: the joined history, or nil if a finding is an error.
    public static func rebase(
        _ side: Side, after base: Int, onto kept: Side, live: Model, targets: [StorageTarget] = [],
        decisions: [Int: (decisions: MigrationDecisions, text: String)] = [:]
    ) -> (rebase: HistoryRebase?, findings: [Finding]) {
        var rebase = HistoryRebase(files: kept.files, history: kept.history)
        let keptDraft = rebase.takeDraftDecisions()
        var findings = [Finding]()
        var before = side.history[version: base]?.definition ?? ""
        for version in side.history.versions where version.number > base {
            let isLast = version.number == side.history.newest?.number
            let (model, conflict) = rebase.model(of: version, after: before, live: isLast ? live : nil)
            guard let joined = model else { return (nil, findings + [conflict].compactMap(\.self)) }
            before = version.definition
            let text = side.files[.decisions(version: version.number)].map { String(decoding: $0, as: UTF8.self) }
            let (own, ownFindings) = version.readDecisions()
            findings += ownFindings
            guard let own else { return (nil, findings) }
            let decided = decisions[version.number] ?? text.map { (own, $0) }
            // Equal changes of both branches are one version.
            if rebase.history.version(ofLiveModel: joined, hash: joined.storageHash).isDraft == false,
                decided?.decisions.hasOwnSteps != true
            { continue }
            let (next, nextFindings) = NextVersion.freeze(joined, after: rebase.history, minimumSQLite: own.minimumSQLite, targets: targets, decided)
            findings += nextFindings
            guard let next, rebase.append(next) else { return (nil, findings) }
            rebase.moved.append((version.number, next.number))
        }
        rebase.place(keptDraft, side.files[.decisions(version: side.history.nextNumber)])
        return (rebase, findings)
    }

    private init(files: HistoryFiles, history: ModelHistory) {
        self.files = files
        self.history = history
    }

    /// The model of a version on top of the history so far, or the conflict that prevents it.
    /// - Parameter before: the definition of the version before it on its own side.
    private func model(
        of version: FrozenVersion, after before: String, live: Model?
    ) -> (model: Model?, conflict: Finding?) {
        var merge = CanonicalMerge()
        let text = merge.text(base: before, ours: version.definition, theirs: history.newest?.definition ?? "")
        let read = ModelReader.read(Array(text.utf8), file: files.path(.model(version: history.nextNumber)))
        if merge.conflicts.isEmpty, let model = read.model {
            // Findings are more useful at places in an existing file.
            if let live, live.meaningHash == model.meaningHash { return (live, nil) }
            return (model, nil)
        }
        // The live model that you joined decides, but only for the last version.
        if let live { return (live, nil) }
        let reason =
            merge.conflicts.isEmpty
            ? "together they are not a valid model: \(read.findings.first { $0.severity == .error }?.message ?? "")"
            : "both branches changed \(merge.conflicts.map { "'\($0)'" }.joined(separator: ", "))"
        let conflict = Finding(
            .notJoined, "version \(version.number) cannot follow version \(history.nextNumber - 1): \(reason)",
            at: SourceSpan(startOf: version.path),
            suggestion: .init(
                "combine your versions into one: restore the lock and the files of the other branch, and run "
                    + "'trellis migrate create \(files.model)'"))
        return (nil, conflict)
    }

    private mutating func append(_ next: NextVersion) -> Bool {
        for (file, text) in next.files { files[file] = Array(text.utf8) }
        guard let history = HistoryReader.read(files).history else { return false }
        self.history = history
        return true
    }

    /// Removes the decisions of the version after the last, because others come before it.
    private mutating func takeDraftDecisions() -> [UInt8]? {
        let file = HistoryFile.decisions(version: history.nextNumber)
        defer { files[file] = nil }
        return files[file]
    }

    /// The decisions of a next version apply to the version that is next now.
    private mutating func place(_ kept: [UInt8]?, _ moved: [UInt8]?) {
        let file = HistoryFile.decisions(version: history.nextNumber)
        files[file] = kept ?? moved
        leavesDecisionsOut = kept != nil && moved != nil && kept != moved
    }
}
