import SQLiteAccess

/// A reader of the change history that the store knows by its name: an index, a synchronization, an extension of an app.
///
/// The store keeps the changes that a registered reader has not seen, and where each reader stands.
public struct HistoryReader: Sendable {
    /// The name, by which each process finds the same reader.
    public let name: String
    let history: ChangeHistory

    /// The last change that the reader has seen.
    /// - Throws: ``HistoryError/unknownReader(_:)`` if it was unregistered; ``StoreError``
    public var token: HistoryToken {
        get throws { HistoryToken(try history.reading(place)) }
    }

    private func place(_ executor: StatementExecutor) throws -> Int64 {
        guard let token = try executor.integer("SELECT token FROM _trellis_history_reader WHERE name = ?", name) else {
            throw HistoryError.unknownReader(name)
        }
        return token
    }

    /// The changes that the reader has not seen, oldest first. They stay unseen until ``markSeen(through:)``.
    /// - Parameters:
    ///   - last: the last change of the result; nil for the newest.
    ///   - limit: the greatest number of changes; nil for all.
    /// - Throws: ``HistoryError``; ``StoreError``
    public func changes(through last: HistoryToken? = nil, limit: Int? = nil) throws -> [HistoryChange] {
        try history.changes(.init(last: last, limit: limit), after: place)
    }

    /// The changes of one entity's objects that the reader has not seen, oldest first.
    /// - Parameters:
    ///
    /// Others may write meanwhile, so take ``ChangeHistory/newestToken`` first, and pass it here and to ``markSeen(through:)``.
    /// - Parameters:
    ///   - type: the class of the objects.
    ///   - last: the last change of the result; nil for the newest.
    ///   - limit: the greatest number of changes; nil for all.
    /// - Throws: ``HistoryError``; ``StoreError``
    public func changes<Object: ManagedObject>(
        of type: Object.Type, through last: HistoryToken? = nil, limit: Int? = nil
    ) throws -> [ObjectHistoryChange<Object>] {
        try history.changes(of: type, .init(last: last, limit: limit), after: place)
    }

    /// Notes that the reader has seen all changes up to one. A token before the reader's own changes nothing.
    /// - Parameter token: the last change that it has seen.
    /// - Throws: ``HistoryError``; ``StoreError``
    public func markSeen(through token: HistoryToken) throws {
        try history.writing { executor in
            let newest = try HistoryRecorder.newest(executor)
            if token.number > newest { throw HistoryError.unknownToken(token, newest: HistoryToken(newest)) }
            try executor.run("UPDATE _trellis_history_reader SET token = max(token, ?) WHERE name = ?", token.number, name)
            if executor.changesCount == 0 { throw HistoryError.unknownReader(name) }
        }
    }

    /// Forgets the reader, so that no change is kept for it.
    /// - Throws: ``StoreError``
    public func unregister() throws {
        try history.writing { try $0.run("DELETE FROM _trellis_history_reader WHERE name = ?", name) }
    }
}

/// How far a reader has read.
public struct HistoryReaderStatus: Sendable, Hashable {
    /// The reader's name.
    public let name: String
    /// The last change that it has seen.
    public let token: HistoryToken
    /// The number of later changes, with those that were purged.
    public let unseenCount: Int
    /// Whether changes were purged before the reader has seen them. Its next call throws ``HistoryError/purged(after:newest:)``.
    public let hasLostChanges: Bool
}

extension ChangeHistory {
    /// Registers a reader, or finds the registered one of that name, which keeps its place.
    /// - Parameters:
    ///   - name: the name of the reader in this store.
    ///   - token: the place where a new reader begins; nil for the newest change, so that it sees later ones.
    /// - Throws: ``HistoryError``; ``StoreError``
    public func register(_ name: String, after token: HistoryToken? = nil) throws -> HistoryReader {
        let reader = HistoryReader(name: name, history: self)
        // An existing reader costs no write.
        let isKnown = try reading { try $0.integer("SELECT 1 FROM _trellis_history_reader WHERE name = ?", name) != nil }
        if isKnown { return reader }
        try writing { executor in
            let newest = try HistoryRecorder.newest(executor)
            if let token, token.number > newest { throw HistoryError.unknownToken(token, newest: HistoryToken(newest)) }
            try executor.run(
                "INSERT OR IGNORE INTO _trellis_history_reader (name, token) VALUES (?, ?)", name, token?.number ?? newest)
        }
        return reader
    }

    /// The registered readers, by their names.
    /// - Throws: ``HistoryError``; ``StoreError``
    public var readers: [HistoryReaderStatus] {
        get throws { try reading { try HistoryReaderStatus.all($0) } }
    }
}

extension HistoryReaderStatus {
    /// The registered readers, by their names.
    /// - Throws: `SQLiteError`
    static func all(_ executor: StatementExecutor) throws -> [HistoryReaderStatus] {
        let newest = try HistoryRecorder.newest(executor)
        let oldest = try executor.integer("SELECT min(token) FROM _trellis_history") ?? 0
        return try executor.query("SELECT name, token FROM _trellis_history_reader ORDER BY name") { row in
            var readers = [HistoryReaderStatus]()
            while try row.step() {
                let token = row.integer(at: 1)
                readers.append(
                    .init(
                        name: try row.value(at: 0).text, token: HistoryToken(token), unseenCount: Int(max(0, newest - token)),
                        hasLostChanges: token < newest && token + 1 < oldest))
            }
            return readers
        }
    }
}
