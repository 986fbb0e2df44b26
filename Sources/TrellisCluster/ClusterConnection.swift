import DqliteClient
import Foundation
import SQLiteAccess
import Trellis

/// Sends the statements of one local connection to the leader.
///
/// A save that collects its changes is one script with its BEGIN and COMMIT, and so one round trip. Guards in the script stop it if a
/// change did not do what was assumed.
final class ClusterConnection: RemoteConnection {
    let database: ClusterDatabase
    private let checker: SQLiteConnection
    private let canWrite: Bool
    private let busyTimeout: Double
    private var local: OpaquePointer?
    private var session: ClusterSession?
    var transaction: ClusterTransaction?
    var refusal: RemoteRefusal?
    /// The last keys of tables, as far as this connection knows them.
    var lastKeys: [String: Int64] = [:]
    /// How many saves read the keys before one assumes them again, because another client is saving.
    var cautiousSaves = 0
    /// How many transactions of this connection have a record.
    var saveCount: Int64 = 0

    // MARK: Statements

    private var statements: [RemoteStatement] = []
    private var numbers: [String: Int] = [:]
    private var originals: [String: Int] = [:]
    /// The statements that read no table.
    private var localTexts = Set<String>()
    private var modules = Set<String>()

    /// How many texts are remembered. The database's cache of prepared statements is bounded as well.
    private static let mostStatements = 5_000

    init(_ database: ClusterDatabase, ddl: String, canWrite: Bool, busyTimeout: Double) throws {
        (self.database, self.canWrite, self.busyTimeout) = (database, canWrite, busyTimeout)
        checker = try SQLiteConnection.inMemory()
        try checker.execute(ddl)
        // What calls it is replaced before a statement is sent.
        try checker.functions.add(StatementText.listed, arguments: 1) { $0.giveArgument(0) }
    }

    func attach(to connection: OpaquePointer) throws {
        local = connection
        try add(RowsModule.sink, columns: 1, parameters: 0)
    }

    private func add(_ name: String, columns: Int, parameters: Int) throws {
        guard let local, modules.insert(name).inserted else { return }
        // The module keeps this object for as long as SQLite can call it.
        try RowsModule.add(name, columns: columns, parameters: parameters, to: local, onClose: { self.session?.end() }) { number, values in
            try self.run(self.statements[number], values)
        }
    }

    func localSQL(for sql: String) throws -> String {
        if let number = numbers[sql] { return statements[number].local }
        if localTexts.contains(sql) { return sql }
        let statement = try RemoteStatement(sql, checker, number: statements.count) { columns, parameters in
            let name = "trellis_rows_\(columns)_\(parameters)"
            try add(name, columns: columns, parameters: parameters)
            return name
        }
        guard let statement else {
            localTexts.insert(sql)
            return sql
        }
        // Prepared statements refer to the list by place, so places never change. Texts beyond the limit are found again as new ones.
        if numbers.count >= Self.mostStatements { numbers.removeAll() }
        numbers[sql] = statements.count
        originals[statement.local] = statements.count
        statements.append(statement)
        return statement.local
    }

    func originalSQL(of localSQL: String) -> String { originals[localSQL].map { statements[$0].sql } ?? localSQL }

    private func run(_ statement: RemoteStatement, _ values: [DqliteValue]) throws -> RemoteRows {
        switch statement.kind {
        case .query: return .rows(try read(statement.text, values))
        case .change: return .changed(try change(statement.text, values, collects: true))
        case .returning(let query, let change):
            let rows = try read(StatementText(query), values)
            _ = try self.change(StatementText(change), values, collects: false)
            return .rows(rows)
        }
    }

    // MARK: Session

    /// The connection to the leader. In a transaction it is the one that began it.
    func connected() throws -> ClusterSession {
        if let session, !session.hasEnded { return session }
        let session = try database.connect(busyTimeout: busyTimeout)
        self.session = session
        return session
    }

    /// Repeats on a new connection what changes nothing.
    func repeating<Result>(_ body: (ClusterSession) throws -> Result) throws -> Result {
        let end = ContinuousClock.now + database.options.connectTimeout
        while true {
            do {
                return try body(connected())
            } catch StoreError.connectionLost(let reason) {
                if ContinuousClock.now >= end { throw StoreError.connectionLost(reason: reason) }
                Pause.shortly()
            }
        }
    }

