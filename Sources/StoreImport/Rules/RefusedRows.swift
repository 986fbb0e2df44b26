/// Rows that break a rule which only saves keep: they are in the store, and the next save of such an object fails.
package struct RefusedRows: Sendable, Hashable {
    /// The entity that declares the property.
    package let entity: String
    /// The property with the names of composites: `address.city`.
    package let property: String
    /// For example `must have at most 10 characters`.
    package let rule: String
    package let count: Int
    /// The least key of the rows.
    package let key: Int64

    package var text: String {
        "\(entity).\(property) \(rule): \(count) \(count == 1 ? "row" : "rows"), for example row \(key)"
    }
}
