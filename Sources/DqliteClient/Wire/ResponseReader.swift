/// Reads the body of one response. Nothing in it is believed before it is compared with the bytes that came.
struct ResponseReader {
    private let bytes: [UInt8]
    private var offset = 0

    struct Violation: Error {
        let reason: String
    }

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { offset == bytes.count }

    /// How many bytes are left.
    var rest: Int { bytes.count - offset }

    mutating func number() throws -> UInt64 {
        guard rest >= WireFormat.word else { throw Violation(reason: "a message ends within a value") }
        defer { offset += WireFormat.word }
        return bytes.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) }
    }

    mutating func pair() throws -> (UInt32, UInt32) {
        let number = try number()
        return (UInt32(truncatingIfNeeded: number), UInt32(truncatingIfNeeded: number >> 32))
    }

    mutating func text() throws -> String {
        guard let end = bytes[offset...].firstIndex(of: 0) else { throw Violation(reason: "a text has no end") }
        let text = String(decoding: bytes[offset..<end], as: UTF8.self)
        try pass(end + 1 - offset)
        return text
    }

    mutating func blob() throws -> [UInt8] {
        let count = try number()
        guard count <= UInt64(rest) else { throw Violation(reason: "a BLOB is longer than its message") }
        let blob = Array(bytes[offset..<offset + Int(count)])
        try pass(Int(count))
        return blob
    }

    /// Passes over bytes and what fills the last word.
    private mutating func pass(_ count: Int) throws {
        let padded = count + (-count & (WireFormat.word - 1))
        guard padded <= rest else { throw Violation(reason: "a message ends within a word") }
        offset += padded
    }

    mutating func value(_ code: UInt8) throws -> DqliteValue {
        switch code {
        case ValueCode.integer: return .integer(Int64(bitPattern: try number()))
        case ValueCode.real: return .real(Double(bitPattern: try number()))
        case ValueCode.text: return .text(try text())
        case ValueCode.blob: return .blob(try blob())
        case ValueCode.null:
            _ = try number()
            return .null
        case ValueCode.unixTime: return .unixTime(Int64(bitPattern: try number()))
        case ValueCode.iso8601: return .iso8601(try text())
        case ValueCode.boolean: return .boolean(try number() != 0)
        default: throw Violation(reason: "a value has the unknown type \(code)")
        }
    }

    /// Ends a message that has no more fields.
    func end() throws {
        guard isAtEnd else { throw Violation(reason: "a message has \(rest) bytes too many") }
    }
}
