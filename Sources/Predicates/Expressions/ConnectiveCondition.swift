/// Conditions that AND, OR and NOT combine: those on objects and those on groups.
package protocol ConnectiveCondition {
    /// The parts of an AND; nil for another condition.
    var andParts: [Self]? { get }
    /// The parts of an OR; nil for another condition.
    var orParts: [Self]? { get }
    /// The condition that a NOT is about; nil for another condition.
    var negatedPart: Self? { get }
}

extension ConnectiveCondition {
    /// The parts of an AND or an OR, with those of the groups of its own kind in their places: however deep such groups are nested, they
    /// mean the same side by side.
    var flatParts: [Self] {
        let isAnd = andParts != nil
        var (flat, rest) = ([Self](), Array(parts.reversed()))
        while let part = rest.popLast() {
            let inner = part.parts
            if inner.count == 1 || !inner.isEmpty && (part.andParts != nil) == isAnd {
                rest += inner.reversed()
            } else {
                flat.append(part)
            }
        }
        return flat
    }

    /// The condition without the NOTs around it and without groups of one part, and whether their number is odd.
    var withoutNegations: (condition: Self, isNegated: Bool) {
        var (condition, isNegated) = (self, false)
        while true {
            if let inner = condition.negatedPart {
                (condition, isNegated) = (inner, !isNegated)
            } else if condition.parts.count == 1 {
                condition = condition.parts[0]
            } else {
                return (condition, isNegated)
            }
        }
    }

    /// The parts of an AND or an OR; none for another condition.
    private var parts: [Self] { andParts ?? orParts ?? [] }
}

extension Condition: ConnectiveCondition {
    package var andParts: [Condition]? { if case .and(let parts) = self { parts } else { nil } }
    package var orParts: [Condition]? { if case .or(let parts) = self { parts } else { nil } }
    package var negatedPart: Condition? { if case .not(let inner) = self { inner } else { nil } }
}

extension GroupCondition: ConnectiveCondition {
    package var andParts: [GroupCondition]? { if case .and(let parts) = self { parts } else { nil } }
    package var orParts: [GroupCondition]? { if case .or(let parts) = self { parts } else { nil } }
    package var negatedPart: GroupCondition? { if case .not(let inner) = self { inner } else { nil } }
}
