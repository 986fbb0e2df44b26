import Diagnostics
import SQLiteStorage
import SchemaEvolution
import SchemaModel
import StoreMigration

/// How a store becomes one of its model's version.
struct StoreWay {
    var file: StoreFile
    var chain: MigrationChain
    /// The plans that the store needs, in their order.
    var plans: [MigrationPlan]

    /// Finds the way: along the frozen versions; to a draft, and from one, by what is inferred and decided.
    /// - Parameters:
    ///   - models: the model's file, or the configuration that has it.
    ///   - decisions: the file with decisions on the way to or from a draft; nil for none.
    ///   - version: the version to go to; nil for that of the model's file.
    /// - Throws: ``CouldNotRun``, or exit code 1 with the findings.
    static func find(
        _ path: String, _ models: ModelSelection, decisions: String?, to version: Int?, _ console: Console
    ) throws -> StoreWay {
        let file = try StoreFile(path)
        let record = file.record
        let loaded = try ModelLoader.load(models, console)
        if loaded.findings.hasErrors {
            var report = FindingReport(loaded.findings, on: console)
            try report.print()
        }
        guard let entry = loaded.entries.first(where: { models.model != nil || $0.checked.model.name.text == record.model }) else {
            throw CouldNotRun("'\(file.path)' is a store of the model '\(record.model)', which the configuration does not have: name the model's file")
        }
        let (history, live) = (entry.checked.history, StoredVersion(entry.checked.model, entry.checked.schema))
        let identity = live.schema.identity
        let minimum = entry.configuration.minimumSQLite
        guard record.model == identity.model else {
            throw CouldNotRun("'\(file.path)' is a store of the model '\(record.model)', not of '\(identity.model)'")
        }
        var chain = MigrationChain(
            model: identity.model, version: identity.version, isDraft: identity.isDraft, hash: identity.hash, plans: history.plans())
        /// Whether a step of the way is planned by the file with decisions.
        var isDecided = false
        let isFrozen = history.versions.contains { $0.number == record.version && $0.hash == record.hash }
        if let version, version != identity.version || !identity.isDraft {
            guard let shorter = chain.ending(at: version) else {
                throw CouldNotRun("no plan leads to version \(version): the model's versions go to \(identity.version)")
            }
            chain = shorter
            // A draft that was never frozen, and one of the versions that have come since.
            let target = history.versions.first { $0.number == version }?.version
            if let target, record.isDraft, !isFrozen, record.version <= version, record.hash != chain.hash {
                isDecided = true
                chain.plans = [try leg(from: file, to: target, decisions, minimum, console)]
            }
        } else if identity.isDraft, record.hash != identity.hash {
            // The last leg is planned now: from the newest version, or from the draft that the store keeps.
            var sources = ModelSources(console)
            let decided = try sources.readDecisions(decisions)
            let former = isFrozen ? history.newest?.version : try draft(of: file, in: &sources)
            guard let decided, let former else { try stop(sources) }
            let isNamed = decisions != nil
            isDecided = true
            let leg = try plan(from: former, to: live, isNamed || !isFrozen ? decided : history.nextDecisions, minimum, &sources)
            chain.plans = isFrozen ? chain.plans + [leg] : [leg]
        } else if record.isDraft, !isFrozen, record.hash != identity.hash {
            // A draft that was never frozen, and the version that it has become since.
            isDecided = true
            chain.plans = [try leg(from: file, to: live, decisions, minimum, console)]
        }
        if let decisions, !isDecided { throw CouldNotRun(unused(decisions, file, chain)) }
        do {
            return StoreWay(file: file, chain: chain, plans: try chain.way(from: record))
        } catch {
            throw CouldNotRun("'\(file.path)': \(error)")
        }
    }

    /// Why a file with decisions decides nothing: silence would pass for having applied it.
    private static func unused(_ decisions: String, _ file: StoreFile, _ chain: MigrationChain) -> String {
        let reason =
            file.record.hash == chain.hash
            ? "the store already is of the version that the model means: '\(decisions)' has no step to decide, and nothing was "
                + "changed; a step exists when the model differs, or run the SQL with sqlite3"
            : "all steps to version \(chain.version) are frozen, and go by their own decisions: '\(decisions)' has no step to decide, and "
                + "nothing was changed; leave out '--decisions'"
        return "'\(file.path)': \(reason)"
    }

    /// A plan from the draft that a store keeps, by what is decided.
    private static func leg(
        from file: StoreFile, to version: StoredVersion, _ decisions: String?, _ minimum: SQLiteVersion?, _ console: Console
    ) throws -> MigrationPlan {
        var sources = ModelSources(console)
        let decided = try sources.readDecisions(decisions)
        guard let decided, let former = try draft(of: file, in: &sources) else { try stop(sources) }
        return try plan(from: former, to: version, decided, minimum, &sources)
    }

    /// The draft that a store keeps the text of; nil where it cannot be understood.
    private static func draft(of file: StoreFile, in sources: inout ModelSources) throws -> StoredVersion? {
        let record = file.record
        guard record.isDraft, !record.definition.isEmpty else {
            throw CouldNotRun(
                "'\(file.path)': the store is of version \(record.version) (\(record.hash.prefix(8))), which is not among the model's versions: "
                    + "migrate it with the model that made it")
        }
        let model = sources.read(definition: record.definition, of: file.path)
        return model.map { StoredVersion($0, as: ModelVersion(number: record.version, isDraft: true)) }
    }

    private static func stop(_ sources: ModelSources) throws -> Never {
        var sources = sources
        try sources.printFindings()
        throw CouldNotRun("there is nothing to go by")
    }

    /// A plan that is proved.
    /// - Parameter minimumSQLite: what the configuration says, which counts where the decisions say nothing.
    private static func plan(
        from old: StoredVersion, to new: StoredVersion, _ decisions: MigrationDecisions, _ minimumSQLite: SQLiteVersion?,
        _ sources: inout ModelSources
    ) throws -> MigrationPlan {
        var decisions = decisions
        decisions.minimumSQLite = decisions.minimumSQLite ?? minimumSQLite
        let (plan, findings) = MigrationPlanner.plan(from: old, to: new, decisions)
        sources.add(findings)
        if let plan { sources.add(MigrationProof(from: old, to: new, decisions).findings(of: plan)) }
        try sources.printFindings()
        guard let plan else { try stop(sources) }
        return plan
    }
}
