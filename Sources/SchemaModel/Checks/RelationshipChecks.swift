import Diagnostics
import SchemaSyntax

extension FindingCode {
    static let unknownDestination = FindingCode("TR1201")
    static let unknownInverse = FindingCode("TR1203")
    static let inversePointsElsewhere = FindingCode("TR1204")
    static let noInverse = FindingCode("TR1208", .warning)
    static let inheritedInverse = FindingCode("TR1806")
}

/// Resolves the sides of relationships and checks that they match.
enum RelationshipChecks {
    static func resolve(
        _ entity: EntityDeclaration, in model: ModelDeclaration, in context: inout ReadingContext
    ) -> [Relationship] {
        entity.relationships.compactMap { relationship in
            guard let destinationName = relationship.destination else { return nil }
            guard let destination = model.entity(named: destinationName.text) else {
                context.report(
                    .unknownDestination, "there is no entity '\(destinationName.text)'", at: destinationName.span,
                    suggestion: ReadingContext.suggestion(
                        for: destinationName.text, in: model.entities.map(\.name.text),
                        replacing: destinationName.span))
                return nil
            }
            var end = RelationshipEnd(relationship, of: entity)
            if relationship.hasInverse {
                guard let name = relationship.inverse else { return nil }
                let inverse = NamedInverse(name: name, end: end, destination: destination)
                guard let other = inverseEnd(inverse, model, in: &context) else { return nil }
                end.inverse = other
            } else {
                reportMissingInverse(of: end, destination, in: &context)
            }
            return end.resolved(to: destinationName, in: &context)
        }
    }

    /// The other side of a relationship, if it leads back.
    private static func inverseEnd(
        _ named: NamedInverse, _ model: ModelDeclaration, in context: inout ReadingContext
    ) -> RelationshipDeclaration? {
        let (inverseName, end, destination) = (named.name, named.end, named.destination)
        let (entity, relationship) = (end.entity, end.declaration)
        guard let inverse = destination.relationships.first(where: { $0.name.text == inverseName.text }) else {
            if destination.inheritsUnknown { return nil }
            if let ancestor = model.ancestors(of: destination).first(where: { $0.has(relationship: inverseName) }) {
                reportInherited(named, from: ancestor, in: &context)
                return nil
            }
            // A relationship that leads back here is the likely inverse, whatever its name.
            let back = destination.relationships.filter { $0.destination?.text == entity }
            context.report(
                .unknownInverse,
                "\(end.path) names the inverse '\(inverseName.text)', which '\(destination.name.text)' does not have",
                at: inverseName.span,
                notes: back.map {
                    .init("'\(destination.name.text)' has the relationship '\($0.name.text)'", at: $0.name.span)
                },
                suggestion: back.count == 1
                    ? .init("did you mean '\(back[0].name.text)'?", replacing: inverseName.span, with: back[0].name.text)
                    : ReadingContext.suggestion(
                        for: inverseName.text, in: destination.relationships.map(\.name.text),
                        replacing: inverseName.span))
            return nil
        }
        // An incomplete side, or one with an unknown inverse, was reported already.
        guard let backDestination = inverse.destination else { return nil }
        let inversePath = "'\(destination.name.text).\(inverse.name.text)'"
        var suggestion: Finding.Suggestion?
        let other: String
        if backDestination.text != entity {
            guard let back = model.entity(named: backDestination.text) else { return nil }
            // A side that leads to a descendant of this entity is reported there.
            let isOfDescendant = model.ancestors(of: back).contains { $0.name.text == entity }
            if isOfDescendant, inverse.inverse?.text == relationship.name.text { return nil }
            other = "leads to '\(backDestination.text)'"
        } else if let backInverse = inverse.inverse {
            if backInverse.text == relationship.name.text { return inverse }
            if !leadsToRelationship(backDestination.text, backInverse.text, model) { return nil }
            other = "names the inverse '\(backInverse.text)'"
        } else if inverse.hasInverse {
            return nil
        } else {
            other = "names no inverse"
            suggestion = .init("add 'inverse: \(relationship.name.text)' to \(inversePath)")
        }
        context.report(
            .inversePointsElsewhere, "\(end.path) names the inverse \(inversePath), which does not point back",
            at: inverseName.span, notes: [.init("\(inversePath) \(other)", at: inverse.name.span)], suggestion: suggestion)
        return nil
    }

    /// Objects of the ancestor's other descendants have that side too, and this side could not hold them.
    private static func reportInherited(
        _ named: NamedInverse, from ancestor: EntityDeclaration, in context: inout ReadingContext
    ) {
        let (inverseName, end, destination) = (named.name, named.end, named.destination)
        let (inverse, owner) = ("'\(ancestor.name.text).\(inverseName.text)'", ancestor.name.text)
        context.report(
            .inheritedInverse,
            "\(end.path) leads to '\(destination.name.text)' only, but its inverse \(inverse) belongs to every '\(owner)'",
            at: inverseName.span,
            notes: ancestor.relationships.filter { $0.name.text == inverseName.text }.map {
                .init("'\(destination.name.text)' inherits it from this declaration", at: $0.name.span)
            },
            suggestion: end.declaration.destination.map {
                .init(
                    "lead to '\(owner)', or declare '\(inverseName.text)' at '\(destination.name.text)'", replacing: $0.span,
                    with: owner)
            })
    }

    private static func leadsToRelationship(_ entity: String, _ name: String, _ model: ModelDeclaration) -> Bool {
        model.entity(named: entity)?.relationships.contains { $0.name.text == name } == true
    }

    private static func reportMissingInverse(
        of end: RelationshipEnd, _ destination: EntityDeclaration, in context: inout ReadingContext
    ) {
        // A relationship that names this one as its inverse is reported there.
        let back = destination.relationships.filter { $0.destination?.text == end.entity }
        if back.contains(where: { $0.inverse?.text == end.declaration.name.text }) { return }
        let free = back.filter { !$0.hasInverse && $0.name.text != end.declaration.name.text }
        context.report(
            .noInverse, "\(end.path) has no inverse: no relationship leads back from '\(destination.name.text)'",
            at: end.declaration.name.span,
            notes: free.map { .init("'\(destination.name.text).\($0.name.text)' leads here", at: $0.name.span) },
            suggestion: .init(
                free.count == 1
                    ? "declare 'inverse: \(free[0].name.text)' here, and this relationship as its inverse there"
                    : "declare a relationship back at '\(destination.name.text)', and name it with 'inverse'"))
    }
}

/// The inverse that one side of a relationship names.
private struct NamedInverse {
    let name: Name
    /// The side that names it.
    let end: RelationshipEnd
    /// The entity that should have it.
    let destination: EntityDeclaration
}

extension EntityDeclaration {
    fileprivate func has(relationship name: Name) -> Bool {
        relationships.contains { $0.name.text == name.text }
    }
}
