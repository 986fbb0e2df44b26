import Predicates
import SQLiteAccess
import SchemaModel

/// Says in SQL what a column's values must meet, where the model wants the database to check it.
///
/// Only what every SQLite has is used, and nothing is refused that the library would save. NULL meets everything: a CHECK
/// fails only where it is false.
enum CheckPlanner {
    /// The conditions on the column, all of which a value meets.
    static func conditions(for stored: StoredAttribute) -> [String] {
        let attribute = stored.attribute
        guard attribute.isChecked else { return [] }
        let column = SQL.identifier(stored.columnName)
        return form(of: attribute.type, column) + range(of: attribute, column) + lengths(of: attribute, column)
    }

    /// The conditions on a column that tell values of a type from others of its storage class, whatever its attribute says.
    fileprivate static func typeConditions(_ type: AttributeType, _ column: String) -> [String] {
        let bounds = [("\(column) >= ", type.bounds.least), ("\(column) <= ", type.bounds.greatest)]
        return form(of: type, column) + bounds.compactMap { operation, bound in bound?.sqlLiteral.map { operation + $0 } }
    }

    /// What tells values of the type from others of its storage class.
    private static func form(of type: AttributeType, _ column: String) -> [String] {
        switch type {
        case .bool:
            return ["\(column) IN (0, 1)"]
        case .enumeration(let type) where !type.hasUnknown:
            let values = type.cases.map { type.isInteger ? $0.raw : SQL.literal($0.raw) }
            return ["\(column) IN (\(values.joined(separator: ", ")))"]
        case .day:
            // SQLite converts the 30th of February to the 1st or the 2nd of March, so such a day differs from its result.
            return ["\(column) IS date(\(column), '+0 days')"]
        case .date(.iso8601):
            return [
                "\(column) IS strftime('%Y-%m-%dT%H:%M:', \(column), '+0 days') || substr(\(column), 18, 7)",
                "\(column) GLOB '*:[0-5][0-9].[0-9][0-9][0-9]Z'",
            ]
        case .uuid(.blob):
            return ["length(\(column)) = 16"]
        case .uuid(.text):
            return [
                "\(column) GLOB '????????-????-????-????-????????????'", "\(column) NOT GLOB '*[^-0-9a-f]*'",
                "length(replace(\(column), '-', '')) = 32", "length(CAST(\(column) AS BLOB)) = 36",
            ]
        case .int16, .int32, .int64, .float, .double, .string, .decimal, .date, .duration, .data, .url, .json, .enumeration, .composite:
            return []
        }
    }

    /// The least and the greatest value: the rules', or else the type's.
    private static func range(of attribute: Attribute, _ column: String) -> [String] {
        let type = attribute.type
        let least = attribute.rules.min?.conditionValue.stored(as: type.valueType) ?? type.bounds.least
        let greatest = attribute.rules.max?.conditionValue.stored(as: type.valueType) ?? type.bounds.greatest
        switch (least?.sqlLiteral, greatest?.sqlLiteral) {
        case (let least?, let greatest?): return ["\(column) BETWEEN \(least) AND \(greatest)"]
        case (let least?, nil): return ["\(column) >= \(least)"]
        case (nil, let greatest?): return ["\(column) <= \(greatest)"]
        case (nil, nil): return []
        }
    }

    private static func lengths(of attribute: Attribute, _ column: String) -> [String] {
        let (least, greatest) = (attribute.rules.minLength ?? 0, attribute.rules.maxLength)
        var conditions = [String]()
        if least == 1 {
            conditions.append("\(column) <> \(attribute.type == .data ? "X''" : "''")")
        } else if least > 1 {
            let condition = "length(\(column)) >= \(least)"
            // SQLite counts a text up to its first NUL. What it cannot count it lets through: the library does count.
            conditions.append(attribute.type == .data ? condition : "(\(condition) OR instr(\(column), char(0)) > 0)")
        }
        if let greatest { conditions.append("length(\(column)) <= \(greatest)") }
        return conditions
    }
}

/// What tells values of a type from others that its column could hold.
package enum TypeConditions {
    /// SQL on the column, all of which a value meets; NULL meets everything.
    package static func conditions(on column: String, of type: AttributeType) -> [String] {
        CheckPlanner.typeConditions(type, SQL.identifier(column))
    }
}

extension AttributeType {
    /// The least and the greatest value of a type that has fewer values than its column.
    fileprivate var bounds: (least: SQLiteValue?, greatest: SQLiteValue?) {
        switch self {
        case .int16: (.integer(Int64(Int16.min)), .integer(Int64(Int16.max)))
        case .int32: (.integer(Int64(Int32.min)), .integer(Int64(Int32.max)))
        case .float:
            (.real(-Double(Float.greatestFiniteMagnitude)), .real(Double(Float.greatestFiniteMagnitude)))
        case .day: (.text("0001-01-01"), nil)
        default: (nil, nil)
        }
    }
}
