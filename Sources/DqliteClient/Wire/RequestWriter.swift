/// Writes one request.
struct RequestWriter {
    /// The header, filled in at the end, and the body.
    private var bytes = [UInt8](repeating: 0, count: WireFormat.word)

    mutating func put(_ number: UInt64) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func put(_ first: UInt32, _ second: UInt32) {
        put(UInt64(second) << 32 | UInt64(first))
    }

    /// - Throws: ``DqliteError/invalidRequest(reason:)`` for a text that would end early.
    mutating func put(_ text: String) throws {
        guard !text.utf8.contains(0) else { throw DqliteError.invalidRequest(reason: "dqlite takes no text with U+0000") }
        bytes.append(contentsOf: text.utf8)
        bytes.append(0)
        pad()
    }

    /// - Throws: ``DqliteError/invalidRequest(reason:)``
    mutating func put(_ values: [DqliteValue]) throws {
        guard values.count <= WireFormat.maximumParameters else {
            throw DqliteError.invalidRequest(reason: "a statement takes at most \(WireFormat.maximumParameters) values, not \(values.count)")
        }
        // No tuple means no values.
        if values.isEmpty { return }
        bytes.append(UInt8(values.count))
        bytes.append(contentsOf: values.map(\.parameterCode))
        pad()
        for value in values { try put(value) }
    }

    private mutating func put(_ value: DqliteValue) throws {
        switch value {
        case .null: put(0)
        case .integer(let number), .unixTime(let number): put(UInt64(bitPattern: number))
        case .real(let number): put(number.bitPattern)
        case .boolean(let value): put(value ? 1 : 0)
        case .text(let text), .iso8601(let text): try put(text)
        case .blob(let blob):
            put(UInt64(blob.count))
            bytes.append(contentsOf: blob)
            pad()
        }
    }

    private mutating func pad() {
        bytes.append(contentsOf: repeatElement(0, count: -bytes.count & (WireFormat.word - 1)))
    }

    /// The whole message.
    /// - Throws: ``DqliteError/tooLarge(limit:)``
    func message(_ type: RequestType) throws -> [UInt8] {
        guard let words = UInt32(exactly: bytes.count / WireFormat.word - 1) else {
            throw DqliteError.tooLarge(limit: Int(UInt32.max) * WireFormat.word)
        }
        var message = bytes
        withUnsafeBytes(of: words.littleEndian) { message.replaceSubrange(0..<4, with: $0) }
        message[4] = type.rawValue
        return message
    }
}

extension DqliteValue {
    /// SQLite has no booleans and times: it would store them as the numbers and texts that they are sent as.
    fileprivate var parameterCode: UInt8 {
        switch self {
        case .null: ValueCode.null
        case .integer, .unixTime, .boolean: ValueCode.integer
        case .real: ValueCode.real
        case .text, .iso8601: ValueCode.text
        case .blob: ValueCode.blob
        }
    }
}
