public import Foundation
import Predicates
public import SQLiteAccess
public import StoreMigration

/// A value that Swift steps of migrations read and write. Its stored form is that of the property, which the plan has.
@_spi(Generated)
public protocol MigratedValue {
    /// nil if the stored value is none of the property.
    init?(_ stored: SQLiteValue, of property: SwiftStep.Property)
    /// nil if the value has no stored form.
    func stored(of property: SwiftStep.Property) -> SQLiteValue?
}

@_spi(Generated)
extension Optional: MigratedValue where Wrapped: MigratedValue {
    public init?(_ stored: SQLiteValue, of property: SwiftStep.Property) {
        if stored == .null {
            self = .none
        } else {
            guard let value = Wrapped(stored, of: property) else { return nil }
            self = .some(value)
        }
    }

    public func stored(of property: SwiftStep.Property) -> SQLiteValue? {
        guard let self else { return .null }
        return self.stored(of: property)
    }
}

/// An enum is stored as its raw value.
@_spi(Generated)
extension MigratedValue where Self: RawRepresentable, RawValue: MigratedValue {
    public init?(_ stored: SQLiteValue, of property: SwiftStep.Property) {
        guard let raw = RawValue(stored, of: property), let value = Self(rawValue: raw) else { return nil }
        self = value
    }

    public func stored(of property: SwiftStep.Property) -> SQLiteValue? { rawValue.stored(of: property) }
}

// MARK: - Numbers

/// An integer of any size is stored as it is.
extension MigratedValue where Self: FixedWidthInteger {
    fileprivate init?(integer stored: SQLiteValue) {
        guard case .integer(let integer) = stored else { return nil }
        self.init(exactly: integer)
    }
}

@_spi(Generated)
extension Int16: MigratedValue {
    public init?(_ stored: SQLiteValue, of property: SwiftStep.Property) { self.init(integer: stored) }
    public func stored(of property: SwiftStep.Property) -> SQLiteValue? { .integer(Int64(self)) }
}

@_spi(Generated)
extension Int32: MigratedValue {
    public init?(_ stored: SQLiteValue, of property: SwiftStep.Property) { self.init(integer: stored) }
    public func stored(of property: SwiftStep.Property) -> SQLiteValue? { .integer(Int64(self)) }
}

@_spi(Generated)
extension Int64: MigratedValue {
    public init?(_ stored: SQLiteValue, of property: SwiftStep.Property) { self.init(integer: stored) }
    public func stored(of property: SwiftStep.Property) -> SQLiteValue? { .integer(self) }
}

@_spi(Generated)
extension Int: MigratedValue {
    public init?(_ stored: SQLiteValue, of property: SwiftStep.Property) { self.init(integer: stored) }
    public func stored(of property: SwiftStep.Property) -> SQLiteValue? { .integer(Int64(self)) }
}

@_spi(Generated)
extension Bool: MigratedValue {
    public init?(_ stored: SQLiteValue, of property: SwiftStep.Property) {
        switch stored {
        case .integer(let integer) where integer & ~1 == 0: self = integer == 1
        case .null where property.form == .presence: self = false
        default: return nil
        }
    }

    public func stored(of property: SwiftStep.Property) -> SQLiteValue? {
        property.form == .presence && !self ? .null : .integer(self ? 1 : 0)
    }
}

@_spi(Generated)
extension Double: MigratedValue {
    public init?(_ stored: SQLiteValue, of property: SwiftStep.Property) {
        guard case .real(let number) = stored else { return nil }
        self = number
    }

    // SQLite stores NULL for a number that is none.
    public func stored(of property: SwiftStep.Property) -> SQLiteValue? { isNaN ? nil : .real(self) }
}

@_spi(Generated)
extension Float: MigratedValue {
    public init?(_ stored: SQLiteValue, of property: SwiftStep.Property) {
        guard case .real(let number) = stored else { return nil }
        self = Float(number)
        // Rounding is what a float is; becoming infinite is not.
        if isInfinite, number.isFinite { return nil }
    }

    public func stored(of property: SwiftStep.Property) -> SQLiteValue? { isNaN ? nil : .real(Double(self)) }
}

