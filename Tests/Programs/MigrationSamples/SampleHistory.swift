import Diagnostics
public import SQLiteAccess
import SQLiteStorage
public import SchemaEvolution
import SchemaModel
public import StoreMigration

/// Versions of a model, with what was decided between them: what tests and the programs that they start migrate through.
public struct SampleHistory: Sendable {
    public var versions: [StoredVersion]
    public var plans: [MigrationPlan]
    private var decisions: [MigrationDecisions] = []

    public struct Failure: Error, CustomStringConvertible {
        public var description: String
    }

    /// - Parameter texts: the versions; with each but the first what was decided on the way to it.
    public init(_ texts: [(model: String, decisions: String)]) throws {
        versions = []
        plans = []
        for (text, decided) in texts {
            let read = ModelReader.read(Array(text.utf8), file: "Model.yaml")
            guard let model = read.model else { throw Failure(description: TextRenderer(sources: ["Model.yaml": text]).render(read.findings)) }
            let version = StoredVersion(model)
            if let former = versions.last {
                let (decisions, problems) = DecisionReader.read(Array("trellis: 1\n\(decided)".utf8), file: "decisions.yaml")
                guard let decisions else { throw Failure(description: "\(problems.map(\.message))") }
                let (plan, findings) = MigrationPlanner.plan(from: former, to: version, decisions)
                guard let plan else { throw Failure(description: "\(findings.map { $0.message + " " + ($0.suggestion?.message ?? "") })") }
                plans.append(plan)
                self.decisions.append(decisions)
            }
            versions.append(version)
        }
    }

    /// What is wrong with the plans, where one does not give a fresh schema of its version or loses something.
    public var faults: [String] {
        plans.indices.flatMap { index in
            MigrationProof(from: versions[index], to: versions[index + 1], decisions[index]).findings(of: plans[index])
        }.filter { $0.severity == .error }.map(\.message)
    }

    /// The plans up to a version, counted from 1; all where none is given.
    public func chain(to number: Int? = nil) -> MigrationChain {
        let identity = versions[(number ?? versions.count) - 1].schema.identity
        return MigrationChain(
            model: identity.model, version: identity.version, isDraft: identity.isDraft, hash: identity.hash,
            plans: Array(plans.prefix((number ?? versions.count) - 1)))
    }

    /// Makes a database into a store of a version, counted from 1.
    public func make(_ number: Int, in connection: SQLiteConnection) throws {
        try connection.execute(versions[number - 1].schema.ddl)
    }
}
