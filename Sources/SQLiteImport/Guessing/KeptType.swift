import Predicates
import SQLiteAccess
import StoreImport

/// The type of a column in another program's file, which keeps each value as it is written there.
struct KeptType {
    private var type: [(key: String, value: String)]
    private let column: ExistingColumn
    private var enumeration: ListedValues?
    /// Remarks whose place is the attribute.
    private(set) var remarks: [(kind: ImportRemark.Kind, detail: String)] = []

    /// - Returns: nil if some value is of no type that the column keeps.
    init?(of column: ExistingColumn) {
        self.column = column
        let facts = column.facts
        let declared = "declared '\(column.declaredType)'"
        // An empty text has no form.
        if let form = facts.forms.first, facts.emptyTexts == 0 {
            if let type = Self.type(form, in: column) {
                self.type = type
                remarks.append((.typed, "\(type[0].value), because \(facts.values == 1 ? "the only value" : "each of \(facts.values) values") \(form.evidence(of: facts)), \(declared)"))
                return
            }
            guard let plain = Self.plain(column) else { return nil }
            type = Self.type(plain, in: column)
            let reason = Self.isText(form) ? "the program may write others" : "no type writes them so"
            remarks.append((.unguessed, "\(plain), though each of \(facts.values) values \(form.evidence(of: facts)): \(reason)\(Self.note(column))"))
            return
        }
        guard let plain = Self.plain(column) else { return nil }
        type = Self.type(plain, in: column)
        // A column of numbers would turn some texts into numbers.
        if let listed = facts.listed, facts.values == (listed.isInteger ? facts.integers : facts.texts), plain == (listed.isInteger ? "int" : "string"),
            listed.isInteger || [.text, .blob].contains(column.affinity)
        { enumeration = listed }
        let rest = Self.note(column)
        if let note = facts.note, !facts.areDocuments { remarks.append((.unguessed, "\(plain), \(note)\(rest)")) } else { remarks.append((.typed, "\(plain), \(declared)\(rest)")) }
    }

    /// The attribute without its column, in the model's words.
    func text(isOptional: Bool) -> [(key: String, value: String)] {
        type.enumerated().map { place, entry in (entry.key, place > 0 ? entry.value : "\"\(entry.value)\(isOptional ? "?" : "")\"") }
    }

    /// Whether the type states the list of a check.
    var statesList: Bool { enumeration != nil || type[0].value == "bool" && column.facts.listed?.isBool == true }

    /// Gives the enum its name, and makes it the type.
    mutating func takeEnumeration(_ name: () -> String) -> (name: String, text: String)? {
        guard let enumeration else { return nil }
        let name = name()
        type = [("type", name)]
        remarks = [(.listed, enumeration.evidence(name, of: column.facts.values))] + enumeration.takenNames.map { (.named, $0) }
        return (name, enumeration.text)
    }

    /// The type of a form whose values Trellis writes as the program does; nil without one.
    private static func type(_ form: ValueForm, in column: ExistingColumn) -> [(key: String, value: String)]? {
        let takesTexts = [.text, .blob].contains(column.affinity)
        switch form {
        case .numericBool: return column.affinity == .text || column.affinity == .real ? nil : form.type
        case .day: return takesTexts || column.affinity == .numeric ? form.type : nil
        case .uuid where column.facts.blobs > 0: return form.type
        case .uuid: return takesTexts && column.facts.spelling == UUIDSpelling.canonical ? form.type + [("storage", "text")] : nil
        case .instant: return takesTexts && column.facts.spelling == InstantSpelling.canonical ? form.type + [("storage", "iso8601")] : nil
        // A new date has a fraction, which a program that reads integers does not expect.
        case .unixSeconds: return column.affinity == .real || column.facts.reals > 0 && column.affinity != .text ? form.type + [("storage", "unix")] : nil
        // The other program may write another address or shape tomorrow, and a fetch would fail.
        case .url, .textList, .integerList, .textMap: return nil
        case .textBool, .unixMilliseconds, .decimal: return nil
        }
    }

    /// A plain type with the rule that it needs in the column.
    private static func type(_ plain: String, in column: ExistingColumn) -> [(key: String, value: String)] {
        [("type", plain)] + (column.facts.areDocuments && plain == "string" ? [("pattern", YAMLText.quoted(TextPattern.document))] : [])
    }

    private static func note(_ column: ExistingColumn) -> String {
        column.facts.areDocuments ? ". SQLite takes '\(column.declaredType)' for numbers: only objects and arrays of JSON can be set" : ""
    }

    private static func isText(_ form: ValueForm) -> Bool { [.url, .textList, .integerList, .textMap].contains(form) }

    private static func plain(_ column: ExistingColumn) -> String? {
        let (facts, affinity, declared) = (column.facts, column.affinity, column.declaredType.uppercased())
        let isTime = declared.contains("DATE") || declared.contains("TIME")
        let isNumber = affinity != .text && affinity != .real
        if declared.contains("BOOL"), isNumber, facts.integers == facts.values, (facts.least ?? 0) >= 0, (facts.greatest ?? 0) <= 1 {
            return facts.allowsGuesses ? "bool" : "int"
        }
        if facts.areDocuments { return "string" }
        if facts.values == 0 {
            return switch affinity {
            case .integer: "int"
            case .text: "string"
            case .real: "double"
            case .blob: declared.contains("BLOB") ? "data" : "string"
            case .numeric: isTime ? "string" : "double"
            }
        }
        if facts.blobs == facts.values { return "data" }
        if facts.texts == facts.values { return affinity == .text || affinity == .blob || affinity == .numeric && isTime ? "string" : nil }
        guard facts.integers + facts.reals == facts.values, affinity != .text else { return nil }
        // Whole numbers in a column of money are numbers with a fraction elsewhere.
        if facts.reals == 0, isNumber, affinity != .numeric { return "int" }
        // Beyond 2^53 a number of SQLite's integers is none of a double's, and two of them would be one.
        let exact: ClosedRange<Int64> = -(1 << 53)...(1 << 53)
        guard exact.contains(facts.least ?? 0), exact.contains(facts.greatest ?? 0) else { return nil }
        return "double"
    }
}
