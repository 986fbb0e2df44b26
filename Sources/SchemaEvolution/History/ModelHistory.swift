public import Diagnostics
public import SQLiteStorage
public import SchemaModel
public import StoreMigration

/// The frozen versions of a model, in their order, each with the way that leads to it.
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
        versions.indices.contains(number - 1) ? versions[number - 1] : nil
    }

    /// Which version the live model is: the newest one where it means the same, otherwise the draft of the next.
    /// - Parameter hash: the hash over the live model's meaning.
    public func version(ofLiveModel hash: String) -> ModelVersion {
        guard let newest else { return .firstDraft }
        return newest.hash == hash
            ? ModelVersion(number: newest.number, isDraft: false) : ModelVersion(number: newest.number + 1, isDraft: true)
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
        return step.plan().findings.filter { $0.severity == .warning } + step.proof(of: plan)
    }

    /// The versions whose step this Trellis would plan otherwise. Their plans stay as they were frozen.
    public func versionsPlannedOtherwise() -> [Int] {
        zip(versions, versions.dropFirst()).compactMap { old, new in
            guard let plan = new.plan, let step = FrozenStep.read(from: old, to: new).step else { return nil }
            return step.plan().plan == plan ? nil : new.number
        }
    }

    /// The decisions of the steps from a version to a later one, as those of one step: the renames, if it is more than one.
    /// - Parameters:
    ///   - first: the number of the version that the first step leads from.
    ///   - last: the number of the version that the last step leads to; nil for the live model.
    ///   - live: the live model, to which the decisions of the next version lead.
    public func decisions(from first: Int, to last: Int?, live: Model?) -> MigrationDecisions {
        guard first <= last ?? .max, self[version: first] != nil else { return .init() }
        let steps = versions.dropFirst(first).prefix(last.map { $0 - first } ?? versions.count)
        var former = self[version: first]?.read().version?.model
        var matches = [ModelMatch]()
        for version in steps {
            let latter = version.read().version?.model
            if let former, let latter { matches.append(ModelMatch(from: former, to: latter, version.readDecisions().decisions ?? .init())) }
            former = latter
        }
        if last == nil, let former, let live { matches.append(ModelMatch(from: former, to: live, nextDecisions)) }
        return ModelMatch.decisions(through: matches)
    }

    /// The rules of a model that are stricter than those of the newest version, and are not accepted for the next one.
    public func tightenedRules(in model: Model) -> [Finding] {
        guard let newest, version(ofLiveModel: model.meaningHash).isDraft, let former = newest.read().version else { return [] }
        return MigrationPlanner.plan(from: former, to: StoredVersion(model), nextDecisions).findings
            .filter { $0.code == .tightenedRule }
    }

    /// How many of the first versions this history and another one both have.
    public func commonCount(with other: ModelHistory) -> Int {
        zip(versions, other.versions).prefix { $0.hash == $1.hash }.count
    }
}
