import SQLiteAccess
import StoreImport

/// The attribute that a column becomes.
struct AttributeGuess {
    let column: ExistingColumn
    var type: [(key: String, value: String)]
    var form: ValueForm?
    /// The values that a check lists.
    private(set) var enumeration: ListedValues?
    /// Whether the new value differs from the one in the database.
    private(set) var changes = false
    /// Whether empty texts become nil.
    private(set) var isEmptied = false
    private(set) var isOptional: Bool
    /// Rules and the default.
    var rules: [(key: String, value: String)] = []
    private(set) var remarks: [ImportRemark] = []
    private var plain: @Sendable (_ x: String) -> String

    /// - Parameter place: the attribute in the model, such as `Order.date`.
    init(_ column: ExistingColumn, at place: String) {
        self.column = column
        let facts = column.facts
        isOptional = !column.isNotNull
        plain = { $0 }
        type = []
        func described(_ count: Int64) -> String { count == 1 ? "the only value" : "each of \(count) values" }
        if let form = facts.forms.first ?? (facts.allowsGuesses && facts.values == facts.emptyTexts && (facts.values == 0 || !facts.hasNulls) ? FormHints(column).declared : nil) {
            (self.form, type) = (form, form.type)
            isEmptied = facts.emptyTexts > 0
            changes = form.converts || isEmptied
            let count = facts.values - facts.emptyTexts
            let declared = column.declaredType.isEmpty ? "" : ", declared \(column.declaredType)"
            let evidence = count == 0 ? "declared \(column.declaredType), no values" : "\(described(count)) \(form.evidence(of: facts))\(declared)"
            remarks.append(ImportRemark(kind: .typed, place: place, detail: "\(type[0].value), because \(evidence)"))
            if form.converts, count > 0 { remarks.append(ImportRemark(kind: .converted, place: place, detail: "to the stored form of \(type[0].value)")) }
        } else {
            readPlain(at: place)
            if let note = facts.note { remarks.append(ImportRemark(kind: .unguessed, place: place, detail: "\(typeName), \(note)")) }
        }
        if isEmptied {
            isOptional = true
            remarks.append(ImportRemark(kind: .emptied, place: place, detail: "\(facts.emptyTexts) of \(facts.values) values"))
        }
    }

    private mutating func readPlain(at place: String) {
        let facts = column.facts
        let (numbers, texts) = (facts.integers + facts.reals, facts.texts - (facts.allowsGuesses ? facts.emptyTexts : 0))
        let kind: String
        switch (numbers > 0, texts > 0, facts.blobs > 0) {
        case (true, false, false):
            kind = facts.reals == 0 && column.affinity != .real ? "int" : facts.inexact == 0 ? "double" : "string"
            if kind == "string" {
                let detail = "string, because its values are \(facts.reals) numbers with decimals and \(facts.integers) integers, \(facts.inexact) of which no double is"
                remarks.append(ImportRemark(kind: .typed, place: place, detail: detail))
                remarks.append(ImportRemark(kind: .converted, place: place, detail: "all to string"))
            }
            // Empty texts come from tables of other programs, which have no NULL.
            isEmptied = facts.emptyTexts > 0 && kind != "string"
        case (false, true, false): kind = "string"
        case (false, false, true) where facts.emptyTexts == 0: kind = "data"
        case (false, false, false):
            kind = switch column.affinity {
            case _ where facts.emptyTexts > 0: "string"
            case .integer: "int"
            case .real, .numeric: "double"
            case .text: "string"
            case .blob: column.declaredType.isEmpty ? "string" : "data"
            }
        default:
            kind = facts.blobs > 0 ? "data" : "string"
            let counts = [(facts.integers, "integers"), (facts.reals, "numbers with decimals"), (facts.texts, "texts"), (facts.blobs, "byte strings")]
            let found = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
            remarks.append(ImportRemark(kind: .typed, place: place, detail: "\(kind), because its values are \(found)"))
            remarks.append(ImportRemark(kind: .converted, place: place, detail: "all to \(kind)"))
        }
        type = [("type", kind)]
        changes = isEmptied || kind == "double" && facts.integers > 0 || kind == "string" && numbers > 0 || kind == "data" && numbers + facts.texts > 0
        if let listed = facts.listed, !changes, kind == (listed.isInteger ? "int" : "string") { enumeration = listed }
        switch kind {
        case "double": plain = { "CASE typeof(\($0)) WHEN 'integer' THEN CAST(\($0) AS REAL) ELSE \($0) END" }
        case "string" where numbers > 0: plain = { "\(ImportFunctions.number)(\($0))" }
        case "data" where numbers + facts.texts > 0: plain = { "CAST(\(ImportFunctions.number)(\($0)) AS BLOB)" }
        default: break
        }
        let isOfDeclaredType = switch column.affinity {
        case .integer: kind == "int"
        case .real, .numeric: kind == "double" || kind == "int"
        case .text: kind == "string"
        case .blob: kind == "data" || column.declaredType.isEmpty
        }
        if !isOfDeclaredType, remarks.isEmpty, facts.values > 0 {
            let detail = "\(kind), because that is what \(facts.values) values are. It is declared \(column.declaredType)"
            remarks.append(ImportRemark(kind: .typed, place: place, detail: detail))
        }
    }

