import Diagnostics
import SchemaModel

/// Cases of enums on the way back: the rows of a case get the raw value again that it had in the first version.
extension ModelMatch {
    /// A case of an enum by its names, with the raw value that its rows have.
    private struct Case {
        var enumeration: String
        var name: String
        var raw: String
    }

    /// The cases of the last version with those of the first one that they were, for enums whose raw values have changed: the case with
    /// another raw value or another name. A case that several cases became is none of them: only a person knows which.
    /// - Parameter matches: the steps, each from the version that the one before leads to.
    static func casesBack(through matches: [ModelMatch]) -> [Place: MigrationDecisions.Decision] {
        guard let first = matches.first else { return [:] }
        var former: [Place: [(element: Case, span: SourceSpan)]] = [:]
        var raws: [Place: String] = [:]
        for enumeration in first.old.enumerations {
            for (element, span) in zip(enumeration.type.cases, enumeration.caseSpans) {
                let start = Case(enumeration: enumeration.name.text, name: element.name, raw: element.raw)
                guard let last = matches.reduce(Optional(start), { current, match in current.flatMap(match.laterCase) }) else { continue }
                let place = Place(last.enumeration, last.name)
                former[place, default: []].append((start, span))
                raws[place] = last.raw
            }
        }
        let exchanged = Set(former.filter { place, elements in elements.contains { $0.element.raw != raws[place] } }.map(\.key.entity))
            .intersection(keptEnumerations(through: matches))
        var decisions: [Place: MigrationDecisions.Decision] = [:]
        for (place, elements) in former where exchanged.contains(place.entity) && elements.count == 1 {
            let (element, span) = elements[0]
            // Without a decision a raw value stays what it is, and a question about the name would offer another case.
            if element.raw != raws[place] || element.name != place.property {
                decisions[place] = MigrationDecisions.Decision(element.name, at: span)
            }
        }
        return decisions
    }

    /// The enums of the last version whose values come from the first one: where no attribute is left, nothing goes back.
    private static func keptEnumerations(through matches: [ModelMatch]) -> Set<String> {
        guard let first = matches.first?.old, let last = matches.last?.new else { return [] }
        var names = Set<String>()
        for entity in first.entities {
            for attribute in entity.storedAttributes where attribute.enumerationName != nil {
                let start = Place(entity.name.text, attribute.name.text)
                let end = matches.reduce(Optional(start)) { place, match in place.flatMap(match.later) }
                let later = end.flatMap { end in
                    last.entity(named: end.entity)?.storedAttributes.first { $0.name.text == end.property }
                }
                if let name = later?.enumerationName { names.insert(name) }
            }
        }
        return names
    }

    /// What the rows of a case are in the new version: the decided case, or the one with their raw value; nil if they are none.
    private func laterCase(_ element: Case) -> Case? {
        let name = Elements(self, old: [], new: []).types.later(element.enumeration)
        guard let old = old.enumerations.first(where: { $0.name.text == element.enumeration })?.type,
            let new = new.enumerations.first(where: { $0.name.text == name })?.type, old.isInteger == new.isInteger
        else { return nil }
        let decided = decisions.cases[Place(element.enumeration, element.name)]?.text
        let later = new.cases.first { later in decided.map { later.name == $0 } ?? (later.raw == element.raw) }
        return later.map { Case(enumeration: name, name: $0.name, raw: $0.raw) }
    }
}

extension StoredAttribute {
    /// The name of the enum whose values it has; nil for another type.
    fileprivate var enumerationName: String? {
        if case .enumeration(let type) = self.attribute.type { type.name } else { nil }
    }
}
