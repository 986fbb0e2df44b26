import Diagnostics
import SchemaSyntax

extension FindingCode {
    static let unknownDestination = FindingCode("TR1201")
    static let unknownInverse = FindingCode("TR1203")
    static let inversePointsElsewhere = FindingCode("TR1204")
    static let nullifyOfRequired = FindingCode("TR1206", .warning)
}

/// Finds the ends of relationships and checks that they meet.
enum RelationshipChecks {
    static func resolve(
        _ entity: EntityDeclaration, in model: ModelDeclaration, in context: inout ReadingContext
    ) -> [Relationship] {
        entity.relationships.compactMap { relationship in
            guard let destinationName = relationship.destination, let inverseName = relationship.inverse else {
                return nil
            }
            guard let destination = model.entity(named: destinationName.text) else {
                context.report(
                    .unknownDestination, "there is no entity '\(destinationName.text)'", at: destinationName.span,
                    suggestion: ReadingContext.suggestion(
                        for: destinationName.text, in: model.entities.map(\.name.text),
                        replacing: destinationName.span))
                return nil
            }
            guard
                checkInverse(inverseName, of: relationship, entity, destination, model, in: &context)
            else { return nil }
            return Relationship(
                name: relationship.name, doc: relationship.doc, destination: destinationName,
                isToMany: relationship.isToMany, isOptional: relationship.isOptional, inverse: inverseName,
                column: relationship.column, deleteRule: relationship.deleteRule, deleteRuleSpan: relationship.deleteRuleSpan)
        }
    }

    private static func checkInverse(
        _ inverseName: Name, of relationship: RelationshipDeclaration, _ entity: EntityDeclaration,
        _ destination: EntityDeclaration, _ model: ModelDeclaration, in context: inout ReadingContext
    ) -> Bool {
        let path = "'\(entity.name.text).\(relationship.name.text)'"
        guard let inverse = destination.relationships.first(where: { $0.name.text == inverseName.text }) else {
            // A relationship that leads back here is what was meant, whatever its name.
            let back = destination.relationships.filter { $0.destination?.text == entity.name.text }
            context.report(
                .unknownInverse,
                "\(path) names the inverse '\(inverseName.text)', which '\(destination.name.text)' does not have",
                at: inverseName.span,
                notes: back.map {
                    .init("'\(destination.name.text)' has the relationship '\($0.name.text)'", at: $0.name.span)
                },
                suggestion: back.count == 1
                    ? .init("did you mean '\(back[0].name.text)'?", replacing: inverseName.span, with: back[0].name.text)
                    : ReadingContext.suggestion(
                        for: inverseName.text, in: destination.relationships.map(\.name.text),
                        replacing: inverseName.span))
            return false
        }
        // An end that says too little, or names an inverse that does not exist, was told so already.
        guard let backDestination = inverse.destination, let backInverse = inverse.inverse,
            leadsToRelationship(backDestination.text, backInverse.text, model)
        else { return false }
        let inversePath = "'\(destination.name.text).\(inverse.name.text)'"
        guard backDestination.text == entity.name.text, backInverse.text == relationship.name.text else {
            let other =
                backDestination.text == entity.name.text
                ? "names the inverse '\(backInverse.text)'" : "leads to '\(backDestination.text)'"
            context.report(
                .inversePointsElsewhere, "\(path) names the inverse \(inversePath), which does not point back",
                at: inverseName.span, notes: [.init("\(inversePath) \(other)", at: inverse.name.span)])
            return false
        }
        return checkKind(relationship, inverse, path, in: &context)
    }

    private static func leadsToRelationship(_ entity: String, _ name: String, _ model: ModelDeclaration) -> Bool {
        model.entity(named: entity)?.relationships.contains { $0.name.text == name } == true
    }

    private static func checkKind(
        _ relationship: RelationshipDeclaration, _ inverse: RelationshipDeclaration, _ path: String,
        in context: inout ReadingContext
    ) -> Bool {
        guard relationship.isToMany != inverse.isToMany else {
            let kind = relationship.isToMany ? "many-to-many" : "one-to-one"
            context.reportNotYet("a \(kind) relationship", at: relationship.name.span)
            return false
        }
        if relationship.isToMany, relationship.deleteRule == .nullify, !inverse.isOptional {
            context.report(
                .nullifyOfRequired,
                "\(path) clears '\(inverse.name.text)' of its destinations when its object is deleted, but that is required",
                at: relationship.deleteRuleSpan,
                notes: [.init("'\(inverse.name.text)' is required here", at: inverse.name.span)],
                suggestion: .init("say 'deleteRule: cascade' or 'deleteRule: deny', or make '\(inverse.name.text)' optional"))
        }
        return true
    }
}
