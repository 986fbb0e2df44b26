import Diagnostics
import SchemaSyntax

extension FindingCode {
    static let unknownTokenizer = FindingCode("TR1607")
}

/// Reads the full-text search of an entity.
///
///     search: [title, text]
///     search: { on: [title, text], tokenizer: porter, prefixes: [2, 3] }
enum SearchReader {
    static let keys = ["on", "tokenizer", "prefixes"]
    /// The longest prefix for which FTS5 keeps an index, in characters.
    static let prefixLengths = 1...999

    static func read(_ node: YAMLNode?, in context: inout ReadingContext) -> TextSearch? {
        guard let node, !node.isNull else { return nil }
        guard node.entries != nil else {
            let properties = names(node, in: &context)
            return properties.isEmpty ? nil : TextSearch(properties: properties, tokenizer: .unicode61, prefixes: [])
        }
        guard let known = KnownKeys(node, of: "a search", known: keys, in: &context) else { return nil }
        guard let on = known["on"] else {
            context.report(
                .missingKey, "the search has no attributes", at: node.span,
                suggestion: .init("add 'on: [attribute]'"))
            return nil
        }
        let properties = names(on, in: &context)
        let tokenizer = known["tokenizer"].map { self.tokenizer($0, in: &context) } ?? .unicode61
        let prefixes = (known["prefixes"].map { $0.items ?? [$0] } ?? []).compactMap {
            context.count($0, "the length of a prefix", in: prefixLengths)
        }
        guard let tokenizer, !properties.isEmpty else { return nil }
        return TextSearch(properties: properties, tokenizer: tokenizer, prefixes: Array(Set(prefixes)).sorted())
    }

    /// A name, or a list of names.
    private static func names(_ node: YAMLNode, in context: inout ReadingContext) -> [Name] {
        if node.items?.isEmpty == true {
            context.report(.wrongShape, "the list needs at least one attribute", at: node.span)
        }
        return (node.items ?? [node]).compactMap { item in
            context.text(item, "an attribute's name").map { Name($0, at: item.span) }
        }
    }

    private static func tokenizer(_ node: YAMLNode, in context: inout ReadingContext) -> TextSearch.Tokenizer? {
        guard let text = context.text(node, "a tokenizer") else { return nil }
        if let tokenizer = TextSearch.Tokenizer(rawValue: text) { return tokenizer }
        let names = TextSearch.Tokenizer.allCases.map(\.rawValue)
        context.report(
            .unknownTokenizer, "there is no tokenizer '\(text)'", at: node.span,
            suggestion: ReadingContext.suggestion(for: text, in: names, replacing: node.span)
                ?? .init("the tokenizers are \(names.joined(separator: ", "))"))
        return nil
    }
}
