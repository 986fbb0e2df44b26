import Diagnostics
import SchemaSyntax

extension FindingCode {
    static let missingSource = FindingCode("TR1510")
    static let unknownSource = FindingCode("TR1511")
}

/// Reads one named fetch. Its condition is resolved after all entities are read.
enum FetchReader {
    static let keys = ["doc", "parameters", "where", "sort", "limit", "live"]
    static let propertyKeys = ["doc", "from", "where", "sort", "limit"]
    static let parameterKeys = ["type", "optional", "scale"]

    static func read(_ entry: YAMLNode.Entry, in context: inout ReadingContext) -> FetchDeclaration? {
        let name = Name(entry.key, at: entry.keySpan)
        ModelReader.checkName(name, of: "fetch", in: &context)
        guard let keys = KnownKeys(entry.value, of: "a fetch", known: keys, in: &context) else { return nil }

        var parameters = [(name: Name, type: TypeExpression, isList: Bool)]()
        for entry in context.entries(keys["parameters"], "the list of parameters") {
            let name = Name(entry.key, at: entry.keySpan)
            ModelReader.checkName(name, of: "parameter", in: &context)
            if let items = entry.value.items {
                if let type = elementType(items, of: entry, in: &context) { parameters.append((name, type, true)) }
            } else if let text = entry.value.text, let element = ListNotation.element(of: text) {
                context.report(
                    .wrongShape, "the list type of the parameter '\(name.text)' must be a list of YAML, not a text", at: entry.value.span,
                    suggestion: .init("write '[\(element)]' without quotes", replacing: entry.value.span, with: "[\(element)]"))
                parameters.append((name, TypeExpression(name: Name(element, at: entry.value.span), isOptional: false), true))
            } else if let type = parameterType(entry.value, of: entry, in: &context) {
                parameters.append((name, type, false))
            }
        }
        return declaration(name, keys, parameters: parameters, in: &context)
    }

    /// Reads one fetched property.
    static func readProperty(_ entry: YAMLNode.Entry, in context: inout ReadingContext) -> FetchedPropertyDeclaration? {
        let name = Name(entry.key, at: entry.keySpan)
        ModelReader.checkName(name, of: "fetched property", in: &context)
        guard let keys = KnownKeys(entry.value, of: "a fetched property", known: propertyKeys, in: &context) else { return nil }
        guard let node = keys["from"] else {
            context.report(
                .missingSource, "the fetched property '\(name.text)' has no entity", at: name.span,
                suggestion: .init("add 'from: Entity'"))
            return nil
        }
        guard let text = context.text(node, "an entity") else { return nil }
        return FetchedPropertyDeclaration(
            destination: Name(text, at: node.span), fetch: declaration(name, keys, parameters: [], in: &context))
    }

    private static func declaration(
        _ name: Name, _ keys: KnownKeys, parameters: [(name: Name, type: TypeExpression, isList: Bool)],
        in context: inout ReadingContext
    ) -> FetchDeclaration {
        FetchDeclaration(
            name: name, doc: keys["doc"].flatMap { context.text($0, "a doc") }, parameters: parameters,
            condition: keys["where"], sort: sortTerms(keys["sort"], in: &context),
            limit: keys["limit"].flatMap { context.count($0, "a limit", in: 1...Int.max) },
            isLive: keys["live"].flatMap { context.flag($0, "'live'") } ?? false)
    }

    /// `channels: [Channel]`, a list.
    private static func elementType(
        _ items: [YAMLNode], of entry: YAMLNode.Entry, in context: inout ReadingContext
    ) -> TypeExpression? {
        guard items.count == 1, items[0].items == nil else {
            context.report(.wrongShape, "a list needs the type of its values, as in '[string]'", at: entry.value.span)
            return nil
        }
        guard let type = parameterType(items[0], of: entry, in: &context) else { return nil }
        if type.isOptional {
            context.report(
                .wrongShape, "the values of a list cannot be nil: test for nil separately, with 'OR name == nil'",
                at: items[0].span)
            return nil
        }
        return type
    }

    private static func parameterType(
        _ node: YAMLNode, of entry: YAMLNode.Entry, in context: inout ReadingContext
    ) -> TypeExpression? {
        if let text = node.text, !node.isNull {
            let (name, isOptional) = TypeExpression.split(text, of: node)
            return TypeExpression(name: name, isOptional: isOptional)
        }
        guard let keys = KnownKeys(node, of: "a parameter", known: parameterKeys, in: &context) else { return nil }
        return AttributeReader.typeExpression(keys, of: "parameter '\(entry.key)'", at: entry.keySpan, in: &context)
    }

    /// `sort: name`, `sort: -date` or a list of them.
    private static func sortTerms(_ node: YAMLNode?, in context: inout ReadingContext) -> [YAMLNode] {
        guard let node, !node.isNull else { return [] }
        let items = node.items ?? [node]
        return items.filter { context.text($0, "a sort key") != nil }
    }
}
