import SQLiteAccess

extension FetchLayout {
    /// Whether a row is of one of some entities, as SQL on the column that says of which one it is.
    /// - Parameters:
    ///   - kinds: the names of the entities; of none no row is.
    ///   - row: what the row is called in a statement, `t0` or `NEW`; nil where the column needs no more than its name.
    public static func condition(ofKinds kinds: [String], row: String? = nil) -> String {
        let column = (row.map { $0 + "." } ?? "") + SQL.identifier(entityColumn)
        let names = kinds.map(SQL.literal)
        return names.count == 1 ? "\(column) = \(names[0])" : "\(column) IN (\(names.joined(separator: ", ")))"
    }
}
