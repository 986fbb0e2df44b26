import CSQLite

/// A connection on which functions written in Swift can be registered, for its SQL to call by their names.
///
/// Works on any connection of SQLite, even one that another library opened. The functions exist until the connection is closed.
/// Other connections and programs do not have them, so no schema may use one, and SQLite refuses them there.
public struct FunctionRegistry {
    private let connection: OpaquePointer

    /// - Parameter connection: an open `sqlite3 *` that no other code uses meanwhile.
    public init(_ connection: OpaquePointer) {
        self.connection = connection
    }

    /// Registers a function of values, in the place of one of the same name and number of arguments.
    /// - Parameters:
    ///   - argumentCount: how many it takes; -1 for any number.
    ///   - isDeterministic: whether the same arguments always give the same result: SQLite may then call it once for many rows.
    ///   - body: says the result of a call, NULL where it says none. What it throws ends the statement with its description.
    /// - Throws: ``SQLiteError``
    public func add(
        _ name: String, arguments argumentCount: Int32, isDeterministic: Bool = true,
        _ body: @escaping (borrowing FunctionCall) throws -> Void
    ) throws {
        let function = Unmanaged.passRetained(ScalarFunction(body))
        // Whether it succeeds or not, SQLite calls the last argument when the function is no longer needed.
        let code = sqlite3_create_function_v2(
            connection, name, argumentCount, Self.flags(isDeterministic), function.toOpaque(),
            { context, count, arguments in
                let function = Unmanaged<ScalarFunction>.fromOpaque(sqlite3_user_data(context)).takeUnretainedValue()
                let call = FunctionCall(context: context, count: count, arguments: arguments)
                do { try function.body(call) } catch { call.fail(error) }
            }, nil, nil, { Unmanaged<ScalarFunction>.fromOpaque($0!).release() })
        try SQLiteError.check(code, connection)
    }

    /// Registers a function of many rows, in the place of one of the same name and number of arguments.
    /// - Parameter start: makes what one group of rows comes to.
    /// - Throws: ``SQLiteError``
    public func addAggregate(
        _ name: String, arguments argumentCount: Int32, _ start: @escaping () -> any AggregateState
    ) throws {
        let function = Unmanaged.passRetained(AggregateFunction(start))
        let code = sqlite3_create_function_v2(
            connection, name, argumentCount, Self.flags(true), function.toOpaque(), nil,
            { context, count, arguments in
                guard let place = AggregateFunction.place(context, MemoryLayout<UnsafeMutableRawPointer?>.stride) else {
                    return sqlite3_result_error_nomem(context)
                }
                if place.pointee == nil { place.pointee = AggregateFunction.start(context).toOpaque() }
                guard let state = place.pointee else { return }
                let call = FunctionCall(context: context, count: count, arguments: arguments)
                do {
                    try Unmanaged<Group>.fromOpaque(state).takeUnretainedValue().state.add(call)
                } catch {
                    call.fail(error)
                }
            },
            { context in
                // No memory is asked for here: where no row came, there is none.
                let place = AggregateFunction.place(context, 0)
                let group: Group
                if let place, let state = place.pointee {
                    group = Unmanaged<Group>.fromOpaque(state).takeRetainedValue()
                    place.pointee = nil
                } else {
                    group = AggregateFunction.start(context).takeRetainedValue()
                }
                let call = FunctionCall(context: context, count: 0, arguments: nil)
                do { call.give(try group.state.result()) } catch { call.fail(error) }
            }, { Unmanaged<AggregateFunction>.fromOpaque($0!).release() })
        try SQLiteError.check(code, connection)
    }

    /// Only the program's statements may call them, not the schema of a file from another program.
    private static func flags(_ isDeterministic: Bool) -> Int32 {
        SQLITE_UTF8 | SQLITE_DIRECTONLY | (isDeterministic ? SQLITE_DETERMINISTIC : 0)
    }
}

/// What a function of many rows has met so far.
public protocol AggregateState {
    /// Takes a row's values.
    mutating func add(_ call: borrowing FunctionCall) throws
    /// What the rows come to.
    func result() throws -> SQLiteValue
}

