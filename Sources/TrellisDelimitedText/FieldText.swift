import Foundation
import Predicates
import Trellis

/// Values as the texts of fields.
enum FieldText {
    /// nil for a missing value.
    static func text(_ value: StoredValue) -> String? {
        switch value {
        case .null: nil
        case .bool(let value): value ? "true" : "false"
        case .integer(let value), .id(let value): String(value)
        case .real(let value): String(value)
        case .decimal(let value): value.description
        case .text(let value): value
        case .date(let value): InstantText.text(value.timeIntervalSinceReferenceDate)
        case .day(let value): value.description
        case .duration(let value): ISO8601Duration.text(value)
        case .data(let value): value.base64EncodedString()
        case .uuid(let value): value.uuidString.lowercased()
        }
    }

    /// nil if the text is no value of the column's type.
    static func value(_ text: String, as column: StoredColumn) -> StoredValue? {
        switch column.type {
        case .bool: bool(text).map { .bool($0) }
        // A composite that does not exist has an empty field.
        case .presence: bool(text) == true ? .bool(true) : nil
        case .integer: Int64(text).map { .integer($0) }
        case .id: Int64(text).flatMap { $0 > 0 ? .id($0) : nil }
        case .real: Double(text).flatMap { $0.isFinite ? .real($0) : nil }
        case .decimal, .exactDecimal: decimal(text).map { .decimal($0) }
        case .text: .text(text)
        case .date, .unixDate, .iso8601Date:
            InstantText.seconds(text).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
        case .day: Day(text).map { .day($0) }
        case .duration:
            ISO8601Duration.duration(text).flatMap { StoredDuration.microseconds($0) == nil ? nil : .duration($0) }
        case .data: Data(base64Encoded: text).map { .data($0) }
        case .uuid, .textUUID: UUID(uuidString: text).map { .uuid($0) }
        }
    }

    /// A decimal, with or without zeros at its end. More than 38 digits would be rounded.
    private static func decimal(_ text: String) -> Decimal? {
        guard text.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?/) != nil, text.count(where: \.isNumber) <= 38 else { return nil }
        return Decimal(string: text)
    }

    /// Other programs write Booleans in their own ways.
    private static func bool(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "1": true
        case "false", "0": false
        default: nil
        }
    }

    /// What a field of the column's type looks like, for errors.
    static func form(of column: StoredColumn) -> String {
        switch column.type {
        case .bool: "'true' or 'false'"
        case .presence: "'true' or empty"
        case .integer: "an integer"
        case .id: "an id"
        case .real: "a finite number"
        case .decimal, .exactDecimal: "a decimal number"
        case .text: "a text"
        case .date, .unixDate, .iso8601Date: "an instant like 2001-01-31T09:30:00Z"
        case .day: "a day like 2001-01-31"
        case .duration: "a duration like PT1H30M"
        case .data: "Base64"
        case .uuid, .textUUID: "a UUID"
        }
    }
}

/// An instant as text: `2001-01-31T09:30:00Z`, with as many decimals as its number of seconds needs, so that reading gives the same
/// number. Beyond the years 1 to 9999 it is `@` and the seconds since 2001-01-01 UTC.
enum InstantText {
    static func text(_ seconds: Double) -> String {
        let number = "@\(seconds)"
        // The shortest digits that give the same number again.
        let digits = String(seconds)
        guard !digits.contains("e"), digits.contains("."), let whole = Double(exactly: seconds.rounded(.down)),
            var base = ISO8601Instant.text(whole), base.hasSuffix(".000Z")
        else { return number }
        base.removeLast(5)
        var fraction = String(digits.drop { $0 != "." }.dropFirst())
        if fraction == "0" { return base + "Z" }
        // Seconds before 2001 count down: their digits are those that are left to the next whole second.
        if seconds < 0 { fraction = complement(of: fraction) }
        let text = "\(base).\(fraction)Z"
        return self.seconds(text) == seconds ? text : number
    }

    static func seconds(_ text: String) -> Double? {
        if text.hasPrefix("@") { return Double(text.dropFirst()).flatMap { $0.isNaN ? nil : $0 } }
        guard text.hasSuffix("Z") else { return nil }
        guard let point = text.firstIndex(of: ".") else { return ISO8601Instant.seconds((text.dropLast() + ".000Z").utf8) }
        let fraction = String(text[text.index(after: point)...].dropLast())
        guard !fraction.isEmpty, fraction.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let whole = ISO8601Instant.seconds((text[..<point] + ".000Z").utf8), let count = Int64(exactly: whole)
        else { return nil }
        if count >= 0 { return Double("\(count).\(fraction)") }
        if fraction.allSatisfy({ $0 == "0" }) { return whole }
        return Double("-\(-(count + 1)).\(complement(of: fraction))")
    }

    /// One minus a fraction, digit by digit.
    private static func complement(of fraction: String) -> String {
        var digits = Array(fraction.utf8).map { $0 - 0x30 }
        guard let last = digits.lastIndex(where: { $0 != 0 }) else { return fraction }
        for index in digits.indices { digits[index] = index < last ? 9 - digits[index] : index == last ? 10 - digits[index] : 0 }
        return digits.map(String.init).joined()
    }
}