    // MARK: Reading

    private func read(_ text: StatementText, _ values: [DqliteValue]) throws -> [[DqliteValue]] {
        let statement = try SendableStatement(text, values)
        guard let transaction else { return try repeating { try $0.rows(statement) } }
        if let failure = transaction.failure { throw failure }
        if transaction.isWriting {
            try flush()
        } else if !transaction.hasBegun {
            _ = try repeating { try $0.run("BEGIN") }
            transaction.hasBegun = true
        }
        return try inTransaction { try $0.rows(statement) }
    }

    func numberOfForeignSaves() throws -> Int64 {
        guard transaction == nil, case .integer(let number)? = try connected().rows(SaveRecords.count).first?.first else { return 0 }
        return number - saveCount
    }

    // MARK: Changing

    /// - Parameter mayWait: whether the change is collected if the transaction does so.
    private func change(_ text: StatementText, _ values: [DqliteValue], collects mayWait: Bool) throws -> Int {
        guard let transaction, transaction.isWriting else { throw SQLiteError(code: 21, message: "a change on a cluster needs a transaction") }
        if let failure = transaction.failure { throw failure }
        transaction.hasWritten = true
        if transaction.collects, mayWait {
            transaction.add(try SendableStatement(text, values, hasLiterals: true).sql, SaveRecords.oneRow)
            if transaction.size > ClusterTransaction.mostBytes { try flush() }
            return 1
        }
        try flush()
        let statement = try SendableStatement(text, values)
        return try inTransaction { try $0.run(statement.sql, statement.values) }
    }

    func execute(pragma: String) throws {
        try flush()
        _ = try inTransaction { try $0.run(pragma) }
    }

    /// Runs a request within the open transaction. An error after which the leader may have taken it back ends it here too.
    func inTransaction<Result>(_ body: (ClusterSession) throws -> Result) throws -> Result {
        do {
            guard let session else { throw StoreError.connectionLost(reason: "the connection has ended") }
            return try body(session)
        } catch let error as SQLiteError where Self.leavesTransactionOpen(error) {
            throw error
        } catch {
            transaction?.failure = error
            throw error
        }
    }

    /// A constraint, or a statement that is wrong, undoes its statement alone. A trigger may have rolled everything back.
    private static func leavesTransactionOpen(_ error: SQLiteError) -> Bool {
        let constraintTrigger: Int32 = 19 | 7 << 8
        return [1, 5, 18, 19, 20, 25].contains(error.primaryCode) && error.code != constraintTrigger
    }
}

extension ClusterConnection {
    /// - Throws: `SQLiteError` of a connection that only reads
    func begin(isWriting: Bool, collects: Bool) throws {
        refusal = nil
        if isWriting, !canWrite { throw SQLiteError(code: 8, message: "attempt to write a readonly database") }
        transaction = ClusterTransaction(isWriting: isWriting, collects: collects)
        if !isWriting { return }
        if collects {
            transaction?.add("BEGIN IMMEDIATE")
            return
        }
        do {
            try repeating { try $0.begin() }
            transaction?.hasBegun = true
        } catch {
            transaction = nil
            throw error
        }
    }

    func rollBack() {
        guard let ended = transaction else { return }
        transaction = nil
        if ended.hasBegun { session?.rollBack() }
        forgetKeys(of: ended)
    }

    private func forgetKeys(of transaction: ClusterTransaction) {
        for query in transaction.lastKeys.keys { lastKeys[query] = nil }
    }

    func assumedKey(of query: String) -> Int64? {
        guard let transaction, transaction.collects, !transaction.hasBegun, transaction.failure == nil, cautiousSaves == 0,
            let key = lastKeys[query]
        else { return nil }
        if transaction.lastKeys[query] == nil { transaction.add(SaveRecords.lastKey(key, of: query)) }
        return key
    }

    func note(lastKey: Int64, of query: String) { transaction?.lastKeys[query] = lastKey }

    // MARK: Scripts

