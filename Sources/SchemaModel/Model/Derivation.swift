/// The source of a derived attribute's value.
public enum Derivation: Sendable, Hashable {
    /// The number of members of a to-many relationship.
    case count(of: Name)
    /// The sum of an attribute over the members of a to-many relationship.
    case sum(of: Name, attribute: Name)
    /// Another attribute's text without differences of case and diacritics.
    case fold(Name)

    /// The derivation as a model's file writes it.
    public var text: String {
        switch self {
        case .count(let relationship): "\(relationship.text).@count"
        case .sum(let relationship, let attribute): "\(relationship.text).@sum.\(attribute.text)"
        case .fold(let attribute): "fold(\(attribute.text))"
        }
    }

    /// The relationship whose members it reads; nil if it reads its own object.
    public var relationship: Name? {
        switch self {
        case .count(let relationship), .sum(let relationship, _): relationship
        case .fold: nil
        }
    }
}

extension Attribute {
    /// Whether the database keeps the value current, by triggers on the members of a relationship.
    public var isKeptByDatabase: Bool { derivation?.relationship != nil }

    /// Whether the library computes the value from another one at each access, and stores it with each save.
    public var isFolded: Bool { derivation != nil && !isKeptByDatabase }
}
