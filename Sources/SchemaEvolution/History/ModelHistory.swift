public import Diagnostics
public import SQLiteStorage
public import SchemaModel
public import StoreMigration

/// The frozen versions of a model, in their order, each with the plan that leads to it.
///
/// It may begin with another number than 1: the versions before are squashed, or the command does not need them.
public struct ModelHistory: Sendable {
    public let versions: [FrozenVersion]
    /// What was decided of the version that is not frozen yet; none where nothing was.
    public let nextDecisions: MigrationDecisions
    let lock: HistoryLock

    init(versions: [FrozenVersion], nextDecisions: MigrationDecisions, lock: HistoryLock) {
        self.versions = versions
        self.nextDecisions = nextDecisions
        self.lock = lock
    }

    /// A history before its first version.
    public static let empty = ModelHistory(versions: [], nextDecisions: .init(), lock: .empty)

    public var newest: FrozenVersion? { versions.last }

    /// A version by its number, from 1.
    public subscript(version number: Int) -> FrozenVersion? {
        guard let first = versions.first, versions.indices.contains(number - first.number) else { return nil }
        return versions[number - first.number]
    }

    /// The number of the version after the newest.
    public var nextNumber: Int { lock.nextNumber }

    /// The number of the version on a line of the lock, from 1; nil if the lock has no such line.
    public func number(atLockLine line: Int) -> Int? {
        lock.versions.indices.contains(line - 1) ? lock.versions[line - 1].number : nil
    }

    /// Which version the live model is: the newest one if their stores are the same, otherwise the draft of the next.
    /// - Parameter hash: the ``Model/storageHash`` of the live model.
    public func version(ofLiveModel model: Model, hash: String) -> ModelVersion {
        let version = version(ofLiveModel: hash)
        guard !version.isDraft, let newest, newest.readsAsOtherCases(model) else { return version }
        return ModelVersion(number: newest.number + 1, isDraft: true, hash: FrozenVersion.hash(after: newest.hash, hash))
    }

    /// Which version the live model is by its storage alone.
    public func version(ofLiveModel hash: String) -> ModelVersion {
        guard let newest else { return .firstDraft }
        return newest.stores(hash)
            ? ModelVersion(
                number: newest.number, isDraft: false, hash: newest.hash, compatibleHashes: newest.plan?.compatibleHashes ?? [])
            : ModelVersion(number: newest.number + 1, isDraft: true)
    }

    /// The plans that lead from the first version to the newest one, in their order, as they were frozen.
    ///
    /// A plan is found by the number and the hash of the version that it leads from. The hash alone is not enough: a version may
    /// take back what the one before did.
    public func plans() -> [MigrationPlan] { versions.compactMap(\.plan) }

    /// Runs the plan that leads to a version, as it was run when the version was frozen.
    /// - Returns: the findings of the proof, after the warnings of the planner.
    public func proof(ofVersion number: Int) -> [Finding] {
        guard let new = self[version: number], let old = self[version: number - 1], let plan = new.plan else { return [] }
        let (step, findings) = FrozenStep.read(from: old, to: new)
        guard let step else { return findings }
        let planned = step.plan()
        // A plan of statements does not tell what they are about. The same one of operations does.
        let proved = planned.plan.flatMap { $0.isSame(as: plan) ? $0 : nil } ?? plan
        return (planned.findings.filter { $0.severity == .warning } + step.proof(of: proved)).map { $0.ofFrozenStep(to: number) }
    }

    /// The versions whose step this Trellis would plan otherwise. Their plans stay as they were frozen.
    public func versionsPlannedOtherwise() -> [Int] {
        zip(versions, versions.dropFirst()).compactMap { old, new in
            guard var plan = new.plan, let step = FrozenStep.read(from: old, to: new).step else { return nil }
            plan.frozenHash = nil
            return step.plan().plan?.isSame(as: plan) == true ? nil : new.number
        }
    }

    /// The decisions of the steps from a version to a later one, as those of one step: the renames, if it is more than one.
    /// - Parameters:
    ///   - first: the number of the version that the first step leads from.
    ///   - last: the number of the version that the last step leads to; nil for the live model.
    ///   - live: the live model, to which the decisions of the next version lead.
    public func decisions(from first: Int, to last: Int?, live: Model?) -> MigrationDecisions {
        ModelMatch.decisions(through: matches(from: first, to: last, live: live))
    }

