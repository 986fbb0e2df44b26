import Diagnostics
public import StoreMigration

/// The user's decisions for a migration, which two versions of a model do not imply.
public struct MigrationDecisions: Sendable {
    /// The oldest SQLite that must run the plan, which excludes newer statements; nil for the default.
    public var minimumSQLite: SQLiteVersion?
    /// The oldest version whose programs open stores of the new version; nil for the new version itself.
    public var compatibleFrom: CompatibleFrom?
    /// The new names of entities and of properties that have another one, by their old ones.
    public var renames: [Place: Decision]
    /// Why something may be lost, by its old name.
    public var drops: [Place: Decision]
    /// The values of properties that the old version does not have, or has in another form: SQL expressions on a row of the old
    /// table, by the properties' new names.
    public var values: [Place: Decision]
    /// The cases that the old cases of an enum become where raw values change or go: by `Channel.fax`, the enum and the old case.
    public var cases: [Place: Decision]
    /// Why a finding may stand: by its code and the new name of what it is about.
    public var accepted: [Acceptance: Decision]
    /// SQL that a person adds: statements that run before everything else, on the old tables, and after everything else.
    public var before: [Decision]
    public var after: [Decision]
    /// The steps that the program runs in Swift, after everything but `after`.
    public var steps: [SwiftStepDecision]

    public init(
        minimumSQLite: SQLiteVersion? = nil, compatibleFrom: CompatibleFrom? = nil, renames: [Place: Decision] = [:], drops: [Place: Decision] = [:],
        values: [Place: Decision] = [:],
        cases: [Place: Decision] = [:], accepted: [Acceptance: Decision] = [:], before: [Decision] = [], after: [Decision] = [],
        steps: [SwiftStepDecision] = []
    ) {
        self.minimumSQLite = minimumSQLite
        self.compatibleFrom = compatibleFrom
        self.renames = renames
        self.drops = drops
        self.values = values
        self.cases = cases
        self.accepted = accepted
        self.before = before
        self.after = after
        self.steps = steps
    }

    /// Whether a person adds SQL or Swift that changes rows.
    var hasOwnSteps: Bool { !before.isEmpty || !after.isEmpty || !steps.isEmpty }

    /// These decisions, with the renames and cases of others that they do not speak of.
    public func completed(by others: MigrationDecisions) -> MigrationDecisions {
        var decisions = self
        // A reason for a loss takes no rename away: a property that goes down to one entity is lost for the others.
        let claimed = Set(renames.map { claim(($0.key, $0.value)) })
        decisions.renames.merge(others.renames.filter { !claimed.contains(claim(($0.key, $0.value))) }) { own, _ in own }
        decisions.cases.merge(others.cases) { own, _ in own }
        return decisions
    }

    /// The renames as the file has them one after the other, without those to a name that is given away before them.
    var claimedRenames: [(key: Place, value: Decision)] {
        var names = Set<Place>()
        return orderedRenames.filter { names.insert(claim($0)).inserted }
    }

    /// What has the name first that a decision gives; nil where the decision is the first itself.
    func firstClaim(of place: Place) -> Place? {
        guard let decision = renames[place] else { return nil }
        let name = claim((place, decision))
        return orderedRenames.first { claim($0) == name }.flatMap { $0.key == place ? nil : $0.key }
    }

    private var orderedRenames: [(key: Place, value: Decision)] {
        renames.sorted { left, right in
            let (a, b) = (left.value.span.start, right.value.span.start)
            return a == b ? left.key.description < right.key.description : a < b
        }
    }

    /// The name that is given: of an entity, or of a property beside those of its entity.
    private func claim(_ rename: (key: Place, value: Decision)) -> Place {
        rename.key.property == nil ? .init(rename.value.text) : .init(rename.key.entity, rename.value.text)
    }

    /// A finding that a person has looked at.
    public struct Acceptance: Sendable, Hashable {
        /// The finding's code, such as `TR2109`.
        public var code: String
        public var place: Place

        public init(_ code: String, at place: Place) {
            self.code = code
            self.place = place
        }
    }

    /// An entity, or one of its properties; of a composite a part, `home.city`; of ordered members their order, `items.order`; or
    /// an enum's case.
    public struct Place: Sendable, Hashable, CustomStringConvertible {
        public var entity: String
        public var property: String?

        public init(_ entity: String, _ property: String? = nil) {
            self.entity = entity
            self.property = property
        }

        /// The order of a relationship's members.
        init(orderOf relationship: Place) {
            self.init(relationship.entity, relationship.property.map { "\($0).order" })
        }

        public var description: String { entity + (property.map { ".\($0)" } ?? "") }
    }

    /// A step that the program runs in Swift.
    public struct SwiftStepDecision: Sendable, Hashable {
        /// The name of the function.
        public var name: Decision
        /// Entities of the old version.
        public var reads: [Decision]
        /// Entities of the new version.
        public var writes: [Decision]

        public init(_ name: Decision, reads: [Decision], writes: [Decision]) {
            self.name = name
            self.reads = reads
            self.writes = writes
        }
    }

    /// What was decided, and where it stands.
    public struct Decision: Sendable, Hashable {
        /// SQL has no calls of conversions any more.
        public var text: String
        /// The text as the file has it.
        public var written: String
        public var span: SourceSpan

        public init(_ text: String, at span: SourceSpan) {
            self.text = text
            written = text
            self.span = span
        }
    }
}
