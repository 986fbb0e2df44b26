/// How a text of a date with a time is written, with the facts that decide whether all texts of a column are written alike.
struct InstantSpelling: Hashable {
    /// That which Trellis writes.
    static let canonical = "'YYYY-MM-DDThh:mm:ss.fffZ'"

    /// Such as `YYYY-MM-DD hh:mm:ss`.
    var head = ""
    /// The sign before the fraction.
    var mark = ""
    /// The number of digits of the fraction, and the fraction as an integer.
    var (digits, fraction) = (0, 0)
    /// Whether the moment has the same fraction in six digits, but for zeros.
    var isExactInSixDigits = false
    /// What follows the time.
    var zone = ""
    /// The moment without its fraction, in seconds since 2001.
    var wholeSeconds = 0.0

    var power: Double { (0..<digits).reduce(1.0) { power, _ in power * 10 } }

    /// What a fraction ends with: a digit that ends it in six digits too, if zeros are left out, or another one.
    private enum Ending: String { case none, zero, digit, other }

    /// A text for SQL, which is equal for texts that are written alike.
    var code: String {
        let ending: Ending = digits == 0 ? .none : fraction == 0 ? .zero : fraction % 10 != 0 && isExactInSixDigits ? .digit : .other
        return [head, mark, "\(digits)", ending.rawValue, zone].joined(separator: "\t")
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
        hasHyphens = text.contains("-")
        let (hasSmall, hasCapital) = (text.contains { $0.isLowercase }, text.contains { $0.isUppercase })
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
