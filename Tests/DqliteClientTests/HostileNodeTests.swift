import Foundation
import TestSupport
import Testing

@testable import DqliteClient

/// What a node may send: damaged, cut, slow, endless and random bytes.
struct HostileNodeTests {
    private static func options(_ change: (inout DqliteOptions) -> Void = { _ in }) -> DqliteOptions {
        var options = DqliteOptions()
        options.connectTimeout = .milliseconds(400)
        options.nodeTimeout = .milliseconds(300)
        options.requestTimeout = .milliseconds(300)
        options.busyTimeout = .milliseconds(200)
        options.maximumMessageBytes = 1 << 20
        options.maximumResultBytes = 1 << 20
        change(&options)
        return options
    }

    /// A node that leads and opens, and answers all else as the test says.
    private static func node(_ reply: @escaping @Sendable (_ type: UInt8, _ request: Int) -> ScriptedNode.Reply) throws -> ScriptedNode {
        let box = AddressBox()
        let node = try ScriptedNode { type, _, request in
            switch type {
            case 0: .send(Bytes.leader(box.address))
            case 3: .send(Bytes.opened)
            default: reply(type, request - 2)
            }
        }
        box.address = "\(node.address)"
        return node
    }

    private final class AddressBox: @unchecked Sendable {
        var address = ""
    }

    /// What a query on such a node ends with.
    private func outcome(
        _ options: DqliteOptions = Self.options(), of answer: ScriptedNode.Reply, _ run: (DqliteConnection) throws -> Void = { _ = try $0.rows(of: "SELECT n") }
    ) throws -> String {
        let node = try Self.node { _, _ in answer }
        let connection = try DqliteCluster([node.address], options).connect(to: "orders")
        do {
            try run(connection)
            return "success"
        } catch let error as DqliteError {
            return error.description.replacingOccurrences(of: "\(node.address)", with: "NODE")
        }
    }

    private static let violation = "NODE does not speak dqlite's protocol "

    @Test func `damaged answers are errors that say what is wrong`() throws {
        let column = Bytes.word(1) + Bytes.text("n")
        let cases: [(String, [UInt8], String)] = [
            ("an unknown type", Bytes.message(77, Bytes.word(0)), "(a response has the unknown type 77)"),
            ("another type", Bytes.opened, "(a response has the type database)"),
            ("an empty message", Bytes.message(7, []), "(a message ends within a value)"),
            ("2^64 columns", Bytes.message(7, Bytes.word(.max)), "(a row has 18446744073709551615 columns)"),
            ("more columns than words", Bytes.message(7, Bytes.word(3) + Bytes.text("a") + Bytes.text("b")), "(a row has 3 columns)"),
            ("a name without end", Bytes.message(7, Bytes.word(1) + Array("abcdefgh".utf8)), "(a text has no end)"),
            ("no end of rows", Bytes.message(7, column), "(a message ends within a value)"),
            ("rows without columns", Bytes.message(7, Bytes.word(0) + Bytes.word(0) + Bytes.done), "(a row has no columns)"),
            ("bytes after the rows", Bytes.message(7, column + Bytes.done + Bytes.word(0)), "(a message has 8 bytes too many)"),
            ("an unknown value", Bytes.message(7, column + Bytes.word(7) + Bytes.word(0) + Bytes.done), "(a value has the unknown type 7)"),
            ("a long BLOB", Bytes.message(7, column + Bytes.word(4) + Bytes.word(.max) + Bytes.done), "(a BLOB is longer than its message)"),
            ("a BLOB in its padding", Bytes.message(7, column + Bytes.word(4) + Bytes.word(9) + Bytes.word(1)), "(a BLOB is longer than its message)"),
            ("a text without end", Bytes.message(7, column + Bytes.word(3) + [UInt8](repeating: 65, count: 16)), "(a text has no end)"),
            ("a failure without text", Bytes.message(0, Bytes.word(5)), "(a text has no end)"),
        ]
        for (name, bytes, expected) in cases {
            let found = try outcome(of: .send(bytes))
            #expect(found == Self.violation + expected + "; nothing was done", "\(name)")
        }
    }

