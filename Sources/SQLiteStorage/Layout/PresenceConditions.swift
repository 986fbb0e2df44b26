import SQLiteAccess
import SchemaModel

extension StoredAttribute {
    /// All conditions on the column: what its attribute asks for, and what an optional composite asks of its columns.
    ///
    /// A required part is there exactly where the composite is, and no part is there without it: this is to them what NOT NULL is
    /// to a required attribute.
    var conditions: [String] {
        var conditions = CheckPlanner.conditions(for: self)
        guard path.count > 1 || isPresence else { return conditions }
        let column = SQL.identifier(columnName)
        if isPresence { conditions.append("\(column) = 1") }
        guard let enclosing else { return conditions }
        let presence = SQL.identifier(enclosing.columnName)
        if !attribute.isOptional {
            conditions.append("(\(column) IS NULL) = (\(presence) IS NULL)")
        } else {
            let condition = "\(column) IS NULL OR \(presence) IS NOT NULL"
            conditions.append(conditions.isEmpty ? condition : "(\(condition))")
        }
        return conditions
    }
}
