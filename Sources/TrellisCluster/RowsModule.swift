import CSQLite
import DqliteClient
import SQLiteAccess
import Trellis

/// A module of SQLite's with one table-valued function: it runs a statement on the cluster and gives the rows.
///
/// So the objects' rows are read by the code that reads those of files.
final class RowsModule {
    /// The table that takes the rows of a change, so that SQLite counts them.
    static let sink = "trellis_sink"

    let columns: Int
    private let run: (_ statement: Int) throws -> RemoteRows
    private let onClose: () -> Void
    private let module = UnsafeMutablePointer<sqlite3_module>.allocate(capacity: 1)

    /// Adds the module to a connection, which then owns it.
    /// - Parameter onClose: is called when the connection is closed.
    static func add(
        _ name: String, columns: Int, to connection: OpaquePointer, onClose: @escaping () -> Void,
        run: @escaping (_ statement: Int) throws -> RemoteRows
    ) throws {
        let module = RowsModule(columns: columns, onClose, run)
        let owned = Unmanaged.passRetained(module).toOpaque()
        // SQLite releases it, whether it succeeds or not.
        let code = sqlite3_create_module_v2(connection, name, module.module, owned) { Unmanaged<RowsModule>.fromOpaque($0!).release() }
        if code != SQLITE_OK { throw SQLiteError(code: code, message: String(cString: sqlite3_errstr(code))) }
    }

    private init(columns: Int, _ onClose: @escaping () -> Void, _ run: @escaping (Int) throws -> RemoteRows) {
        (self.columns, self.run, self.onClose) = (columns, run, onClose)
        var functions = sqlite3_module()
        functions.xConnect = { connection, context, _, _, result, _ in
            guard let connection, let context, let result else { return SQLITE_ERROR }
            let module = Unmanaged<RowsModule>.fromOpaque(context)
            let code = sqlite3_declare_vtab(connection, module.takeUnretainedValue().declaration)
            if code != SQLITE_OK { return code }
            let table = UnsafeMutablePointer<Table>.allocate(capacity: 1)
            table.initialize(to: Table(base: sqlite3_vtab(), module: module.retain()))
            result.pointee = UnsafeMutableRawPointer(table).assumingMemoryBound(to: sqlite3_vtab.self)
            return SQLITE_OK
        }
        functions.xDisconnect = { table in
            let table = UnsafeMutableRawPointer(table!).assumingMemoryBound(to: Table.self)
            table.pointee.module.release()
            table.deallocate()
            return SQLITE_OK
        }
        functions.xBestIndex = { table, info in
            guard let table, let info else { return SQLITE_ERROR }
            return RowsModule.of(table).chooseArguments(&info.pointee)
        }
        functions.xOpen = { _, result in
            let cursor = UnsafeMutablePointer<Cursor>.allocate(capacity: 1)
            cursor.initialize(to: Cursor(base: sqlite3_vtab_cursor(), rows: nil, place: 0))
            result!.pointee = UnsafeMutableRawPointer(cursor).assumingMemoryBound(to: sqlite3_vtab_cursor.self)
            return SQLITE_OK
        }
        functions.xClose = { cursor in
            let cursor = RowsModule.cursor(cursor!)
            cursor.deinitialize(count: 1)
            cursor.deallocate()
            return SQLITE_OK
        }
        functions.xFilter = { cursor, _, _, count, values in
            let table = cursor!.pointee.pVtab!
            let cursor = RowsModule.cursor(cursor!)
            do {
                (cursor.pointee.rows, cursor.pointee.place) = (try RowsModule.of(table).rows(count, values), 0)
                return SQLITE_OK
            } catch {
                return RowsModule.fail(error, table)
            }
        }
        functions.xNext = { cursor in
            RowsModule.cursor(cursor!).pointee.place += 1
            return SQLITE_OK
        }
        functions.xEof = { cursor in
            let cursor = RowsModule.cursor(cursor!)
            return cursor.pointee.place < cursor.pointee.rows?.count ?? 0 ? 0 : 1
        }
        functions.xColumn = { cursor, context, column in
            let cursor = RowsModule.cursor(cursor!)
            cursor.pointee.rows?.give(context, row: cursor.pointee.place, column: Int(column))
            return SQLITE_OK
        }
        functions.xRowid = { cursor, result in
            result!.pointee = sqlite3_int64(RowsModule.cursor(cursor!).pointee.place)
            return SQLITE_OK
        }
        // The sink forgets what it takes.
        functions.xUpdate = { _, _, _, result in
            result?.pointee = 1
            return SQLITE_OK
        }
        module.initialize(to: functions)
    }

    deinit {
        module.deallocate()
        onClose()
    }

    // SQLite's own structures begin these, as its interface demands.

    private struct Table {
        var base: sqlite3_vtab
        var module: Unmanaged<RowsModule>
    }

    private struct Cursor {
        var base: sqlite3_vtab_cursor
        var rows: RemoteRows?
        var place: Int
    }

