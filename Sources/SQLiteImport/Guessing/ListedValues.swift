import SQLiteAccess
import StoreImport

/// The values that a check such as `CHECK (state IN ('open', 'closed'))` lists.
struct ListedValues: Hashable, Sendable {
    /// Whether they are integers, and not texts.
    let isInteger: Bool
    /// In the order of the check, each once.
    let values: [String]
    /// Rows with another value, which the check should have refused.
    var others: Int64 = 0
    /// The names that an earlier import gave to values, and those of the user.
    var earlier = EarlierNames.Cases()

    private static let limit = 200

    /// The lists in the parts of a check, by their columns.
    static func all(in check: [SQLToken], of table: ExistingTable) -> [(column: String, list: ListedValues)] {
        CheckGuess.parts(check).compactMap { part in
            guard let (name, tokens) = list(part), let column = table.column(name), let list = ListedValues(tokens, of: column, in: table) else { return nil }
            return (column.name, list)
        }
    }

    /// The column and the list of `x IN (…)`, also where a part allows NULL too.
    private static func list(_ part: [SQLToken]) -> (column: String, tokens: ArraySlice<SQLToken>)? {
        var part = part
        let or = part.indices.filter { part[$0].kind == .word && part[$0].isWord("OR") }
        if or.count == 1 {
            let halves = [Array(part[..<or[0]]), Array(part[(or[0] + 1)...])]
            guard let null = halves.firstIndex(where: { $0.count == 3 && $0[1].isWord("IS") && $0[2].isWord("NULL") }) else { return nil }
            part = halves[1 - null]
            guard let first = part.first, halves[null][0].isNamed(first.text) else { return nil }
        }
        guard part.count >= 5, part[0].kind == .word || part[0].kind == .name, part[1].isWord("IN"), part[2].isWord("("), part[part.count - 1].isWord(")") else { return nil }
        return (part[0].text, part[3..<part.count - 1])
    }

    /// Whether a part of a check is this list of the column.
    func isStated(by part: [SQLToken], of column: ExistingColumn, in table: ExistingTable) -> Bool {
        guard let (name, tokens) = Self.list(part), column.name.isSameName(as: name), let list = ListedValues(tokens, of: column, in: table) else { return false }
        return list.isInteger == isInteger && list.values.map(ByteText.init) == values.map(ByteText.init)
    }

    private init?(_ tokens: ArraySlice<SQLToken>, of column: ExistingColumn, in table: ExistingTable) {
        var (values, areNumbers) = ([String](), true)
        for item in tokens.split(separator: SQLToken(kind: .sign, text: ","), omittingEmptySubsequences: false) {
            let isNegative = item.count == 2 && item.first?.isWord("-") == true
            guard let token = item.last, item.count == 1 || isNegative && token.kind == .number else { return nil }
            switch token.kind {
            case .string: areNumbers = false
            // SQLite takes a name in quotes that is no column as a text.
            case .name where table.column(token.text) == nil: areNumbers = false
            case .number where Int64(token.text).map({ "\($0)" == token.text }) == true: break
            default: return nil
            }
            let text = (isNegative ? "-" : "") + token.text
            if !values.contains(where: { ByteText($0) == ByteText(text) }) { values.append(text) }
        }
        guard !values.isEmpty, values.count <= Self.limit else { return nil }
        switch column.affinity {
        // A column of texts turns numbers into texts, and one of numbers texts into numbers.
        case .text: isInteger = false
        case .integer, .numeric, .real: isInteger = values.allSatisfy { text in Int64(text).map { "\($0)" == text } == true }
        case .blob: isInteger = areNumbers
        }
        if column.affinity == .blob, areNumbers != tokens.allSatisfy({ $0.kind == .number || $0.kind == .sign }) { return nil }
        self.values = values
    }

    /// Whether a value is none of the list, as SQL.
    func isOther(_ x: String) -> String {
        let list = values.map { isInteger ? $0 : SQL.literal($0) }.joined(separator: ", ")
        return "\(x) IS NOT NULL AND NOT (typeof(\(x)) = '\(isInteger ? "integer" : "text")' AND (\(x) COLLATE BINARY) IN (\(list)))"
    }

    /// Whether it lists 0 and 1, which is how programs write Booleans.
    var isBool: Bool { isInteger && Set(values) == ["0", "1"] }

    // MARK: Cases

    /// Names that no case of a model can have: members of enums in Swift (TR1325).
    private static let reserved: Set<String> = [
        "Type", "Unwrapped", "allCases", "hashValue", "init", "none", "rawValue", "self", "some",
    ]

    /// The names of cases, in the order of the values.
    var names: [String] {
        var scope = NameScope()
        let known = values.map { earlier.known[ByteText($0)] }
        for name in known.compactMap({ $0 }) { scope.keep(name) { $0 } }
        return zip(values, known).map { value, name in
            if let name { return name }
            var words = words(of: value)
            // A further digit would make it the name of another number.
            if isInteger, earlier.taken[Words.property(words).lowercased()] != nil { words[0] = "number" }
            return scope.take(words, avoiding: Set(earlier.taken.keys), { Words.property($0, otherwise: "value") }, { $0 })
        }
    }

    private func words(of value: String) -> [String] {
        var words = Words.split(value)
        if isInteger { words = value.hasPrefix("-") ? ["value", "minus", String(value.dropFirst())] : ["value", value] }
        if words.isEmpty { words = [value.isEmpty ? "empty" : "other"] }
        // The case 'unknown' of a model is for all other values.
        if words == ["unknown"] || Self.reserved.contains(Words.property(words, otherwise: "value")) { words.append("value") }
        return words
    }

    /// Why new cases are not called like their values: other cases of the last model have the names.
    var takenNames: [String] {
        zip(values, names).compactMap { value, name in
            let first = Words.property(words(of: value), otherwise: "value")
            guard earlier.known[ByteText(value)] == nil, let other = earlier.taken[first.lowercased()], name != first else { return nil }
            return "the value '\(value)' is the case '\(name)', because '\(first)' is the name of the value '\(other.text)'"
        }
    }

    /// The enum in the model's words.
    var text: String {
        let cases = zip(names, values).map { ($0, isInteger ? $1 : YAMLText.quoted($1)) } + (others == 0 ? [] : [("unknown", "")])
        if !isInteger, names.map(ByteText.init) == values.map(ByteText.init) { return YAMLText.list(cases.map(\.0)) }
        return YAMLText.mapping((isInteger ? [("raw", "int")] : []) + [("cases", YAMLText.mapping(cases))])
    }

    /// Why there is an enum of this name.
    func evidence(_ name: String, of count: Int64) -> String {
        let quoted = values.map { isInteger ? $0 : "'\($0)'" }.joined(separator: ", ")
        let rest = others == 0 ? "" : ". \(others) of \(count) values are none of them: the case 'unknown' keeps them"
        return "\(name), because a check lists \(quoted)\(rest)"
    }
}
