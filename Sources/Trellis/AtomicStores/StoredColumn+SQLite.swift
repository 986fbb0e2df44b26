import Foundation
import Predicates
import SQLiteAccess

extension StoredColumn {
    /// A value as SQLite stores it in this column; nil if the value is of another type, or does not fit.
    func sqlite(_ value: StoredValue) -> SQLiteValue? {
        switch (value, type) {
        case (.null, _): .null
        case (.bool(let value), .bool): .integer(value ? 1 : 0)
        case (.bool(let value), .presence): value ? .integer(1) : .null
        case (.integer(let value), .integer), (.id(let value), .id): .integer(value)
        case (.real(let value), .real): value.isNaN ? nil : .real(value)
        case (.decimal(let value), .decimal): ScaledDecimal.integer(value, scale: scale ?? 0).map { .integer($0) }
        case (.decimal(let value), .exactDecimal): ExactDecimal.text(value).map { .text($0) }
        case (.text(let value), .text): .text(value)
        case (.date(let value), .date): .real(value.timeIntervalSinceReferenceDate)
        case (.date(let value), .unixDate): .real(UnixInstant.seconds(value.timeIntervalSinceReferenceDate))
        case (.date(let value), .iso8601Date): ISO8601Instant.text(value.timeIntervalSinceReferenceDate).map { .text($0) }
        case (.day(let value), .day): .text(value.description)
        case (.duration(let value), .duration): StoredDuration.microseconds(value).map { .integer($0) }
        case (.data(let value), .data): .blob(Array(value))
        case (.uuid(let value), .uuid): .blob(withUnsafeBytes(of: value.uuid) { Array($0) })
        case (.uuid(let value), .textUUID): .text(UUIDText.text(value))
        default: nil
        }
    }

    /// What SQLite stores in this column, as a value; nil if another program wrote something that does not fit.
    func value(_ stored: SQLiteValue) -> StoredValue? {
        switch (stored, type) {
        case (.null, _): .null
        case (.integer(let value), .bool) where value == 0 || value == 1: .bool(value == 1)
        case (.integer(1), .presence): .bool(true)
        case (.integer(let value), .integer): .integer(value)
        case (.integer(let value), .id): .id(value)
        case (.real(let value), .real): .real(value)
        case (.integer(let value), .decimal): .decimal(ScaledDecimal.decimal(value, scale: scale ?? 0))
        case (.text(let value), .exactDecimal): ExactDecimal.decimal(value).map { .decimal($0) }
        case (.text(let value), .text): .text(value)
        case (.real(let value), .date): .date(Date(timeIntervalSinceReferenceDate: value))
        case (.real(let value), .unixDate): .date(Date(timeIntervalSinceReferenceDate: UnixInstant.reference(value)))
        case (.text(let value), .iso8601Date):
            ISO8601Instant.seconds(value.utf8).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
        case (.text(let value), .day): Day(value).map { .day($0) }
        case (.integer(let value), .duration): .duration(StoredDuration.duration(value))
        case (.blob(let value), .data): .data(Data(value))
        case (.blob(let value), .uuid) where value.count == 16:
            .uuid(value.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
        case (.text(let value), .textUUID): UUIDText.uuid(value).map { .uuid($0) }
        default: nil
        }
    }
}

extension StoredType {
    /// How an atomic store holds values of an attribute's type, and the scale.
    static func of(_ type: ValueType) -> (type: StoredType, scale: Int?) {
        switch type {
        case .bool: (.bool, nil)
        case .integer: (.integer, nil)
        case .real: (.real, nil)
        case .decimal(let scale): (.decimal, scale)
        case .exactDecimal: (.exactDecimal, nil)
        case .text, .foldedText, .json: (.text, nil)
        case .date: (.date, nil)
        case .unixDate: (.unixDate, nil)
        case .iso8601Date: (.iso8601Date, nil)
        case .day: (.day, nil)
        case .duration: (.duration, nil)
        case .data: (.data, nil)
        case .uuid: (.uuid, nil)
        case .textUUID: (.textUUID, nil)
        case .enumeration(_, let isInteger, _): (isInteger ? .integer : .text, nil)
        case .composite: (.presence, nil)
        case .object: (.id, nil)
        }
    }
}
