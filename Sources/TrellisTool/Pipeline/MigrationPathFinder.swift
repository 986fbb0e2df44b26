import Diagnostics
import ProjectFiles
import SQLiteStorage
import SchemaEvolution
import SchemaModel
import StoreMigration

/// Finds a ``MigrationPath``.
struct MigrationPathFinder {
    private let request: MigrationRequest
    private let file: StoreFile
    private let entry: LoadedModels.Entry
    /// The version of the model's file.
    private let live: StoredVersion
    private var sources: ModelSources
    /// The decisions of the step that is planned now.
    private var planned: MigrationDecisions?
    private var notes: [String] = []
    /// The versions that the store reached by another plan than the frozen one.
    private var reachedOtherwise: [Int] = []

    private var history: ModelHistory { entry.checked.history }

    /// Whether the store has a frozen version, even if its record calls it a draft.
    private var isFrozen: Bool {
        history.versions.contains { $0.number == file.record.version && $0.hash == file.record.hash }
    }

    private var isUnfrozenDraft: Bool { file.record.isDraft && !isFrozen }

    /// Reads the store and its model.
    init(_ request: MigrationRequest, _ console: Console) throws {
        let file: StoreFile
        do {
            file = try StoreFile(request.store, copy: request.copy)
        } catch {
            // A file of another program is no store, and the reason is in its model.
            let entries = (try? ModelLoader.load(request.models, console, .init()))?.entries ?? []
            guard let entry = entries.first, entries.count == 1, entry.checked.model.isExisting else { throw error }
            throw CouldNotRun(entry.noVersions(of: request.store))
        }
        let record = file.record
        // A draft may have been frozen under another number than it has.
        let first = min(record.version, request.version ?? record.version)
        let loaded = try ModelLoader.load(request.models, console, .init(versions: record.isDraft ? .all : .from(first)))
        try loaded.stopOnErrors(console)
        let entry = loaded.entries.first { request.models.model != nil || $0.checked.model.name.text == record.model }
        guard let entry else {
            throw CouldNotRun("'\(file.path)' is a store of the model '\(record.model)', which the configuration does not have: name the model's file")
        }
        let live = StoredVersion(entry.checked.model, entry.checked.schema)
        guard record.model == live.schema.identity.model else {
            throw CouldNotRun("'\(file.path)' is a store of the model '\(record.model)', not of '\(live.schema.identity.model)'")
        }
        self.init(request, file, entry, live, console)
    }

    /// - Parameters:
    ///   - entry: the model of the store, with its history.
    ///   - live: the version of the model's file.
    init(_ request: MigrationRequest, _ file: StoreFile, _ entry: LoadedModels.Entry, _ live: StoredVersion, _ console: Console) {
        (self.request, self.file, self.entry, self.live) = (request, file, entry, live)
        sources = ModelSources(console)
    }

    mutating func find() throws -> MigrationPath {
        let chain = try findChain()
        do {
            return MigrationPath(
                file: file, chain: chain, plans: try chain.path(from: file.record),
                reachedOtherwise: reachedOtherwise, notes: notes)
        } catch {
            throw CouldNotRun("'\(file.path)': \(error)")
        }
    }

    /// The wanted version and the plans that lead there. What is planned now is proved.
    mutating func findChain() throws -> MigrationChain {
        let (record, identity) = (file.record, live.schema.identity)
        var chain = MigrationChain(
            model: identity.model, version: identity.version, isDraft: identity.isDraft, hash: identity.hash,
            meaningHash: identity.meaningHash, plans: history.plans())
        reachedOtherwise = chain.versionsReachedOtherwise(by: record)
        let isCurrent = record.hash == identity.hash || chain.isReached(by: record)
        /// Whether the decisions of the request plan a step.
        var isDecided = false
        if let version = request.version, version != identity.version || !identity.isDraft {
            if version < record.version {
                isDecided = true
                chain = try chainBack(to: version)
            } else if let shorter = chain.ending(at: version) {
                chain = shorter
            } else {
                throw CouldNotRun("no path to version \(version) exists: the newest version of the model is \(identity.version)")
            }
            // A draft that was never frozen, and one of the versions that were frozen since.
            let target = history.versions.first { $0.number == version }
            if let target, isUnfrozenDraft, record.version <= version, record.hash != chain.hash {
                isDecided = true
                guard let target = sources.read(target) else { try stop() }
                chain.plans = [try planFromDraft(to: target)]
            }
        } else if identity.isDraft, !isCurrent {
            isDecided = true
            chain.plans = try planToDraft(after: chain.plans)
        } else if isUnfrozenDraft, !isCurrent {
            // A draft that was never frozen, and the version that was frozen since.
            isDecided = true
            chain.plans = [try planFromDraft(to: live)]
        }
        if let decisions = request.decisions, !isDecided { throw CouldNotRun(unused(decisions, chain)) }
        return chain
    }