    @Test func `cut and slow answers end the connection`() throws {
        let rows = Bytes.rows([1, 2, 3], Bytes.done)
        let lost = "the connection to NODE ended (the node closed it); nothing was done"
        for length in [0, 1, 7, 8, 9, rows.count - 1] {
            #expect(try outcome(of: .close(Array(rows.prefix(length)))) == lost)
        }
        // A drop in time is none: the whole message has to come.
        #expect(try outcome(of: .drip(rows.map { [$0] }, 30)) == "NODE did not answer in time; nothing was done")
        #expect(try outcome(of: .drip(rows.map { [$0] }, 1)) == "success")
        #expect(try outcome(of: .silence) == "NODE did not answer in time; nothing was done")
        #expect(try outcome(of: .send(Bytes.message(7, Bytes.word(1), words: 100))) == "NODE did not answer in time; nothing was done")
    }

    @Test func `a change without an answer has an unknown fate, and one in a transaction none`() throws {
        func outcomes(_ answer: ScriptedNode.Reply) throws -> [DqliteError.Fate?] {
            try [false, true].map { isInTransaction in
                let node = try Self.node { type, request in isInTransaction && request == 0 ? .send(Bytes.result(0, 0)) : answer }
                let connection = try DqliteCluster([node.address], Self.options()).connect(to: "orders")
                if isInTransaction { try connection.begin() }
                do {
                    try connection.execute("DELETE FROM t")
                    return nil
                } catch let error as DqliteError {
                    // Nothing more can be done with it, and that is known.
                    let next = #expect(throws: DqliteError.self) { try connection.execute("DELETE FROM t") }
                    #expect(next?.isKnownNotApplied == true)
                    return error.isKnownNotApplied ? .notApplied : .unknown
                }
            }
        }
        #expect(try outcomes(.close([])) == [.unknown, .notApplied])
        #expect(try outcomes(.silence) == [.unknown, .notApplied])
        #expect(try outcomes(.send(Bytes.opened)) == [.unknown, .notApplied])
        #expect(try outcomes(.send(Bytes.failure(10_506, "disk I/O error"))) == [.unknown, .notApplied])
        #expect(try outcomes(.send(Bytes.failure(10_250, "not leader"))) == [.notApplied, .notApplied])
    }

    @Test func `the fate of a commit without an answer is unknown`() throws {
        let node = try Self.node { _, request in request < 2 ? .send(Bytes.result(0, 0)) : .close([]) }
        let connection = try DqliteCluster([node.address], Self.options()).connect(to: "orders")
        let error = #expect(throws: DqliteError.self) { try connection.transaction { try connection.execute("DELETE FROM t") } }
        #expect(error == .connectionLost(node.address, reason: "the node closed it", .unknown))
    }

