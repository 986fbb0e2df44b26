import GRDB
import SQLiteAccess

// The values of rows now, in objects of the same classes that no registry has.
extension ManagedObject {
    /// The object that the row makes now; nil if the row does not exist. For a child it is what the contexts above have, if they do.
    /// - Parameter key: the row's key, if the object does not have it yet.
    /// - Throws: ``StoreError``, or an error of SQLite.
    final func storedState(withKey key: Int64? = nil, in database: Database) throws -> ManagedObject? {
        if let state = inheritedState { return copy(of: state) }
        return try storedRow(key ?? self.key, in: database)
    }

    /// What the contexts above know of the object; nil if only the store has its row.
    final var inheritedState: InheritedState? { scope.isOfChild ? scope.context?.inherited(key, root: scope.entity.root) : nil }

    /// What a context above has of the object; nil if it has deleted it.
    final func copy(of state: InheritedState) -> ManagedObject? {
        if case .object(let other) = state { scope.context?.inheritedCopy(of: other) } else { nil }
    }

    private func storedRow(_ key: Int64, in database: Database) throws -> ManagedObject? {
        try StatementExecutor(database).query(scope.entity.selectByKey, key) { try $0.step() ? scope.state(of: $0) : nil }
    }

    /// What the store has of an object's row that is deleted in a context above; nil if it is not, or has no row.
    final func rowDeletedAbove(in database: Database) throws -> ManagedObject? {
        guard !InheritedKey.isInherited(key), case .removed? = inheritedState else { return nil }
        return try storedRow(key, in: database)
    }

    /// Lets an object without changes that is deleted in a context above show the row that the store has of it. Such an object stays,
    /// because an undo or a rollback above brings it back, and other objects hold it as their destination.
    /// - Returns: false if it is not deleted above, or has no row.
    final func takeRowDeletedAbove(in database: Database) throws -> Bool {
        guard scope.isOfChild, !hasUnsavedChanges, let row = try rowDeletedAbove(in: database) else { return false }
        take(row)
        return true
    }

    /// An object with the changes of this one and otherwise the values of `stored`; nil if no row could hold a change.
    final func merged(with stored: ManagedObject, in database: Database) throws -> ManagedObject? {
        do {
            return try row(with: stored, in: database)
        } catch let error as SQLiteError where error.primaryCode == ResultCode.SQLITE_TOOBIG.rawValue {
            return nil
        }
    }

    private func row(with stored: ManagedObject, in database: Database) throws -> ManagedObject? {
        let entity = scope.entity
        // SQLite returns the values that it is given, and the class reads them like any other row.
        let parameters = repeatElement("?", count: entity.selectedColumns.count).joined(separator: ", ")
        let statement = try database.rawStatement("SELECT \(parameters)")
        defer { statement.reset() }
        for place in entity.selectedColumns.indices { try statement.bindNull(at: Int32(place + 1)) }
        try statement.bind(key, at: 1)
        try statement.bind(stored.rowVersion, at: 2)
        for (column, place) in entity.placesInRow.numbered {
            guard let place else { continue }
            let isReference = entity.columns[column].toOne != nil
            let value = (changes.contains(column) && !isReference ? self : stored).writtenValue(column)
            // SQLite would store NULL.
            if case .real(let number) = value, number.isNaN { return nil }
            try statement.bind(value, at: Int32(place + 1))
        }
        guard try statement.step() else { return nil }
        var row = RowReader(statement: statement, scope: scope)
        let merged = entity.type.init(_row: &row)
        if row.isOutOfMemory { throw row.failure }
        if row.hasFailed { return nil }

        for column in changes.columns(among: entity.columns) {
            if entity.columns[column].toOne != nil {
                merged[_reference: column] = self[_reference: column]
            } else if entity.columns[column].isLazy, isLoaded(column) {
                try merged.read(column, from: writtenValue(column), in: database)
            }
        }
        return merged
    }

    /// Reads a lazy attribute from its stored form.
    final func read(_ column: ColumnIndex, from value: SQLiteValue, in database: Database) throws {
        let statement = try database.rawStatement("SELECT NULL, ?")
        defer { statement.reset() }
        try statement.bind(value, at: 1)
        guard try statement.step() else { return }
        var row = RowReader(statement: statement, scope: scope)
        _read(column, from: &row)
        if row.isOutOfMemory { throw row.failure }
    }
}

extension ManagedObjectContext {
    /// Lets `body` read one state of the store on the context's connection.
    /// - Throws: ``StoreError``
    func inSnapshot<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try coordinator.checkOpen()
        do {
            return try reading { database in
                try observed(database, for: .refresh) {
                    try database.isInsideTransaction ? body(database) : database.transaction(.deferred, body)
                }
            }
        } catch {
            throw coordinator.storeError(error)
        }
    }
}
