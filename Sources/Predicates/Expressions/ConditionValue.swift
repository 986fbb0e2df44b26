import Foundation

/// A value in a condition, before it is matched to the type of what it is compared with.
public indirect enum ConditionValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    case decimal(Decimal)
    case text(String)
    /// An instant, in seconds since 2001-01-01 UTC.
    case date(Double)
    /// A calendar day as `YYYY-MM-DD`.
    case day(String)
    case duration(Duration)
    case data([UInt8])
    case uuid(UUID)
    case object(ObjectReference)
    /// Several values, for ``Condition/membership(_:in:)``.
    case list([ConditionValue])
}

/// An object in a condition: its entity and its key.
public struct ObjectReference: Sendable, Hashable {
    public var entity: String
    public var key: Int64
    /// The identity of the object's store; nil for the store that the condition is about.
    public var store: String?

    public init(entity: String, key: Int64, store: String? = nil) {
        self.entity = entity
        self.key = key
        self.store = store
    }

    /// The key that no row has: an object of another store has it.
    static let noKey: Int64 = 0

    func isOf(_ store: String?) -> Bool { self.store == nil || self.store == store }
}
