import SQLiteAccess

/// The destination of a to-one relationship: a key, and the object after the first access.
@frozen
public struct ToOneReference {
    /// The key as it was read or set; 0 leads nowhere, and a negative one to an object that is not saved yet.
    @usableFromInline var key: Int64
    /// The object, held so that the second look costs nothing.
    @usableFromInline var object: ManagedObject?

    /// A reference that leads nowhere.
    @inlinable
    public init() {
        key = 0
        object = nil
    }

    @inlinable
    init(key: Int64) {
        self.key = key
        object = nil
    }

    init(_ object: ManagedObject?) {
        key = object?.key ?? 0
        self.object = object
    }

    /// The key that counts now: an object may have been saved since the reference was set.
    var currentKey: Int64 { object?.key ?? key }

    /// The key as a row stores it.
    var storedKey: SQLiteValue { currentKey == 0 ? .null : .integer(currentKey) }

    func leads(to other: ManagedObject) -> Bool {
        object === other || (object == nil && key == other.key)
    }
}