    var typeName: String { type[0].value }

    /// Whether it can be in an index.
    var isComparable: Bool { typeName != "json" }

    /// The value in the new store, as SQL on a row of the old one.
    func expression(_ x: String) -> String {
        let value = form?.expression(x) ?? plain(x)
        return isEmptied ? "CASE WHEN NOT (\(FactReader.isEmptyText(x))) THEN \(value) END" : value
    }

    /// How many values the new store has, by the old one.
    func count(_ x: String) -> String { isEmptied ? "count(\(x)) - sum(\(FactReader.isEmptyText(x)))" : "count(\(x))" }

    var text: String {
        YAMLText.mapping(type + (isOptional ? [("optional", "true")] : []) + rules)
    }

    /// Gives the enum its name.
    /// - Parameter place: the attribute in the model.
    /// - Returns: the enum in the model's words; nil for an attribute of another type.
    mutating func takeEnumeration(at place: String, _ name: () -> String) -> (name: String, text: String)? {
        guard let enumeration else { return nil }
        let name = name()
        type = [("type", name)]
        remarks.append(ImportRemark(kind: .listed, place: place, detail: enumeration.evidence(name, of: column.facts.values)))
        remarks += enumeration.takenNames.map { ImportRemark(kind: .named, place: place, detail: $0) }
        return (name, enumeration.text)
    }

    /// Whether the type states this part of a check.
    func states(_ part: [SQLToken], of table: ExistingTable) -> Bool {
        guard let listed = column.facts.listed, enumeration != nil || form == .numericBool && listed.isBool else { return false }
        return listed.isStated(by: part, of: column, in: table)
    }

    /// Makes it a derived attribute, if its column is generated so.
    /// - Parameter property: the name of a column's property.
    /// - Returns: whether it is one.
    mutating func derive(in table: ExistingTable, _ property: (String) -> String?) -> Bool {
        guard column.facts.isDerivable, let derivation = DerivationGuess(column, in: table), let text = derivation.text(property) else { return false }
        type = [("type", derivation.typeName)]
        (isOptional, isEmptied, form, enumeration) = (derivation.isOptional, false, nil, nil)
        if typeName == "double" { plain = { "CASE typeof(\($0)) WHEN 'integer' THEN CAST(\($0) AS REAL) ELSE \($0) END" } } else { plain = { $0 } }
        rules = [("derived", YAMLText.quoted(text))]
        // They are about the values of the column, and triggers compute those of the attribute.
        remarks = []
        return true
    }

