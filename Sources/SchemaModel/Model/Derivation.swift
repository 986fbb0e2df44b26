public import Predicates

/// The source of a derived attribute's value.
public enum Derivation: Sendable, Hashable {
    /// What the members of a to-many relationship come to.
    case members(MemberDerivation)
    /// A calculation with attributes of the same object and of objects that to-one relationships lead to.
    case expression(Operand)
    /// The instant at which the row was written last.
    case now
    /// A function of another attribute's text.
    case function(TextDerivation, of: Name)

    /// The derivation as a model's file writes it.
    public var text: String {
        switch self {
        case .members(let members): members.text
        case .expression(let operand): operand.text
        case .now: "now()"
        case .function(let function, let attribute): "\(function.rawValue)(\(attribute.text))"
        }
    }

    /// The relationship whose members it reads; nil if it reads none.
    public var relationship: Name? {
        if case .members(let members) = self { members.relationship } else { nil }
    }
}

/// A value that is computed from members of a to-many relationship.
public struct MemberDerivation: Sendable, Hashable {
    public var function: Aggregate
    public var relationship: Name
    /// The attribute of the members that is computed with; nil for their number.
    public var attribute: Name?
    /// Which members count, as a condition on a member; nil if all do.
    public var filter: Condition?

    public init(_ function: Aggregate, of relationship: Name, attribute: Name? = nil, filter: Condition? = nil) {
        self.function = function
        self.relationship = relationship
        self.attribute = attribute
        self.filter = filter
    }

    /// Whether it is the number of members or a sum, and so 0 and not nil without members.
    public var beginsWithZero: Bool { function == .count || function == .sum }

    /// Whether it is the number of all members.
    public var isWholeCount: Bool { function == .count && attribute == nil && filter == nil }

    fileprivate var text: String {
        let parts = [relationship.text, function.rawValue] + (attribute.map { [$0.text] } ?? [])
        return parts.joined(separator: ".") + (filter.map { " where \($0.text)" } ?? "")
    }
}

extension Attribute {
    /// Whether the database keeps the value current, by triggers.
    public var isKeptByDatabase: Bool { derivation != nil && !isDerivedText }

    /// Whether its values cannot be computed again from others: migrations carry them.
    public var hasOwnValues: Bool { derivation == nil || derivation == .now }

    /// Whether the library computes the value from another one at each access, and stores it with each save.
    public var isDerivedText: Bool { textDerivation != nil }

    /// How the library computes the value; nil for an attribute that is set, or that the database keeps.
    public var textDerivation: TextDerivation? {
        if case .function(let function, _) = derivation { function } else { nil }
    }
}