    /// Why a file with decisions decides nothing. Without an error you would assume that the decisions were applied.
    private func unused(_ decisions: String, _ chain: MigrationChain) -> String {
        let reason =
            file.record.hash == chain.hash
            ? "the store already has the model's version, so no step uses '\(decisions)' and nothing was changed. "
                + "Change the model first, or run the SQL with sqlite3"
            : "all steps to version \(chain.version) are frozen with their own decisions, so no step uses '\(decisions)' and "
                + "nothing was changed. Leave out '--decisions'"
        return "'\(file.path)': \(reason)"
    }

    // MARK: Steps that are planned now

    /// The steps to a draft: from the newest version, or from the draft that the store contains.
    private mutating func planToDraft(after plans: [MigrationPlan]) throws -> [MigrationPlan] {
        let decided = try sources.readDecisions(request.decisions)
        let old = isFrozen ? sources.read(history.newest) : try draftOfStore()
        guard let decided, let old else { try stop() }
        let step = try plan(from: old, to: live, request.decisions != nil || !isFrozen ? decided : history.nextDecisions)
        return isFrozen ? plans + [step] : [step]
    }

    /// The step from the draft that the store contains.
    private mutating func planFromDraft(to version: StoredVersion) throws -> MigrationPlan {
        let decided = try sources.readDecisions(request.decisions)
        guard let decided, let old = try draftOfStore() else { try stop() }
        return try plan(from: old, to: version, decided)
    }

    /// The step back from the store's version to an earlier one.
    private mutating func chainBack(to version: Int) throws -> MigrationChain {
        let record = file.record
        guard request.allowsDown else {
            throw CouldNotRun(
                "'\(file.path)': the store has version \(record.version), and \(version) is earlier: '--allow-down' migrates it back")
        }
        guard let target = history[version: version] else {
            throw CouldNotRun("'\(file.path)': the history has no version \(version)")
        }
        let decided = try sources.readDecisions(request.decisions)
        let old = isFrozen ? sources.read(history[version: record.version]) : try draftOfStore()
        guard let decided, let old, let new = sources.read(target) else { try stop() }
        let step = StepBack(from: old, to: new, along: history, decided)
        sources.add(step.findings)
        try sources.printFindings()
        guard let plan = step.plan else { try stop() }
        notes += StepBack.notes(from: record.version, to: version, along: history)
        return MigrationChain(model: record.model, version: version, isDraft: false, hash: target.hash, plans: [plan])
    }

    /// The draft whose text the store contains; nil if it has errors.
    private mutating func draftOfStore() throws -> StoredVersion? {
        let record = file.record
        guard record.isDraft, !record.definition.isEmpty else {
            throw CouldNotRun(
                "'\(file.path)': the model has no version \(record.version) with the hash \(record.hash.prefix(8)) of the store: "
                    + "migrate it with the model that created it")
        }
        guard let model = sources.read(definition: record.definition, of: file.path) else { return nil }
        // An earlier Trellis recorded the hash over the meaning.
        guard [model.storageHash, model.meaningHash].contains(record.hash) else {
            throw CouldNotRun("'\(file.path)': the store records the hash \(record.hash.prefix(8)), and its definition has another one")
        }
        return StoredVersion(model, as: ModelVersion(number: record.version, isDraft: true, hash: record.hash))
    }

    /// A proved plan. The minimum SQLite of the configuration is the default for the decisions.
    private mutating func plan(
        from old: StoredVersion, to new: StoredVersion, _ decisions: MigrationDecisions
    ) throws -> MigrationPlan {
        var decisions = decisions
        decisions.minimumSQLite = decisions.minimumSQLite ?? entry.configuration.minimumSQLite
        planned = decisions
        let (plan, findings) = MigrationPlanner.plan(from: old, to: new, decisions)
        sources.add(findings)
        if let plan { sources.add(MigrationProof(from: old, to: new, decisions).findings(of: plan)) }
        try sources.printFindings()
        guard let plan else { try stop() }
        return plan
    }

    /// The versions that the store passes on a path.
    mutating func versions(of path: MigrationPath) throws -> MigrationVersions {
        let claimed = file.record.hash == live.schema.identity.hash
            ? live : isFrozen ? sources.read(history[version: file.record.version]) : try draftOfStore()
        guard let claimed else { try stop() }
        let ahead = path.plans.map { plan in
            let version = plan.toHash == live.schema.identity.hash ? live : sources.read(history[version: plan.toVersion])
            let decisions = (plan.frozenHash == nil ? planned : nil) ?? sources.readDecisions(of: history[version: plan.toVersion])
            return version.flatMap { version in decisions.map { (version, $0) } }
        }
        guard ahead.allSatisfy({ $0 != nil }) else { try stop() }
        return MigrationVersions(claimed: claimed, ahead: ahead.compactMap { $0 })
    }

    private mutating func stop() throws -> Never {
        try sources.printFindings()
        throw CouldNotRun("the step cannot be planned")
    }
}
