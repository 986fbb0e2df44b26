extension ResolvedCondition {
    /// The relationships that decide whether the condition holds for an object, each as a path from there: `rows.service`. Who
    /// judges many objects in memory loads them first.
    public var relationshipPaths: Set<String> {
        var paths = Set<String>()
        collect(from: [[]], into: &paths)
        return paths
    }

    /// - Parameter contexts: the paths to the objects around the present place, inwards.
    fileprivate func collect(from contexts: [[String]], into paths: inout Set<String>) {
        switch self {
        case .constant:
            break
        case .comparison(let left, _, let right), .text(let left, _, let right):
            left.collect(from: contexts, into: &paths)
            right.collect(from: contexts, into: &paths)
        case .membership(let operand, _):
            operand.collect(from: contexts, into: &paths)
        case .quantified(_, let members, let condition):
            condition.collect(from: contexts + [members.path(from: contexts, into: &paths)], into: &paths)
        case .and(let parts), .or(let parts):
            for part in parts { part.collect(from: contexts, into: &paths) }
        case .not(let inner):
            inner.collect(from: contexts, into: &paths)
        }
    }
}

extension ResolvedOperand {
    fileprivate func collect(from contexts: [[String]], into paths: inout Set<String>) {
        switch self {
        case .value, .parameter:
            break
        case .path(let path):
            path.collect(from: contexts, into: &paths)
        case .function(_, let operand):
            operand.collect(from: contexts, into: &paths)
        case .arithmetic(let left, _, let right):
            left.collect(from: contexts, into: &paths)
            right.collect(from: contexts, into: &paths)
        case .aggregate(_, let members, let filter, let path):
            let inner = contexts + [members.path(from: contexts, into: &paths)]
            filter?.collect(from: inner, into: &paths)
            path?.collect(from: inner, into: &paths)
        }
    }
}

extension ResolvedPath {
    fileprivate func collect(from contexts: [[String]], into paths: inout Set<String>) {
        if !steps.isEmpty { paths.insert((contexts[level] + steps.map(\.relationship)).joined(separator: ".")) }
    }
}

extension ResolvedMembers {
    /// How the members are reached from the object that the condition is about.
    fileprivate func path(from contexts: [[String]], into paths: inout Set<String>) -> [String] {
        let path = contexts[level] + steps.map(\.relationship)
        paths.insert(path.joined(separator: "."))
        return path
    }
}
