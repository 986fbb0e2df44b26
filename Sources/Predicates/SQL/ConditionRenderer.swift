import SQLiteAccess

/// Renders conditions as SQL, and collects what they need around them.
struct ConditionRenderer {
    /// Where the SQL will stand.
    enum Purpose: Hashable {
        /// In a SELECT: tables have aliases, and key paths bring joins; values are bound.
        case select
        /// In a partial index: columns of one table, and values written out, because an index has no parameters.
        case index
        /// In a trigger: columns of one row, whose name precedes them, and values written out.
        /// - Parameter table: the table of the row, from which relationships lead on; nil if none may.
        case trigger(row: String?, table: String?)
    }

    /// The rows that stand for an object of the condition: its own, and those that to-one relationships lead to from there.
    struct Scope {
        var alias: String
        var joins: [String] = []
        var aliases: [[ResolvedPath.Step]: String] = [:]
    }

    let purpose: Purpose
    var bindings: [SelectStatement.Binding] = []
    /// Whether something had no place in an index: another table, a parameter, a function, or a value that SQL cannot write.
    var exceedsIndex = false
    /// By the objects' depth: the rows of the SELECT, then those of the subqueries around the present place.
    var scopes = [Scope(alias: "t0")]
    /// How many levels of SQLite's the deepest condition has that was rendered within the present one.
    var levels = 0
    /// How many parentheses are open at the same time in the condition that was rendered last.
    var depth = 0
    private var lastAlias = 0

    init(for purpose: Purpose) {
        self.purpose = purpose
    }

    /// The joins of the SELECT.
    var joins: [String] { scopes[0].joins }

    /// A name that no other table of the statement has.
    mutating func newAlias() -> String {
        lastAlias += 1
        return "t\(lastAlias)"
    }

    mutating func render(_ condition: ResolvedCondition) -> String {
        render(condition, inside: nil)
    }

    /// A condition that can stand beside an AND.
    mutating func renderBesideAnd(_ condition: ResolvedCondition) -> String {
        render(condition, inside: .and)
    }

    /// All that decides whether a row is found: whether it is of the entity at all, then the condition. nil where every row is.
    /// - Parameter besideAnd: whether it stands beside an AND.
    mutating func clause(of fetch: ResolvedFetch, besideAnd: Bool = false) -> String? {
        guard let kinds = fetch.kinds else { return fetch.condition.map { render($0, inside: besideAnd ? .and : nil) } }
        let restriction = FetchLayout.condition(ofKinds: kinds, row: purpose == .index ? nil : "t0")
        guard let condition = fetch.condition else { return restriction }
        return "\(restriction) AND \(render(condition, inside: .and))"
    }

    mutating func render(_ condition: ResolvedCondition, inside outer: Connective?) -> String {
        let deepest = levels
        levels = 0
        // A comparison, with what a subquery has around its condition; a connective counts its own levels.
        defer { levels = max(deepest, levels + (condition.isConnective ? 0 : 4)) }
        switch condition {
        case .constant(let value):
            return value ? "TRUE" : "FALSE"
        case .comparison(let left, let comparison, let right):
            return render(left, comparison, right)
        case .text(let left, let test, let right):
            return render(left, test, right)
        case .membership(let operand, let list):
            return render(operand, in: list)
        case .quantified(let quantifier, let members, let condition):
            return render(quantifier, members, condition)
        case .and(let parts):
            return join(parts, with: .and, inside: outer)
        case .or(let parts):
            return join(parts, with: .or, inside: outer)
        case .not(let inner):
            // SQL's NOT leaves NULL as it is; a condition is either true or not.
            let sql = render(inner, inside: nil)
            depth += 1
            return "(\(sql)) IS NOT TRUE"
        }
    }

    private mutating func render(_ left: ResolvedOperand, _ comparison: Comparison, _ right: ResolvedOperand) -> String {
        // Where neither side leads away from the object, IS finds by an index as well: SQLite compares the condition of a partial
        // index with those of fetches by their texts, and the stores that are there have it so.
        let leadsAway = left.path?.steps.isEmpty == false || right.path?.steps.isEmpty == false
        let isNil = left == .value(.null) || right == .value(.null) || !leadsAway && (left.isNullable || right.isNullable)
        let sign = comparison.sql(left.isNullable || isNil, right.isNullable || isNil)
        let isBoolean = left.path?.type == .bool || right.path?.type == .bool
        return "\(render(left, isBoolean: isBoolean)) \(sign) \(render(right, isBoolean: isBoolean))"
    }
}

extension Comparison {
    /// The operator in SQL between two sides each of which may be NULL or not.
    ///
    /// Of a condition it is asked only whether it is true: with one side that is never NULL `=` is so where `IS` is. It lets
    /// SQLite begin at the object at the end of a key path, which must be there then.
    func sql(_ leftIsNullable: Bool, _ rightIsNullable: Bool) -> String {
        switch self {
        case .equal: leftIsNullable && rightIsNullable ? "IS" : "="
        case .notEqual: leftIsNullable || rightIsNullable ? "IS NOT" : "<>"
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        case .greaterOrEqual: ">="
        }
    }
}
