import SQLiteAccess

extension FetchLayout {
    /// Whether a row is of one of some entities, as SQL on the column that stores its entity.
    /// - Parameters:
    ///   - kinds: the names of the entities. No row is of an empty list.
    ///   - row: the row's name in a statement, `t0` or `NEW`; nil if the column needs no prefix.
    public static func condition(ofKinds kinds: [String], row: String? = nil) -> String {
        let column = (row.map { $0 + "." } ?? "") + SQL.identifier(entityColumn)
        let names = kinds.map(SQL.literal)
        return names.count == 1 ? "\(column) = \(names[0])" : "\(column) IN (\(names.joined(separator: ", ")))"
    }
}
