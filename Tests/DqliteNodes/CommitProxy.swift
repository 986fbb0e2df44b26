public import DqliteClient
import Foundation

/// Stands between a client and a node, and ends the first connection that commits: before the node gets the commit, or before the client gets the
/// answer.
public final class CommitProxy: @unchecked Sendable {
    public let address: DqliteAddress
    private let node: DqliteAddress
    private let deliversCommit: Bool
    private let lock = NSLock()
    private var count = 0
    private var isArmed: Bool
    /// Whether it ends all connections from the commit on.
    private var isSilent = false

    /// How many commits were seen.
    public var commits: Int { lock.withLock { count } }

    /// Lets it end the next connection that commits.
    /// - Parameter silent: whether it ends all later ones too, until it is disarmed.
    public func arm(silent: Bool = false) { lock.withLock { (isArmed, isSilent) = (true, silent) } }

    public func disarm() { lock.withLock { (isArmed, isSilent) = (false, false) } }

    private var refuses: Bool { lock.withLock { isSilent && count > 0 } }

    public init(to node: DqliteAddress, deliversCommit: Bool, isArmed: Bool = true) throws {
        (self.node, self.deliversCommit, self.isArmed) = (node, deliversCommit, isArmed)
        #if canImport(Darwin)
            let type = SOCK_STREAM
        #else
            let type = Int32(SOCK_STREAM.rawValue)
        #endif
        let listener = socket(AF_INET, type, 0)
        var name = sockaddr_in()
        (name.sin_family, name.sin_addr.s_addr) = (sa_family_t(AF_INET), UInt32(0x7f00_0001).bigEndian)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) == 0 ? getsockname(listener, $0, &size) : -1 }
        }
        listen(listener, 16)
        address = DqliteAddress(host: "127.0.0.1", port: UInt16(bigEndian: name.sin_port))
        guard "\(address)".utf8.count == "\(node)".utf8.count else { throw DqliteNodes.NoAnswer() }
        Thread.detachNewThread {
            while true {
                let client = accept(listener, nil, nil)
                if client < 0 { return }
                if self.refuses {
                    close(client)
                    continue
                }
                let server = socket(AF_INET, type, 0)
                var target = sockaddr_in()
                (target.sin_family, target.sin_port) = (sa_family_t(AF_INET), node.port.bigEndian)
                target.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
                _ = withUnsafePointer(to: &target) {
                    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
                }
                Thread.detachNewThread { self.forward(from: client, to: server) }
                Thread.detachNewThread { self.back(from: server, to: client) }
            }
        }
    }

    private func forward(from client: Int32, to server: Int32) {
        while let bytes = read(client) {
            let commits = contains(bytes, Array("COMMIT\0".utf8)) && lock.withLock {
                if !isArmed { return false }
                count += 1
                return count == 1
            }
            if commits {
                // The client hears nothing more, while the node may go on.
                shutdown(client, Int32(SHUT_RDWR))
                if deliversCommit { write(server, bytes) }
                usleep(300_000)
                break
            }
            write(server, bytes)
        }
        shutdown(server, Int32(SHUT_RDWR))
    }

    /// Names the proxy as the leader.
    private func back(from server: Int32, to client: Int32) {
        let (old, new) = (Array("\(node)".utf8), Array("\(address)".utf8))
        while var bytes = read(server) {
            if let place = bytes.indices.first(where: { bytes[$0...].starts(with: old) }), bytes.count < 200 {
                bytes.replaceSubrange(place..<place + old.count, with: new)
            }
            write(client, bytes)
        }
        shutdown(client, Int32(SHUT_RDWR))
    }

    private func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
        bytes.count < 10_000 && bytes.indices.contains { bytes[$0...].starts(with: part) }
    }

    private func read(_ descriptor: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return count > 0 ? Array(bytes[..<count]) : nil
    }

    private func write(_ descriptor: Int32, _ bytes: [UInt8]) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress! + done, bytes.count - done, Int32(MSG_NOSIGNAL)) }
            if count <= 0 { return }
            done += count
        }
    }
}
