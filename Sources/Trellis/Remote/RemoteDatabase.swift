package import StoreMigration

/// A database that this process reaches over a network. The product that knows its protocol implements it.
package protocol RemoteDatabase: Sendable {
    /// Errors show it, and two databases with the same path are the same store.
    var path: String { get }

    /// Reads the record of the store.
    /// - Parameter ddl: creates the store if the database is empty; nil if nothing may be created.
    /// - Throws: ``StoreError``
    func open(creating ddl: String?) throws -> StoreRecord

    /// A connection for one `DatabaseQueue`. It connects when its first statement runs.
    /// - Parameters:
    ///   - ddl: the tables of the model, against which statements are checked.
    ///   - busyTimeout: how long to wait for another writer, in seconds.
    func connection(ddl: String, canWrite: Bool, busyTimeout: Double) throws -> any RemoteConnection

    /// Whether a save is in the store.
    /// - Throws: ``StoreError``
    func fate(of save: SaveID) throws -> SaveFate
}

/// Sends the statements of one local connection to a remote database, and gives their rows to SQLite.
///
/// One thread uses it at a time: that which the local connection runs on.
package protocol RemoteConnection: AnyObject {
    /// Adds to the local connection what the statements of ``localSQL(for:)`` use.
    func attach(to connection: OpaquePointer) throws

    /// A statement for the local connection that runs `sql` on the remote database. It has the same parameters and columns, and changes
    /// as many rows.
    /// - Returns: `sql` if it reads no table.
    /// - Throws: `SQLiteError`, or ``StoreError`` for a statement that the remote database cannot run.
    func localSQL(for sql: String) throws -> String

    /// The statement that a local one runs on the remote database.
    func originalSQL(of localSQL: String) -> String

    // MARK: Transactions

    /// - Parameter collects: whether writes are sent together. Each of them is then assumed to change one row.
    func begin(isWriting: Bool, collects: Bool) throws

    /// - Throws: ``StoreError``; ``StoreError/fateUnknown(_:reason:)`` if it is not known whether the transaction was committed.
    func commit() throws

    /// Takes the transaction back. A connection that cannot do so ends, which does the same.
    func rollBack()

    /// Why collected writes of the last transaction were taken back; nil if they were not.
    var refusal: RemoteRefusal? { get }

    /// Collects writes from here on, within a transaction.
    func beginCollecting() throws

    /// Sends the collected writes.
    /// - Returns: false if one of them did not do as assumed. Then all of them are undone.
    func endCollecting() throws -> Bool

    /// Runs a pragma on the remote connection.
    func execute(pragma: String) throws

    // MARK: Knowledge

    /// The result of a query for a table's last key, if no other client has changed it as far as this one knows. The transaction verifies it.
    func assumedKey(of query: String) -> Int64?

    /// Notes the result that a query for a table's last key has after the transaction.
    func note(lastKey: Int64, of query: String)

    /// A number that differs after saves of other clients.
    func numberOfForeignSaves() throws -> Int64
}

/// Why collected writes were taken back.
package enum RemoteRefusal: Sendable {
    /// Another client has taken the next keys.
    case keys
    /// A constraint refused a write, or it changed no row.
    case writes
}

/// Codes of SQLite, for errors of a remote database that pass through SQLite. Nothing else gives them: they belong to locks in shared memory.
package enum RemoteErrorCode {
    /// ``StoreError/connectionLost(reason:)``
    package static let connectionLost: Int32 = 15 | 201 << 8
    /// ``StoreError/notOnCluster(reason:)``
    package static let notOnCluster: Int32 = 15 | 202 << 8
}
