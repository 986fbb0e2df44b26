import DqliteNodes
import Foundation
import Testing

@testable import DqliteClient

/// How the leader is found among nodes that say the wrong things.
struct LeaderSearchTests {
    private static var options: DqliteOptions {
        var options = DqliteOptions()
        options.connectTimeout = .milliseconds(1_500)
        options.nodeTimeout = .milliseconds(500)
        return options
    }

    private final class Box: @unchecked Sendable {
        var address = ""
    }

    /// A node that names `leader`; nil for itself.
    private func node(naming leader: String?) throws -> ScriptedNode {
        let box = Box()
        let node = try ScriptedNode { type, _, _ in type == 0 ? .send(Bytes.leader(leader ?? box.address)) : .send(Bytes.opened) }
        box.address = "\(node.address)"
        return node
    }

    @Test func `the leader is followed from any node that names it`() throws {
        let leader = try node(naming: nil)
        let (follower, lost, silent) = (try node(naming: "\(leader.address)"), try node(naming: ""), try ScriptedNode { _, _, _ in .silence })
        let unreachable = DqliteAddress(host: "127.0.0.1", port: 1)
        let connection = try DqliteCluster([unreachable, silent.address, lost.address, follower.address], Self.options).connect(to: "orders")
        #expect(connection.leader == leader.address)
    }

    @Test func `nodes that name each other are no leaders, and each is reported`() throws {
        let odd = try node(naming: "@abstract")
        let wrong = try node(naming: "\(odd.address)")
        let noise = try ScriptedNode { _, _, _ in .close(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)) }
        let empty = try node(naming: "")
        let error = #expect(throws: DqliteError.self) {
            try DqliteCluster([wrong.address, odd.address, noise.address, empty.address], Self.options).connect(to: "orders")
        }
        guard case .noLeader(let attempts) = error else { throw DqliteNodes.NoAnswer() }
        #expect(
            attempts.map(\.reason) == [
                "it names \(odd.address), which does not lead", "it names a leader that is no host and port",
                "a response has the unknown type 47", "it knows no leader",
            ])
    }

    @Test func `a leader that appears during an election is waited for`() throws {
        let box = Box()
        let start = ContinuousClock.now
        let node = try ScriptedNode { type, _, _ in
            type == 0 ? .send(Bytes.leader(ContinuousClock.now - start > .milliseconds(150) ? box.address : "")) : .send(Bytes.opened)
        }
        box.address = "\(node.address)"
        #expect(try DqliteCluster([node.address], Self.options).connect(to: "orders").leader == node.address)
    }

    @Test func `addresses are hosts and ports`() {
        let texts = ["host:9001", "127.0.0.1:1", "[::1]:65535", "", "host", "host:", ":1", "host:0", "host:65536", "host:+1", "::1:9001", "[]:1", "@a:1", "a b:1", "user@host:1"]
        #expect(texts.map { DqliteAddress($0)?.description } == ["host:9001", "127.0.0.1:1", "[::1]:65535"] + Array(repeating: nil, count: 12))
    }
}