@_spi(Generated)
extension Decimal: MigratedValue {
    public init?(_ stored: SQLiteValue, of property: SwiftStep.Property) {
        switch stored {
        case .integer(let integer): self = ScaledDecimal.decimal(integer, scale: property.scale ?? 0)
        case .text(let text):
            guard let value = ExactDecimal.decimal(text) else { return nil }
            self = value
        default: return nil
        }
    }

    public func stored(of property: SwiftStep.Property) -> SQLiteValue? {
        guard let scale = property.scale else { return ExactDecimal.text(self).map { .text($0) } }
        return ScaledDecimal.integer(self, scale: scale).map { .integer($0) }
    }
}

@_spi(Generated)
extension Duration: MigratedValue {
    public init?(_ stored: SQLiteValue, of property: SwiftStep.Property) {
        guard case .integer(let microseconds) = stored else { return nil }
        self = StoredDuration.duration(microseconds)
    }

    public func stored(of property: SwiftStep.Property) -> SQLiteValue? {
        StoredDuration.microseconds(self).map { .integer($0) }
    }
}

// MARK: - Texts and bytes

@_spi(Generated)
extension String: MigratedValue {
    public init?(_ stored: SQLiteValue, of property: SwiftStep.Property) {
        guard case .text(let text) = stored else { return nil }
        self = text
    }

    public func stored(of property: SwiftStep.Property) -> SQLiteValue? { .text(self) }
}

@_spi(Generated)
extension URL: MigratedValue {
    public init?(_ stored: SQLiteValue, of property: SwiftStep.Property) {
        // Foundation escapes characters that have no place in a URL.
        guard case .text(let text) = stored, let url = URL(string: text), url.absoluteString == text else { return nil }
        self = url
    }

    public func stored(of property: SwiftStep.Property) -> SQLiteValue? { .text(absoluteString) }
}

@_spi(Generated)
extension Data: MigratedValue {
    public init?(_ stored: SQLiteValue, of property: SwiftStep.Property) {
        guard case .blob(let bytes) = stored else { return nil }
        self = Data(bytes)
    }

    public func stored(of property: SwiftStep.Property) -> SQLiteValue? { .blob(Array(self)) }
}

@_spi(Generated)
extension UUID: MigratedValue {
    public init?(_ stored: SQLiteValue, of property: SwiftStep.Property) {
        switch stored {
        case .blob(let bytes) where bytes.count == 16:
            self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
        case .text(let text):
            guard let uuid = UUIDText.uuid(text) else { return nil }
            self = uuid
        default: return nil
        }
    }

    public func stored(of property: SwiftStep.Property) -> SQLiteValue? {
        property.form == .textUUID ? .text(UUIDText.text(self)) : .blob(withUnsafeBytes(of: uuid) { Array($0) })
    }
}

// MARK: - Times

@_spi(Generated)
extension Day: MigratedValue {
    public init?(_ stored: SQLiteValue, of property: SwiftStep.Property) {
        guard case .text(let text) = stored else { return nil }
        self.init(text)
    }

    public func stored(of property: SwiftStep.Property) -> SQLiteValue? { .text(description) }
}

@_spi(Generated)
extension Date: MigratedValue {
    public init?(_ stored: SQLiteValue, of property: SwiftStep.Property) {
        switch stored {
        case .real(let seconds):
            self.init(timeIntervalSinceReferenceDate: property.form == .unixDate ? UnixInstant.reference(seconds) : seconds)
        case .text(let text):
            guard let seconds = ISO8601Instant.seconds(Array(text.utf8)) else { return nil }
            self.init(timeIntervalSinceReferenceDate: seconds)
        default: return nil
        }
    }

    public func stored(of property: SwiftStep.Property) -> SQLiteValue? {
        let seconds = timeIntervalSinceReferenceDate
        return switch property.form {
        case .unixDate: .real(UnixInstant.seconds(seconds))
        case .iso8601Date: ISO8601Instant.text(seconds).map { .text($0) }
        default: .real(seconds)
        }
    }
}
