extension Condition {
    /// The condition as text that reads back to an equal one. Of a condition made in Swift, a group of one part reads back as that
    /// part. Infinity and NaN have no literal, so a text with them cannot be read.
    ///
    /// An identity is written with its store. That of an unsaved object has a meaning only in the context of the object.
    public var text: String { text(inside: nil) }

    private enum Connective {
        case and
        case or
        case not

        /// The text between two parts.
        var separator: String { self == .and ? " AND " : " OR " }
    }

    /// What is left to print.
    private enum Piece {
        case words(String)
        case condition(Condition, inside: Connective?)
    }

    /// Prints without recursion: groups in code may stand in each other deeper than the stack is.
    private func text(inside outer: Connective?) -> String {
        var (text, rest) = ("", [Piece.condition(self, inside: outer)])
        while let piece = rest.popLast() {
            guard case .condition(let condition, let outer) = piece else {
                if case .words(let words) = piece { text += words }
                continue
            }
            switch condition {
            case .not(let inner):
                text += "NOT "
                rest.append(.condition(inner, inside: .not))
            case .and(let parts):
                rest += Self.group(parts, .and, inside: outer).reversed()
            case .or(let parts):
                rest += Self.group(parts, .or, inside: outer).reversed()
            case .constant(let value):
                text += value ? "TRUEPREDICATE" : "FALSEPREDICATE"
            case .comparison, .text, .between, .membership, .quantified:
                let comparison = condition.comparisonText { $0 }
                text += outer == .not ? "(\(comparison))" : comparison
            }
        }
        return text
    }

    private static func group(_ parts: [Condition], _ connective: Connective, inside outer: Connective?) -> [Piece] {
        if parts.isEmpty { return [.condition(.constant(connective == .and), inside: nil)] }
        let inner = parts.map { [Piece.condition($0, inside: connective)] }.joined(separator: [.words(connective.separator)])
        return outer == nil ? Array(inner) : [.words("(")] + inner + [.words(")")]
    }

    /// The comparison as text.
    /// - Parameter leading: what is done to the text of its left side.
    private func comparisonText(leading: (String) -> String) -> String {
        switch self {
        case .comparison(let left, let comparison, let right):
            return "\(leading(left.text)) \(comparison.rawValue) \(right.text)"
        case .text(let left, let comparison, let right):
            return "\(leading(left.text)) \(comparison.text) \(right.text)"
        case .between(let left, let low, let high):
            return "\(leading(left.text)) BETWEEN {\(low.text), \(high.text)}"
        case .membership(let left, let right):
            return "\(leading(left.text)) IN \(right.text)"
        case .quantified(let quantifier, let inner):
            return "\(quantifier.rawValue) \(inner.comparisonText(leading: Self.behindQuantifier))"
        case .constant, .and, .or, .not:
            return text
        }
    }

    /// The left side so that it does not make an attribute's name of the `ANY` in front of it, as in `any - 1` or `any IN ids`.
    private static func behindQuantifier(_ text: String) -> String {
        if text.hasPrefix("-") { return "(\(text))" }
        let name = text.unicodeScalars.prefix { $0.startsName || $0.isDigit }
        return Word(String(name))?.comparison == nil ? text : "#" + text
    }
}

extension TextComparison {
    fileprivate var text: String {
        let name =
            switch form {
            case .compares(let comparison): comparison.rawValue
            case .beginsWith: "BEGINSWITH"
            case .endsWith: "ENDSWITH"
            case .contains: "CONTAINS"
            case .like: "LIKE"
            case .matches: "MATCHES"
            }
        return name + options.text
    }
}

extension TextOptions {
    /// The options in brackets, `[cd]`; nothing without options.
    fileprivate var text: String {
        if isEmpty { return "" }
        return "[" + (contains(.caseInsensitive) ? "c" : "") + (contains(.diacriticInsensitive) ? "d" : "") + "]"
    }
}

extension CalendarTerm {
    /// The function of an operand.
    func text(of argument: String) -> String {
        "\(function.rawValue)(\(argument)\(timeZone.map { ", \(Operand(.value(.text($0))).text)" } ?? ""))"
    }
}

extension SortTerm {
    /// The term as text that reads back to an equal one.
    public var text: String {
        let path = Operand.text(ofPath: path)
        return (isAscending ? "" : "-") + (calendar?.text(of: path) ?? path) + options.text
    }
}
