import Diagnostics
import SchemaSyntax

extension FindingCode {
    static let unknownDeleteRule = FindingCode("TR1205")
    static let missingDestination = FindingCode("TR1207")
    static let countsCross = FindingCode("TR1214")
}

/// Reads one relationship.
enum RelationshipReader {
    static let keys = [
        "to", "optional", "inverse", "deleteRule", "ordered", "minCount", "maxCount", "key", "column", "pairs", "doc",
    ]

    static func read(_ entry: YAMLNode.Entry, in context: inout ReadingContext) -> RelationshipDeclaration? {
        let name = Name(entry.key, at: entry.keySpan)
        ModelReader.checkName(name, of: "relationship", in: &context)
        guard let keys = KnownKeys(entry.value, of: "a relationship", known: keys, in: &context) else { return nil }

        var relationship = RelationshipDeclaration(
            name: name, doc: keys["doc"].flatMap { context.text($0, "a doc") }, isToMany: false, isOptional: false,
            hasInverse: keys["inverse"] != nil, deleteRule: .nullify, deleteRuleSpan: name.span)
        readDestination(keys, of: name, into: &relationship, in: &context)
        if let node = keys["inverse"] {
            relationship.inverse = context.text(node, "an inverse").map { Name($0, at: node.span) }
        }
        readMembers(keys, into: &relationship, in: &context)
        readOptionality(keys, into: &relationship, in: &context)
        readKey(keys, into: &relationship, in: &context)
        relationship.pairs = keys["pairs"].map { PairsReader.read($0, in: &context) }
        readDeleteRule(keys, into: &relationship, in: &context)
        return relationship
    }

    /// `to: Customer`, `to: Customer?` or `to: [Order]`.
    private static func readDestination(
        _ keys: KnownKeys, of name: Name, into relationship: inout RelationshipDeclaration,
        in context: inout ReadingContext
    ) {
        guard let node = keys["to"] else {
            context.report(
                .missingDestination, "the relationship '\(name.text)' has no destination", at: name.span,
                suggestion: .init("add 'to: Entity', or 'to: [Entity]' for many"))
            return
        }
        if let items = node.items {
            relationship.isToMany = true
            guard items.count == 1 else {
                context.report(.wrongShape, "the destination of a to-many relationship is one entity, as in 'to: [Order]'", at: node.span)
                return
            }
            relationship.destination = context.text(items[0], "a destination").map { Name($0, at: items[0].span) }
        } else if let text = context.text(node, "a destination") {
            let (destination, isOptional) = TypeExpression.split(text, of: node)
            if let element = ListNotation.element(of: destination.text) {
                // It is read as the list that it is meant to be, so that nothing else is reported.
                relationship.isToMany = true
                relationship.destination = Name(element, at: destination.span)
                context.report(
                    .wrongShape, "'\(text)' is a text, and a to-many relationship has a list", at: node.span,
                    suggestion: .init("write 'to: [\(element)]', without quotes", replacing: node.span, with: "[\(element)]"))
                return
            }
            (relationship.destination, relationship.isOptional) = (destination, isOptional)
        }
    }

    /// The options of the members of a to-many relationship.
    private static func readMembers(
        _ keys: KnownKeys, into relationship: inout RelationshipDeclaration, in context: inout ReadingContext
    ) {
        if !relationship.isToMany {
            for key in ["ordered", "minCount", "maxCount"] {
                guard let span = keys.keySpan(key) else { continue }
                context.report(.optionOfAnotherType, "'\(key)' applies only to a to-many relationship", at: span)
            }
            return
        }
        relationship.isOrdered = keys["ordered"].flatMap { context.flag($0, "'ordered'") } ?? false
        relationship.minCount = keys["minCount"].flatMap { context.count($0, "'minCount'", in: 0...(.max)) }
        relationship.maxCount = keys["maxCount"].flatMap { context.count($0, "'maxCount'", in: 1...(.max)) }
        if relationship.minCount == 0 { relationship.minCount = nil }
        if let least = relationship.minCount, let greatest = relationship.maxCount, least > greatest,
            let span = keys["minCount"]?.span
        {
            context.report(
                .countsCross, "'minCount' is greater than 'maxCount': no number is at least \(least) and at most \(greatest)", at: span,
                notes: keys["maxCount"].map { [.init("'maxCount' is here", at: $0.span)] } ?? [])
        }
    }

    /// A to-many relationship is optional unless it needs members. If it is declared optional nevertheless, it may be empty.
    private static func readOptionality(
        _ keys: KnownKeys, into relationship: inout RelationshipDeclaration, in context: inout ReadingContext
    ) {
        let flag = keys["optional"].flatMap { context.flag($0, "'optional'") }
        if relationship.isToMany {
            relationship.isOptional = flag ?? (relationship.minCount == nil)
            if !relationship.isOptional { relationship.minCount = relationship.minCount ?? 1 }
        } else if relationship.isOptional, flag == false, let span = keys["optional"]?.span {
            context.report(.doubleOptional, "this contradicts the '?' of the destination", at: span)
        } else {
            relationship.isOptional = flag ?? relationship.isOptional
        }
    }

    /// The place of the key, and its name.
    private static func readKey(
        _ keys: KnownKeys, into relationship: inout RelationshipDeclaration, in context: inout ReadingContext
    ) {
        relationship.column = StoredNameReader.read(keys["column"], "a column's name", in: &context)
        if relationship.isToMany, let name = relationship.column {
            context.report(
                .optionOfAnotherType, "a to-many relationship has no column, because its members hold the keys", at: name.span,
                suggestion: .init("set it at the other side"))
        }
        guard let node = keys["key"], let text = context.text(node, "the place of a key") else { return }
        if text == "here" {
            relationship.keySpan = keys.keySpan("key")
        } else {
            context.report(
                .wrongShape, "the only value of 'key' is 'here', at the side that holds the key", at: node.span,
                suggestion: .init("write 'key: here' on one of the two sides", replacing: node.span, with: "here"))
        }
    }

    private static func readDeleteRule(
        _ keys: KnownKeys, into relationship: inout RelationshipDeclaration, in context: inout ReadingContext
    ) {
        guard let node = keys["deleteRule"], let text = context.text(node, "a delete rule") else { return }
        relationship.deleteRuleSpan = node.span
        if let rule = DeleteRule(rawValue: text) {
            relationship.deleteRule = rule
        } else {
            // The rule with the fewest consequences: a misspelt rule is one finding, not several.
            relationship.deleteRule = .noAction
            let rules = DeleteRule.allCases.map(\.rawValue)
            context.report(
                .unknownDeleteRule, "there is no delete rule '\(text)'", at: node.span,
                suggestion: ReadingContext.suggestion(for: text, in: rules, replacing: node.span)
                    ?? .init("the rules are \(rules.joined(separator: ", "))"))
        }
    }
}
