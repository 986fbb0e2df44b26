import SQLiteAccess
import Trellis

/// A statement of the object graph for the cluster, and the local one that stands for it.
struct RemoteStatement {
    let sql: String
    let kind: Kind
    let text: StatementText
    let parameterCount: Int
    /// What the local connection runs: it has the same parameters and columns.
    let local: String

    enum Kind {
        case query
        /// Its local form changes as many rows as it did on the cluster.
        case change
        /// A query for the rows of a change, and the change.
        case returning(query: String, change: String)
    }

    /// - Parameters:
    ///   - checker: a connection with the tables of the model, and without functions of the library.
    ///   - number: the statement's place in the connection's list.
    ///   - table: the name of the module's table for a number of columns.
    /// - Returns: nil for a statement that reads no table.
    /// - Throws: `SQLiteError`; ``StoreError/notOnCluster(reason:)``
    init?(_ sql: String, _ checker: SQLiteConnection, number: Int, table: (_ columns: Int) throws -> String) throws {
        let text = StatementText(sql)
        guard text.usesTables else { return nil }
        (self.sql, self.text) = (sql, text)
        let statement: PreparedStatement
        do {
            statement = try checker.prepare(sql)
        } catch let error as SQLiteError {
            guard let function = Self.missingFunction(error) else { throw error }
            throw StoreError.notOnCluster(
                reason: "this condition or value needs the function '\(function)', which nodes do not have. Fetch more objects, and filter them in Swift")
        }
        let columns = Int(statement.raw.columnCount)
        parameterCount = statement.raw.parameterCount
        if let parts = text.withoutReturning {
            kind = .returning(query: parts.query, change: parts.change)
        } else {
            kind = columns > 0 ? .query : .change
        }
        let source = try "\(table(max(columns, 1)))(\(number)\(Self.call(parameterCount)))"
        local =
            if case .change = kind { "INSERT INTO \(RowsModule.sink) (c0) SELECT c0 FROM \(source)" } else {
                "SELECT " + (0..<columns).map { "c\($0)" }.joined(separator: ", ") + " FROM \(source)"
            }
    }

    /// The function that takes the values of a statement, up to 100 in each call. Its first argument is 0 in the first call, and then the call
    /// before. As arguments of the table-valued function, SQLite would compare the values beyond the 16th with columns.
    static let takeValues = "trellis_values"

    private static func call(_ count: Int) -> String {
        if count == 0 { return "" }
        let calls = stride(from: 0, to: count, by: 100).reduce("0") { inner, start in
            let values = (start..<min(start + 100, count)).map { "?\($0 + 1)" }.joined(separator: ", ")
            return "\(takeValues)(\(inner), \(values))"
        }
        return ", \(calls)"
    }

    private static func missingFunction(_ error: SQLiteError) -> String? {
        let words = "no such function: "
        return error.message.hasPrefix(words) ? String(error.message.dropFirst(words.count)) : nil
    }
}
