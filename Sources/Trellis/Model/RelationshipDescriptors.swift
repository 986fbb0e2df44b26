/// What happens to the destinations of a relationship when its object is deleted.
public enum DeleteRule: Sendable, Hashable {
    /// Nothing: keys that point at the deleted object are left as they are.
    case noAction
    /// They stay and lose their key.
    case nullify
    /// They are deleted too.
    case cascade
    /// As long as there is one that is not deleted in the same save, saving fails.
    case deny
}

/// A to-one relationship whose key stands in its own entity's table.
public struct ToOneDescriptor: Sendable {
    public let name: String
    public let column: String
    public let destination: String
    /// The relationship of the destination that leads back; nil where none does. It is this one itself where an entity's
    /// relationship is its own inverse.
    public let inverse: String?
    public let isOptional: Bool
    public let deleteRule: DeleteRule

    public init(
        _ name: String, column: String, to destination: String, inverse: String? = nil, isOptional: Bool = false,
        deleteRule: DeleteRule = .nullify
    ) {
        self.name = name
        self.column = column
        self.destination = destination
        self.inverse = inverse
        self.isOptional = isOptional
        self.deleteRule = deleteRule
    }
}

/// A relationship whose keys stand elsewhere than in its own entity's table: a to-many, or the other side of a one-to-one.
public struct ToManyDescriptor: Sendable {
    public let name: String
    public let destination: String
    /// The relationship of the destination that leads back; nil where none does.
    public let inverse: String?
    public let deleteRule: DeleteRule
    /// Whether there is one destination at most: this is the other side of a one-to-one.
    public let isToOne: Bool
    /// Whether there may be none.
    public let isOptional: Bool
    /// The least and the greatest number of members; none at all is fine where it is optional.
    public let minCount: Int?
    public let maxCount: Int?
    /// The table whose rows connect the objects; nil where the members hold the keys.
    public let joinTable: JoinTableDescriptor?
    /// The column with the places of ordered members, in the members' table or the join table; nil where they have no order.
    public let position: String?

    /// A to-many relationship.
    public init(
        _ name: String, to destination: String, inverse: String? = nil, deleteRule: DeleteRule = .nullify,
        isOptional: Bool = true, minCount: Int? = nil, maxCount: Int? = nil, in joinTable: JoinTableDescriptor? = nil,
        position: String? = nil
    ) {
        self.name = name
        self.destination = destination
        self.inverse = inverse
        self.deleteRule = deleteRule
        isToOne = false
        self.isOptional = isOptional
        self.minCount = minCount
        self.maxCount = maxCount
        self.joinTable = joinTable
        self.position = position
    }

    private init(partner name: String, _ destination: String, _ inverse: String, _ deleteRule: DeleteRule, _ isOptional: Bool) {
        self.name = name
        self.destination = destination
        self.inverse = inverse
        self.deleteRule = deleteRule
        isToOne = true
        self.isOptional = isOptional
        (minCount, maxCount, joinTable, position) = (nil, nil, nil, nil)
    }

    /// The side of a one-to-one relationship that does not hold the key.
    public static func partner(
        _ name: String, to destination: String, inverse: String, isOptional: Bool = false, deleteRule: DeleteRule = .nullify
    ) -> ToManyDescriptor {
        ToManyDescriptor(partner: name, destination, inverse, deleteRule, isOptional)
    }
}

/// The table whose rows connect the objects of a relationship, as one of its ends sees it.
public struct JoinTableDescriptor: Sendable, Hashable {
    public let name: String
    /// The column with the key of the object that has the relationship.
    public let column: String
    /// The column with the key of its member.
    public let member: String

    public init(_ name: String, column: String, member: String) {
        self.name = name
        self.column = column
        self.member = member
    }
}
