import Foundation
import Predicates
import SQLiteAccess
import SchemaModel

/// Generates a value of an attribute, in its stored form and within its rules.
struct ValueGenerator {
    private let attribute: Attribute
    private let number: Int
    private(set) var random: SplitMix

    /// - Parameter number: the number of the row, from 0: unique values have it in them.
    init(_ attribute: Attribute, number: Int, _ random: SplitMix) {
        self.attribute = attribute
        self.number = number
        self.random = random
    }

    /// nil if the rules are none that a value can be made for: a pattern, or JSON of a Swift type. Then the default counts.
    mutating func value() -> SQLiteValue? {
        if attribute.rules.pattern != nil { return defaultValue }
        switch attribute.type {
        case .bool: return .integer(Int64(pick(2)))
        case .int16: return .integer(integer(Int64(Int16.min)...Int64(Int16.max)))
        case .int32: return .integer(integer(Int64(Int32.min)...Int64(Int32.max)))
        case .int64: return .integer(integer(-1_000_000_000_000...1_000_000_000_000))
        case .decimal(.some), .duration: return .integer(integer(-100_000_000...100_000_000))
        case .float, .double: return .real(real())
        case .string: return .text(text())
        case .url: return .text("https://example.org/\(number)/\(pick(1_000_000))")
        case .decimal(nil): return bounded { .text("\($0)") }
        case .date(let storage): return instant(storage)
        case .day: return day()
        case .data: return .blob(bytes())
        case .uuid(.text): return .text(uuid().uuidString.lowercased())
        case .uuid(.blob): return .blob(withUnsafeBytes(of: uuid().uuid) { Array($0) })
        case .enumeration(let type):
            guard !type.cases.isEmpty else { return nil }
            let raw = type.cases[pick(type.cases.count)].raw
            return type.isInteger ? Int64(raw).map { .integer($0) } : .text(raw)
        case .json: return defaultValue
        case .composite: return .integer(1)
        }
    }

    private mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    private var defaultValue: SQLiteValue? {
        guard case .literal(let literal) = attribute.defaultValue else { return nil }
        if case .empty(let container) = literal { return .text(container == .list ? "[]" : "{}") }
        return literal.conditionValue.stored(as: attribute.type.valueType)
    }

    // MARK: Numbers

    /// The least and the greatest value of the rules, as stored.
    private var bounds: (least: SQLiteValue?, greatest: SQLiteValue?) {
        let (rules, type) = (attribute.rules, attribute.type.valueType)
        return (rules.min?.conditionValue.stored(as: type), rules.max?.conditionValue.stored(as: type))
    }

    /// - Parameter range: the usual values. A rule may allow others alone.
    private mutating func integer(_ range: ClosedRange<Int64>) -> Int64 {
        var (least, greatest) = (range.lowerBound, range.upperBound)
        let width: Int64 = 1_000_000
        if case .integer(let value) = bounds.least {
            (least, greatest) = (value, value > greatest ? min(value, .max - width) + width : greatest)
        }
        if case .integer(let value) = bounds.greatest {
            (least, greatest) = (value < least ? max(value, .min + width) - width : least, value)
        }
        if attribute.isUnique, greatest.subtractingReportingOverflow(least).overflow || greatest - least >= Int64(number) {
            return least + Int64(number)
        }
        return Int64.random(in: least...max(least, greatest), using: &random)
    }

    private mutating func real() -> Double {
        var (least, greatest) = (-1_000_000.0, 1_000_000.0)
        if case .real(let value) = bounds.least { (least, greatest) = (value, max(greatest, value)) }
        if case .real(let value) = bounds.greatest { (least, greatest) = (min(least, value), value) }
        if attribute.isUnique { return Double(Float(least + spread * (greatest - least))) }
        // Quarters have an exact form, also as a Float.
        let value = (Double.random(in: least...greatest, using: &random) * 4).rounded() / 4
        return min(max(value, least), greatest)
    }

    /// Another number between 0 and 1 for each row: the bits of its number behind the point, the last one first.
    private var spread: Double {
        var (rest, place, sum) = (number + 1, 0.5, 0.0)
        while rest > 0 {
            if rest & 1 == 1 { sum += place }
            (rest, place) = (rest >> 1, place / 2)
        }
        return sum
    }