    @Test func `endless rows stop at the limit, and a large message before it is taken`() throws {
        let rows = Bytes.rows(Array(0..<1_000), Bytes.part)
        #expect(try outcome(of: .endless(rows)) == "the answer has more than 1048576 bytes")
        #expect(try outcome(of: .send(Bytes.message(7, [], words: 0xffff_ffff))) == "the answer has more than 1048576 bytes")
        #expect(
            try outcome(of: .send(Bytes.message(6, [], words: 0xffff_ffff)), { try $0.execute("DELETE FROM t") })
                == Self.violation + "(a message of 34359738360 bytes); whether the request was done is not known")
    }

    @Test func `rows come in several messages, and a failure may end them`() throws {
        let first = Bytes.rows([1, 2], Bytes.part)
        let node = try Self.node { type, request in
            switch request {
            case 0: .send(first + Bytes.rows([3], Bytes.part) + Bytes.rows([], Bytes.done))
            case 1: .send(first + Bytes.failure(1, "integer overflow"))
            case 2: .send(first + Bytes.message(7, Bytes.word(1) + Bytes.text("other") + Bytes.done))
            default: .silence
            }
        }
        let connection = try DqliteCluster([node.address], Self.options()).connect(to: "orders")
        #expect(try connection.rows(of: "SELECT n") == DqliteRows(columns: ["n"], rows: [[.integer(1)], [.integer(2)], [.integer(3)]]))
        #expect(throws: DqliteError.database(code: 1, message: "integer overflow")) { try connection.rows(of: "SELECT n") }
        #expect(throws: DqliteError.protocolViolation(node.address, reason: "the columns change between messages", .notApplied)) {
            try connection.rows(of: "SELECT n")
        }
    }

    @Test func `a caller that wants no more rows interrupts the query and keeps the connection`() throws {
        struct Enough: Error {}
        let node = try Self.node { type, request in
            switch type {
            case 9 where request == 0: .send(Bytes.rows([1, 2], Bytes.part))
            // The query goes on for a while before the node reads the interruption.
            case 10: .send(Bytes.rows([3], Bytes.part) + Bytes.message(8, Bytes.word(0)))
            default: .send(Bytes.rows([9], Bytes.done))
            }
        }
        let connection = try DqliteCluster([node.address], Self.options()).connect(to: "orders")
        var seen = [[DqliteValue]]()
        #expect(throws: Enough.self) {
            try connection.forEachRow(of: "SELECT n") {
                seen.append($0)
                throw Enough()
            }
        }
        #expect(seen == [[.integer(1)]])
        #expect(try connection.rows(of: "SELECT n").rows == [[.integer(9)]])
        #expect(node.requests.map { $0[4] } == [0, 3, 9, 10, 9])
    }

    @Test func `a canceller ends a request that waits, and the search for a leader`() throws {
        let node = try Self.node { _, _ in .silence }
        let canceller = try DqliteCanceller()
        let connection = try DqliteCluster([node.address], Self.options { $0.requestTimeout = .seconds(60) }).connect(to: "orders", canceller: canceller)
        let start = ContinuousClock.now
        Thread.detachNewThread {
            usleep(50_000)
            canceller.cancel()
        }
        #expect(throws: DqliteError.cancelled(.unknown)) { try connection.execute("DELETE FROM t") }
        #expect(throws: DqliteError.self) { try connection.execute("DELETE FROM t") }
        let unreachable = DqliteCluster([DqliteAddress(host: "127.0.0.1", port: 1)], Self.options { $0.connectTimeout = .seconds(60) })
        #expect(throws: DqliteError.cancelled(.notApplied)) { try unreachable.connect(to: "orders", canceller: canceller) }
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    @Test func `busy statements are repeated, and not for longer than the options say`() throws {
        let node = try Self.node { _, request in request < 3 ? .send(Bytes.failure(5, "checkpoint in progress")) : .send(Bytes.result(7, 1)) }
        let connection = try DqliteCluster([node.address], Self.options()).connect(to: "orders")
        #expect(try connection.execute("INSERT INTO t VALUES (1)") == DqliteResult(lastInsertedKey: 7, changedRows: 1))
        let locked = try outcome(of: .send(Bytes.failure(5, "database is locked"))) { try $0.execute("DELETE FROM t") }
        #expect(locked == "the database refuses the statement: database is locked (5)")
    }

    @Test func `no answer of random bytes ends the program`() throws {
        let seed = SeededGenerator.seedForTests()
        let count = TestScale.count(150, long: 5_000)
        let valid = [
            Bytes.rows([1, 2, 3], Bytes.done), Bytes.rows([5], Bytes.part), Bytes.result(1, 2), Bytes.failure(1, "no"), Bytes.message(5, Bytes.word(0) + Bytes.word(1)),
            Bytes.message(7, Bytes.word(2) + Bytes.text("a") + Bytes.text("b") + Bytes.word(0x43) + Bytes.text("text") + Bytes.word(3) + Bytes.word(0x030201) + Bytes.done),
            Bytes.message(9, Bytes.word(2) + Bytes.text("orders") + Bytes.word(8) + Bytes.word(1) + Bytes.text("orders-wal") + Bytes.word(0)),
        ]
        let node = try ScriptedNode { _, connection, request in
            if request == 0 { return .send(Bytes.opened) }
            var random = SeededGenerator(seed: seed &+ UInt64(connection))
            var bytes = valid[Int.random(in: 0..<valid.count, using: &random)]
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                case 2: bytes.removeSubrange(place..<min(bytes.count, place + 8))
                default: bytes.insert(contentsOf: (0..<8).map { _ in UInt8.random(in: 0...255, using: &random) }, at: place)
                }
                if bytes.isEmpty { break }
            }
            return .close(bytes)
        }
        var errors = 0
        for number in 0..<count {
            let session = try Session(node.address, Self.options(), nil, Deadline(in: .seconds(5)))
            _ = try session.ask(Bytes.message(3, Bytes.text("x")), .notApplied)
            let connection = DqliteConnection(session)
            do {
                switch number % 4 {
                case 0: _ = try connection.rows(of: "SELECT n")
                case 1: try connection.execute("DELETE FROM t")
                case 2: try connection.copy("orders") { _ in }
                default: _ = try connection.prepare("SELECT ?")
                }
            } catch is DqliteError {
                errors += 1
            }
        }
        print("\(errors) of \(count) damaged answers are errors")
        #expect(errors > count / 2)
    }
}
