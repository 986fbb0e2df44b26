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
        let readings = [
            (reading(own.partner, inverse), " for those of '\(own.end)'"), (reading(other.partner, end), " for those of '\(other.end)'"),
        ]
        // Where one reading gives each relationship a new place, and the other one does not, it is the likelier.
        let likeliest = readings.filter(\.0.isComplete) + readings.filter { !$0.0.isComplete }
        findings.report(
            .missingConversion, "\(message): the names do not determine whose connections they have", at: span,
            notes: [.init("it was declared here", at: old.relationship(own.end)?.name.span)],
            decide: likeliest.map { DecisionLine.rename($0.0.renames).adding($0.1) })
    }

    /// Renames that agree with each other.
    private struct Reading {
        var renames: [(old: Place, new: String)]
        /// Whether each relationship whose name is given away has another one.
        var isComplete = false
    }

    /// The rename of an end, and those of the ends whose names are given away by it, as far as their partners tell them.
    private func reading(_ end: Place, _ name: Place) -> Reading {
        var reading = Reading(renames: [(end, name.property ?? "")])
        guard isItsOwnInverse(end) == new.relationship(name)?.isItsOwnInverse else { return reading }
        var taken = name
        while let displaced = former(taken), !reading.renames.contains(where: { $0.old == displaced }) {
            guard let place = newPlace(of: displaced), place.property != displaced.property else { return reading }
            reading.renames.append((displaced, place.property ?? ""))
            taken = place
        }
        reading.isComplete = true
        return reading
    }

    /// The new end of a relationship whose name another one has now: the one that its partner leads to, or among those that are their
    /// own inverses the one that was none.
    private func newPlace(of end: Place) -> Place? {
        guard isItsOwnInverse(end) else {
            guard let partner = old.inverse(of: end), let entity = match.later(partner.entity),
                let place = new.inverse(of: Place(entity, match.laterName(of: partner))), new.relationship(place)?.isItsOwnInverse == false
            else { return nil }
            return place
        }
        guard let entity = match.later(end.entity).flatMap(new.model.entity(named:)) else { return nil }
        let places = entity.relationships.filter(\.isItsOwnInverse).map { Place(entity.name.text, $0.name.text) }
            .filter { former($0).map(isItsOwnInverse) != true }
        return places.count == 1 ? places[0] : nil
    }

    private func isItsOwnInverse(_ end: Place) -> Bool { old.relationship(end)?.isItsOwnInverse == true }

    private func former(_ place: Place) -> Place? { match.continuedEnd(of: place) }
}
