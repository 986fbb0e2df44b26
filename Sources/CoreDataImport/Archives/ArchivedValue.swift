import Foundation

/// Values of an archive as the editor of models writes them.
enum ArchivedValue {
    /// The text of an object that stands for one.
    static func text(of object: KeyedArchive.Object, in archive: inout KeyedArchive) throws(NotCoreDataModel) -> String? {
        let name = try archive.className(object)
        guard name == "NSString" || name == "NSMutableString" else { return nil }
        return try archive.text("NS.string", of: object)
    }

    /// A default or a bound of an attribute: a date in seconds since 2001-01-01 UTC. nil for what has no text, such as a value of a
    /// class of the program.
    /// - Parameter isBool: whether numbers are truths.
    static func text(_ value: KeyedArchive.Value?, isBool: Bool, in archive: inout KeyedArchive) throws(NotCoreDataModel) -> String? {
        switch value {
        case nil, .data: nil
        case .bool(let value): isBool ? (value ? "YES" : "NO") : (value ? "1" : "0")
        case .integer(let value): isBool ? (value != 0 ? "YES" : "NO") : "\(value)"
        case .real(let value): isBool ? (value != 0 ? "YES" : "NO") : number(value)
        case .date(let seconds): "\(seconds)"
        case .string(let text): text
        case .object(let object): try text(of: object, className: try archive.className(object), &archive)
        }
    }

    /// The length of data; nil for another value.
    static func byteCount(_ value: KeyedArchive.Value, in archive: inout KeyedArchive) throws(NotCoreDataModel) -> Int? {
        if case .data(let bytes) = value { return bytes.count }
        guard case .object(let object) = value, ["NSData", "NSMutableData"].contains(try archive.className(object)),
            case .data(let bytes)? = try archive.field("NS.data", of: object)
        else { return nil }
        return bytes.count
    }

    private static func text(of object: KeyedArchive.Object, className: String, _ archive: inout KeyedArchive) throws(NotCoreDataModel) -> String? {
        switch className {
        case "NSDate": if case .real(let seconds)? = try archive.field("NS.time", of: object) { "\(seconds)" } else { nil }
        case "NSUUID":
            if case .data(let bytes)? = try archive.field("NS.uuidbytes", of: object), bytes.count == 16 {
                UUID(bytes: Array(bytes))?.uuidString
            } else {
                nil
            }
        case "NSURL": try archive.text("NS.relative", of: object)
        case "NSDecimalNumber", "NSDecimalNumberPlaceholder": try decimal(object, &archive)
        default: try text(of: object, in: &archive)
        }
    }

    private static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
    }

    /// A decimal: pieces of 16 bits, in the order of the machine that archived them, and a power of ten.
    private static func decimal(_ object: KeyedArchive.Object, _ archive: inout KeyedArchive) throws(NotCoreDataModel) -> String? {
        guard case .data(let bytes)? = try archive.field("NS.mantissa", of: object), bytes.count <= 16 else { return nil }
        let isLittle = try archive.integer("NS.mantissa.bo", of: object) != 2
        let (exponent, count) = (try archive.integer("NS.exponent", of: object), try archive.integer("NS.length", of: object))
        guard (-128...127).contains(exponent), (0...8).contains(count), bytes.count >= 2 * count else { return nil }
        var mantissa = Decimal(0)
        for piece in (0..<count).reversed() {
            let (first, second) = (bytes[bytes.startIndex + 2 * piece], bytes[bytes.startIndex + 2 * piece + 1])
            let value = isLittle ? UInt16(first) | UInt16(second) << 8 : UInt16(second) | UInt16(first) << 8
            mantissa = mantissa * 65536 + Decimal(value)
        }
        let isNegative = try archive.flag("NS.negative", of: object)
        return Decimal(sign: isNegative ? .minus : .plus, exponent: exponent, significand: mantissa).description
    }
}

extension UUID {
    /// - Returns: nil if there are not 16 bytes.
    fileprivate init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
