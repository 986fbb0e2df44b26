public import Foundation

// Values in other forms than the usual ones. A text in any form but the one that the library writes does not fit: conditions
// compare texts, and would not find it.

extension RowReader {
    public mutating func date(at column: Int32, storage: DateStorage) -> Date {
        switch storage {
        case .reference: return date(at: column)
        case .unix: return Date(timeIntervalSinceReferenceDate: UnixInstant.reference(double(at: column)))
        case .iso8601:
            let value = statement.value(at: column)
            guard value.isText, let seconds = ISO8601Instant.seconds(bytes(of: value, at: column)) else {
                fail(at: column)
                return Date(timeIntervalSinceReferenceDate: 0)
            }
            return Date(timeIntervalSinceReferenceDate: seconds)
        }
    }

    public mutating func dateIfPresent(at column: Int32, storage: DateStorage) -> Date? {
        statement.value(at: column).isNull ? nil : date(at: column, storage: storage)
    }

    public mutating func uuid(at column: Int32, storage: UUIDStorage) -> UUID {
        switch storage {
        case .blob: return uuid(at: column)
        case .text:
            guard let uuid = UUIDText.uuid(string(at: column)) else {
                fail(at: column)
                return UUID()
            }
            return uuid
        }
    }

    public mutating func uuidIfPresent(at column: Int32, storage: UUIDStorage) -> UUID? {
        statement.value(at: column).isNull ? nil : uuid(at: column, storage: storage)
    }
}
