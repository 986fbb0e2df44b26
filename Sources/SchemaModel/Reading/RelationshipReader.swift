import Diagnostics
import SchemaSyntax

extension FindingCode {
    static let unknownDeleteRule = FindingCode("TR1205")
    static let missingDestination = FindingCode("TR1207")
}

/// Reads one relationship.
enum RelationshipReader {
    static let keys = ["to", "optional", "inverse", "deleteRule", "column", "doc"]
    static let laterKeys = ["ordered", "minCount", "maxCount", "key"]

    static func read(_ entry: YAMLNode.Entry, in context: inout ReadingContext) -> RelationshipDeclaration? {
        let name = Name(entry.key, at: entry.keySpan)
        ModelReader.checkName(name, of: "relationship", in: &context)
        guard let keys = KnownKeys(entry.value, of: "a relationship", known: keys, later: laterKeys, in: &context)
        else { return nil }

        var relationship = RelationshipDeclaration(
            name: name, doc: keys["doc"].flatMap { context.text($0, "a doc") }, isToMany: false, isOptional: false,
            deleteRule: .nullify, deleteRuleSpan: name.span)
        readDestination(keys, of: name, into: &relationship, in: &context)
        readOptionality(keys, into: &relationship, in: &context)
        if let node = keys["inverse"] {
            relationship.inverse = context.text(node, "an inverse").map { Name($0, at: node.span) }
        } else if relationship.destination != nil {
            context.reportNotYet("a relationship without an inverse", at: name.span)
        }
        relationship.column = StoredNameReader.read(keys["column"], "a column's name", in: &context)
        if relationship.isToMany, let name = relationship.column {
            context.report(
                .optionOfAnotherType, "a to-many has no column: its members hold the keys", at: name.span,
                suggestion: .init("say it at the other end"))
        }
        if let node = keys["deleteRule"], let text = context.text(node, "a delete rule") {
            relationship.deleteRuleSpan = node.span
            if let rule = DeleteRule(rawValue: text) {
                relationship.deleteRule = rule
            } else {
                let rules = DeleteRule.allCases.map(\.rawValue)
                context.report(
                    .unknownDeleteRule, "there is no delete rule '\(text)'", at: node.span,
                    suggestion: ReadingContext.suggestion(for: text, in: rules, replacing: node.span)
                        ?? .init("the rules are \(rules.joined(separator: ", "))"))
            }
        }
        return relationship
    }

    /// `to: Customer`, `to: Customer?` or `to: [Order]`.
    private static func readDestination(
        _ keys: KnownKeys, of name: Name, into relationship: inout RelationshipDeclaration,
        in context: inout ReadingContext
    ) {
        guard let node = keys["to"] else {
            context.report(
                .missingDestination, "the relationship '\(name.text)' leads nowhere", at: name.span,
                suggestion: .init("say where with 'to: Entity', or 'to: [Entity]' for many"))
            return
        }
        if let items = node.items {
            relationship.isToMany = true
            relationship.isOptional = true
            guard items.count == 1 else {
                context.report(.wrongShape, "a to-many names one entity, as in 'to: [Order]'", at: node.span)
                return
            }
            relationship.destination = context.text(items[0], "a destination").map { Name($0, at: items[0].span) }
        } else if let text = context.text(node, "a destination") {
            (relationship.destination, relationship.isOptional) = TypeExpression.split(text, of: node)
        }
    }

    private static func readOptionality(
        _ keys: KnownKeys, into relationship: inout RelationshipDeclaration, in context: inout ReadingContext
    ) {
        guard let node = keys["optional"], let flag = context.flag(node, "'optional'") else { return }
        if relationship.isToMany {
            if !flag { context.reportNotYet("a to-many that may not be empty", at: node.span) }
        } else if relationship.isOptional && !flag {
            context.report(.doubleOptional, "the '?' says optional, and this says the opposite", at: node.span)
        } else {
            relationship.isOptional = flag
        }
    }
}
