/// The table of a relationship whose connections stand in rows of their own: many-to-many, and a to-many that nothing leads
/// back from. A row connects the two objects that its keys name.
public struct JoinTable: Sendable, Hashable {
    public var name: String
    public var doc: String?
    /// The end that has the relationship after which the table is named.
    public var source: End
    /// The end that is a member of it. Its relationship, if there is one, is the inverse.
    public var target: End
    /// Whether the relationship is its own inverse: then each connection has two rows, one for each direction.
    public var isMirrored: Bool

    /// One end: the column with its keys, and what is known of the relationship that this end has.
    public struct End: Sendable, Hashable {
        public var entity: String
        /// The relationship that objects of this end have; nil where nothing leads back.
        public var relationship: String?
        /// The table that the key points into.
        public var table: String
        public var column: String
        /// The column of that table's key, if it is another program's, as the join table is then.
        public var key: String?
        /// What deleting an object of this end does.
        public var onDelete: Action
        /// The column with the places of the objects at the *other* end among this one's members, where they are ordered.
        public var position: String?

        var relationshipName: RelationshipName? {
            relationship.map { RelationshipName(entity: entity, relationship: $0) }
        }
    }

    /// A relationship by its name and that of its entity.
    struct RelationshipName: Sendable, Hashable {
        var entity: String
        var relationship: String
    }

    /// What deleting a row does to the connections that it has, and to what is connected.
    public enum Action: Sendable, Hashable {
        /// The connections go.
        case disconnect
        /// What is connected goes, and the connections with it.
        case cascade
        /// The row cannot be deleted while there are connections to rows that stay.
        case deny
        /// The connections are left as they are.
        case nothing
    }
}
