import Foundation

@testable import DqliteClient

/// A node that answers what a test says, byte by byte. It encodes by itself and shares nothing with the client.
final class ScriptedNode: Sendable {
    let address: DqliteAddress
    private let listener: Int32
    private let log = RequestLog()

    /// What it does with a request, by the number of the request on its connection.
    enum Reply {
        case send([UInt8])
        /// Parts with a pause between them, in milliseconds.
        case drip([[UInt8]], UInt32)
        /// Sends some bytes, and closes.
        case close([UInt8])
        /// Says nothing more.
        case silence
        /// Sends the same bytes until the client closes.
        case endless([UInt8])
    }

    /// - Parameter reply: the answer to each request: its type, the number of the connection, and the number of the request on it.
    init(_ reply: @escaping @Sendable (_ type: UInt8, _ connection: Int, _ request: Int) -> Reply) throws {
        listener = socket(AF_INET, HostLookup.streamType, 0)
        var address = sockaddr_in()
        (address.sin_family, address.sin_addr.s_addr) = (sa_family_t(AF_INET), UInt32(0x7f00_0001).bigEndian)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (listener, log) = (listener, log)
        _ = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) == 0 ? getsockname(listener, $0, &size) : -1 }
        }
        listen(listener, 16)
        self.address = DqliteAddress(host: "127.0.0.1", port: UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread {
            var number = 0
            while true {
                let connection = accept(listener, nil, nil)
                if connection < 0 { return }
                let current = number
                number += 1
                Thread.detachNewThread { Self.serve(connection, current, reply) { log.note($0) } }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    /// The requests so far, each with its header.
    var requests: [[UInt8]] { log.requests }

    private static func serve(_ connection: Int32, _ number: Int, _ reply: (UInt8, Int, Int) -> Reply, _ note: ([UInt8]) -> Void) {
        defer { close(connection) }
        guard read(connection, 8) != nil else { return }
        var request = 0
        while let header = read(connection, 8), let body = read(connection, Int(header[0]) * 8 + Int(header[1]) * 2_048 + Int(header[2]) * 524_288) {
            note(header + body)
            // Leader and open are answered as a node would, unless the test says otherwise.
            switch reply(header[4], number, request) {
            case .send(let bytes): if !write(connection, bytes) { return }
            case .drip(let parts, let pause):
                for part in parts {
                    if !write(connection, part) { return }
                    usleep(pause * 1_000)
                }
            case .close(let bytes):
                _ = write(connection, bytes)
                return
            case .silence:
                _ = read(connection, 1 << 30)
                return
            case .endless(let bytes): while write(connection, bytes) {}
            }
            request += 1
        }
    }

    private static func read(_ connection: Int32, _ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: min(count, 1 << 20))
        var done = 0
        while done < count {
            let got = recv(connection, &bytes, min(bytes.count, count - done), count <= 1 << 20 ? Int32(MSG_WAITALL) : 0)
            if got <= 0 { return nil }
            done += got
        }
        return bytes
    }

    private static func write(_ connection: Int32, _ bytes: [UInt8]) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { send(connection, $0.baseAddress! + done, bytes.count - done, Int32(MSG_NOSIGNAL)) }
            if count <= 0 { return false }
            done += count
        }
        return true
    }
}

/// The requests that came, from several threads.
private final class RequestLog: @unchecked Sendable {
    private let lock = NSLock()
    private var received: [[UInt8]] = []

    var requests: [[UInt8]] { lock.withLock { received } }

    func note(_ request: [UInt8]) { lock.withLock { received.append(request) } }
}

/// Messages as the protocol's documentation describes them.
enum Bytes {
    static func word(_ number: UInt64) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) } }

    static func text(_ text: String) -> [UInt8] {
        var bytes = Array(text.utf8) + [0]
        while bytes.count % 8 != 0 { bytes.append(0) }
        return bytes
    }

    static func message(_ type: UInt8, _ body: [UInt8], words: Int? = nil) -> [UInt8] {
        let count = words ?? body.count / 8
        return [UInt8(count & 0xff), UInt8(count >> 8 & 0xff), UInt8(count >> 16 & 0xff), UInt8(count >> 24 & 0xff), type, 0, 0, 0] + body
    }

    static func leader(_ address: String) -> [UInt8] { message(1, word(1) + text(address)) }
    static let opened = message(4, word(0))
    static func failure(_ code: UInt64, _ text: String) -> [UInt8] { message(0, word(code) + self.text(text)) }
    static func result(_ key: UInt64, _ rows: UInt64) -> [UInt8] { message(6, word(key) + word(rows)) }
    static let done = [UInt8](repeating: 0xff, count: 8)
    static let part = [UInt8](repeating: 0xee, count: 8)
    /// Rows of one column `n` with integers.
    static func rows(_ numbers: [UInt64], _ marker: [UInt8]) -> [UInt8] {
        message(7, word(1) + text("n") + numbers.flatMap { [1, 0, 0, 0, 0, 0, 0, 0] + word($0) } + marker)
    }
}
