import Foundation
import Testing

/// A value without regard to how SQLite stores it, for computing what a conversion must give.
enum FormMeaning: Hashable {
    case flag(Bool)
    case number(Decimal)
    case real(Double)
    case text(String)
    /// Seconds since 2001-01-01 UTC.
    case instant(Double)
    case day(String)
    case uuid(UUID)
    case bytes([UInt8])
    case json(String)
}

/// A type of a model with the form in which SQLite stores it.
struct ValueForm: Sendable, CustomTestStringConvertible {
    /// What SQLite stores, as `quote` writes it; numbers of REAL by their value.
    enum Stored: Equatable {
        case quoted(String)
        case real(Double)
    }

    enum Kind: Sendable, Equatable {
        case bool, integer(ClosedRange<Int64>), real, string, decimal(Int?), date(Epoch), day, data, uuid(isText: Bool), url, json
        case cases([String]), numberedCases([Int64])
    }

    enum Epoch: Sendable, Equatable { case reference, unix, iso8601 }

    var model: String
    var kind: Kind
    var samples: [FormMeaning]

    var testDescription: String { model }

    static let epochDistance = 978_307_200.0

    /// What is stored of a value of this form; nil if the form has no such value.
    func stored(_ meaning: FormMeaning) -> Stored? {
        switch (kind, meaning) {
        case (.bool, .flag(let flag)): .quoted(flag ? "1" : "0")
        case (.integer(let range), .number(let number)): Int64("\(number)").flatMap { range.contains($0) ? .quoted("\($0)") : nil }
        case (.numberedCases(let cases), .number(let number)): Int64("\(number)").flatMap { cases.contains($0) ? .quoted("\($0)") : nil }
        case (.real, .real(let number)): model == "float" && number.magnitude > Double(Float.greatestFiniteMagnitude) ? nil : .real(number)
        case (.string, .text(let text)), (.url, .text(let text)), (.json, .json(let text)), (.day, .day(let text)): .quoted(Self.literal(text))
        case (.cases(let cases), .text(let text)): cases.contains(text) ? .quoted(Self.literal(text)) : nil
        case (.decimal(let scale?), .number(let number)): Self.scaled(number, scale).map { .quoted($0) }
        case (.decimal(nil), .number(let number)): .quoted(Self.literal("\(number)"))
        case (.date(.reference), .instant(let seconds)): .real(seconds)
        case (.date(.unix), .instant(let seconds)): .real(seconds + Self.epochDistance)
        case (.date(.iso8601), .instant(let seconds)): Self.text(seconds).map { .quoted(Self.literal($0)) }
        case (.data, .bytes(let bytes)): .quoted("X'\(Self.hex(bytes))'")
        case (.uuid(isText: true), .uuid(let uuid)): .quoted(Self.literal(uuid.uuidString.lowercased()))
        case (.uuid(isText: false), .uuid(let uuid)): .quoted("X'\(uuid.uuidString.replacing("-", with: ""))'")
        default: nil
        }
    }

