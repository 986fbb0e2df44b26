/// Conditions that Swift's operators combine.
protocol JoinableCondition: ConnectiveCondition {
    static func and(_ parts: [Self]) -> Self
    static func or(_ parts: [Self]) -> Self
    static func not(_ inner: Self) -> Self
}

extension JoinableCondition {
    /// True where both are.
    func joinedByAnd(with other: Self) -> Self { ConditionGroup(parts: \.andParts, make: Self.and).join(self, other) }

    /// True where one is.
    func joinedByOr(with other: Self) -> Self { ConditionGroup(parts: \.orParts, make: Self.or).join(self, other) }

    /// True where the condition is not. Two negations cancel each other.
    var negated: Self { negatedPart ?? .not(self) }
}

/// Groups of one connective, which stay wide: Swift frees a value that is tens of thousands of levels deep by recursion, and a loop that
/// adds one condition at a time would make such a value.
private struct ConditionGroup<Part> {
    let parts: (Part) -> [Part]?
    let make: ([Part]) -> Part

    /// Each join copies the parts of a group, so a group has a limited length. Longer ones become groups in a group with the same
    /// meaning, as deep as the logarithm of their length.
    private var limit: Int { 256 }

    func join(_ left: Part, _ right: Part) -> Part {
        switch (parts(left), parts(right)) {
        case (let first?, let last?) where first.count + last.count <= limit: make(first + last)
        case (_?, _): append(right, to: left)
        case (nil, _?): prepend(left, to: right)
        case (nil, nil): make([left, right])
        }
    }

    private func append(_ part: Part, to group: Part) -> Part {
        guard let parts = parts(group) else { return make([group, part]) }
        if parts.count < limit { return make(parts + [part]) }
        return make([append(make(Array(parts.dropFirst())), to: parts[0]), part])
    }

    private func prepend(_ part: Part, to group: Part) -> Part {
        guard let parts = parts(group) else { return make([part, group]) }
        if parts.count < limit { return make([part] + parts) }
        return make([part, prepend(make(Array(parts.dropLast())), to: parts[parts.count - 1])])
    }
}

extension Condition: JoinableCondition {}
extension GroupCondition: JoinableCondition {}
