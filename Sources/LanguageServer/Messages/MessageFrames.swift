/// Cuts a stream of bytes into messages: a header with `Content-Length`, an empty line, and the content.
package struct MessageFrames {
    /// A header that cannot be read. The stream has no known place after it.
    package struct Malformed: Error, CustomStringConvertible {
        package var description: String
    }

    /// The greatest size of a message in bytes, more than a model can have.
    static let limit = 256 << 20

    private var buffer: [UInt8] = []
    private var start = 0

    package init() {}

    package mutating func append(_ bytes: some Collection<UInt8>) {
        if start > 1 << 16 {
            buffer.removeFirst(start)
            start = 0
        }
        buffer += bytes
    }

    /// The content of the next message; nil if it has not arrived whole.
    /// - Throws: ``Malformed``
    package mutating func next() throws(Malformed) -> [UInt8]? {
        guard let end = headerEnd() else {
            if buffer.count - start > 1 << 16 { throw Malformed(description: "a message begins with a header of more than 64 KB") }
            return nil
        }
        let header = String(decoding: buffer[start..<end], as: UTF8.self)
        var length: Int?
        for line in header.split(separator: "\r\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
            length = Int(parts[1].filter { $0 != " " && $0 != "\t" })
        }
        guard let length, length >= 0, length <= Self.limit else { throw Malformed(description: "a header has no valid Content-Length") }
        guard buffer.count >= end + 4 + length else { return nil }
        let content = Array(buffer[(end + 4)..<(end + 4 + length)])
        start = end + 4 + length
        if start == buffer.count {
            buffer.removeAll(keepingCapacity: true)
            start = 0
        }
        return content
    }

    private func headerEnd() -> Int? {
        var index = start
        let limit = min(buffer.count, start + (1 << 16) + 4)
        while index + 3 < limit {
            if buffer[index] == 0x0d, buffer[index + 1] == 0x0a, buffer[index + 2] == 0x0d, buffer[index + 3] == 0x0a { return index }
            index += 1
        }
        return nil
    }

    /// A message with its header.
    package static func framed(_ content: [UInt8]) -> [UInt8] {
        Array("Content-Length: \(content.count)\r\n\r\n".utf8) + content
    }
}