    /// The decisions of the step back from a version to an earlier one: the renames between them, taken back.
    /// - Parameters:
    ///   - last: the number of the version that the step leads from; nil for the live model.
    ///   - first: the number of the version that the step leads to.
    ///   - live: the live model, to which the decisions of the next version lead.
    public func decisionsBack(from last: Int?, to first: Int, live: Model?) -> MigrationDecisions {
        ModelMatch.decisionsBack(through: matches(from: first, to: last, live: live))
    }

    /// Why one step cannot lead back over several versions: a name was given up and given to something else between, and the step would
    /// take one for the other.
    /// - Parameters:
    ///   - last: the number of the version that the step leads from; nil for the live model.
    ///   - first: the number of the version that the step leads to.
    ///   - live: the live model, to which the decisions of the next version lead.
    public func reusedNames(from last: Int?, to first: Int, live: Model?) -> [Finding] {
        let matches = matches(from: first, to: last, live: live)
        guard let model = matches.last?.new else { return [] }
        return ModelMatch.reusedNames(through: matches).map { name in
            let element = model.elements.first { $0.path.place == name.place }
            let (before, after) = (first + name.step, first + name.step + 1)
            return Finding(
                .notInferable, "'\(name.place)' of version \(first) was given up, and version \(after) has another one of that name",
                at: element?.span ?? model.name.span, suggestion: .init("go back to version \(before) first, and then to version \(first)"))
        }
    }

    /// The frozen versions after one, up to another one, that have SQL of the user or steps in Swift.
    public func versionsWithOwnSteps(after first: Int, to last: Int) -> [Int] {
        versions.filter { version in
            version.number > first && version.number <= last && version.readDecisions().decisions?.hasOwnSteps == true
        }.map(\.number)
    }

    private func matches(from first: Int, to last: Int?, live: Model?) -> [ModelMatch] {
        guard first <= last ?? .max, let start = self[version: first] else { return [] }
        var former = start.read().version?.model
        var matches = [ModelMatch]()
        for version in versions where version.number > first && version.number <= last ?? .max {
            let latter = version.read().version?.model
            if let former, let latter { matches.append(ModelMatch(from: former, to: latter, version.readDecisions().decisions ?? .init())) }
            former = latter
        }
        if last == nil, let former, let live { matches.append(ModelMatch(from: former, to: live, nextDecisions)) }
        return matches
    }

    /// The rules of a model that are stricter than those of the newest version, and are not accepted for the next one. They need no
    /// version of their own: stores of the newest one may have rows that break them.
    public func tightenedRules(in model: Model) -> [Finding] {
        guard let newest, newest.definition != model.meaningText, let former = newest.read().version else { return [] }
        return MigrationPlanner.plan(from: former, to: StoredVersion(model), nextDecisions).findings
            .filter { $0.code == .tightenedRule }
    }

    /// What the decisions of the next version leave open for a model: findings whose answers are entries of that file.
    package func openDecisions(for model: Model) -> [Finding] {
        guard let newest, newest.definition != model.meaningText, let former = newest.read().version else { return [] }
        return MigrationPlanner.plan(from: former, to: StoredVersion(model), nextDecisions).findings.filter { $0.severity == .error }
    }

    /// The number of the last version that this history and another one both have; 0 for none. Versions that the other one has
    /// squashed count as common.
    public func newestCommon(with other: ModelHistory) -> Int {
        guard let first = other.versions.first?.number else { return 0 }
        return versions.drop { $0.number < first }.prefix { other[version: $0.number]?.hash == $0.hash }.last?.number ?? 0
    }
}

extension Finding {
    /// The finding with what can still be done about a step that is frozen. Its decisions cannot change, so trellis.yaml accepts it.
    fileprivate func ofFrozenStep(to version: Int) -> Finding {
        guard code == .tightenedRule || code == .dependsOnData else { return self }
        var finding = self
        let fix = code == .tightenedRule ? "fix such rows in the next version, or " : ""
        finding.suggestion = .init(
            "version \(version) is frozen and does not change: \(fix)accept it in trellis.yaml: "
                + "'suppressions: { \(span.file): { \(code): why } }'")
        return finding
    }
}

extension MigrationPlan {
    /// Whether another plan does the same, though its steps may be frozen as SQL. Comments do not count.
    fileprivate func isSame(as other: MigrationPlan) -> Bool {
        self == other || sql == other.sql && tables == other.tables && objects == other.objects && minimumSQLite == other.minimumSQLite
    }

    private var sql: String { steps.map(\.sql).joined(separator: ";\n") }
}
