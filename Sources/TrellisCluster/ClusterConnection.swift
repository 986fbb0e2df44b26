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
    let canWrite: Bool
    let busyTimeout: Double
    private var local: OpaquePointer?
    var session: ClusterSession?
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
    /// The values of the statement that runs next.
    private var values: [DqliteValue] = []

    init(_ database: ClusterDatabase, ddl: String, canWrite: Bool, busyTimeout: Double) throws {
        (self.database, self.canWrite, self.busyTimeout) = (database, canWrite, busyTimeout)
        checker = try SQLiteConnection.inMemory()
        try checker.execute(ddl)
        // What calls it is replaced before a statement is sent.
        try checker.functions.add(StatementText.listed, arguments: 1) { $0.giveArgument(0) }
    }

    func attach(to connection: OpaquePointer) throws {
        local = connection
        try add(RowsModule.sink, columns: 1)
        try FunctionRegistry(connection).add(RemoteStatement.takeValues, arguments: -1, isDeterministic: false) { call in
            if call.argument(0).integer == 0 { self.values.removeAll(keepingCapacity: true) }
            for place in 1..<call.argumentCount { self.values.append(try DqliteValue(call.argument(place))) }
            call.give(.integer(1))
        }
    }

    private func add(_ name: String, columns: Int) throws {
        guard let local, modules.insert(name).inserted else { return }
        // The module keeps this object for as long as SQLite can call it.
        try RowsModule.add(name, columns: columns, to: local, onClose: { self.session?.end() }) { number in
            let statement = self.statements[number]
            return try self.run(statement, Array(self.values.prefix(statement.parameterCount)))
        }
    }

    func localSQL(for sql: String) throws -> String {
        if let number = numbers[sql] { return statements[number].local }
        if localTexts.contains(sql) { return sql }
        let statement = try RemoteStatement(sql, checker, number: statements.count) { columns in
            let name = "trellis_rows_\(columns)"
            try add(name, columns: columns)
            return name
        }
        guard let statement else {
            localTexts.insert(sql)
            return sql
        }
        // Local statements refer to the list by place. They stay prepared for as long as the local connection exists.
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
        try database.repeating { try body(connected()) }
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
        if transaction.collects, mayWait, values.reduce(0, { $0 + $1.size }) < ClusterTransaction.mostBytesOfValues {
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
