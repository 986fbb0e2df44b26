import Diagnostics
import SchemaSyntax

/// Reads one named fetch; its condition is understood once the model's entities are known.
enum FetchReader {
    static let keys = ["doc", "parameters", "where", "sort", "limit"]
    static let parameterKeys = ["type", "optional", "scale"]

    static func read(_ entry: YAMLNode.Entry, in context: inout ReadingContext) -> FetchDeclaration? {
        let name = Name(entry.key, at: entry.keySpan)
        ModelReader.checkName(name, of: "fetch", in: &context)
        guard let keys = KnownKeys(entry.value, of: "a fetch", known: keys, in: &context) else { return nil }

        var parameters = [(name: Name, type: TypeExpression)]()
        for entry in context.entries(keys["parameters"], "the list of parameters") {
            let name = Name(entry.key, at: entry.keySpan)
            ModelReader.checkName(name, of: "parameter", in: &context)
            if let type = parameterType(entry, in: &context) { parameters.append((name, type)) }
        }
        return FetchDeclaration(
            name: name, doc: keys["doc"].flatMap { context.text($0, "a doc") }, parameters: parameters,
            condition: keys["where"], sort: sortTerms(keys["sort"], in: &context),
            limit: keys["limit"].flatMap { context.count($0, "a limit", in: 1...Int.max) })
    }

    private static func parameterType(_ entry: YAMLNode.Entry, in context: inout ReadingContext) -> TypeExpression? {
        if let text = entry.value.text, !entry.value.isNull {
            let (name, isOptional) = TypeExpression.split(text, of: entry.value)
            return TypeExpression(name: name, isOptional: isOptional)
        }
        guard let keys = KnownKeys(entry.value, of: "a parameter", known: parameterKeys, in: &context) else { return nil }
        return AttributeReader.typeExpression(keys, of: "parameter '\(entry.key)'", at: entry.keySpan, in: &context)
    }

    /// `sort: name`, `sort: -date` or a list of such.
    private static func sortTerms(_ node: YAMLNode?, in context: inout ReadingContext) -> [YAMLNode] {
        guard let node, !node.isNull else { return [] }
        let items = node.items ?? [node]
        return items.filter { context.text($0, "a sort key") != nil }
    }
}
