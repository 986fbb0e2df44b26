/// Asks nodes for the leader until one of them is it.
struct LeaderSearch {
    private let addresses: [DqliteAddress]
    private let options: DqliteOptions
    private let canceller: DqliteCanceller?

    init(_ addresses: [DqliteAddress], _ options: DqliteOptions, _ canceller: DqliteCanceller?) {
        (self.addresses, self.options, self.canceller) = (addresses, options, canceller)
    }

    /// A conversation with the leader.
    /// - Throws: ``DqliteError/noLeader(_:)`` when the time is over, ``DqliteError/cancelled(_:)``
    func find(_ deadline: Deadline) throws -> Session {
        var reasons: [DqliteAddress: String] = [:]
        var pause: Int32 = 50
        while true {
            for address in addresses {
                if let session = try ask(address, &reasons, deadline) { return session }
            }
            if deadline.isOver || addresses.isEmpty {
                throw DqliteError.noLeader(addresses.map { .init($0, reasons[$0] ?? "it was not asked") })
            }
            // An election takes about a second.
            do {
                try Pause.wait(min(pause, deadline.milliseconds), canceller)
            } catch {
                throw DqliteError.cancelled(.notApplied)
            }
            pause = min(pause * 2, 500)
        }
    }

    /// Asks one node, and follows its answer once.
    private func ask(_ address: DqliteAddress, _ reasons: inout [DqliteAddress: String], _ deadline: Deadline) throws -> Session? {
        do {
            let session = try Session(address, options, canceller, deadline.within(options.nodeTimeout))
            guard let name = try leader(session, deadline) else {
                reasons[address] = "it knows no leader"
                return nil
            }
            guard let leader = DqliteAddress(name) else {
                reasons[address] = "it names a leader that is no host and port"
                return nil
            }
            if leader == address { return session }
            reasons[address] = "it names \(leader), which does not lead"
            return try follow(leader, for: address, &reasons, deadline)
        } catch DqliteError.cancelled(let fate) {
            throw DqliteError.cancelled(fate)
        } catch let error as DqliteError {
            // The end of the search cuts the last question short: an answer before says more.
            if !deadline.isOver || reasons[address] == nil { reasons[address] = error.searchReason }
            return nil
        }
    }

    private func follow(
        _ leader: DqliteAddress, for address: DqliteAddress, _ reasons: inout [DqliteAddress: String], _ deadline: Deadline
    ) throws -> Session? {
        do {
            let session = try Session(leader, options, canceller, deadline.within(options.nodeTimeout))
            // The node that named it may not have heard of a new election.
            return try self.leader(session, deadline) == leader.description ? session : nil
        } catch DqliteError.cancelled(let fate) {
            throw DqliteError.cancelled(fate)
        } catch let error as DqliteError {
            if !deadline.isOver { reasons[address] = "it names \(leader), which cannot be used: \(error.searchReason)" }
            return nil
        }
    }

    private func leader(_ session: Session, _ deadline: Deadline) throws -> String? {
        var writer = RequestWriter()
        writer.put(0)
        let response = try session.ask(writer.message(.leader), .notApplied, deadline.within(options.nodeTimeout))
        return try session.expecting(.node, response, .notApplied) { body in
            _ = try body.number()
            let address = try body.text()
            return address.isEmpty ? nil : address
        }
    }
}

extension DqliteError {
    /// The reason without the address, which is named beside it.
    fileprivate var searchReason: String {
        switch self {
        case .connectionLost(_, let reason, _): reason
        case .protocolViolation(_, let reason, _): reason
        case .timedOut: "no answer in time"
        default: description
        }
    }
}

extension Session {
    /// Reads a response of the only type that fits the request.
    /// - Throws: ``DqliteError``
    func expecting<Result>(
        _ type: ResponseType, _ response: Response, _ fate: DqliteError.Fate, _ read: (inout ResponseReader) throws -> Result
    ) throws -> Result {
        try guarded(fate) { _ in
            guard response.type == type else { throw ResponseReader.Violation(reason: "a response has the type \(response.type)") }
            var body = response.body
            return try read(&body)
        }
    }
}
