import Diagnostics
import Predicates
import SQLiteAccess
import SQLiteStorage
import SchemaEvolution
import SchemaModel
import StoreMigration
import Testing

/// A plan between two versions of a text, with what is found in planning and proving it.
struct PlannedMigration {
    let old: StoredVersion
    let new: StoredVersion
    let plan: MigrationPlan?
    /// The findings of the planner, and of the proof where there is a plan.
    let findings: [Finding]

    init(from old: String, to new: String, _ decided: String = "") throws {
        let (former, latter) = (try Self.version(old), try Self.version(new))
        (self.old, self.new) = (former, latter)
        let (read, told) = DecisionReader.read(Array(("trellis: 1\n" + decided).utf8), file: "2.migration.yaml")
        #expect(told.isEmpty, "\(told.map(\.message))")
        let decisions = try #require(read)
        let made = MigrationPlanner.plan(from: former, to: latter, decisions)
        plan = made.plan
        let proved = made.plan.map { MigrationProof(from: former, to: latter, decisions).findings(of: $0) } ?? []
        findings = made.findings + proved
    }

    static func version(_ text: String) throws -> StoredVersion {
        let result = ModelReader.read(Array(text.utf8), file: "Model.yaml")
        let model = try #require(result.model, "\(TextRenderer(sources: ["Model.yaml": text]).render(result.findings))")
        return StoredVersion(model)
    }

    var codes: [String] { findings.map(\.code.name) }
    var helps: [String] { findings.compactMap(\.suggestion?.message) }

    /// A store of the old version with rows, migrated.
    func run(_ rows: String) throws -> SQLiteConnection {
        let plan = try #require(self.plan, "\(findings.map { $0.message + " " + ($0.suggestion?.message ?? "") })")
        #expect(findings.filter { $0.severity == .error }.map(\.message) == [])
        let connection = try SQLiteConnection.inMemory()
        try TextDerivation.register(on: connection.functions)
        try connection.execute(old.schema.ddl)
        try connection.execute("PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = ON; \(rows) ; PRAGMA foreign_keys = OFF")
        try connection.execute("BEGIN IMMEDIATE; \(plan.text) COMMIT; PRAGMA foreign_keys = ON")
        #expect(try connection.rows("PRAGMA foreign_key_check") == [])
        return connection
    }
}

extension MigrationPlan {
    /// The same plan with a step for each statement, of which a test leaves some out or changes them.
    var byStatements: MigrationPlan {
        var plan = self
        plan.steps = steps.flatMap { step in
            step.operation.statements.map { Step($0, step.strategy, step.purpose, isOwn: step.isOwn) }
        }
        return plan
    }

    /// The same plan, by statements, with another text in one of them.
    func replacing(_ right: String, with wrong: String) throws -> MigrationPlan {
        var plan = byStatements
        let index = try #require(plan.steps.lastIndex { $0.sql.contains(right) }, "\(plan.text)")
        let step = plan.steps[index]
        plan.steps[index] = Step(step.sql.replacing(right, with: wrong), step.strategy, step.purpose, isOwn: step.isOwn)
        return plan
    }
}
