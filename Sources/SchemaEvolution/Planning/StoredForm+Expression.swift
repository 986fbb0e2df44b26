import SchemaModel

extension StoredForm {
    /// The whole expression that gives a column's values the form, in SQL for `values`; nil if no expression fits each meaning
    /// that the values may have. A number is an instant only
    /// after an epoch, for example, a text is JSON only if it is written so, and a float is rarely a decimal.
    /// - Parameters:
    ///   - column: the old column, as SQL.
    ///   - old: its type.
    func expression(of column: String, from old: AttributeType) -> String? {
        func call(_ name: String, _ storage: AttributeType) -> String {
            "trellis_\(name)(\(column)\(storage.storageChoice.map { ", '\($0)'" } ?? ""))"
        }
        switch (old, type) {
        case (.string, .decimal(let scale?)), (.decimal(nil), .decimal(let scale?)): return "trellis_decimal_from_text(\(column), \(scale))"
        case (.string, .decimal(nil)): return "trellis_decimal_from_text(\(column))"
        case (.decimal(let scale?), .decimal(nil)), (.decimal(let scale?), .string): return "trellis_decimal_to_text(\(column), \(scale))"
        case (.decimal(let scale?), .float): return "trellis_decimal_to_number(\(column), \(scale))"
        case (.string, .float), (.string, .double), (.decimal(nil), .float), (.decimal(nil), .double):
            return "trellis_number_from_text(\(column))"
        case (.double, .float):
            // A greater one is infinite as a float.
            return "CASE WHEN abs(\(column)) > 3.4028234663852886e38 THEN 'does not fit' ELSE \(column) END"
        case (.string, .date), (.date(.iso8601), .date): return call("date_from_text", type)
        case (.date, .date(.iso8601)), (.date, .string): return call("date_to_text", old)
        case (.date, .day): return call("day_from_date", old)
        case (.duration, .float), (.duration, .double): return "trellis_duration_to_seconds(\(column))"
        case (.day, .date): return call("day_to_date", type)
        case (.string, .uuid(.blob)), (.uuid(.text), .uuid(.blob)): return "trellis_uuid_from_text(\(column))"
        case (.string, .uuid(.text)): return "trellis_uuid_from_text(\(column), 'text')"
        case (.string, .bool): return "trellis_bool_from_text(\(column))"
        case (.uuid(.blob), .data): return column
        case (.string, .data): return "CAST(\(column) AS BLOB)"
        default: return nil
        }
    }
}
