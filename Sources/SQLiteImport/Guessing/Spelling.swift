import SQLiteAccess

/// How a text of a date with a time is written, as far as texts of a column have to be alike.
struct InstantSpelling: Hashable {
    /// That which Trellis writes.
    static let canonical = "'YYYY-MM-DDThh:mm:ss.fffZ'"

    /// What a fraction ends with: a digit that ends it in six digits too, if zeros are left out, or another one.
    enum Ending: String { case none, zero, digit, other }

    /// The sign between day and time, and the one before the fraction; 0 without a fraction.
    let (separator, mark): (UInt8, UInt8)
    let hasSeconds: Bool
    /// The number of digits of the fraction.
    let digits: Int
    let ending: Ending
    /// What follows the time.
    let zone: String

    /// A text for SQL.
    var code: String {
        let head = "YYYY-MM-DD\(UnicodeScalar(separator))hh:mm\(hasSeconds ? ":ss" : "")"
        return [head, mark == 0 ? "" : String(UnicodeScalar(mark)), "\(digits)", ending.rawValue, zone].joined(separator: "\t")
    }

    /// The one spelling of a column, in words.
    /// - Parameter codes: those of all its texts.
    /// - Returns: nil if a number of seconds does not say how its text is written.
    static func unified(_ codes: [String]) -> String? {
        let parts = codes.map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
        guard let first = parts.first, parts.allSatisfy({ $0.count == 5 && $0[0] == first[0] && $0[4] == first[4] }) else { return nil }
        let marks = Set(parts.map { $0[1] }).subtracting([""]), digits = Set(parts.compactMap { Int($0[2]) }), endings = Set(parts.compactMap { Ending(rawValue: $0[3]) })
        guard marks.count <= 1 else { return nil }
        func text(_ count: Int) -> String { "'\(first[0])\(count == 0 ? "" : (marks.first ?? ".") + String(repeating: "f", count: count))\(first[4])'" }
        if digits.count == 1 { return text(digits.first ?? 0) }
        let most = digits.max() ?? 0
        if digits.count == 2, digits.contains(0), !endings.contains(.zero) { return "\(text(most)), without a fraction of zero" }
        return endings.isSubset(of: [.none, .digit]) ? "\(text(most)), without zeros at its end" : nil
    }
}

/// How a text of a UUID is written.
struct UUIDSpelling: Hashable {
    /// The code of 16 bytes.
    static let bytes = "bytes"
    /// That of small letters and hyphens, which Trellis writes too.
    static let canonical = "small letters and hyphens"

    private enum Letters: String, CaseIterable { case small, capital, none }

    private let hasHyphens: Bool
    private let letters: Letters

    /// - Returns: nil for small and capital letters in one text.
    init?(_ text: String) {
        hasHyphens = text.utf8.contains(UInt8(ascii: "-"))
        let (hasSmall, hasCapital) = (text.utf8.contains { (0x61...0x7a).contains($0) }, text.utf8.contains { (0x41...0x5a).contains($0) })
        if hasSmall, hasCapital { return nil }
        letters = hasSmall ? .small : hasCapital ? .capital : .none
    }

    var code: String { "\(hasHyphens ? "hyphens" : "plain") \(letters.rawValue)" }

    /// The one spelling of a column, in words; nil if it has several.
    static func unified(_ codes: [String]) -> String? {
        if codes == [bytes] { return "16 bytes" }
        let parts = codes.map { $0.split(separator: " ").map(String.init) }
        let hyphens = Set(parts.compactMap(\.first)), letters = Set(parts.compactMap(\.last)).subtracting([Letters.none.rawValue])
        guard hyphens.count == 1, letters.count <= 1 else { return nil }
        return "\(letters.first ?? Letters.small.rawValue) letters and \(hyphens == ["hyphens"] ? "hyphens" : "no hyphens")"
    }
}

/// The spellings of all values of a column, each with an example.
struct SpellingList<Spelling: Hashable>: AggregateState {
    let read: (SQLiteValue) -> Spelling?
    let code: (Spelling) -> String
    private var examples: [Spelling: String] = [:]
    private var last: Spelling?
    /// A text that could not be written again as it is.
    private var lost: String?

    /// A column whose texts are written in so many ways has no spelling.
    static var most: Int { 40 }

    init(_ read: @escaping (SQLiteValue) -> Spelling?, code: @escaping (Spelling) -> String) { (self.read, self.code) = (read, code) }

    mutating func add(_ call: borrowing FunctionCall) throws {
        let value = try call.argument(0).value
        let spelling = read(value)
        if spelling != nil, spelling == last { return }
        last = spelling
        var example = ""
        if case .text(let text) = value { example = text }
        guard let spelling else { return lost = lost ?? example }
        if examples[spelling] == nil, examples.count < Self.most { examples[spelling] = example }
    }

    /// A record for each spelling, with its code and the example, between separators of ASCII.
    func result() throws -> SQLiteValue {
        let lines = examples.map { "\(code($0.key))\u{1F}\($0.value)" }.sorted() + (lost.map { ["\u{1F}\($0)"] } ?? [])
        return .text(lines.joined(separator: "\u{1E}"))
    }
}
