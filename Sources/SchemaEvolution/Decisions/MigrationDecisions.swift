import Diagnostics

/// What two versions of a model do not say of the way from one to the other, and a person decides.
public struct MigrationDecisions: Sendable {
    /// The new names of entities and of properties that have another one, by their old ones.
    public var renames: [Place: Decision]
    /// Why something may be lost, by its old name.
    public var drops: [Place: Decision]
    /// The values of properties that the old version does not have, or has in another form: SQL expressions on a row of the old
    /// table, by the properties' new names.
    public var values: [Place: Decision]

    public init(
        renames: [Place: Decision] = [:], drops: [Place: Decision] = [:], values: [Place: Decision] = [:]
    ) {
        self.renames = renames
        self.drops = drops
        self.values = values
    }

    /// An entity, or one of its properties; of a composite a part, `home.city`.
    public struct Place: Sendable, Hashable, CustomStringConvertible {
        public var entity: String
        public var property: String?

        public init(_ entity: String, _ property: String? = nil) {
            self.entity = entity
            self.property = property
        }

        public var description: String { entity + (property.map { ".\($0)" } ?? "") }
    }

    /// What was decided, and where it stands.
    public struct Decision: Sendable, Hashable {
        public var text: String
        public var span: SourceSpan

        public init(_ text: String, at span: SourceSpan) {
            self.text = text
            self.span = span
        }
    }
}