    /// Without rules, the default and a derivation.
    var textWithoutRules: String {
        var plain = self
        plain.rules = []
        if rules.contains(where: { $0.key == "derived" }) { plain.isOptional = !column.isNotNull }
        return plain.text
    }

    // MARK: Literals

    /// A literal of SQL in the model's words; nil if it is none of the type.
    func literal(_ tokens: [SQLToken]) -> String? {
        var tokens = tokens
        while tokens.count >= 3, tokens[0].isWord("("), tokens[tokens.count - 1].isWord(")") { tokens = Array(tokens.dropFirst().dropLast()) }
        let isNegative = tokens.count == 2 && tokens[0].isWord("-")

        guard let token = tokens.last, tokens.count == 1 || isNegative && token.kind == .number else { return nil }
        let text = (isNegative ? "-" : "") + token.text
        if let enumeration {
            let raw = Int64(text).map { "\($0)" }
            let value = enumeration.isInteger ? raw : token.kind == .string || token.kind == .name || token.kind == .number ? text : nil
            return zip(enumeration.values, enumeration.names).first { listed, _ in value.map { ByteText($0) == ByteText(listed) } ?? false }?.1
        }
        let isTrue = token.kind == .number && text == "1" || token.isWord("TRUE") || form == .textBool && ["t", "true"].contains(text.lowercased())
        let isFalse = token.kind == .number && text == "0" || token.isWord("FALSE") || form == .textBool && ["f", "false"].contains(text.lowercased())
        switch typeName {
        case "bool": return isTrue ? "true" : isFalse ? "false" : nil
        case "int" where token.isWord("TRUE"): return "1"
        case "int" where token.isWord("FALSE"): return "0"
        case "int": return Int64(text).map { "\($0)" }
        case "double": return token.kind == .number ? Double(text).flatMap { $0.isNormal || $0 == 0 ? "\($0)" : nil } : nil
        case "decimal":
            guard token.kind == .number, text.wholeMatch(of: /-?\d{1,12}(\.\d+)?/) != nil, case .decimal(let scale)? = form else { return nil }
            let places = text.split(separator: ".").dropFirst().first?.count ?? 0
            return places <= scale ? text : nil
        case "string": return token.kind == .string || token.kind == .name || token.kind == .number ? YAMLText.quoted(text) : nil
        default: return nil
        }
    }

    /// Removes a default that the rules refuse.
    /// - Returns: the default.
    mutating func dropRefusedDefault() -> String? {
        func number(_ key: String) -> Double? { rules.first { $0.key == key }.flatMap { Double($0.value) } }
        guard let place = rules.firstIndex(where: { $0.key == "default" }), let text = column.defaultText else { return nil }
        let isText = typeName == "string"
        let length = SQLToken.tokens(of: text).last.map { Double($0.text.unicodeScalars.count) }
        guard let value = isText ? length : Double(rules[place].value) else { return nil }
        let (least, most) = isText ? (number("minLength"), number("maxLength")) : (number("min"), number("max"))
        guard value < least ?? -.infinity || value > most ?? .infinity else { return nil }
        rules.remove(at: place)
        return text
    }

    /// Reads the column's default.
    mutating func readDefault(at place: String) {
        guard let text = column.defaultText, column.generated == nil else { return }
        let tokens = SQLToken.tokens(of: text)
        if tokens.isEmpty || tokens.count == 1 && tokens[0].isWord("NULL") { return }
        let words = tokens.map { $0.text.uppercased() }
        let saysNow = words == ["CURRENT_TIMESTAMP"] || words == ["CURRENT_DATE"]
            || words.contains("NOW") && !Set(words).isDisjoint(with: ["DATETIME", "DATE", "STRFTIME", "UNIXEPOCH"])
        if saysNow, typeName == "date" || typeName == "day" {
            rules.append(("default", "now()"))
        } else if typeName != "json", let value = literal(tokens) {
            rules.append(("default", value))
        } else {
            remarks.append(ImportRemark(kind: .defaultValue, place: place, detail: text))
        }
    }
}
