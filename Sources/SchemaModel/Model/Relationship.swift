import Diagnostics

/// An end of a connection between two objects.
public struct Relationship: Sendable {
    public var name: Name
    public var doc: String?
    public var destination: Name
    public var isToMany: Bool
    /// Whether it may be empty; a to-many that may be empty can still ask for a least count of what is there.
    public var isOptional: Bool
    /// The relationship of the destination that leads back; nil where none does.
    public var inverse: Name?
    /// Where the database holds what is connected.
    public var storage: RelationshipStorage
    /// Whether the model has to say that this side of a one-to-one holds the key, because nothing else tells.
    var saysKey: Bool
    /// Whether the members of a to-many have an order of their own.
    public var isOrdered: Bool
    /// The least number of members that a save accepts.
    public var minCount: Int?
    /// The greatest number of members that a save accepts.
    public var maxCount: Int?
    /// The key's name in the table of its holder, where it is not the one that the layout would choose.
    public var column: Name?
    public var deleteRule: DeleteRule
    /// Where the delete rule stands, or the relationship's name where it is silent.
    public var deleteRuleSpan: SourceSpan
    /// Whether the relationship leads back along itself: who is somebody's spouse has that one for a spouse.
    public var isItsOwnInverse: Bool

    /// Whether the table of the relationship's own entity has a column for it.
    public var holdsKey: Bool { storage == .key }
}

/// Where the database holds what a relationship connects.
public enum RelationshipStorage: Sendable, Hashable {
    /// In a column of the relationship's own entity: every to-one but the other side of a one-to-one.
    case key
    /// In the column of the relationship that leads back.
    case inverseKey
    /// In the rows of a table of its own: many-to-many, and a to-many that nothing leads back from.
    case joinTable
}

/// What becomes of the destinations when an object is deleted.
public enum DeleteRule: String, Sendable, Hashable, CaseIterable {
    /// Nothing: keys are left dangling.
    case noAction
    /// They stay and lose their key.
    case nullify
    /// They are deleted too.
    case cascade
    /// As long as there is one, the object cannot be deleted.
    case deny
}