    /// A number as a text; nil if rules bound it, because texts do not compare as numbers.
    private mutating func bounded(_ value: (Int) -> SQLiteValue) -> SQLiteValue? {
        attribute.rules.min == nil && attribute.rules.max == nil ? value(number * 1_000 + pick(1_000)) : defaultValue
    }

    // MARK: Texts and bytes

    private mutating func text() -> String {
        let (least, greatest) = (attribute.rules.minLength ?? 0, attribute.rules.maxLength ?? .max)
        let words = ["alder", "birch", "cedar", "élan", "fir", "großer Ahorn", "hazel", "iris", "O'Hara", "楓"]
        // What is unique has the number of the row first, so that a cut keeps it.
        var text = attribute.isUnique ? "\(number)" : ""
        // One character for each row, where its number is too long.
        if attribute.isUnique, text.count > greatest, let character = Unicode.Scalar(0x4e00 + number) { return String(Character(character)) }
        while text.unicodeScalars.count < max(least, 1) || pick(3) > 0 && text.unicodeScalars.count < 40 {
            text += (text.isEmpty ? "" : " ") + words[pick(words.count)]
        }
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(greatest)))
    }

    private mutating func bytes() -> [UInt8] {
        let least = attribute.rules.minLength ?? 0
        let count = max(least, min(attribute.rules.maxLength ?? 64, least + pick(32)))
        return (0..<count).map { _ in UInt8(pick(256)) }
    }

    private mutating func uuid() -> UUID {
        let bytes = (0..<16).map { _ in UInt8(pick(256)) }
        return UUID(
            uuid: (
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6] & 0x0f | 0x40, bytes[7], bytes[8] & 0x3f | 0x80, bytes[9],
                bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
            ))
    }

    // MARK: Times

    private mutating func instant(_ storage: DateStorage) -> SQLiteValue? {
        // Whole seconds between 2001 and 2032.
        var seconds = Double(pick(1_000_000_000))
        if attribute.rules.min != nil || attribute.rules.max != nil {
            let (least, greatest) = (bounds.least.flatMap { self.seconds($0, storage) }, bounds.greatest.flatMap { self.seconds($0, storage) })
            let first = least ?? greatest.map { $0 - 1_000_000 } ?? 0
            let last = greatest ?? first + 1_000_000
            // Milliseconds have a form in each storage.
            seconds = min(max((first + spread * (last - first)) * 1000, first * 1000).rounded() / 1000, last)
        }
        return switch storage {
        case .reference: .real(seconds)
        case .unix: .real(UnixInstant.seconds(seconds))
        case .iso8601: ISO8601Instant.text(seconds).map { .text($0) }
        }
    }

    private func seconds(_ stored: SQLiteValue, _ storage: DateStorage) -> Double? {
        switch (stored, storage) {
        case (.real(let seconds), .reference): seconds
        case (.real(let seconds), .unix): UnixInstant.reference(seconds)
        case (.text(let text), .iso8601): ISO8601Instant.seconds(Array(text.utf8))
        default: nil
        }
    }

    /// The seconds at which a day begins.
    private func seconds(ofDay stored: SQLiteValue?) -> Double? {
        guard case .text(let day)? = stored else { return nil }
        return ISO8601Instant.seconds(Array("\(day)T00:00:00.000Z".utf8))
    }

    private mutating func day() -> SQLiteValue? {
        if attribute.rules.min != nil || attribute.rules.max != nil {
            let (least, greatest) = (seconds(ofDay: bounds.least), seconds(ofDay: bounds.greatest))
            guard let first = least ?? greatest.map({ $0 - 365 * 86_400 }) else { return bounds.least ?? bounds.greatest }
            let days = ((greatest ?? first + 365 * 86_400) - first) / 86_400
            // One after the other, and from the first day again: that is different as long as there are days.
            let place = Double(number).truncatingRemainder(dividingBy: days + 1)
            return ISO8601Instant.text(first + place * 86_400).map { .text(String($0.prefix(10))) }
        }
        let text = "\(2001 + pick(30))-\(String(format: "%02d", 1 + pick(12)))-\(String(format: "%02d", 1 + pick(28)))"
        return .text(text)
    }
}
