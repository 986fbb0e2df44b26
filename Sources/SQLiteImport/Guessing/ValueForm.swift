import Predicates
import SQLiteAccess

/// A form in which programs keep values that SQLite has no type for.
enum ValueForm: Hashable, Sendable {
    case numericBool, textBool
    case day
    /// A day with a time, as ISO 8601 or SQLite writes it.
    case instant
    case unixSeconds, unixMilliseconds
    case uuid
    /// A number with at most this many decimals.
    case decimal(Int)
    case url
    case textList, integerList, textMap

    /// The value in a store of Trellis, as SQL on a column; NULL for a value that has not the form.
    func expression(_ x: String) -> String {
        switch self {
        case .numericBool: "CASE WHEN typeof(\(x)) = 'integer' AND \(x) IN (0, 1) THEN \(x) END"
        case .textBool: "CASE WHEN typeof(\(x)) = 'text' THEN CASE lower(\(x)) WHEN 't' THEN 1 WHEN 'true' THEN 1 WHEN 'f' THEN 0 WHEN 'false' THEN 0 END END"
        case .day:
            "CASE WHEN typeof(\(x)) = 'text' AND length(CAST(\(x) AS BLOB)) = 10 AND \(x) GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]' "
                + "AND \(x) >= '0001' AND date(\(x), '+0 days') = \(x) THEN \(x) END"
        case .instant: "\(ImportFunctions.instant)(\(x))"
        case .unixSeconds: "CASE WHEN typeof(\(x)) IN ('integer', 'real') AND \(x) BETWEEN 100000000 AND 4102444800 THEN \(x) - 978307200.0 END"
        case .unixMilliseconds: "CASE WHEN typeof(\(x)) = 'integer' AND \(x) BETWEEN 100000000000 AND 4102444800000 THEN (\(x) - 978307200000) / 1000.0 END"
        case .uuid: "\(ImportFunctions.uuid)(\(x))"
        case .decimal(let scale):
            "CASE WHEN typeof(\(x)) IN ('integer', 'real') AND \(x) BETWEEN -1e11 AND 1e11 AND CAST(round(\(x) * \(Self.power(scale))) AS INTEGER) / \(Self.power(scale)) = \(x) "
                + "THEN CAST(round(\(x) * \(Self.power(scale))) AS INTEGER) END"
        case .url:
            "CASE WHEN typeof(\(x)) = 'text' AND (\(x) GLOB 'http://?*' OR \(x) GLOB 'https://?*') "
                + "AND \(x) NOT GLOB '*[^A-Za-z0-9._~:/?#@!$&()*+,;=-]*' AND instr(substr(\(x), instr(\(x), '#') + 1), '#') = 0 THEN \(x) END"
        case .textList: Self.json(x, "array", "'text'")
        case .integerList: Self.json(x, "array", "'integer'")
        case .textMap: Self.json(x, "object", "'text'")
        }
    }

    private static func power(_ scale: Int) -> String { "1" + String(repeating: "0", count: scale) + ".0" }

    private static func json(_ x: String, _ kind: String, _ type: String) -> String {
        "CASE WHEN typeof(\(x)) = 'text' THEN CASE WHEN json_valid(\(x)) THEN CASE WHEN json_type(\(x)) = '\(kind)' "
            + "AND NOT EXISTS (SELECT 1 FROM json_each(\(x)) AS item WHERE typeof(item.value) <> \(type) OR item.type <> \(type)) "
            + "AND \(ImportFunctions.isUnicode)(\(x)) THEN \(x) END END END"
    }

    /// The type in a model, with what else the attribute needs.
    var type: [(key: String, value: String)] {
        switch self {
        case .numericBool, .textBool: [("type", "bool")]
        case .day: [("type", "day")]
        case .instant, .unixSeconds, .unixMilliseconds: [("type", "date")]
        case .uuid: [("type", "uuid")]
        case .decimal(let scale): [("type", "decimal"), ("scale", "\(scale)")]
        case .url: [("type", "url")]
        case .textList, .integerList, .textMap: [("type", "json"), ("swift", "\"\(jsonType ?? "")\"")]
        }
    }

    /// The Swift type of a form of JSON.
    var jsonType: String? {
        switch self {
        case .textList: "[String]"
        case .integerList: "[Int]"
        case .textMap: "[String: String]"
        default: nil
        }
    }

