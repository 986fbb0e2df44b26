import SQLiteAccess

/// A condition matched to a layout: every name found, every type checked, every value in the form in which it is stored.
public indirect enum ResolvedCondition: Sendable, Hashable {
    case constant(Bool)
    case comparison(ResolvedOperand, Comparison, ResolvedOperand)
    /// Whether the first text has a form that the second one says. What does not count is out of both already.
    case text(ResolvedOperand, TextTest, ResolvedOperand)
    case membership(ResolvedOperand, in: ResolvedList)
    /// Whether the condition holds for so many of the members. Paths in it that start at them are one level deeper.
    case quantified(Quantifier, ResolvedMembers, ResolvedCondition)
    case and([ResolvedCondition])
    case or([ResolvedCondition])
    case not(ResolvedCondition)
}

/// What is asked of a text.
public enum TextTest: Sendable, Hashable {
    case beginsWith
    case endsWith
    case contains
    case like
    /// - Parameter ignoringCase: as regular expressions do it, whose letters may be commands that must not be folded.
    case matches(ignoringCase: Bool)
}

/// Several values.
public enum ResolvedList: Sendable, Hashable {
    /// Different ones in SQLite's order, without nil.
    case values([SQLiteValue])
    /// Those of a parameter, which are not known yet.
    case parameter(String, of: ValueType)
}

/// The members of a to-many relationship, or of several on a way.
public struct ResolvedMembers: Sendable, Hashable {
    /// How deep the object that the way starts from stands; the members stand one level deeper than everything around them.
    public var level: Int
    /// The way, on which to-one relationships may stand too: who is missing there has no members.
    public var steps: [ResolvedPath.Step]
}

/// One side of a comparison, matched to a layout.
public indirect enum ResolvedOperand: Sendable, Hashable {
    case path(ResolvedPath)
    case value(SQLiteValue)
    /// A parameter whose value is not known yet, in the stored form of a type.
    case parameter(String, as: ValueType, isOptional: Bool)
    /// On numbers as they are stored: scales are aligned by multiplications that stand here too.
    case arithmetic(ResolvedOperand, Arithmetic, ResolvedOperand)
    case function(ResolvedFunction, ResolvedOperand)
    /// What the calendar does with a date in seconds since 2001-01-01 UTC or a day; the last argument is the time zone.
    case calendar(CalendarOperation, [ResolvedOperand])
    case aggregate(ResolvedAggregate)

    var path: ResolvedPath? {
        if case .path(let path) = self { path } else { nil }
    }

    /// Whether it can be nil.
    var isNullable: Bool {
        switch self {
        case .path(let path): path.isNullable
        case .value(let value): value == .null
        case .parameter(_, _, let isOptional): isOptional
        // A division by zero is nil, and so is what is no number.
        // What is outside the calendar is nil too.
        case .arithmetic, .calendar: true
        case .function(let function, let operand): function == .instant || function == .instantText || operand.isNullable
        // Infinities of both signs, which another program may have written, have no sum.
        case .aggregate(let aggregate): aggregate.function == .sum ? aggregate.path?.type == .real : aggregate.function != .count
        }
    }
}

/// An aggregate function over the members of a relationship.
public struct ResolvedAggregate: Sendable, Hashable {
    public var function: Aggregate
    public var members: ResolvedMembers
    /// The members that it counts; nil for all.
    public var filter: ResolvedCondition?
    /// The property of the members that it reads; nil for a count of members.
    public var path: ResolvedPath?

    /// Whether it is the number of members.
    var isMemberCount: Bool { function == .count && path == nil }
}

/// A function of a stored value.
public enum ResolvedFunction: Sendable, Hashable {
    case fold(TextOptions)
    case uppercase
    case lowercase
    case length
    case abs
    /// The text of an integer, or of the bytes of a UUID; a text is what it is.
    case text
    /// The seconds since 2001-01-01 UTC of an instant that is stored as text.
    case instant
    /// The text of an instant in seconds since 2001-01-01 UTC.
    case instantText
}

// MARK: - What decides

extension ResolvedCondition {
    /// Gives `body` every relationship that decides whether the condition holds.
    func forEachStep(_ body: (ResolvedPath.Step) -> Void) {
        switch self {
        case .constant: break
        case .comparison(let left, _, let right), .text(let left, _, let right):
            left.forEachStep(body)
            right.forEachStep(body)
        case .membership(let operand, _): operand.forEachStep(body)
        case .quantified(_, let members, let condition):
            members.steps.forEach(body)
            condition.forEachStep(body)
        case .and(let parts), .or(let parts): parts.forEach { $0.forEachStep(body) }
        case .not(let inner): inner.forEachStep(body)
        }
    }
}

extension ResolvedOperand {
    fileprivate func forEachStep(_ body: (ResolvedPath.Step) -> Void) {
        switch self {
        case .value, .parameter: break
        case .path(let path): path.steps.forEach(body)
        case .function(_, let operand): operand.forEachStep(body)
        case .calendar(_, let arguments): for argument in arguments { argument.forEachStep(body) }
        case .arithmetic(let left, _, let right):
            left.forEachStep(body)
            right.forEachStep(body)
        case .aggregate(let aggregate):
            aggregate.members.steps.forEach(body)
            aggregate.filter?.forEachStep(body)
            aggregate.path?.steps.forEach(body)
        }
    }
}
