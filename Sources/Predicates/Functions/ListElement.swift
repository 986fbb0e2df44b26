import SQLiteAccess

/// Lists that are bound as one value: JSON arrays, which SQLite reads as tables.
enum ListElement {
    /// A list whose elements SQLite reads from JSON as they are; nil where JSON has no way to write one of them. It has none
    /// for a BLOB, and SQLite ends a text at a NUL.
    static func plain(_ values: [SQLiteValue]) -> String? {
        var elements = [String]()
        for value in values {
            switch value {
            case .integer(let value): elements.append(String(value))
            case .text(let text) where !text.utf8.contains(0): elements.append(quoted(text))
            default: return nil
            }
        }
        return "[\(elements.joined(separator: ","))]"
    }

    /// A list of texts that ``value(_:)`` makes the elements of.
    static func coded(_ values: [SQLiteValue]) -> String {
        let elements = values.map { value in
            switch value {
            case .null: "\"n\""
            case .integer(let value): "\"i\(value)\""
            case .real(let value): "\"r\(value.bitPattern)\""
            case .text(let text): "\"t\(hexadecimal(text.utf8))\""
            case .blob(let bytes): "\"b\(hexadecimal(bytes))\""
            }
        }
        return "[\(elements.joined(separator: ","))]"
    }

    /// What an element of ``coded(_:)`` stands for.
    static func value(_ element: UnsafeBufferPointer<UInt8>) -> SQLiteValue {
        let rest = element.dropFirst()
        switch element.first {
        case UInt8(ascii: "i"): return Int64(String(decoding: rest, as: UTF8.self)).map { .integer($0) } ?? .null
        case UInt8(ascii: "r"):
            return UInt64(String(decoding: rest, as: UTF8.self)).map { .real(Double(bitPattern: $0)) } ?? .null
        case UInt8(ascii: "t"): return .text(String(decoding: bytes(rest), as: UTF8.self))
        case UInt8(ascii: "b"): return .blob(bytes(rest))
        default: return .null
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                result += "\\"
                result.unicodeScalars.append(scalar)
            case _ where scalar.value < 0x20:
                result += "\\u00" + hexadecimal([UInt8(scalar.value)])
            default:
                result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    private static func bytes(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
        func digit(_ byte: UInt8) -> UInt8 { byte <= UInt8(ascii: "9") ? byte &- 0x30 : byte &- 0x57 }
        var bytes = [UInt8]()
        var place = digits.startIndex
        while place + 1 < digits.endIndex {
            bytes.append(digit(digits[place]) << 4 | digit(digits[place + 1]))
            place += 2
        }
        return bytes
    }
}
