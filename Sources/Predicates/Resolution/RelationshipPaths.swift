extension ResolvedCondition {
    /// The relationships that decide whether the condition holds for an object, each as a way from there: `rows.service`. Who
    /// judges many objects in memory loads them first.
    public var relationshipPaths: Set<String> {
        var paths = Set<String>()
        collect(from: [[]], into: &paths)
        return paths
    }

    /// - Parameter ways: how the objects around the present place are reached, inwards.
    fileprivate func collect(from ways: [[String]], into paths: inout Set<String>) {
        switch self {
        case .constant:
            break
        case .comparison(let left, _, let right), .text(let left, _, let right):
            left.collect(from: ways, into: &paths)
            right.collect(from: ways, into: &paths)
        case .membership(let operand, _):
            operand.collect(from: ways, into: &paths)
        case .quantified(_, let members, let condition):
            condition.collect(from: ways + [members.way(from: ways, into: &paths)], into: &paths)
        case .and(let parts), .or(let parts):
            for part in parts { part.collect(from: ways, into: &paths) }
        case .not(let inner):
            inner.collect(from: ways, into: &paths)
        }
    }
}

extension ResolvedOperand {
    fileprivate func collect(from ways: [[String]], into paths: inout Set<String>) {
        switch self {
        case .value, .parameter:
            break
        case .path(let path):
            path.collect(from: ways, into: &paths)
        case .function(_, let operand):
            operand.collect(from: ways, into: &paths)
        case .arithmetic(let left, _, let right):
            left.collect(from: ways, into: &paths)
            right.collect(from: ways, into: &paths)
        case .aggregate(_, let members, let filter, let path):
            let inner = ways + [members.way(from: ways, into: &paths)]
            filter?.collect(from: inner, into: &paths)
            path?.collect(from: inner, into: &paths)
        }
    }
}

extension ResolvedPath {
    fileprivate func collect(from ways: [[String]], into paths: inout Set<String>) {
        if !steps.isEmpty { paths.insert((ways[level] + steps.map(\.relationship)).joined(separator: ".")) }
    }
}

extension ResolvedMembers {
    /// How the members are reached from the object that the condition is about.
    fileprivate func way(from ways: [[String]], into paths: inout Set<String>) -> [String] {
        let way = ways[level] + steps.map(\.relationship)
        paths.insert(way.joined(separator: "."))
        return way
    }
}
