import Diagnostics
import SchemaModel

/// Two relationships that are each other's inverse now, and each had another inverse.
///
/// One of them has the connections, and the names do not tell which: both are asked for. A decision for one end answers it.
struct ChangedPartners {
    typealias Place = MigrationDecisions.Place

    let old: StoredVersion
    let new: StoredVersion
    let match: ModelMatch

    func report(_ findings: inout PlanFindings) {
        for entity in new.model.entities {
            for relationship in entity.relationships {
                let end = Place(entity.name.text, relationship.name.text)
                // Each pair once.
                guard let inverse = new.inverse(of: end), end.description < inverse.description,
                    let former = former(end), let formerInverse = self.former(inverse), former != formerInverse,
                    let partner = old.inverse(of: former), let other = old.inverse(of: formerInverse),
                    partner != formerInverse, other != former,
                    findings.decisions.values[end] == nil, findings.decisions.values[inverse] == nil,
                    ![former, partner, formerInverse, other].contains(where: { findings.decisions.drops[$0] != nil })
                else { continue }
                report(end, inverse, (former, partner), (formerInverse, other), at: relationship.name.span, &findings)
            }
        }
    }

    private func report(
        _ end: Place, _ inverse: Place, _ own: (end: Place, partner: Place), _ other: (end: Place, partner: Place),
        at span: SourceSpan, _ findings: inout PlanFindings
    ) {
        let message = "'\(end)' and '\(inverse)' are inverses now, and were inverses of '\(own.partner)' and '\(other.partner)'"
        if let first = findings.decisions.renames[own.end], let second = findings.decisions.renames[other.end] {
            // Each rename takes other connections along.
            let span = first.span.start < second.span.start ? second.span : first.span
            return findings.report(
                .decisionOnNothing, "the renames of '\(own.end)' and '\(other.end)' contradict each other: \(message)", at: span)
        }
        findings.report(
            .missingConversion, "\(message): the names do not determine whose connections they have", at: span,
            notes: [.init("it was declared here", at: old.relationship(own.end)?.name.span)],
            decide: [
                line(own.partner, inverse, and: other.end, of: other.partner).adding(" for those of '\(own.end)'"),
                line(other.partner, end, and: own.end, of: own.partner).adding(" for those of '\(other.end)'"),
            ])
    }

    /// The rename of an end, and that of the one whose name it takes, if its partner tells it.
    private func line(_ end: Place, _ name: Place, and displaced: Place, of partner: Place) -> DecisionLine {
        let later = match.later(partner.entity).flatMap { new.inverse(of: Place($0, partner.property)) }
        let other = later.map { [(old: displaced, new: $0.property ?? "")] } ?? []
        return .rename([(old: end, new: name.property ?? "")] + other)
    }

    private func former(_ place: Place) -> Place? { match.former(place) { old.relationship($0) != nil } }
}
