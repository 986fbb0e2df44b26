import DqliteClient
import Foundation
import SQLiteAccess
import Trellis

/// A connection to the leader, with errors in the library's terms: `SQLiteError` of the database, and ``StoreError`` of the connection.
///
/// It ends with the first error that is not one of the database, and the node takes its transaction back.
final class ClusterSession {
    private let connection: DqliteConnection
    private let onRequest: (@Sendable (String) -> Void)?
    private(set) var hasEnded = false

    /// - Throws: `DqliteError`
    init(_ connection: DqliteConnection, _ onRequest: (@Sendable (String) -> Void)?) throws {
        (self.connection, self.onRequest) = (connection, onRequest)
        // As the connections to files have them.
        let pragmas = "PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = ON"
        onRequest?(pragmas)
        try connection.executeScript(pragmas)
    }

    deinit { connection.close() }

    /// The most values of one statement. Others become literals.
    static let mostValues = 255

    func begin() throws { _ = try run("BEGIN IMMEDIATE") }

    /// Runs a statement without rows.
    /// - Returns: how many rows it changed.
    func run(_ sql: String, _ values: [DqliteValue] = []) throws -> Int {
        try asking(sql) { try connection.execute(sql, values).changedRows }
    }

    func rows(_ sql: String, _ values: [DqliteValue] = []) throws -> [[DqliteValue]] {
        try asking(sql) { try connection.rows(of: sql, values).rows }
    }

    func rows(_ statement: SendableStatement) throws -> [[DqliteValue]] { try rows(statement.sql, statement.values) }

    /// Runs statements in one round trip.
    /// - Returns: how many rows the last change has changed.
    func run(script: [String]) throws -> Int {
        let sql = script.joined(separator: ";\n")
        return try asking(sql) { try connection.executeScript(sql).changedRows }
    }

    /// Takes a transaction back, or ends the connection, which does the same.
    func rollBack() {
        do {
            _ = try run("ROLLBACK")
        } catch let error as SQLiteError where error.primaryCode == 1 {
            // SQLite has done so.
        } catch {
            end()
        }
    }

    func end() {
        hasEnded = true
        connection.close()
    }

    private func asking<Result>(_ sql: String, _ body: () throws -> Result) throws -> Result {
        if hasEnded { throw StoreError.connectionLost(reason: "the connection has ended") }
        onRequest?(sql)
        do {
            return try body()
        } catch let error as DqliteError {
            switch error {
            case .database(let code, let message): throw SQLiteError(code: Int32(truncatingIfNeeded: code), message: message, sql: sql)
            case .invalidRequest(let reason): throw StoreError.notOnCluster(reason: reason)
            default:
                end()
                throw StoreError(error)
            }
        }
    }
}

extension StoreError {
    init(_ error: DqliteError) {
        switch error {
        case .tooLarge: self = .notOnCluster(reason: error.description)
        default: self = .connectionLost(reason: error.description)
        }
    }
}

enum Pause {
    /// Gives a cluster some time to elect a leader.
    static func shortly() { Thread.sleep(forTimeInterval: 0.1) }
}
