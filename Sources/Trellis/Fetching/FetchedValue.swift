public import Foundation
import SQLiteAccess

/// A type in which values of attributes, and sums and extremes of them, can be fetched without their objects.
///
/// The types of attributes conform: Booleans, numbers, `String`, `Date`, ``Day``, `Duration`, `Data`, `UUID`, `URL`, and the enums of a
/// model; optionals of them, for what can be nil; and ``ObjectID`` for a to-one relationship. JSON and composites do not: the
/// parts of a composite can be fetched one by one.
public protocol FetchedValue: Sendable {
    /// Whether values of a property's type can be of this one. A value alone may still not be, such as one too large for `Int16`.
    static func _fits(_ type: ValueType) -> Bool

    /// The value in its stored form as one of this type; nil where it is none.
    init?(_stored value: StoredResult)

    /// Whether nil is a value of this type.
    static var _isOptional: Bool { get }
}

extension FetchedValue {
    public static var _isOptional: Bool { false }
}

/// A value of a row that a fetch gives without an object, as it is stored.
public struct StoredResult {
    let value: SQLiteValue
    /// The type that the model gives it.
    let type: ValueType
    /// The entity of the object that a key belongs to, where others share its table.
    let kind: String?
    /// The model that knows the identities of objects; nil for values of other types.
    var model: ModelRuntime?
    /// Whether a child context reads it, which has keys of its own for objects that are new above.
    var isOfChild = false
}

extension Optional: FetchedValue where Wrapped: FetchedValue {
    public static func _fits(_ type: ValueType) -> Bool { Wrapped._fits(type) }
    public static var _isOptional: Bool { true }

    public init?(_stored result: StoredResult) {
        if result.value == .null {
            self = .none
        } else {
            guard let value = Wrapped(_stored: result) else { return nil }
            self = .some(value)
        }
    }
}

// MARK: - Booleans and numbers

extension Bool: FetchedValue {
    public static func _fits(_ type: ValueType) -> Bool { type == .bool }

    public init?(_stored result: StoredResult) {
        switch result.value {
        case .integer(0): self = false
        case .integer(1): self = true
        default: return nil
        }
    }
}

extension FetchedValue where Self: FixedWidthInteger {
    /// Integers, and what enums of integers are stored as.
    public static func _fits(_ type: ValueType) -> Bool {
        if case .enumeration(_, let isInteger, _) = type { isInteger } else { type == .integer }
    }

    public init?(_stored result: StoredResult) {
        guard case .integer(let integer) = result.value else { return nil }
        self.init(exactly: integer)
    }
}

extension Int: FetchedValue {}
extension Int16: FetchedValue {}
extension Int32: FetchedValue {}
extension Int64: FetchedValue {}

extension Double: FetchedValue {
    public static func _fits(_ type: ValueType) -> Bool { type == .real }

    public init?(_stored result: StoredResult) {
        guard case .real(let number) = result.value else { return nil }
        self = number
    }
}

extension Float: FetchedValue {
    public static func _fits(_ type: ValueType) -> Bool { type == .real }

    public init?(_stored result: StoredResult) {
        guard case .real(let number) = result.value else { return nil }
        self.init(number)
        // Rounding is what a float is; becoming infinite is not.
        if isInfinite, number.isFinite { return nil }
    }
}

extension Decimal: FetchedValue {
    public static func _fits(_ type: ValueType) -> Bool { type.scale != nil || type == .exactDecimal }

    public init?(_stored result: StoredResult) {
        switch (result.value, result.type) {
        case (.integer(let integer), .decimal(let scale)):
            self = ScaledDecimal.decimal(integer, scale: scale)
        case (.text(let text), .exactDecimal):
            guard let value = ExactDecimal.decimal(text) else { return nil }
            self = value
        default:
            return nil
        }
    }
}

// MARK: - Texts, days and dates

extension String: FetchedValue {
    /// Strings, and what enums of texts are stored as.
    public static func _fits(_ type: ValueType) -> Bool {
        if case .enumeration(_, let isInteger, _) = type { !isInteger } else { type == .text || type == .foldedText }
    }

    public init?(_stored result: StoredResult) {
        guard case .text(let text) = result.value else { return nil }
        self = text
    }
}

extension URL: FetchedValue {
    public static func _fits(_ type: ValueType) -> Bool { type == .text }

    public init?(_stored result: StoredResult) {
        // Foundation escapes what has no place in a URL; such a text would be another one in memory than in the file.
        guard case .text(let text) = result.value, let url = URL(string: text), url.absoluteString == text else { return nil }
        self = url
    }
}

extension Day: FetchedValue {
    public static func _fits(_ type: ValueType) -> Bool { type == .day }

    public init?(_stored result: StoredResult) {
        guard case .text(let text) = result.value else { return nil }
        self.init(text)
    }
}

extension Duration: FetchedValue {
    public static func _fits(_ type: ValueType) -> Bool { type == .duration }

    public init?(_stored result: StoredResult) {
        switch result.value {
        case .integer(let microseconds):
            self = StoredDuration.duration(microseconds)
        case .real(let microseconds):
            // A mean. A sum that 64 bits do not hold is no value.
            guard let duration = StoredDuration.duration(number: microseconds) else { return nil }
            self = duration
        default:
            return nil
        }
    }
}

extension Date: FetchedValue {
    public static func _fits(_ type: ValueType) -> Bool {
        switch type {
        case .date, .unixDate, .iso8601Date: true
        default: false
        }
    }

    public init?(_stored result: StoredResult) {
        switch (result.value, result.type) {
        case (.real(let seconds), .date):
            self.init(timeIntervalSinceReferenceDate: seconds)
        case (.real(let seconds), .unixDate):
            self.init(timeIntervalSinceReferenceDate: UnixInstant.reference(seconds))
        case (.text(let text), .iso8601Date):
            guard let seconds = ISO8601Instant.seconds(text.utf8) else { return nil }
            self.init(timeIntervalSinceReferenceDate: seconds)
        default:
            return nil
        }
    }
}

// MARK: - Bytes, enums and identities

extension Data: FetchedValue {
    public static func _fits(_ type: ValueType) -> Bool { type == .data }

    public init?(_stored result: StoredResult) {
        guard case .blob(let bytes) = result.value else { return nil }
        self.init(bytes)
    }
}

extension UUID: FetchedValue {
    public static func _fits(_ type: ValueType) -> Bool { type == .uuid || type == .textUUID }

    public init?(_stored result: StoredResult) {
        switch (result.value, result.type) {
        case (.blob(let bytes), .uuid) where bytes.count == 16:
            self.init(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
        case (.text(let text), .textUUID):
            guard let uuid = UUIDText.uuid(text) else { return nil }
            self = uuid
        default:
            return nil
        }
    }
}

/// What an enum of a model needs no more than to say so for.
extension FetchedValue where Self: RawRepresentable, RawValue: FetchedValue {
    public static func _fits(_ type: ValueType) -> Bool { RawValue._fits(type) }

    public init?(_stored result: StoredResult) {
        guard let raw = RawValue(_stored: result) else { return nil }
        self.init(rawValue: raw)
    }
}

extension ObjectID: FetchedValue {
    public static func _fits(_ type: ValueType) -> Bool {
        if case .object = type { true } else { false }
    }

    public init?(_stored result: StoredResult) {
        guard case .integer(let key) = result.value, case .object(let entity) = result.type, key != 0 else { return nil }
        guard let model = result.model else { return nil }
        self = model.id(result.isOfChild ? InheritedKey.key(aboveFor: key) : key, ofEntityNamed: result.kind ?? entity)
    }
}
