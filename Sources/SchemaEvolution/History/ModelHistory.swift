public import Diagnostics
public import SQLiteStorage
public import SchemaModel
public import StoreMigration

/// The frozen versions of a model, in their order, each with the way that leads to it.
public struct ModelHistory: Sendable {
    public let versions: [FrozenVersion]
    /// What was decided of the version that is not frozen yet; none where nothing was.
    public let nextDecisions: MigrationDecisions

    init(versions: [FrozenVersion], nextDecisions: MigrationDecisions) {
        self.versions = versions
        self.nextDecisions = nextDecisions
    }

    /// A history before its first version.
    public static let empty = ModelHistory(versions: [], nextDecisions: .init())

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

    /// The plans that lead from the first version to the newest one, in their order: always the same ones for the same files.
    ///
    /// A plan is found by the number and the hash of the version that it leads from. The hash alone is not enough: a version may
    /// take back what the one before did.
    public func plans() -> [MigrationPlan] { versions.compactMap(\.plan) }

    /// The SQL that leads to each version but the first, as its file has it.
    public func scripts() -> [(file: HistoryFile, text: String)] {
        versions.compactMap { version in
            version.plan.map { (.script(version: version.number), MigrationScript.file($0, to: version.number)) }
        }
    }

    /// Runs the plan that leads to a version, as it was run when the version was frozen.
    /// - Returns: the findings of the proof, after the warnings of the planner.
    public func proof(ofVersion number: Int) -> [Finding] {
        guard let new = self[version: number], let old = self[version: number - 1], let plan = new.plan else { return [] }
        let findings = MigrationPlanner.plan(from: old.version, to: new.version, new.decisions).findings
        return findings.filter { $0.severity == .warning } + MigrationProof(from: old.version, to: new.version, new.decisions).findings(of: plan)
    }

    /// The rules of a model that are stricter than those of the newest version, and are not accepted for the next one.
    public func tightenedRules(in model: Model) -> [Finding] {
        guard let newest, version(ofLiveModel: model.meaningHash).isDraft else { return [] }
        return MigrationPlanner.plan(from: newest.version, to: StoredVersion(model), nextDecisions).findings
            .filter { $0.code == .tightenedRule }
    }

    /// How many of the first versions this history and another one both have.
    public func commonCount(with other: ModelHistory) -> Int {
        zip(versions, other.versions).prefix { $0.hash == $1.hash }.count
    }
}

/// A version that does not change any more.
public struct FrozenVersion: Sendable {
    /// From 1.
    public let number: Int
    public let version: StoredVersion
    /// What was decided on the way to it; nothing for the first.
    public let decisions: MigrationDecisions
    /// How a store of the version before becomes one of this; nil for the first.
    public let plan: MigrationPlan?

    /// The hash over its meaning.
    public var hash: String { version.schema.identity.hash }
}
