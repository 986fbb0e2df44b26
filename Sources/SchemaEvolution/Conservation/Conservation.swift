public import Diagnostics
import SQLiteAccess
import SQLiteStorage
import SchemaModel
public import StoreMigration

extension FindingCode {
    static let unexplainedDifference = FindingCode("TR2120")
}

/// Compares what a database holds before a plan with what it holds after it, and reports each difference that no decision
/// explains.
///
/// It shares no rule with the planner, with the matching of names or with the rest of the proof, so that a mistake in one cannot hide
/// a loss. What it does share are the layouts, the decisions and the rows that the proof makes. It reads two databases by their layouts, and the decisions by their words:
///
/// - *The same object* has the same key, in the table of its entity's new name. It *survives* if that row exists and is of
///   that entity. Each object survives unless `drops` names its entity.
/// - An attribute's *successor*, for an object that survives, is the stored attribute with the same or the decided name in the
///   object's entity or one that it inherits from. An object that had a value has one in the successor. `drops` of the
///   attribute explains a loss, and so does a value of the successor in `values`. No conversion gives nil: a value that does
///   not fit stops the migration.
/// - A relationship's *successors* are found by the same rule from either end: those of its name among the new relationships of
///   the owner's entity, and those of its inverse's name among those of the member's. Two objects that both survive and were
///   connected are connected by a successor. `drops` of the relationship or its inverse explains a loss, and so does a value
///   for a successor, or for the inverse of a successor that has the name of the end that held the key. A value for any other
///   property explains nothing.
/// - Members that were ordered and stay connected keep their places. `drops` of `Order.items.order` explains a loss of the order
///   alone. A value for the key does not: it says which object a member leads to, not its place.
/// - An object whose optional composite had no value in it differs from one whose composite was nil.
/// - No object and no connection appears that was not there, except a connection whose key `values` gives.
///
/// Only the user knows the effect of statements in `before` and `after` and of steps in Swift: the comparison is made between them.
public struct Conservation {
    private let old: StoredVersion
    private let new: StoredVersion
    private let names: DecidedNames

    /// - Parameter decisions: those that the plan was made with.
    public init(from old: StoredVersion, to new: StoredVersion, _ decisions: MigrationDecisions) {
        self.old = old
        self.new = new
        names = DecidedNames(new: new.model, decisions: decisions)
    }

    /// Runs a plan on a database with difficult rows.
    /// - Returns: the differences that no decision explains. Empty also if the new version's rules refuse all rows.
    /// - Throws: `SQLiteError` if SQLite refuses a statement of the plan.
    public func findings(of plan: MigrationPlan) throws -> [Finding] {
        let plan = plan.withoutSwiftSteps
        for seeds in SeedRows.all(for: old) {
            let connection = try SQLiteConnection.inMemory()
            try connection.execute(old.schema.ddl)
            try connection.execute("PRAGMA recursive_triggers = ON")
            try seeds.insert(into: connection)
            do {
                for step in plan.steps.prefix(while: \.isOwn) { try step.run(connection) }
                let before = try facts(before: connection)
                for step in plan.steps.drop(while: \.isOwn).prefix(while: { !$0.isOwn }) { try step.run(connection) }
                return try findings(since: before, in: connection)
            } catch let error as SQLiteError where error.isOfValues {
                continue
            }
        }
        return []
    }

    /// What a database of the old version holds.
    func facts(before connection: SQLiteConnection) throws -> StoreFacts {
        try StoreFacts(old.model, old.schema, connection)
    }

    /// The differences that no decision explains, in a database of the new version.
    func findings(since before: StoreFacts, in connection: SQLiteConnection) throws -> [Finding] {
        let after = try StoreFacts(new.model, new.schema, connection)
        let survivors = Survivors(before, after, new.schema, names)
        return survivors.differences(old.model)
            + ValueDifferences(before: before, after: after, survivors: survivors, names: names, old: old.model).all()
            + PairDifferences(before: before, after: after, survivors: survivors, names: names, old: old.model).all()
    }
}

extension Finding {
    /// A difference between two databases, with an example.
    static func unexplained(_ message: String, at span: SourceSpan, _ example: Note) -> Finding {
        Finding(.unexplainedDifference, message, at: span, notes: [example])
    }

    /// The finding with the lines that explain the difference.
    func explained(by lines: [String]) -> Finding {
        var finding = self
        finding.suggestion = .init("decide in the migration's file: " + lines.joined(separator: ", or "))
        return finding
    }
}

extension MigrationPlan.Step {
    /// - Throws: `SQLiteError`
    fileprivate func run(_ connection: SQLiteConnection) throws {
        for statement in operation.statements { try connection.run(statement) }
    }
}