    /// Sends what waits, and leaves the transaction open.
    func flush() throws {
        guard let transaction, !transaction.script.isEmpty else { return }
        let script = transaction.takeScript()
        try begun(with: script) { _ = try $0.run(script: script) }
        transaction.hasBegun = true
    }

    /// Sends a script. If it begins the transaction, it is sent again while another client writes.
    private func begun(with script: [String], _ send: (ClusterSession) throws -> Void) throws {
        let begins = script[0] == "BEGIN IMMEDIATE"
        let end = ContinuousClock.now + .milliseconds(Int64(busyTimeout * 1_000))
        while true {
            // A transaction that has not begun can use any connection.
            let session = try begins ? repeating { $0 } : self.session
            do {
                guard let session else { throw StoreError.connectionLost(reason: "the connection has ended") }
                return try send(session)
            } catch let error as SQLiteError {
                if begins { session?.rollBack() }
                guard error.primaryCode == 5, begins, ContinuousClock.now < end else { throw refused(error) }
                Thread.sleep(forTimeInterval: 0.005)
            } catch {
                transaction?.failure = error
                throw error
            }
        }
    }

    /// Notes why collected changes are undone.
    private func refused(_ error: SQLiteError) -> SQLiteError {
        if error.primaryCode == 19, transaction?.collects == true {
            let isOfKeys = SaveRecords.isOfKeys(error.message)
            refusal = isOfKeys ? .keys : .writes
            if isOfKeys { cautiousSaves = 8 }
        }
        transaction?.failure = error
        return error
    }

    // MARK: Collecting within a transaction

    func beginCollecting() throws {
        guard let transaction, transaction.isWriting, !transaction.collects else { return }
        transaction.collects = true
        transaction.hasSavepoint = true
        transaction.add("SAVEPOINT \(ClusterTransaction.savepoint)")
    }

    func endCollecting() throws -> Bool {
        guard let transaction, transaction.hasSavepoint else { return true }
        if transaction.failure == nil {
            transaction.add("RELEASE \(ClusterTransaction.savepoint)")
            do { try flush() } catch where refusal != nil {}
        }
        transaction.collects = false
        transaction.hasSavepoint = false
        guard refusal != nil else {
            if let failure = transaction.failure { throw failure }
            return true
        }
        refusal = nil
        transaction.failure = nil
        _ = transaction.takeScript()
        _ = try inTransaction {
            try $0.run(script: ["ROLLBACK TO \(ClusterTransaction.savepoint)", "RELEASE \(ClusterTransaction.savepoint)"])
        }
        return false
    }

    // MARK: Committing

    func commit() throws {
        guard let ended = transaction else { return }
        defer { transaction = nil }
        if let failure = ended.failure { throw failure }
        guard ended.isWriting else {
            if ended.hasBegun { session?.rollBack() }
            return
        }
        if !ended.hasWritten {
            if ended.hasBegun { session?.rollBack() }
            return
        }
        let script = ended.script + SaveRecords.insert(ended.save) + ["COMMIT"]
        do {
            do {
                try begun(with: script) { _ = try $0.run(script: script) }
            } catch let error as SQLiteError where ![5, 19].contains(error.primaryCode) || SaveRecords.isOfSameSave(error.message) {
                session?.rollBack()
                try resolve(ended.save, "\(error.message) (\(error.code))")
            } catch StoreError.connectionLost(let reason) {
                try resolve(ended.save, reason)
            }
        } catch {
            forgetKeys(of: ended)
            session?.rollBack()
            throw error
        }
        saveCount += 1
        if cautiousSaves > 0 { cautiousSaves -= 1 }
        lastKeys.merge(ended.lastKeys) { $1 }
    }

    /// Asks whether a save was done whose answer is missing.
    /// - Throws: ``StoreError/connectionLost(reason:)`` if it was not; ``StoreError/fateUnknown(_:reason:)``
    private func resolve(_ save: SaveID, _ reason: String) throws {
        let fate: SaveFate
        do {
            fate = try database.fate(of: save)
        } catch {
            throw StoreError.fateUnknown(save, reason: "\(reason); \(error)")
        }
        if fate == .notSaved { throw StoreError.connectionLost(reason: reason) }
    }
}