    var evidence: String {
        switch self {
        case .numericBool: "is 0 or 1"
        case .textBool: "is a word for true or false"
        case .day: "is a calendar day, YYYY-MM-DD"
        case .instant: "is a date with a time. Without a zone it is read as UTC"
        case .unixSeconds: "is in the range of seconds since 1970"
        case .unixMilliseconds: "is in the range of milliseconds since 1970"
        case .uuid: "is a UUID"
        case .decimal(let scale): "has at most \(scale) decimals"
        case .url: "is an http address"
        case .textList: "is a JSON array of texts"
        case .integerList: "is a JSON array of integers"
        case .textMap: "is a JSON object of texts"
        }
    }

    /// The evidence with what the values are: their spelling, or the first and the last moment.
    func evidence(of facts: ColumnFacts) -> String {
        if let spelling = facts.spelling { return "\(evidence), written \(spelling)" }
        let divisor: Int64
        switch self {
        case .unixSeconds: divisor = 1
        case .unixMilliseconds: divisor = 1000
        default: return evidence
        }
        let days = [facts.least, facts.greatest].compactMap { $0.flatMap { ISO8601Instant.text(Double($0 / divisor) - 978_307_200)?.prefix(10) } }
        guard facts.reals == 0, days.count == 2 else { return evidence }
        return "\(evidence), \(days[0] == days[1] ? "on \(days[0])" : "\(days[0]) to \(days[1])")"
    }

    /// Whether the stored value differs from the one in the database.
    var converts: Bool {
        switch self {
        case .numericBool, .day, .url, .textList, .integerList, .textMap: false
        case .textBool, .instant, .unixSeconds, .unixMilliseconds, .uuid, .decimal: true
        }
    }
}

/// Words in the name or the type of a column that suggest forms.
struct FormHints {
    private let words: [String]
    private let type: String
    private let isListedBool: Bool

    init(_ column: ExistingColumn) {
        words = Words.split(column.name)
        type = column.declaredType.uppercased()
        isListedBool = column.facts.listed?.isBool ?? false
    }

    /// Words after which a number is no moment, though another word names one: `updated_by`, `time_count`.
    private static let otherNumbers: Set<String> = ["id", "by", "count", "size", "length", "duration", "number", "zone", "user", "version"]

    private var saysDate: Bool {
        if type.contains("DATE") || type.contains("TIME") { return true }
        if words.last.map(Self.otherNumbers.contains) == true { return false }
        return !Set(words).isDisjoint(with: ["at", "date", "time", "timestamp", "created", "updated", "modified", "deleted", "expires", "expiry", "birthday", "on"])
    }
    private var saysUUID: Bool { type.contains("UUID") || type.contains("GUID") || !Set(words).isDisjoint(with: ["uuid", "guid"]) }
    private var saysURL: Bool { !Set(words).isDisjoint(with: ["url", "uri", "link", "website", "homepage", "href"]) }
    private var saysBool: Bool { isListedBool || type.contains("BOOL") || type == "BIT" || type == "TINYINT(1)" || !Set(words.prefix(2)).isDisjoint(with: ["is", "has", "can", "should"]) }
    var isMoney: Bool { ["DECIMAL", "NUMERIC", "MONEY", "CURRENCY"].contains(where: type.hasPrefix) }

    /// The places in `DECIMAL(10, 2)`.
    private var scale: Int? {
        guard isMoney, let comma = type.firstIndex(of: ","), let scale = Int(type[type.index(after: comma)...].filter(\.isNumber)) else { return nil }
        return (1...9).contains(scale) ? scale : nil
    }

    /// The forms to try on the values of a column, the likeliest first.
    func candidates(_ facts: ColumnFacts) -> [ValueForm] {
        var forms = [ValueForm]()
        let (numbers, texts) = (facts.integers + facts.reals, facts.texts - facts.emptyTexts)
        if saysUUID, facts.blobs > 0, numbers + texts == 0 { return [.uuid] }
        if facts.blobs > 0 { return [] }
        if texts > 0, numbers == 0 {
            if type.contains("BOOL") { forms.append(.textBool) }
            forms += [.day, .instant, .uuid]
            if saysURL { forms.append(.url) }
            forms += [.textList, .integerList, .textMap]
        }
        if numbers > 0, texts == 0 {
            if saysBool { forms.append(.numericBool) }
            if saysDate { forms += [.unixSeconds, .unixMilliseconds] }
            if let scale { forms.append(.decimal(scale)) } else if isMoney, facts.reals > 0 { forms += [.decimal(2), .decimal(4)] }
        }
        return forms
    }

    /// The form by the declared type alone, of a column without values.
    var declared: ValueForm? {
        if type.contains("BOOL") || isListedBool { return .numericBool }
        if type.contains("DATETIME") || type.contains("TIMESTAMP") { return .instant }
        if type == "DATE" { return .day }
        if saysUUID, type.contains("UUID") || type.contains("GUID") { return .uuid }
        return scale.map { .decimal($0) }
    }
}
