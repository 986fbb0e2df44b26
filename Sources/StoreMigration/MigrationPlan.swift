package import SQLiteAccess

/// How a store of one version of a model becomes one of another: SQL statements in their order, with their purposes, and the
/// new state of each table.
///
/// A plan is data: ``StoreMigrator`` applies it, and checks the result.
public struct MigrationPlan: Sendable, Hashable {
    /// The numbers of the two versions, from 1.
    public var fromVersion: Int
    public var toVersion: Int
    /// Whether the new version can still change: it is not frozen yet.
    public var isDraft: Bool
    /// The hashes of the two versions, which their stores record.
    public var fromHash: String
    public var toHash: String
    /// The oldest SQLite that runs the statements; nil where each does that can open a store.
    public var minimumSQLite: SQLiteVersion?
    /// The hash of the plan's SQL as it was frozen. A store records it when it runs the plan; nil for a plan that is not frozen.
    public var frozenHash: String?
    /// The new state of each table of the old version, join tables included.
    public var tables: [TableOutcome]
    /// The names of all objects in the schema of the old version: tables, indexes, triggers, searches. All others are
    /// user-defined.
    public var objects: [String]
    public var steps: [Step]

    public init(
        fromVersion: Int, toVersion: Int, isDraft: Bool, fromHash: String, toHash: String,
        minimumSQLite: SQLiteVersion? = nil, frozenHash: String? = nil, tables: [TableOutcome], objects: [String], steps: [Step]
    ) {
        self.fromVersion = fromVersion
        self.toVersion = toVersion
        self.isDraft = isDraft
        self.fromHash = fromHash
        self.toHash = toHash
        self.minimumSQLite = minimumSQLite
        self.frozenHash = frozenHash
        self.tables = tables
        self.objects = objects
        self.steps = steps
    }

    /// One statement.
    public struct Step: Sendable, Hashable {
        /// The statement, without the semicolon at its end.
        public var sql: String
        public var strategy: Strategy
        /// What the statement, and those of its kind that follow it, are for; nil where the one before says it.
        public var purpose: String?
        /// The rule of SQLite that forces the strategy, if another one would be cheaper. Plans in generated code do not have it,
        /// because applying a plan does not need it.
        public var rule: Rule?
        /// Whether the user wrote the statement: it may remove any number of rows.
        public var isOwn: Bool

        public init(_ sql: String, _ strategy: Strategy, _ purpose: String? = nil, isOwn: Bool = false) {
            self.sql = sql
            self.strategy = strategy
            self.purpose = purpose
            self.isOwn = isOwn
        }
    }

    /// What SQLite cannot do in place.
    public struct Rule: Sendable, Hashable {
        public var text: String
        /// The version of SQLite that can; nil where none can.
        public var liftedIn: SQLiteVersion?

        public init(_ text: String, liftedIn: SQLiteVersion? = nil) {
            self.text = text
            self.liftedIn = liftedIn
        }
    }

    /// How a statement changes the store, by its cost.
    public enum Strategy: String, Sendable, Hashable {
        /// It changes only the schema, and reads the rows of a table at most once.
        case alter
        /// It creates or drops an object without rows: a trigger, a view, an empty table.
        case schema
        /// It rewrites every row of a table.
        case rebuild
        /// It writes some columns or rows.
        case update
        /// It creates or fills an index: it reads every row of a table.
        case index

        /// What is read and written, in words.
        public var cost: String {
            switch self {
            case .alter: "no row is written"
            case .schema: "no row is read"
            case .rebuild: "every row is written"
            case .update: "some rows are written"
            case .index: "every row is read"
            }
        }
    }

    /// The plan as a text that a person reads and SQLite runs.
    public var text: String {
        steps.map { step in (step.comment.map { "\n\($0)" } ?? "") + step.sql + ";\n" }.joined()
    }
}

extension MigrationPlan.Step {
    /// What the statement is for and what it costs, as lines of comments; nil where the one before says it.
    fileprivate var comment: String? {
        guard let purpose else { return nil }
        guard strategy == .rebuild else { return "-- \(purpose)\n" }
        let rule = rule.map { rule in "\(rule.text)\(rule.liftedIn.map { " before \($0)" } ?? ""); " } ?? ""
        return "-- \(purpose)\n-- \(rule)\(strategy.cost)\n"
    }
}

extension MigrationPlan.Step {
    /// An error of the statement in the words that SQLite has where a row is written: of a constraint that comes it says only that
    /// it failed.
    package func naming(_ error: SQLiteError) -> SQLiteError {
        let words = sql.split(whereSeparator: \.isWhitespace)
        guard error.message == "constraint failed", words.count > 5, words[0...1] == ["ALTER", "TABLE"] else { return error }
        var error = error
        if words[3...4] == ["ADD", "CHECK"] {
            let condition = words[5...].joined(separator: " ").dropFirst().dropLast().split(separator: " ")
            error.message = "CHECK constraint failed: \(condition.joined(separator: " "))"
        } else if words[3...4] == ["ALTER", "COLUMN"] {
            error.message = "NOT NULL constraint failed: \("\(words[2]).\(words[5])".filter { $0 != "\"" })"
        }
        return error
    }
}
