import GRDB
import SQLiteAccess

/// The change history of a store: every change of its objects in the order of the commits.
///
/// The model turns it on with `history: true`. Triggers of the store record the changes, so those of other processes and of plain SQL
/// are among them.
public struct ChangeHistory: Sendable {
    let coordinator: StoreCoordinator

    /// Whether the model has a change history. Without one, every other use throws ``HistoryError/notRecorded(model:)``.
    public var isRecorded: Bool { coordinator.model.descriptor.hasHistory }

    /// The token of the newest change; ``HistoryToken/beginning`` before the first.
    /// - Throws: ``HistoryError``; ``StoreError``
    public var newestToken: HistoryToken {
        get throws { try reading { HistoryToken(try HistoryRecorder.newest($0)) } }
    }

    /// The changes after a token, oldest first. Each is in the result of exactly one call if you pass the token of the last change to
    /// the next call.
    /// - Parameters:
    ///   - token: the last change that you have seen.
    ///   - last: the last change of the result; nil for the newest.
    ///   - limit: the greatest number of changes; nil for all.
    /// - Throws: ``HistoryError/purged(after:newest:)`` if changes after the token are gone; ``HistoryError``; ``StoreError``
    public func changes(after token: HistoryToken, through last: HistoryToken? = nil, limit: Int? = nil) throws -> [HistoryChange] {
        try changes(.init(last: last, limit: limit)) { _ in token.number }
    }

    /// - Parameter start: gives the last change that was seen, in the state of the store that is read.
    func changes(_ end: HistoryQuery.End, after start: (StatementExecutor) throws -> Int64) throws -> [HistoryChange] {
        try reading { try HistoryQuery($0, of: coordinator.model).changes(after: start($0), end) }
    }

    /// The changes of one entity's objects after a token, oldest first, with those of entities that inherit from it.
    /// - Parameters:
    ///   - type: the class of the objects.
    ///   - token: the last change that you have seen.
    ///   - last: the last change of the result; nil for the newest.
    ///   - limit: the greatest number of changes; nil for all.
    /// - Throws: ``HistoryError/purged(after:newest:)`` if changes after the token are gone; ``HistoryError``; ``StoreError``
    public func changes<Object: ManagedObject>(
        of type: Object.Type, after token: HistoryToken, through last: HistoryToken? = nil, limit: Int? = nil
    ) throws -> [ObjectHistoryChange<Object>] {
        try changes(of: type, .init(last: last, limit: limit)) { _ in token.number }
    }

    /// - Parameter start: gives the last change that was seen, in the state of the store that is read.
    func changes<Object: ManagedObject>(
        of type: Object.Type, _ end: HistoryQuery.End, after start: (StatementExecutor) throws -> Int64
    ) throws -> [ObjectHistoryChange<Object>] {
        let model = coordinator.model
        guard let entity = model.entity(of: type) else {
            throw StoreError.notInModel(entity: "\(type)", model: model.descriptor.name)
        }
        let kinds = model.entities.filter { $0.isKind(of: entity) }
        let byName = Dictionary(kinds.map { ($0.descriptor.name, $0) }, uniquingKeysWith: { first, _ in first })
        let changes = try reading {
            try HistoryQuery($0, of: coordinator.model).changes(after: start($0), end, of: kinds.map(\.descriptor.name))
        }
        return changes.compactMap { change in
            byName[change.objectID.entity].map { ObjectHistoryChange(change: change, entity: $0, model: model) }
        }
    }

    // MARK: Running statements

    /// Reads in one state of the store.
    func reading<Result>(_ body: (StatementExecutor) throws -> Result) throws -> Result {
        try checkRecorded()
        let reader = try coordinator.takeReader()
        defer { coordinator.giveBack(reader) }
        do {
            return try reader.read { database in
                // Within a transaction of the same connection, such as one of a store in memory, there is one state anyway.
                if database.isInsideTransaction { return try body(StatementExecutor(database)) }
                return try database.transaction(.deferred) { try body(StatementExecutor($0)) }
            }
        } catch {
            throw StoreError.isOurs(error) ? coordinator.storeError(error) : error
        }
    }

    /// Writes in a transaction of its own.
    func writing<Result>(_ body: (StatementExecutor) throws -> Result) throws -> Result {
        try checkRecorded()
        do {
            return try coordinator.write(by: nil) { try body(StatementExecutor($0)) }
        } catch {
            throw StoreError.isOurs(error) ? coordinator.storeError(error) : error
        }
    }

    private func checkRecorded() throws {
        try coordinator.checkOpen()
        guard isRecorded else { throw HistoryError.notRecorded(model: coordinator.model.descriptor.name) }
    }
}

extension PersistentContainer {
    /// The change history of the store, which its model turns on with `history: true`.
    public var history: ChangeHistory { ChangeHistory(coordinator: coordinator) }
}