/// One call of a function by SQLite: its arguments, which are good as long as the call lasts, and its result.
public struct FunctionCall: ~Copyable {
    fileprivate let context: OpaquePointer?
    fileprivate let count: Int32
    fileprivate let arguments: UnsafeMutablePointer<OpaquePointer?>?

    /// How many arguments there are.
    public var argumentCount: Int { Int(count) }

    /// An argument, counted from 0.
    public func argument(_ index: Int) -> RawValue {
        precondition(index < count, "a function asks for arguments that it has")
        return RawValue(pointer: arguments?[index])
    }

    public func give(_ value: SQLiteValue) {
        switch value {
        case .null: sqlite3_result_null(context)
        case .integer(let value): sqlite3_result_int64(context, value)
        case .real(let value): sqlite3_result_double(context, value)
        case .text(var value): value.withUTF8 { give(text: $0) }
        case .blob(let bytes): bytes.withUnsafeBytes { give(blob: $0) }
        }
    }

    public func give(_ value: Bool) {
        sqlite3_result_int(context, value ? 1 : 0)
    }

    /// Gives the text of UTF-8 bytes, which are copied.
    public func give(text bytes: UnsafeBufferPointer<UInt8>) {
        // Without an address SQLite would take the empty text for NULL.
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1) { empty in
            let start = UnsafeRawPointer(bytes.baseAddress).map { $0.assumingMemoryBound(to: CChar.self) }
            let text = start ?? UnsafePointer(empty.baseAddress)
            sqlite3_result_text64(context, text, UInt64(bytes.count), trellis_sqlite_transient(), UInt8(SQLITE_UTF8))
        }
    }

    /// Gives bytes, which are copied.
    public func give(bytes: UnsafeRawBufferPointer) { give(blob: bytes) }

    private func give(blob bytes: UnsafeRawBufferPointer) {
        // An empty BLOB is within every limit, so the code of this call is always success.
        if bytes.isEmpty { return _ = sqlite3_result_zeroblob64(context, 0) }
        sqlite3_result_blob64(context, bytes.baseAddress, UInt64(bytes.count), trellis_sqlite_transient())
    }

    /// Gives an argument as it came.
    public func giveArgument(_ index: Int) {
        precondition(index < count, "a function asks for arguments that it has")
        sqlite3_result_value(context, arguments?[index])
    }

    fileprivate func fail(_ error: any Error) {
        let failure = error as? SQLiteError
        if failure?.primaryCode == SQLITE_NOMEM { return sqlite3_result_error_nomem(context) }
        let message = failure?.message ?? String(describing: error)
        sqlite3_result_error(context, message, Int32(clamping: message.utf8.count))
        if let failure { sqlite3_result_error_code(context, failure.code) }
    }
}

/// What SQLite holds for a registered function.
private final class ScalarFunction {
    let body: (borrowing FunctionCall) throws -> Void

    init(_ body: @escaping (borrowing FunctionCall) throws -> Void) {
        self.body = body
    }
}

/// What SQLite holds for a registered function of many rows.
private final class AggregateFunction {
    private let start: () -> any AggregateState

    init(_ start: @escaping () -> any AggregateState) {
        self.start = start
    }

    static func start(_ context: OpaquePointer?) -> Unmanaged<Group> {
        let function = Unmanaged<AggregateFunction>.fromOpaque(sqlite3_user_data(context)).takeUnretainedValue()
        return Unmanaged.passRetained(Group(function.start()))
    }

    /// Where SQLite keeps the address of a group of rows: memory that is zero at first.
    static func place(_ context: OpaquePointer?, _ size: Int) -> UnsafeMutablePointer<UnsafeMutableRawPointer?>? {
        sqlite3_aggregate_context(context, Int32(size))?.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    }
}

private final class Group {
    var state: any AggregateState

    init(_ state: any AggregateState) {
        self.state = state
    }
}

extension SQLiteConnection {
    /// Where functions written in Swift are registered on this connection.
    public var functions: FunctionRegistry { FunctionRegistry(handle) }
}
