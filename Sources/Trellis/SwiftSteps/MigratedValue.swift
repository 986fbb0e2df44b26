public import Foundation
import Predicates
public import SQLiteAccess
public import StoreMigration

/// A value that Swift steps of migrations read and write. It is read as a fetch reads it; its stored form is that of the property, which
/// the plan has.
@_spi(Generated)
public protocol MigratedValue: FetchedValue {
    /// nil if the stored value is none of the property.
    init?(_ stored: SQLiteValue, of property: SwiftStep.Property)
    /// nil if the value has no stored form. Unlike a value in a condition it is stored exactly, or not at all.
    func stored(of property: SwiftStep.Property) -> SQLiteValue?
}

@_spi(Generated)
extension MigratedValue {
    public init?(_ stored: SQLiteValue, of property: SwiftStep.Property) {
        self.init(_stored: StoredResult(value: stored, type: property.valueType, kind: nil))
    }
}

@_spi(Generated)
extension Optional: MigratedValue where Wrapped: MigratedValue {
    public func stored(of property: SwiftStep.Property) -> SQLiteValue? {
        guard let self else { return .null }
        return self.stored(of: property)
    }
}

/// An enum is stored as its raw value.
@_spi(Generated)
extension MigratedValue where Self: RawRepresentable, RawValue: MigratedValue {
    public func stored(of property: SwiftStep.Property) -> SQLiteValue? { rawValue.stored(of: property) }
}

// MARK: - Numbers

@_spi(Generated)
extension MigratedValue where Self: FixedWidthInteger {
    public func stored(of property: SwiftStep.Property) -> SQLiteValue? { .integer(Int64(self)) }
}

@_spi(Generated) extension Int: MigratedValue {}
@_spi(Generated) extension Int16: MigratedValue {}
@_spi(Generated) extension Int32: MigratedValue {}
@_spi(Generated) extension Int64: MigratedValue {}

@_spi(Generated)
extension Bool: MigratedValue {
    /// Of a composite's presence, NULL is false.
    public init?(_ stored: SQLiteValue, of property: SwiftStep.Property) {
        if property.form == .presence, stored == .null {
            self = false
        } else {
            self.init(_stored: StoredResult(value: stored, type: .bool, kind: nil))
        }
    }

    public func stored(of property: SwiftStep.Property) -> SQLiteValue? {
        property.form == .presence && !self ? .null : .integer(self ? 1 : 0)
    }
}

@_spi(Generated)
extension Double: MigratedValue {
    // A save refuses others too: SQLite stores NULL for a number that is none.
    public func stored(of property: SwiftStep.Property) -> SQLiteValue? { isFinite ? .real(self) : nil }
}

@_spi(Generated)
extension Float: MigratedValue {
    public func stored(of property: SwiftStep.Property) -> SQLiteValue? { isFinite ? .real(Double(self)) : nil }
}

@_spi(Generated)
extension Decimal: MigratedValue {
    public func stored(of property: SwiftStep.Property) -> SQLiteValue? {
        guard let scale = property.scale else { return ExactDecimal.text(self).map { .text($0) } }
        return ScaledDecimal.integer(self, scale: scale).map { .integer($0) }
    }
}

@_spi(Generated)
extension Duration: MigratedValue {
    public func stored(of property: SwiftStep.Property) -> SQLiteValue? {
        StoredDuration.microseconds(self).map { .integer($0) }
    }
}

// MARK: - Texts and bytes

@_spi(Generated)
extension String: MigratedValue {
    public func stored(of property: SwiftStep.Property) -> SQLiteValue? {
        guard property.form == .json else { return .text(self) }
        let isJSON = (try? JSONSerialization.jsonObject(with: Data(utf8), options: .fragmentsAllowed)) != nil
        return isJSON ? .text(self) : nil
    }
}

@_spi(Generated)
extension URL: MigratedValue {
    public func stored(of property: SwiftStep.Property) -> SQLiteValue? { .text(absoluteString) }
}

@_spi(Generated)
extension Data: MigratedValue {
    public func stored(of property: SwiftStep.Property) -> SQLiteValue? { .blob(Array(self)) }
}

@_spi(Generated)
extension UUID: MigratedValue {
    public func stored(of property: SwiftStep.Property) -> SQLiteValue? {
        property.form == .textUUID ? .text(UUIDText.text(self)) : .blob(withUnsafeBytes(of: uuid) { Array($0) })
    }
}

// MARK: - Times

@_spi(Generated)
extension Day: MigratedValue {
    public func stored(of property: SwiftStep.Property) -> SQLiteValue? { .text(description) }
}

@_spi(Generated)
extension Date: MigratedValue {
    public func stored(of property: SwiftStep.Property) -> SQLiteValue? {
        let seconds = timeIntervalSinceReferenceDate
        guard seconds.isFinite else { return nil }
        return switch property.form {
        case .unixDate: .real(UnixInstant.seconds(seconds))
        case .iso8601Date: ISO8601Instant.text(seconds).map { .text($0) }
        default: .real(seconds)
        }
    }
}

// MARK: - Types

extension SwiftStep.Property {
    /// The type by which a fetch would read the column.
    fileprivate var valueType: ValueType {
        switch form {
        case .bool, .presence: .bool
        case .int16, .int32, .int64, .integer, .key: .integer
        case .float, .double: .real
        case .string, .url, .json, .text: .text
        case .data: .data
        case .duration: .duration
        case .day: .day
        case .decimal: .decimal(scale: scale ?? 0)
        case .exactDecimal: .exactDecimal
        case .date: .date
        case .unixDate: .unixDate
        case .iso8601Date: .iso8601Date
        case .uuid: .uuid
        case .textUUID: .textUUID
        }
    }
}
