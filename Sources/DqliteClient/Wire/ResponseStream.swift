/// Reads the body of a response that may be too large for the memory.
final class ResponseStream {
    private let socket: Socket
    private let deadline: () -> Deadline
    /// How many bytes of the body are left.
    private(set) var left: Int

    init(_ socket: Socket, _ size: Int, _ deadline: @escaping () -> Deadline) {
        (self.socket, left, self.deadline) = (socket, size, deadline)
    }

    func number() throws -> UInt64 {
        var reader = ResponseReader(try take(WireFormat.word))
        return try reader.number()
    }

    /// A text of at most `limit` bytes.
    func text(limit: Int) throws -> String {
        var bytes = [UInt8]()
        while bytes.count <= limit {
            bytes += try take(WireFormat.word)
            if let end = bytes.firstIndex(of: 0) { return String(decoding: bytes[..<end], as: UTF8.self) }
        }
        throw ResponseReader.Violation(reason: "a text has more than \(limit) bytes")
    }

    /// Gives the next bytes to `body`, part by part.
    func bytes(_ count: UInt64, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        guard count <= UInt64(left) else { throw ResponseReader.Violation(reason: "a file is longer than its message") }
        left -= Int(count)
        try socket.receive(Int(count), deadline, body)
    }

    private func take(_ count: Int) throws -> [UInt8] {
        guard count <= left else { throw ResponseReader.Violation(reason: "a message ends within a value") }
        left -= count
        return try socket.receive(count, deadline())
    }
}
