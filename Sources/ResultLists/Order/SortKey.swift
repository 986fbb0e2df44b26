import SQLiteAccess

/// The values that decide on a row's place in a list.
public struct SortKey: Sendable, Hashable {
    /// The value that names the row's section. A list without sections ignores it; in a list with sections, nil is NULL.
    public var section: SQLiteValue?
    /// The values of the list's sort terms, in their order.
    public var values: [SQLiteValue]

    public init(section: SQLiteValue? = nil, values: [SQLiteValue]) {
        self.section = section
        self.values = values
    }
}
