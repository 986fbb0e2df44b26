/// A conversation with one node: requests and responses, until something goes wrong.
final class Session {
    let address: DqliteAddress
    let options: DqliteOptions
    let canceller: DqliteCanceller?
    /// nil once the conversation has ended.
    private var socket: Socket?

    struct Response {
        let type: ResponseType
        var body: ResponseReader
        /// How many bytes the body has.
        let size: Int
    }

    /// Connects, and begins the conversation.
    /// - Throws: ``DqliteError``
    init(_ address: DqliteAddress, _ options: DqliteOptions, _ canceller: DqliteCanceller?, _ deadline: Deadline) throws {
        (self.address, self.options, self.canceller) = (address, options, canceller)
        do {
            let socket = try Socket(address, canceller, deadline)
            self.socket = socket
            let version = withUnsafeBytes(of: WireFormat.version.littleEndian) { Array($0) }
            if let failure = socket.send(version, deadline) { throw failure.failure }
        } catch {
            throw Self.error(error, address, .notApplied)
        }
    }

    func end() {
        socket = nil
    }

    private var deadline: Deadline { Deadline(in: options.requestTimeout) }

    // MARK: Messages

    /// Sends a request and takes the first response.
    /// - Parameter fate: what is known of the request if its response does not come.
    /// - Throws: ``DqliteError``
    func ask(_ message: [UInt8], _ fate: DqliteError.Fate, _ deadline: Deadline? = nil) throws -> Response {
        try send(message, deadline ?? self.deadline)
        return try receive(fate, deadline)
    }

    private func send(_ message: [UInt8], _ deadline: Deadline) throws {
        guard let socket else { throw DqliteError.connectionLost(address, reason: "it has ended", .notApplied) }
        if let failure = socket.send(message, deadline) {
            end()
            // A node runs nothing of a message that is not complete, and this one was not.
            throw Self.error(failure.failure, address, .notApplied)
        }
    }

    /// - Throws: ``DqliteError``, also what the node reports
    func receive(_ fate: DqliteError.Fate, _ deadline: Deadline? = nil) throws -> Response {
        try guarded(fate) { socket in
            let deadline = deadline ?? self.deadline
            let (type, size) = try header(socket, deadline)
            guard size <= options.maximumMessageBytes else {
                if fate == .notApplied { throw DqliteError.tooLarge(limit: options.maximumMessageBytes) }
                throw ResponseReader.Violation(reason: "a message of \(size) bytes")
            }
            var body = ResponseReader(try socket.receive(size, deadline))
            if type == .failure { throw try failure(&body, fate) }
            return Response(type: type, body: body, size: size)
        }
    }

    private func header(_ socket: Socket, _ deadline: Deadline) throws -> (type: ResponseType, size: Int) {
        var header = ResponseReader(try socket.receive(WireFormat.word, deadline))
        let (words, rest) = try header.pair()
        guard let type = ResponseType(rawValue: UInt8(truncatingIfNeeded: rest)) else {
            throw ResponseReader.Violation(reason: "a response has the unknown type \(rest & 0xff)")
        }
        return (type, Int(words) * WireFormat.word)
    }

    private func failure(_ body: inout ResponseReader, _ fate: DqliteError.Fate) throws -> DqliteError {
        let code = Int(truncatingIfNeeded: try body.number())
        let message = try body.text()
        if DqliteCode.notLeader.contains(code) { return .notLeader(address) }
        if DqliteCode.leadershipLost.contains(code) { return .leadershipLost(address, fate) }
        return .database(code: code, message: message)
    }

    /// Runs what reads a response. All errors but those of the database end the conversation: what follows could belong to anything.
    func guarded<Result>(_ fate: DqliteError.Fate, _ body: (Socket) throws -> Result) throws -> Result {
        guard let socket else { throw DqliteError.connectionLost(address, reason: "it has ended", fate) }
        do {
            return try body(socket)
        } catch let error as DqliteError {
            if case .database = error { throw error }
            end()
            throw error
        } catch {
            end()
            throw Self.error(error, address, fate)
        }
    }

    /// Gives the body of a response as it arrives.
    func receive(_ type: ResponseType, _ body: (ResponseStream) throws -> Void) throws {
        try guarded(.notApplied) { socket in
            let (found, size) = try header(socket, deadline)
            let stream = ResponseStream(socket, size) { self.deadline }
            if found == .failure {
                guard size <= options.maximumMessageBytes else { throw DqliteError.tooLarge(limit: options.maximumMessageBytes) }
                var reader = ResponseReader(try socket.receive(size, deadline))
                throw try failure(&reader, .notApplied)
            }
            guard found == type else { throw ResponseReader.Violation(reason: "a response has the type \(found)") }
            try body(stream)
            guard stream.left == 0 else { throw ResponseReader.Violation(reason: "a message has \(stream.left) bytes too many") }
        }
    }

    /// Sends a request whose response is read by ``receive(_:_:)``.
    func send(_ message: [UInt8]) throws {
        try send(message, deadline)
    }

    /// Stops a query whose other rows are not wanted. The conversation goes on if the node stops soon, and ends otherwise: nodes of dqlite 1.11 read
    /// no request before they have sent all rows.
    func interrupt() {
        let deadline = Deadline(in: Self.patience)
        var writer = RequestWriter()
        writer.put(WireFormat.database)
        do {
            try send(writer.message(.interrupt), deadline)
            while !deadline.isOver {
                do {
                    if try receive(.notApplied, deadline).type == .empty { return }
                } catch DqliteError.database {
                    // The query failed before the request came, which is answered next.
                }
            }
        } catch {
            // It has ended.
        }
        end()
    }

    private static let patience = Duration.milliseconds(500)

    private static func error(_ error: any Error, _ address: DqliteAddress, _ fate: DqliteError.Fate) -> any Error {
        switch error {
        case Socket.Failure.lost(let reason): DqliteError.connectionLost(address, reason: reason, fate)
        case Socket.Failure.timedOut: DqliteError.timedOut(address, fate)
        case Socket.Failure.cancelled: DqliteError.cancelled(fate)
        case let violation as ResponseReader.Violation: DqliteError.protocolViolation(address, reason: violation.reason, fate)
        default: error
        }
    }
}
