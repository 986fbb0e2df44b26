/// A line of a plan in words.
public struct PlanLine: Sendable, Hashable {
    public var step: QueryPlan.Step
    public var words: String
    /// How many steps it is a part of.
    public var depth: Int
}

/// Says a plan in plain words, by the names of the model.
struct PlanWords {
    let tables: PlanTables

    func lines(_ plan: QueryPlan) -> [PlanLine] { lines(plan.steps, depth: 0) }

    private func lines(_ steps: [QueryPlan.Step], depth: Int) -> [PlanLine] {
        var lines = [PlanLine]()
        var isWithinRows = false
        for step in steps {
            let words = words(for: step)
            lines.append(PlanLine(step: step, words: (isWithinRows && step.readsRows ? "for each, " : "") + words, depth: depth))
            lines += self.lines(step.children, depth: depth + 1)
            if step.readsRows { isWithinRows = true }
        }
        return lines
    }

    private func words(for step: QueryPlan.Step) -> String {
        switch step.action {
        case .scan(let row, .virtualTable), .search(let row, .virtualTable, _):
            row == "json_each" ? "goes through a list" : "finds words in the full-text table \(row)"
        case .scan(let row, let access): scan(row, access)
        case .search(let row, let access, let constraints): search(row, access, constraints)
        case .sort(isPartial: false): "sorts what it found"
        case .sort(isPartial: true): "sorts those that are equal so far"
        case .distinct: "leaves out what it has given already"
        case .group: "collects what belongs together"
        case .eitherIndex: "takes what any of these finds"
        case .part: "one part"
        case .subquery(isCorrelated: true): "for each, works out"
        case .subquery(isCorrelated: false): "works out once"
        case .other: "does what SQLite calls \(step.detail)"
        }
    }

    private func scan(_ row: String, _ access: QueryPlan.Access) -> String {
        guard case .index(_, let isCovering) = access else { return "looks at every \(title(row))" }
        guard let index = tables.index(of: access, row: row) else {
            return "looks at every \(title(row)), in the order of an index"
        }
        let which = index.condition == nil ? "every \(title(row))" : "each \(title(row)) in an index"
        let order = index.condition == nil ? ", in the order of its index on " : ", which is on "
        return "looks at \(which)\(order)\(keys(index, row))\(index.conditionInWords)\(covering(isCovering))"
    }

    private func search(_ row: String, _ access: QueryPlan.Access, _ constraints: [QueryPlan.Constraint]) -> String {
        var terms = constraints.map { constraint in
            let property = tables[row]?.property(ofColumn: constraint.column) ?? constraint.column
            return constraint.isEquality ? property : "a range of \(property)"
        }
        if terms.isEmpty { terms = ["its place"] }
        let found = "finds \(title(row)) by \(Self.list(terms))"
        switch access {
        case .index(_, let isCovering):
            guard let index = tables.index(of: access, row: row) else { return found }
            return "\(found), with its index on \(keys(index, row))\(index.conditionInWords)\(covering(isCovering))"
        case .temporaryIndex: return "makes an index for this one query and \(found)"
        case .table, .key, .virtualTable: return found
        }
    }

    private func covering(_ isCovering: Bool) -> String { isCovering ? ", which is all it needs" : "" }

    private func title(_ row: String) -> String { tables[row]?.title ?? row }

    /// The keys of an index as a model has them.
    private func keys(_ index: Index, _ row: String) -> String {
        let keys = index.keys.map { ($0.isAscending ? "" : "-") + (tables[row]?.property(ofColumn: $0.column) ?? $0.column) }
        return keys.count == 1 ? keys[0] : "[\(keys.joined(separator: ", "))]"
    }

    /// Words with commas and an 'and'.
    static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return "\(words.dropLast().joined(separator: ", ")) and \(last)"
    }
}

extension QueryPlan.Step {
    /// Whether what follows is done for each row that it gives.
    fileprivate var readsRows: Bool {
        switch action {
        case .scan, .search, .eitherIndex: true
        default: false
        }
    }
}

extension Index {
    fileprivate var conditionInWords: String { condition.map { " where \($0)" } ?? "" }
}
