public import Foundation
public import SQLiteAccess

// Bytes, UUIDs and keys.

extension RowReader {
    @inlinable
    public mutating func data(at column: Int32) -> Data {
        let value = statement.value(at: column)
        if !value.isBlob { fail(at: column) }
        return Data(bytes(of: value, at: column))
    }

    @inlinable
    public mutating func dataIfPresent(at column: Int32) -> Data? {
        statement.value(at: column).isNull ? nil : data(at: column)
    }

    @inlinable
    public mutating func uuid(at column: Int32) -> UUID {
        let value = statement.value(at: column)
        guard value.isBlob else {
            fail(at: column)
            return UUID()
        }
        let bytes = bytes(of: value, at: column)
        guard bytes.count == 16 else {
            fail(at: column)
            return UUID()
        }
        return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }

    @inlinable
    public mutating func uuidIfPresent(at column: Int32) -> UUID? {
        statement.value(at: column).isNull ? nil : uuid(at: column)
    }

    /// The bytes of a value that is not NULL.
    @inlinable
    mutating func bytes(of value: RawValue, at column: Int32) -> UnsafeRawBufferPointer {
        if let bytes = value.nonNullBytes { return bytes }
        failForMemory(at: column)
        return UnsafeRawBufferPointer(start: nil, count: 0)
    }

    /// The key of a to-one relationship; NULL leads nowhere.
    @inlinable
    public mutating func reference(at column: Int32) -> ToOneReference {
        let value = statement.value(at: column)
        if value.isNull { return ToOneReference() }
        return ToOneReference(key: key(at: column))
    }

    /// The key of a row. Keys that no store gives mean something else in a context: nothing, or an object not saved yet.
    @inlinable
    mutating func key(at column: Int32) -> Int64 {
        let key = int64(at: column)
        if key < 1 { fail(at: column) }
        return key
    }
}
