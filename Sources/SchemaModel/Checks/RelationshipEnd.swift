import Diagnostics
import SchemaSyntax

extension FindingCode {
    static let keyByName = FindingCode("TR1209", .warning)
    static let twoKeys = FindingCode("TR1210")
}

/// One end of a relationship together with the other one: what it takes to decide where its key stands.
struct RelationshipEnd {
    let declaration: RelationshipDeclaration
    /// The name of the entity that has the relationship.
    let entity: String
    /// The end that leads back.
    var inverse: RelationshipDeclaration?

    init(_ declaration: RelationshipDeclaration, of entity: EntityDeclaration) {
        self.declaration = declaration
        self.entity = entity.name.text
    }

    /// The relationship for a message.
    var path: String { "'\(entity).\(declaration.name.text)'" }

    private var isItsOwnInverse: Bool {
        inverse?.name.text == declaration.name.text && declaration.destination?.text == entity
    }

    private var isOneToOne: Bool {
        guard let inverse else { return false }
        return !declaration.isToMany && !inverse.isToMany && !isItsOwnInverse
    }

    /// The relationship as the model has it.
    func resolved(to destination: Name, in context: inout ReadingContext) -> Relationship {
        let storage = storage(in: &context)
        if declaration.keySpan != nil, !isOneToOne, let span = declaration.keySpan {
            context.report(.optionOfAnotherType, "'key' is for the two sides of a one-to-one relationship", at: span)
        }
        if let column = declaration.column, storage == .inverseKey, !declaration.isToMany {
            context.report(
                .optionOfAnotherType, "\(path) has no column: the other side holds the key", at: column.span,
                suggestion: .init("say it at the other end, or 'key: here' at this one"))
        }
        return Relationship(
            name: declaration.name, doc: declaration.doc, destination: destination, isToMany: declaration.isToMany,
            isOptional: declaration.isOptional, inverse: declaration.inverse, storage: storage,
            saysKey: isOneToOne && storage == .key && !isRequiredSide, isOrdered: declaration.isOrdered,
            minCount: declaration.minCount, maxCount: declaration.maxCount, column: declaration.column,
            deleteRule: declaration.deleteRule, deleteRuleSpan: declaration.deleteRuleSpan,
            isItsOwnInverse: isItsOwnInverse)
    }

    private func storage(in context: inout ReadingContext) -> RelationshipStorage {
        guard let inverse, !isItsOwnInverse else { return declaration.isToMany ? .joinTable : .key }
        switch (declaration.isToMany, inverse.isToMany) {
        case (true, true): return .joinTable
        case (true, false): return .inverseKey
        case (false, true): return .key
        case (false, false): return holdsKey(against: inverse, in: &context) ? .key : .inverseKey
        }
    }

    /// Whether this side of a one-to-one is required and the other is not: then it holds the key.
    private var isRequiredSide: Bool { !declaration.isOptional && inverse?.isOptional == true }

    private func holdsKey(against inverse: RelationshipDeclaration, in context: inout ReadingContext) -> Bool {
        if let span = declaration.keySpan {
            if let other = inverse.keySpan, (entity, declaration.name.text) > otherName(inverse) {
                context.report(
                    .twoKeys, "both sides say that they hold the key: one is enough", at: span,
                    notes: [.init("the other side says so here", at: other)],
                    suggestion: .init("leave 'key: here' out at one of them"))
            }
            return true
        }
        if inverse.keySpan != nil { return false }
        if declaration.isOptional != inverse.isOptional { return isRequiredSide }
        // Names decide, and not the order in the file, which means nothing.
        guard (entity, declaration.name.text) < otherName(inverse) else { return false }
        context.report(
            .keyByName,
            "\(path) holds the key because its name comes first: \(declaration.isOptional ? "neither" : "each") side is required",
            at: declaration.name.span, notes: [.init("the other side stands here", at: inverse.name.span)],
            suggestion: .init("say which side holds it with 'key: here'"))
        return true
    }

    private func otherName(_ inverse: RelationshipDeclaration) -> (String, String) {
        (declaration.destination?.text ?? "", inverse.name.text)
    }
}
