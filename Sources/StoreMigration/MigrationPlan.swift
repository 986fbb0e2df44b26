/// How a store of one version of a model becomes one of another: operations in their order, with their purposes, and the new
/// state of each table.
///
/// A plan is data: ``StoreMigrator`` makes SQL from it, applies it, and checks the result.
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
    /// The hash of the script that was frozen with the plan, comments included. A store records it when it runs the plan; nil for a
    /// plan that is not frozen.
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

    /// One operation.
    public struct Step: Sendable, Hashable, Codable {
        package var operation: Operation
        /// What the operation, and those that follow it, are for; nil where the one before says it.
        public var purpose: String?
        /// The rule of SQLite that forces the operation, if another one would be cheaper. Applying a plan does not need it.
        public var rule: Rule?

        /// - Parameters:
        ///   - operation: what is done.
        ///   - purpose: what it is for; nil where the step before says it.
        ///   - rule: the rule of SQLite that forces the operation.
        package init(_ operation: Operation, _ purpose: String? = nil, because rule: Rule? = nil) {
            self.operation = operation
            self.purpose = purpose
            self.rule = rule
        }

        /// A statement of a plan from before plans consisted of operations.
        /// - Parameters:
        ///   - sql: the statement, without the semicolon at its end.
        ///   - strategy: its cost.
        ///   - purpose: what it is for; nil where the step before says it.
        ///   - isOwn: whether a person wrote the statement.
        public init(_ sql: String, _ strategy: Strategy, _ purpose: String? = nil, isOwn: Bool = false) {
            self.init(isOwn ? .user(sql: sql) : .frozen(.init(sql, strategy)), purpose)
        }

        public var strategy: Strategy { operation.strategy }
        /// Whether a person wrote it.
        public var isOwn: Bool { operation.isOwn }
        /// The statements, each with a semicolon between it and the next one.
        public var sql: String { operation.statements.joined(separator: ";\n") }
    }

    /// What SQLite cannot do in place.
    public struct Rule: Sendable, Hashable, Codable {
        public var text: String
        /// The version of SQLite that can; nil where none can.
        public var liftedIn: SQLiteVersion?

        public init(_ text: String, liftedIn: SQLiteVersion? = nil) {
            self.text = text
            self.liftedIn = liftedIn
        }
    }

    /// How an operation changes the store, by its cost.
    public enum Strategy: String, Sendable, Hashable, Codable {
        /// It changes only the schema, and reads the rows of a table at most once.
        case alter
        /// It creates or drops an object and reads no row: a trigger, a view, an empty table, or a table that goes as a whole.
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

    /// How many statements the operations have.
    public var statementCount: Int { steps.reduce(0) { $0 + $1.operation.statements.count } }

    /// The hashes of older versions whose programs may open a store after the plan, although it is of a newer version.
    public var compatibleHashes: [String] {
        get {
            steps.lazy.compactMap { step -> [String]? in
                if case .recordVersion(let version) = step.operation { version.compatible } else { nil }
            }.first ?? []
        }
        set {
            for index in steps.indices {
                guard case .recordVersion(var version) = steps[index].operation else { continue }
                version.compatible = newValue.isEmpty ? nil : newValue
                steps[index].operation = .recordVersion(version)
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
