/// A CHECK as rules of attributes.
struct CheckGuess {
    /// The column, a key of attributes and its value.
    private(set) var rules: [(column: SQLName, key: String, value: String)] = []

    private static let comparisons: Set<String> = [">=", "<=", ">", "<"]

    /// - Parameter attributes: those of the table, by their columns.
    /// - Returns: nil for a condition that no rules state.
    init?(_ tokens: [SQLToken], _ attributes: [SQLName: AttributeGuess], of table: ExistingTable) {
        for part in Self.parts(tokens) {
            if attributes.values.contains(where: { $0.states(part, of: table) }) { continue }
            guard let rules = Self.rules(part, attributes) else { return nil }
            self.rules += rules
        }
    }

    /// The conditions between `AND`, but not that of `BETWEEN`.
    static func parts(_ tokens: [SQLToken]) -> [[SQLToken]] {
        var (parts, depth, isBetween) = ([[SQLToken]()], 0, false)
        for token in tokens {
            if token.isWord("(") { depth += 1 }
            if token.isWord(")") { depth -= 1 }
            if depth == 0, token.kind == .word, token.isWord("BETWEEN") { isBetween = true }
            if depth == 0, token.kind == .word, token.isWord("AND") {
                if !isBetween {
                    parts.append([])
                    continue
                }
                isBetween = false
            }
            parts[parts.count - 1].append(token)
        }
        return parts.map { part in
            var part = part
            while part.count >= 3, part[0].isWord("("), part[part.count - 1].isWord(")"), !part.dropFirst().dropLast().contains(where: { $0.isWord("(") || $0.isWord(")") }) {
                part = Array(part.dropFirst().dropLast())
            }
            return part
        }
    }

    /// `5 < x` as `x > 5`.
    private static func turned(_ part: [SQLToken]) -> [SQLToken] {
        let signs = [">": "<", "<": ">", ">=": "<=", "<=": ">="]
        guard let place = part.firstIndex(where: { $0.kind == .sign && signs[$0.text] != nil }), let sign = signs[part[place].text],
            !part[..<place].contains(where: { $0.kind == .word || $0.kind == .name })
        else { return part }
        return part[(place + 1)...] + [SQLToken(kind: .sign, text: sign)] + part[..<place]
    }

    private static func rules(_ part: [SQLToken], _ attributes: [SQLName: AttributeGuess]) -> [(column: SQLName, key: String, value: String)]? {
        var (part, isLength) = (turned(part), false)
        if part.count > 4, part[0].isWord("LENGTH"), part[1].isWord("("), part[3].isWord(")") {
            part = [part[2]] + part.dropFirst(4)
            isLength = true
        }
        guard part.count >= 3, part[0].kind == .word || part[0].kind == .name, let attribute = attributes[SQLName(part[0].text)] else { return nil }
        let column = SQLName(part[0].text)
        let words = part.map { $0.text.uppercased() }
        // The model states these already.
        if words.dropFirst().elementsEqual(["IS", "NOT", "NULL"]) { return attribute.isOptional ? nil : [] }
        if attribute.form == .numericBool, words.dropFirst().elementsEqual(["IN", "(", "0", ",", "1", ")"]) || words.dropFirst().elementsEqual(["IN", "(", "1", ",", "0", ")"]) { return [] }
        let keys = isLength ? ("minLength", "maxLength") : ("min", "max")
        guard isLength ? attribute.typeName == "string" && attribute.form == nil : ["int", "double", "decimal"].contains(attribute.typeName) else { return nil }
        func value(_ tokens: ArraySlice<SQLToken>, _ step: Int64 = 0) -> String? {
            guard isLength || attribute.typeName == "int" else { return step == 0 ? attribute.literal(Array(tokens)) : nil }
            let text = tokens.filter { !$0.isWord("(") && !$0.isWord(")") }.map(\.text).joined()
            guard let number = Int64(text), !isLength || number + step >= 0, abs(number) < .max / 2 else { return nil }
            return "\(number + step)"
        }
        if part[1].isWord("BETWEEN"), let and = part.firstIndex(where: { $0.isWord("AND") }) {
            guard let least = value(part[2..<and]), let most = value(part[(and + 1)...]) else { return nil }
            return [(column, keys.0, least), (column, keys.1, most)]
        }
        guard comparisons.contains(part[1].text) else { return nil }
        switch part[1].text {
        case ">=": return value(part[2...]).map { [(column, keys.0, $0)] }
        case "<=": return value(part[2...]).map { [(column, keys.1, $0)] }
        case ">": return value(part[2...], 1).map { [(column, keys.0, $0)] }
        default: return value(part[2...], -1).map { [(column, keys.1, $0)] }
        }
    }
}

/// A condition of a partial index in the model's words.
enum ConditionGuess {
    /// Words of the language of conditions, which no property can be called there.
    static let words: Set<String> = [
        "yes", "no", "true", "false", "nil", "null", "and", "or", "not", "in", "any", "all", "none", "some", "self", "like", "contains", "matches", "between", "is",
        "cast", "subquery", "beginswith", "endswith", "truepredicate", "falsepredicate", "first", "last", "size",
    ]

    /// - Parameter properties: the names of properties by columns, with attributes where they are.
    /// - Returns: nil for a condition that has no translation.
    static func text(_ tokens: [SQLToken], _ property: (String) -> String?, _ attributes: [SQLName: AttributeGuess]) -> String? {
        var texts = [String]()
        for part in CheckGuess.parts(tokens) {
            guard let first = part.first, first.kind == .word || first.kind == .name, let name = property(first.text), !words.contains(name.lowercased()) else {
                return nil
            }
            let rest = part.dropFirst().map { $0.text.uppercased() }
            if rest == ["IS", "NULL"] || rest == ["ISNULL"] {
                texts.append("\(name) == nil")
            } else if rest == ["IS", "NOT", "NULL"] || rest == ["NOTNULL"] {
                texts.append("\(name) != nil")
            } else if let attribute = attributes[SQLName(first.text)], ["bool", "int", "string"].contains(attribute.typeName) || attribute.enumeration != nil,
                !(attribute.form?.converts ?? false)
            {
                if rest.isEmpty, attribute.typeName == "bool" {
                    texts.append("\(name) == true")
                    continue
                }
                let signs = ["=": "==", "==": "==", "IS": "==", ">": ">", "<": "<", ">=": ">=", "<=": "<="]
                guard let sign = rest.first.flatMap({ signs[$0] }), let value = attribute.literal(Array(part.dropFirst(2))) else { return nil }
                if attribute.typeName == "bool" || attribute.enumeration != nil, sign != "==" { return nil }
                texts.append("\(name) \(sign) \(value)")
            } else {
                return nil
            }
        }
        return texts.joined(separator: " AND ")
    }
}
