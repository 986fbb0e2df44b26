import Diagnostics
import SchemaSyntax

extension FindingCode {
    static let badDerivation = FindingCode("TR1446")
}

/// Reads an attribute whose value comes from others:
///
///     orderCount: { type: int, derived: orders.@count }
///     total: { type: decimal, scale: 2, derived: rows.@sum.price }
///     plainName: { type: string, derived: fold(name) }
enum DerivationReader {
    /// The permitted keys. The others concern values that a caller sets.
    private static let keys: Set = ["type", "optional", "scale", "unique", "derived", "column", "doc"]

    static func read(
        _ node: YAMLNode, _ keys: KnownKeys, _ beginning: AttributeBeginning, in context: inout ReadingContext
    ) -> Attribute? {
        for key in AttributeReader.keys where !self.keys.contains(key) {
            guard let span = keys.keySpan(key) else { continue }
            context.report(
                .contradictingOption, "'\(key)' does not apply to a derived attribute, whose value is computed", at: span)
        }
        guard let text = context.text(node, "a derivation") else { return nil }
        guard let derivation = derivation(text, of: node) else {
            context.report(
                .badDerivation, "'\(text)' is not a derivation", at: node.span,
                suggestion: suggestion(for: text, of: node)
                    ?? .init("write 'orders.@count', 'orders.@sum.price' or 'fold(name)'"))
            return nil
        }
        let isUnique = keys["unique"].flatMap { context.flag($0, "'unique'") } ?? false
        if isUnique, derivation.relationship != nil, let span = keys.keySpan("unique") {
            context.report(
                .contradictingOption, "'unique' does not apply to a count or a sum: it would forbid changes of other objects",
                at: span)
        }
        return Attribute(
            name: beginning.name, doc: keys["doc"].flatMap { context.text($0, "a doc") },
            column: StoredNameReader.read(keys["column"], "a column's name", in: &context), type: beginning.type,
            isOptional: beginning.isOptional, isUnique: isUnique, derivation: derivation)
    }

    private static func derivation(_ text: String, of node: YAMLNode) -> Derivation? {
        func name(_ part: Substring) -> Name {
            let start = text.unicodeScalars.distance(from: text.startIndex, to: part.startIndex)
            return Name(String(part), at: node.span(of: start..<start + part.unicodeScalars.count))
        }
        if let match = text.wholeMatch(of: /([A-Za-z0-9_]+)\.@count/) { return .count(of: name(match.output.1)) }
        if let match = text.wholeMatch(of: /([A-Za-z0-9_]+)\.@sum\.([A-Za-z0-9_]+)/) {
            return .sum(of: name(match.output.1), attribute: name(match.output.2))
        }
        // As conditions have it, and Core Data.
        if let match = text.wholeMatch(of: /([A-Za-z0-9_]+)\.([A-Za-z0-9_]+)\.@sum/) {
            return .sum(of: name(match.output.1), attribute: name(match.output.2))
        }
        return text.wholeMatch(of: /fold\(([A-Za-z0-9_]+)\)/).map { .fold(name($0.output.1)) }
    }

    /// The spelling of Core Data.
    private static func suggestion(for text: String, of node: YAMLNode) -> Finding.Suggestion? {
        guard let match = text.wholeMatch(of: /canonical:\(([A-Za-z0-9_]+)\)/) else { return nil }
        let corrected = "fold(\(match.output.1))"
        return .init("did you mean '\(corrected)'?", replacing: node.span, with: corrected)
    }
}
