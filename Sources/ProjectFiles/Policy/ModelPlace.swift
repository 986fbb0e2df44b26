/// A part of a model by its name in `trellis.yaml` and reports: `Order`, or `Order.customer`.
package struct ModelPlace: Hashable, CustomStringConvertible {
    /// An entity, a composite or an enum.
    package var owner: String
    /// Its member: a property, a fetch, a part, a case.
    package var member: String?

    package var description: String { owner + (member.map { ".\($0)" } ?? "") }

    /// Whether `other` is this place, or inside it.
    package func contains(_ other: ModelPlace) -> Bool {
        owner == other.owner && (member == nil || member == other.member)
    }
}
