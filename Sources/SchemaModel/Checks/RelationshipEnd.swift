import Diagnostics
import SchemaSyntax

extension FindingCode {
    static let keyByName = FindingCode("TR1209", .warning)
    static let twoKeys = FindingCode("TR1210")
}

/// One side of a relationship together with the other: what decides where the key is.
struct RelationshipEnd {
    let declaration: RelationshipDeclaration
    /// The name of the entity that has the relationship.
    let entity: String
    /// The side that leads back.
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
            context.report(.optionOfAnotherType, "'key' applies only to a one-to-one relationship", at: span)
        }
        if let column = declaration.column, storage == .inverseKey, !declaration.isToMany {
            context.report(
                .optionOfAnotherType, "\(path) has no column, because the other side holds the key", at: column.span,
                suggestion: .init("set it at the other side, or write 'key: here' at this one"))
        }
        if let pairs = declaration.pairs, storage != .joinTable {
            context.report(.optionOfAnotherType, "'pairs' applies only to a many-to-many relationship", at: pairs.span, suggestion: .init("remove 'pairs'"))
        }
        return Relationship(
            name: declaration.name, doc: declaration.doc, destination: destination, isToMany: declaration.isToMany,
            isOptional: declaration.isOptional, inverse: declaration.inverse, storage: storage,
            saysKey: isOneToOne && storage == .key && !isRequiredSide, isOrdered: declaration.isOrdered,
            minCount: declaration.minCount, maxCount: declaration.maxCount, column: declaration.column, pairs: declaration.pairs,
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

    /// Whether this side of a one-to-one relationship is required and the other is not. Then it holds the key.
    private var isRequiredSide: Bool { !declaration.isOptional && inverse?.isOptional == true }

    private func holdsKey(against inverse: RelationshipDeclaration, in context: inout ReadingContext) -> Bool {
        if let span = declaration.keySpan {
            if let other = inverse.keySpan, (entity, declaration.name.text) > otherName(inverse) {
                context.report(
                    .twoKeys, "both sides declare that they hold the key", at: span,
                    notes: [.init("the other side declares it here", at: other)],
                    suggestion: .init("remove 'key: here' from one side"))
            }
            return true
        }
        if inverse.keySpan != nil { return false }
        if declaration.isOptional != inverse.isOptional { return isRequiredSide }
        // Names decide, not the order in the file, which has no meaning.
        guard (entity, declaration.name.text) < otherName(inverse) else { return false }
        context.report(
            .keyByName,
            "the name of \(path) decides that it holds the key, because \(declaration.isOptional ? "neither" : "each") side is required",
            at: declaration.name.span, notes: [.init("the other side is here", at: inverse.name.span)],
            suggestion: .init("declare the owning side with 'key: here'"))
        return true
    }

    private func otherName(_ inverse: RelationshipDeclaration) -> (String, String) {
        (declaration.destination?.text ?? "", inverse.name.text)
    }
}
