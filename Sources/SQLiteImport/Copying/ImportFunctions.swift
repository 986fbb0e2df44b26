import Foundation
import SQLiteAccess

/// Functions that read values of other programs, for the SQL that counts and copies them.
enum ImportFunctions {
    static let instant = "trellis_import_instant"
    static let uuid = "trellis_import_uuid"
    static let number = "trellis_import_number"
    static let isUnicode = "trellis_import_is_unicode"
    static let keepsJSON = "trellis_import_keeps_json"
    static let composed = "trellis_import_composed"
    static let instantSpelling = "trellis_import_instant_spelling"
    static let uuidSpelling = "trellis_import_uuid_spelling"

    /// - Throws: `SQLiteError`
    static func register(on functions: FunctionRegistry) throws {
        try functions.add(instant, arguments: 1) { call in
            guard case .text(let text) = try call.argument(0).value, let seconds = InstantText.seconds(text) else { return }
            call.give(.real(seconds))
        }
        try functions.add(uuid, arguments: 1) { call in
            if let bytes = bytes(try call.argument(0).value) { call.give(.blob(bytes)) }
        }
        try functions.addAggregate(instantSpelling, arguments: 1) {
            SpellingList({ if case .text(let text) = $0 { InstantText.spelling(text) } else { nil } }, code: \.code)
        }
        try functions.addAggregate(uuidSpelling, arguments: 1) {
            SpellingList({ if case .text(let text) = $0 { UUIDSpelling(text)?.code } else { UUIDSpelling.bytes } }, code: { $0 })
        }
        try functions.add(isUnicode, arguments: 1) { call in
            if case .text(let text) = try call.argument(0).value { call.give(.integer(hasPairs(text) ? 1 : 0)) }
        }
        try functions.add(keepsJSON, arguments: 2) { call in
            guard case .text(let text) = try call.argument(0).value, case .text(let type) = try call.argument(1).value else { return }
            call.give(.integer(keeps(text, as: type) ? 1 : 0))
        }
        try functions.add(composed, arguments: 1) { call in
            if case .text(let text) = try call.argument(0).value { call.give(.text(text.precomposedStringWithCanonicalMapping)) }
        }
        // SQLite's own text of a number has 15 digits.
        try functions.add(number, arguments: 1) { call in
            switch try call.argument(0).value {
            case .integer(let number): call.give(.text("\(number)"))
            case .real(let number): call.give(.text(number.description))
            case let value: call.give(value)
            }
        }
    }

    /// Whether a property with a value of JSON writes the same bytes again.
    /// - Parameter type: its type in Swift.
    static func keeps(_ json: String, as type: String) -> Bool {
        // As the library writes JSON.
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        func keeps<Value: Codable>(_: Value.Type) -> Bool {
            guard let value = try? JSONDecoder().decode(Value.self, from: Data(json.utf8)), let bytes = try? encoder.encode(value) else { return false }
            return bytes.elementsEqual(json.utf8)
        }
        switch type {
        case "[String]": return keeps([String].self)
        case "[Int]": return keeps([Int].self)
        default: return keeps([String: String].self)
        }
    }

    /// Whether each surrogate that a text of JSON escapes is one of a pair: no text of Swift has half a character.
    static func hasPairs(_ json: String) -> Bool {
        let bytes = Array(json.utf8)
        var (place, high) = (0, false)
        while place < bytes.count {
            var unit = 0
            if bytes[place] == UInt8(ascii: "\\") {
                if place + 5 < bytes.count, bytes[place + 1] == UInt8(ascii: "u") {
                    unit = Int(String(decoding: bytes[place + 2..<place + 6], as: UTF8.self), radix: 16) ?? 0
                    place += 4
                }
                place += 1
            }
            place += 1
            let isLow = (0xDC00...0xDFFF).contains(unit)
            if isLow != high { return false }
            high = (0xD800...0xDBFF).contains(unit)
        }
        return !high
    }

    /// The bytes of a UUID: 16 of them, 32 digits, or digits in groups.
    static func bytes(_ value: SQLiteValue) -> [UInt8]? {
        switch value {
        case .blob(let bytes): return bytes.count == 16 ? bytes : nil
        case .text(let text):
            let digits = Array(text.utf8.prefix(37))
            var hexadecimal = digits
            if digits.count == 36 {
                guard [8, 13, 18, 23].allSatisfy({ digits[$0] == UInt8(ascii: "-") }) else { return nil }
                hexadecimal.removeAll { $0 == UInt8(ascii: "-") }
            }
            guard hexadecimal.count == 32, digits.count == 32 || digits.count == 36 else { return nil }
            let values = hexadecimal.compactMap { Character(UnicodeScalar($0)).hexDigitValue.map { UInt8($0) } }
            guard values.count == 32 else { return nil }
            return stride(from: 0, to: 32, by: 2).map { values[$0] << 4 | values[$0 + 1] }
        default: return nil
        }
    }
}
