/// Where a node of a cluster listens: a host and a port.
public struct DqliteAddress: Sendable, Hashable, CustomStringConvertible {
    public var host: String
    public var port: UInt16

    public init(host: String, port: UInt16) {
        (self.host, self.port) = (host, port)
    }

    /// Reads `host:port`, or `[host]:port` for a host with colons.
    /// - Returns: nil for any other text.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = Self.port(text[text.index(after: colon)...]) else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        guard !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7f && !"[]/@".utf8.contains($0) }) else { return nil }
        self.init(host: String(host), port: port)
    }

    /// Digits alone: `UInt16` would take a sign too.
    private static func port(_ text: Substring) -> UInt16? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(text), port > 0 else { return nil }
        return port
    }

    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