    static func literal(_ text: String) -> String { "'\(text.replacing("'", with: "''"))'" }

    private static func hex(_ bytes: [UInt8]) -> String { bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined() }

    private static func scaled(_ number: Decimal, _ scale: Int) -> String? {
        var product = number
        for _ in 0..<scale { product *= 10 }
        let text = "\(product)"
        return text.contains(".") || text.drop(while: { $0 == "-" }).count > 18 ? nil : text
    }

    /// An instant as text to the millisecond; nil beyond the year 9999.
    static func text(_ seconds: Double) -> String? {
        guard seconds < 252_423_993_600 else { return nil }
        return formatter.string(from: Date(timeIntervalSinceReferenceDate: seconds))
    }

    static var formatter: ISO8601DateFormatter {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        return formatter
    }
}

extension ValueForm {
    /// What a value of this form is as one of another form; nil if it is none, or the meaning is not clear.
    func meaning(_ meaning: FormMeaning, as other: ValueForm) -> FormMeaning? {
        switch (meaning, other.kind) {
        case (.flag(let flag), .integer), (.flag(let flag), .decimal): .number(flag ? 1 : 0)
        case (.flag(let flag), .real): .real(flag ? 1 : 0)
        case (.flag(let flag), .string): .text(flag ? "1" : "0")
        case (.number(let number), .bool): number == 0 ? .flag(false) : number == 1 ? .flag(true) : nil
        case (.number(let number), .real), (.number(let number), .date): real("\(number)", other)
        case (.number(let number), .string): .text("\(number)")
        case (.real(let number), .integer), (.real(let number), .decimal): number.magnitude < 1e15 ? Decimal(string: "\(number)").map(FormMeaning.number) : nil
        case (.real(let number), .date): instant(number, other)
        case (.text(let text), _): self.text(text, as: other)
        case (.instant(let seconds), .integer): Decimal(string: "\(self.seconds(seconds))").map(FormMeaning.number)
        case (.instant(let seconds), .real): .real(self.seconds(seconds))
        case (.instant(let seconds), .string): Self.text(seconds).map(FormMeaning.text)
        case (.instant(let seconds), .day): Self.text(seconds).map { .day(String($0.prefix(10))) }
        case (.day(let day), .date): Self.formatter.date(from: day + "T00:00:00.000Z").map { .instant($0.timeIntervalSinceReferenceDate) }
        case (.day(let text), .string), (.json(let text), .string): .text(text)
        case (.uuid(let uuid), .string): .text(uuid.uuidString.lowercased())
        case (.uuid(let uuid), .data): .bytes(withUnsafeBytes(of: uuid.uuid) { Array($0) })
        default: meaning
        }
    }

    /// Foundation takes the 31st of February for a day in March.
    private static func date(_ text: String) -> Date? {
        formatter.date(from: text).flatMap { formatter.string(from: $0) == text ? $0 : nil }
    }

    /// The seconds of the form's own epoch: a number is the seconds that the file has.
    private func seconds(_ reference: Double) -> Double { kind == .date(.unix) ? reference + Self.epochDistance : reference }

    private func instant(_ number: Double, _ other: ValueForm) -> FormMeaning { .instant(other.kind == .date(.unix) ? number - Self.epochDistance : number) }

    private func real(_ digits: String, _ other: ValueForm) -> FormMeaning? {
        guard let number = Double(digits) else { return nil }
        if case .date = other.kind { return number.magnitude <= 0x1p53 ? instant(number, other) : nil }
        let limit = other.model == "float" ? 0x1p24 : 0x1p53
        // An integer beyond them is no such number. Decimals are rounded to the nearest one.
        return digits.contains(".") || number.magnitude <= limit || kind == .decimal(nil) ? .real(number) : nil
    }

    private func text(_ text: String, as other: ValueForm) -> FormMeaning? {
        let isNumeral = text.wholeMatch(of: /[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)/) != nil
        switch other.kind {
        case .bool: return ["true": .flag(true), "false": .flag(false), "yes": .flag(true), "no": .flag(false), "1": .flag(true), "0": .flag(false)][text.lowercased()]
        case .integer, .numberedCases: return Int64(text).flatMap { "\($0)" == text ? .number(Decimal($0)) : nil }
        case .real: return isNumeral ? Double(text).map(FormMeaning.real) : nil
        case .decimal: return isNumeral ? Decimal(string: text).map(FormMeaning.number) : nil
        case .date:
            let full = text.count == 10 ? text + "T00:00:00.000Z" : text
            return Self.date(full).map { .instant($0.timeIntervalSinceReferenceDate) }
        case .day: return Self.date(text + "T00:00:00.000Z").map { _ in .day(text) }
        case .data: return .bytes(Array(text.utf8))
        case .uuid: return UUID(uuidString: text).map(FormMeaning.uuid)
        case .string, .url, .cases, .json: return .text(text)
        }
    }
}
