import CSQLite

/// What a statement is about to do, of the things that hosts of SQLite refuse (https://www.sqlite.org/c3ref/c_alter_table.html).
public enum StatementAction: Sendable, Hashable {
    /// Reads or changes a setting of the connection.
    case pragma(String)
    /// Calls a function of SQL.
    case function(String)
    /// Opens or closes a second database.
    case attach
    /// Begins or ends a transaction or a savepoint.
    case transaction
    /// Creates a temporary table, view, index or trigger.
    case temporary

    fileprivate init?(_ code: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?) {
        switch code {
        case SQLITE_PRAGMA: self = .pragma(first.map { String(cString: $0).lowercased() } ?? "")
        case SQLITE_FUNCTION: self = .function(second.map { String(cString: $0).lowercased() } ?? "")
        case SQLITE_ATTACH, SQLITE_DETACH: self = .attach
        case SQLITE_TRANSACTION, SQLITE_SAVEPOINT: self = .transaction
        case SQLITE_CREATE_TEMP_INDEX, SQLITE_CREATE_TEMP_TABLE, SQLITE_CREATE_TEMP_TRIGGER, SQLITE_CREATE_TEMP_VIEW: self = .temporary
        default: return nil
        }
    }
}

extension SQLiteConnection {
    /// Has a function decide what statements may do, from when they are prepared. A refused one fails with SQLITE_AUTH.
    /// - Parameter allows: nil to allow everything again.
    /// - Throws: ``SQLiteError``
    public func authorize(_ allows: ((StatementAction) -> Bool)?) throws {
        let authorizer = allows.map(Authorizer.init)
        let code = sqlite3_set_authorizer(
            handle,
            authorizer == nil
                ? nil
                : { context, code, first, second, _, _ in
                    guard let context, let action = StatementAction(code, first, second) else { return SQLITE_OK }
                    return Unmanaged<Authorizer>.fromOpaque(context).takeUnretainedValue().allows(action) ? SQLITE_OK : SQLITE_DENY
                },
            authorizer.map { Unmanaged.passUnretained($0).toOpaque() })
        try SQLiteError.check(code, handle)
        self.authorizer = authorizer
    }

    /// Keeps the function alive for as long as SQLite calls it.
    final class Authorizer {
        let allows: (StatementAction) -> Bool

        init(_ allows: @escaping (StatementAction) -> Bool) {
            self.allows = allows
        }
    }
}
