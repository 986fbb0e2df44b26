import Diagnostics

/// One side of a connection between two objects.
public struct Relationship: Sendable {
    public var name: Name
    public var doc: String?
    public var destination: Name
    public var isToMany: Bool
    /// Whether it may be empty. An optional to-many relationship can still have a least count for non-empty ones.
    public var isOptional: Bool
    /// The relationship of the destination that leads back; nil if none does.
    public var inverse: Name?
    /// Where the database stores the connection.
    public var storage: RelationshipStorage
    /// Whether only names decide that this side of a one-to-one relationship holds the key, so that the model should declare it.
    var saysKey: Bool
    /// Whether the members of a to-many relationship are ordered.
    public var isOrdered: Bool
    /// The least number of members that a save accepts.
    public var minCount: Int?
    /// The greatest number of members that a save accepts.
    public var maxCount: Int?
    /// The name of the key's column, if it differs from the layout's choice.
    public var column: Name?
    /// The join table of another program, if this side declares it.
    public var pairs: PairsTable?
    public var deleteRule: DeleteRule
    /// The place of the delete rule, or of the relationship's name if it has none.
    public var deleteRuleSpan: SourceSpan
    /// Whether the relationship is its own inverse, like `spouse`.
    public var isItsOwnInverse: Bool

    /// Whether the table of the relationship's own entity has a column for it.
    public var holdsKey: Bool { storage == .key }
}

/// The join table of a many-to-many relationship in another program's file.
public struct PairsTable: Sendable {
    public var table: Name
    /// The column with the key of the object that has the relationship.
    public var own: Name
    /// The column with the key of its member.
    public var other: Name
    /// The place of the declaration.
    var span: SourceSpan

    /// The table as the other side sees it.
    public var flipped: PairsTable { PairsTable(table: table, own: other, other: own, span: span) }
}

/// Where the database stores the connections of a relationship.
public enum RelationshipStorage: Sendable, Hashable {
    /// In a column of the relationship's own entity: each to-one relationship except the inverse side of a one-to-one.
    case key
    /// In the column of its inverse.
    case inverseKey
    /// In a join table: many-to-many, and a to-many relationship without inverse.
    case joinTable
}

/// What happens to the destinations when an object is deleted.
public enum DeleteRule: String, Sendable, Hashable, CaseIterable {
    /// Nothing: keys are left dangling.
    case noAction
    /// They stay, and their keys are cleared.
    case nullify
    /// They are deleted too.
    case cascade
    /// The object cannot be deleted while it has any.
    case deny
}
