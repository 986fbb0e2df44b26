/// A value of a statement or of a row, as dqlite sends it.
///
/// dqlite names the type of a value by its storage class, except in columns that are declared as `BOOLEAN`, `DATE`, `DATETIME` or
/// `TIMESTAMP`. There the last three cases come, and NULL comes as `false` or as an empty text. Trellis declares no such column.
public enum DqliteValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    /// A text without U+0000: dqlite ends a text there. Bytes that are no UTF-8 come as U+FFFD.
    case text(String)
    case blob([UInt8])
    /// A value of a `BOOLEAN` column, also where it is NULL.
    case boolean(Bool)
    /// An integer of a `DATE`, `DATETIME` or `TIMESTAMP` column.
    case unixTime(Int64)
    /// A text of a `DATE`, `DATETIME` or `TIMESTAMP` column, and an empty one for NULL.
    case iso8601(String)
}