    private static func of(_ table: UnsafeMutablePointer<sqlite3_vtab>) -> RowsModule {
        UnsafeMutableRawPointer(table).assumingMemoryBound(to: Table.self).pointee.module.takeUnretainedValue()
    }

    private static func cursor(_ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>) -> UnsafeMutablePointer<Cursor> {
        UnsafeMutableRawPointer(cursor).assumingMemoryBound(to: Cursor.self)
    }

    // MARK: Calls of SQLite

    /// The columns of rows, and hidden ones for the statement's number and the call that takes its values. They have no types, so SQLite
    /// converts nothing.
    private var declaration: String {
        let names = (0..<columns).map { "c\($0)" } + ["s HIDDEN", "v HIDDEN"]
        return "CREATE TABLE x(\(names.joined(separator: ", ")))"
    }

    /// Asks for the arguments in their order.
    private func chooseArguments(_ info: inout sqlite3_index_info) -> Int32 {
        for place in 0..<Int(info.nConstraint) {
            let constraint = info.aConstraint[place]
            let argument = Int(constraint.iColumn) - columns
            guard argument >= 0, Int32(constraint.op) == SQLITE_INDEX_CONSTRAINT_EQ else { continue }
            // Without all arguments there is nothing to run.
            guard constraint.usable != 0 else { return SQLITE_CONSTRAINT }
            info.aConstraintUsage[place].argvIndex = Int32(argument + 1)
            info.aConstraintUsage[place].omit = 1
        }
        info.estimatedCost = 1
        return SQLITE_OK
    }

    private func rows(_ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?) throws -> RemoteRows {
        guard count > 0, let values else { throw SQLiteError(code: SQLITE_MISUSE, message: "a remote statement has no number") }
        return try run(Int(sqlite3_value_int64(values[0])))
    }

    private static func fail(_ error: any Error, _ table: UnsafeMutablePointer<sqlite3_vtab>) -> Int32 {
        let (code, message) =
            switch error {
            case let error as SQLiteError: (error.code, error.message)
            case StoreError.connectionLost(let reason): (RemoteErrorCode.connectionLost, reason)
            case StoreError.notOnCluster(let reason): (RemoteErrorCode.notOnCluster, reason)
            default: (SQLITE_ERROR, "\(error)")
            }
        let bytes = Array(message.utf8) + [0]
        sqlite3_free(table.pointee.zErrMsg)
        table.pointee.zErrMsg = sqlite3_malloc64(UInt64(bytes.count))?.assumingMemoryBound(to: CChar.self)
        if let start = table.pointee.zErrMsg { bytes.withUnsafeBytes { UnsafeMutableRawPointer(start).copyMemory(from: $0.baseAddress!, byteCount: bytes.count) } }
        return code
    }
}

/// What a statement on the cluster gave.
enum RemoteRows {
    case rows([[DqliteValue]])
    /// As many rows as a change changed.
    case changed(Int)

    var count: Int {
        switch self {
        case .rows(let rows): rows.count
        case .changed(let count): count
        }
    }

    fileprivate func give(_ context: OpaquePointer?, row: Int, column: Int) {
        guard case .rows(let rows) = self else { return sqlite3_result_int64(context, 1) }
        guard column < rows[row].count else { return sqlite3_result_null(context) }
        rows[row][column].give(context)
    }
}

extension DqliteValue {
    /// - Throws: `SQLiteError`, also for a text that nodes would cut
    init(_ value: RawValue) throws {
        switch value.storageClass {
        case .integer: self = .integer(value.integer)
        case .real: self = .real(value.real)
        case .text:
            let bytes = try value.textBytes
            guard !bytes.contains(0) else { throw SQLiteError(code: RemoteErrorCode.notOnCluster, message: Self.reasonForNUL) }
            self = .text(String(decoding: bytes, as: UTF8.self))
        case .blob: self = .blob(Array(try value.bytes))
        case .null: self = .null
        }
    }

    fileprivate func give(_ context: OpaquePointer?) {
        switch self {
        case .null: sqlite3_result_null(context)
        case .integer(let number), .unixTime(let number): sqlite3_result_int64(context, number)
        case .real(let number): sqlite3_result_double(context, number)
        case .boolean(let value): sqlite3_result_int(context, value ? 1 : 0)
        case .text(var text), .iso8601(var text):
            text.withUTF8 { bytes in
                let start = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
                // Without an address SQLite would take the empty text for NULL.
                guard let start else { return sqlite3_result_text(context, "", 0, trellis_sqlite_static()) }
                sqlite3_result_text64(context, start, UInt64(bytes.count), trellis_sqlite_transient(), UInt8(SQLITE_UTF8))
            }
        case .blob(let bytes):
            if bytes.isEmpty { return _ = sqlite3_result_zeroblob64(context, 0) }
            bytes.withUnsafeBytes { sqlite3_result_blob64(context, $0.baseAddress, UInt64($0.count), trellis_sqlite_transient()) }
        }
    }
}
