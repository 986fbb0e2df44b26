import Diagnostics
import Predicates
import SchemaSyntax

extension FindingCode {
    static let badDerivation = FindingCode("TR1446")
}

/// Reads an attribute whose value comes from others:
///
///     orderCount: { type: int, derived: orders.@count }
///     total: { type: decimal, scale: 2, derived: rows.@sum.price }
///     openCount: { type: int, derived: orders.@count where paid == false }
///     price: { type: decimal, scale: 2, derived: quantity * unitPrice }
///     customerName: { type: "string?", derived: customer.name }
///     changed: { type: "date?", derived: now() }
///     plainName: { type: string, derived: fold(name) }
///     code: { type: string, derived: uppercase(name) }
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
        guard let derivation = derivation(text, of: node, in: &context) else { return nil }
        let isUnique = keys["unique"].flatMap { context.flag($0, "'unique'") } ?? false
        if isUnique, let span = keys.keySpan("unique") {
            if derivation.relationship != nil {
                context.report(
                    .contradictingOption, "'unique' does not apply to a count or a sum: it would forbid changes of other objects",
                    at: span)
            } else if case .function = derivation {
            } else {
                context.report(
                    .contradictingOption, "'unique' does not apply to a value that triggers compute", at: span,
                    suggestion: .init("list the attributes that it is computed from in the entity's 'unique'"))
            }
        }
        return Attribute(
            name: beginning.name, doc: keys["doc"].flatMap { context.text($0, "a doc") },
            column: StoredNameReader.read(keys["column"], "a column's name", in: &context), type: beginning.type,
            isOptional: beginning.isOptional, isUnique: isUnique, derivation: derivation)
    }

    private static func derivation(_ text: String, of node: YAMLNode, in context: inout ReadingContext) -> Derivation? {
        func name(_ part: Substring) -> Name {
            let start = text.unicodeScalars.distance(from: text.startIndex, to: part.startIndex)
            return Name(String(part), at: node.span(of: start..<start + part.unicodeScalars.count))
        }
        if text.wholeMatch(of: /now\(\s*\)/) != nil { return .now }
        if let match = text.wholeMatch(of: /(fold|uppercase|lowercase)\(([A-Za-z0-9_]+)\)/),
            let function = TextDerivation(rawValue: String(match.output.1))
        {
            return .function(function, of: name(match.output.2))
        }
        // The order of Core Data is that of conditions too: 'rows.price.@sum'.
        let members = /([A-Za-z0-9_]+)\.(?:([A-Za-z0-9_]+)\.)?@(count|sum|avg|min|max)(?:\.([A-Za-z0-9_]+))?(?:\s+where\s+(.+))?/
        do throws(ConditionError) {
            if let match = text.wholeMatch(of: members), match.output.2 == nil || match.output.4 == nil,
                let function = Aggregate(rawValue: "@" + match.output.3)
            {
                let attribute = (match.output.2 ?? match.output.4).map(name)
                if function != .count, attribute == nil {
                    context.report(
                        .badDerivation, "'\(text)' is not a derivation: '\(function.rawValue)' needs an attribute of the members", at: node.span,
                        suggestion: .init("write it behind the function, as in 'rows.\(function.rawValue).price'"))
                    return nil
                }
                // Errors of the condition are at its place in the whole text.
                let filter = try match.output.5.map { part throws(ConditionError) in
                    let start = text.unicodeScalars.distance(from: text.startIndex, to: part.startIndex)
                    return try PredicateParser.condition(String(repeating: " ", count: start) + part)
                }
                return .members(MemberDerivation(function, of: name(match.output.1), attribute: attribute, filter: filter))
            }
            let operand = try PredicateParser.operand(text)
            return try derivation(operand, at: node.span)
        } catch {
            let ofCoreData = suggestion(for: text, of: node)
            let place = error.range.flatMap { $0.lowerBound > 0 && ofCoreData == nil ? node.span(of: $0) : nil }
            context.report(
                .badDerivation, "'\(text)' is not a derivation: \(error.message)", at: place ?? node.span,
                suggestion: ofCoreData
                    ?? .init("write for example 'orders.@count', 'orders.@sum.price', 'quantity * price', 'customer.name' or 'fold(name)'"))
            return nil
        }
    }

    /// `SUBQUERY(rows, $row, $row.paid == YES).@count` is `rows.@count where paid == YES`.
    private static func derivation(_ operand: Operand, at span: SourceSpan) throws(ConditionError) -> Derivation {
        switch operand.kind {
        case .function(let function, _) where function != .now && function != .abs:
            throw ConditionError.unavailable("only 'fold', 'uppercase' and 'lowercase' of an attribute compute a text", at: operand.range)
        case .aggregate(let function, let members, let path):
            guard members.variable == nil, members.path.count == 1, path.count <= 1, path.count == 1 || function == .count else {
                throw ConditionError.unavailable("members are those of one relationship, with one of their attributes", at: operand.range)
            }
            let filter = try members.filter.map { filter throws(ConditionError) in
                try filter.condition.onMember(called: filter.variable)
            }
            return .members(
                MemberDerivation(
                    function, of: Name(members.path[0], at: span), attribute: path.first.map { Name($0, at: span) }, filter: filter))
        case .keyPath([]), .value, .list:
            throw ConditionError.unavailable("it reads no attribute", at: operand.range)
        default:
            return .expression(operand)
        }
    }

    /// The spelling of Core Data, and of SQL.
    private static func suggestion(for text: String, of node: YAMLNode) -> Finding.Suggestion? {
        guard let match = text.wholeMatch(of: /([A-Za-z]+):?\(([A-Za-z0-9_]+)\)/) else { return nil }
        let function: TextDerivation
        switch match.output.1.lowercased() {
        case "canonical", "fold", "folded": function = .fold
        case "uppercase", "uppercased", "upper": function = .uppercase
        case "lowercase", "lowercased", "lower": function = .lowercase
        default: return nil
        }
        let corrected = "\(function.rawValue)(\(match.output.2))"
        return .init("did you mean '\(corrected)'?", replacing: node.span, with: corrected)
    }
}

extension ConditionError {
    fileprivate static func unavailable(_ message: String, at range: Range<Int>?) -> ConditionError {
        ConditionError(.syntax, message, at: range)
    }
}
