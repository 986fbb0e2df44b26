import Diagnostics
import SchemaSyntax

extension FindingCode {
    static let derivedFromNothing = FindingCode("TR1447")
    static let derivedType = FindingCode("TR1448")
}

/// Checks that derived attributes have valid sources and types.
struct DerivationChecks {
    /// The attributes that the entity itself declares.
    let attributes: [Attribute]
    /// The entity with what it inherits.
    let entity: EntityDeclaration
    /// Its resolved relationships, including inherited ones.
    let relationships: [Relationship]
    let model: ModelDeclaration

    func check(in context: inout ReadingContext) {
        for attribute in attributes {
            switch attribute.derivation {
            case nil: break
            case .count(let name): checkCount(attribute, of: name, &context)
            case .sum(let name, let summed): checkSum(attribute, of: name, summed, &context)
            case .fold(let name): checkFold(attribute, of: name, &context)
            }
        }
    }

    private func checkCount(_ attribute: Attribute, of name: Name, _ context: inout ReadingContext) {
        guard countable(name, &context) != nil else { return }
        let isCount = attribute.type == .int64 || attribute.type == .int32
        expect(isCount, attribute, "a count must be int64 or int32", &context)
    }

    private func checkSum(_ attribute: Attribute, of name: Name, _ summed: Name, _ context: inout ReadingContext) {
        guard let relationship = countable(name, &context),
            let member = model.entity(named: relationship.destination.text).map(model.whole),
            let source = source(summed, of: member, &context)
        else { return }
        if source.derivation != nil || source.isLazy {
            let kind = source.isLazy ? "lazy" : "derived"
            context.report(.derivedFromNothing, "'\(summed.text)' is \(kind) and cannot be summed", at: summed.span)
            return
        }
        switch source.type {
        case .int16, .int32, .int64:
            expect(attribute.type == .int64, attribute, "a sum of \(source.type.keyword) must be int64", &context)
        case .float, .double:
            expect(attribute.type == .double, attribute, "a sum of \(source.type.keyword) must be double", &context)
        case .decimal(let scale?):
            expect(
                attribute.type == source.type, attribute, "a sum of '\(summed.text)' must be a decimal with scale \(scale)", &context)
        case .duration:
            expect(attribute.type == .duration, attribute, "a sum of durations must be duration", &context)
        default:
            let kind = source.type == .decimal(scale: nil) ? "a decimal without a scale" : source.type.keyword
            context.report(
                .derivedFromNothing, "'\(summed.text)' is \(kind) and cannot be summed", at: summed.span,
                notes: [.init("it is declared here", at: source.name.span)])
        }
    }

    private func checkFold(_ attribute: Attribute, of name: Name, _ context: inout ReadingContext) {
        guard let source = source(name, of: entity, &context) else { return }
        if source.type != .string || source.derivation != nil || source.isLazy {
            let kind = source.derivation != nil ? "derived" : source.isLazy ? "lazy" : "not a string"
            context.report(
                .derivedFromNothing, "'\(name.text)' is \(kind) and cannot be folded", at: name.span,
                notes: [.init("it is declared here", at: source.name.span)])
            return
        }
        guard attribute.type == .string else { return expect(false, attribute, "a folded value must be a string", &context) }
        if attribute.isOptional != source.isOptional {
            context.report(
                .derivedType, "the value is nil if '\(name.text)' is nil\(source.isOptional ? "" : ", which it never is")",
                at: attribute.name.span,
                suggestion: .init(source.isOptional ? "make it optional: 'string?'" : "remove the '?'"))
        }
    }

    // MARK: What it comes from

    private func toMany(_ name: Name, _ context: inout ReadingContext) -> Relationship? {
        if let relationship = relationships.first(where: { $0.name.text == name.text }), relationship.isToMany {
            return relationship
        }
        // An unresolved relationship was reported already.
        let declared = entity.relationships.first { $0.name.text == name.text }
        if declared?.isToMany == true || entity.inheritsUnknown { return nil }
        let path = "'\(entity.name.text).\(name.text)'"
        let candidates = entity.relationships.filter(\.isToMany).map(\.name.text)
        context.report(
            .derivedFromNothing,
            declared == nil
                ? "'\(entity.name.text)' has no relationship '\(name.text)'" : "\(path) is a to-one relationship and cannot be counted",
            at: name.span, suggestion: ReadingContext.suggestion(for: name.text, in: candidates, replacing: name.span))
        return nil
    }

    /// Requires a to-many relationship whose rows are exactly its members.
    private func countable(_ name: Name, _ context: inout ReadingContext) -> Relationship? {
        guard let relationship = toMany(name, &context) else { return nil }
        let inverse = model.entity(named: relationship.destination.text).map(model.whole)?.relationships
            .first { $0.name.text == relationship.inverse?.text }
        if relationship.storage == .joinTable, inverse?.deleteRule == .noAction {
            context.report(
                .derivedFromNothing,
                "'\(name.text)' cannot be counted: its delete rule 'noAction' keeps connections to deleted members", at: name.span,
                suggestion: .init("give '\(relationship.inverse?.text ?? "")' a delete rule other than 'noAction'"))
        }
        return relationship
    }

    private func source(_ name: Name, of entity: EntityDeclaration, _ context: inout ReadingContext) -> Attribute? {
        if entity.brokenAttributes.contains(name.text) || entity.inheritsUnknown { return nil }
        let attributes = entity.attributes.filter { !$0.isTransient }
        if let attribute = attributes.first(where: { $0.name.text == name.text }) { return attribute }
        context.report(
            .derivedFromNothing,
            entity.attributes.contains { $0.name.text == name.text }
                ? "'\(entity.name.text).\(name.text)' is transient and not stored"
                : "'\(entity.name.text)' has no attribute '\(name.text)'",
            at: name.span,
            suggestion: ReadingContext.suggestion(for: name.text, in: attributes.map(\.name.text), replacing: name.span))
        return nil
    }

    private func expect(_ isRight: Bool, _ attribute: Attribute, _ message: String, _ context: inout ReadingContext) {
        if !isRight { context.report(.derivedType, message, at: attribute.name.span) }
        if attribute.isKeptByDatabase, attribute.isOptional {
            context.report(
                .derivedType, "the value is 0 without members, and never nil", at: attribute.name.span,
                suggestion: .init("remove the '?'"))
        }
    }
}
