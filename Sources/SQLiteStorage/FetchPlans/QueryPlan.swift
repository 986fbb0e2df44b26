/// How SQLite goes about a query, as `EXPLAIN QUERY PLAN` tells it (https://www.sqlite.org/eqp.html).
public struct QueryPlan: Sendable, Hashable {
    /// The steps in their order: where one finds rows, those after it are taken for each of them.
    public var steps: [Step]

    public struct Step: Sendable, Hashable {
        public var action: Action
        /// SQLite's own line.
        public var detail: String
        /// The steps that it is made of.
        public var children: [Step]
    }

    /// What a step does. A row is called as in the statement, `t0`.
    public enum Action: Sendable, Hashable {
        /// Looks at every row of a table, or of an index.
        case scan(row: String, Access)
        /// Finds rows by values.
        case search(row: String, Access, by: [Constraint])
        /// Sorts the rows in a temporary tree; where a part of the order is there already, those that are equal in it.
        case sort(isPartial: Bool)
        /// Finds repetitions with a temporary tree.
        case distinct
        /// Collects groups in a temporary tree.
        case group
        /// Looks for the parts of an OR one after the other, each in an index of its own: the parts are its children.
        case eitherIndex
        /// One part of an OR.
        case part
        /// Works out a query within the query, for each row where it is correlated.
        case subquery(isCorrelated: Bool)
        /// What has no word here, such as a step of a later SQLite.
        case other
    }

    /// Where rows are read.
    public enum Access: Sendable, Hashable {
        case table
        case key
        /// - isCovering: whether the index has all that is asked for, so that the rows themselves stay unread.
        case index(name: String, isCovering: Bool)
        /// An index that SQLite makes for this one run of the query, looking at every row for it.
        case temporaryIndex
        case virtualTable
    }

    /// By what a search finds.
    public struct Constraint: Sendable, Hashable {
        public var column: String
        /// Whether the column has to have a value, and not one of a range.
        public var isEquality: Bool

        public init(column: String, isEquality: Bool) {
            self.column = column
            self.isEquality = isEquality
        }
    }

    /// - Parameter rows: what `EXPLAIN QUERY PLAN` gives: of each step its number, that of the step that it is a part of, a
    ///   column that means nothing, and what it does.
    public init(rows: [[String?]]) {
        let lines = rows.map { row in
            (id: row.first ?? nil, parent: row.count > 1 ? row[1] : nil, detail: (row.last ?? nil) ?? "")
        }
        func steps(under parent: String) -> [Step] {
            lines.filter { $0.parent == parent }.map { line in
                Step(
                    action: PlanLineReader.action(line.detail), detail: line.detail,
                    children: line.id.map { $0 == parent ? [] : steps(under: $0) } ?? [])
            }
        }
        self.steps = steps(under: "0")
    }

    /// Every step, those that others are made of too.
    var allSteps: [Step] { steps.flatMap(\.withChildren) }
}

extension QueryPlan.Step {
    fileprivate var withChildren: [Self] { [self] + children.flatMap(\.withChildren) }
}
