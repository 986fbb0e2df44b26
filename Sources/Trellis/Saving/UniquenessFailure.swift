import GRDB
import SQLiteAccess

/// SQLite's report of a value that is not unique, in the model's terms.
enum UniquenessFailure {
    static func isOne(_ error: SQLiteError) -> Bool { error.code == ResultCode.SQLITE_CONSTRAINT_UNIQUE.rawValue }

    /// The object's columns that SQLite names; empty if it names the columns of another table, or an index over an expression.
    static func columns(_ error: SQLiteError, of object: ManagedObject) -> [ColumnIndex] {
        columns(error, of: object.scope.entity)
    }

    /// The entity's columns that SQLite names; empty if it names the columns of another table, or an index over an expression.
    static func columns(_ error: SQLiteError, of entity: EntityRuntime) -> [ColumnIndex] {
        // SQLite's interface has no other place for the columns than its message: "UNIQUE constraint failed: customer.name, customer.city".
        guard let range = error.message.firstRange(of: ": ") else { return [] }
        let names = IndexedList<ColumnIndex, String>(entity.columns.lazy.map { "\(entity.descriptor.table).\($0.name)" })
        var rest = error.message[range.upperBound...]
        var columns = [ColumnIndex]()
        while !rest.isEmpty {
            // A name may contain dots and commas, so the text is compared with the names of the entity's columns.
            let column = names.indices.first { rest == names[$0] || rest.hasPrefix(names[$0] + ", ") }
            if let column {
                columns.append(column)
                rest = rest.dropFirst(names[column].count + 2)
            } else {
                // A column that no object of the entity has, such as the one with the entity's name.
                rest = rest.firstRange(of: ", ").map { rest[$0.upperBound...] } ?? ""
            }
        }
        return columns
    }

    /// The failure of an object that shares the values of some columns with another one.
    static func failure(of object: ManagedObject, _ columns: [ColumnIndex], other: ObjectID) -> ObjectValidationError.Failure {
        let entity = object.scope.entity
        let properties = columns.map { entity.columns[$0].property }
        let values = columns.map { object.storedValue($0).inWords(as: entity.columns[$0].type) }
        return .init(
            objectID: object.objectID, property: properties.first,
            rule: entity.isOneToOneKey(columns) ? .oneToOne : columns.count == 1 ? .unique : .uniqueTogether(properties), value: values.joined(separator: ", "),
            conflictingObjectID: other)
    }
}

extension SQLiteValue {
    /// The value as text for the user, as an attribute of `type` has it; bytes are only counted.
    func inWords(as type: ValueType) -> String {
        switch (self, type) {
        case (.integer(let number), .decimal(let scale)): return "\(ScaledDecimal.decimal(number, scale: scale))"
        case (.integer(let number), .duration): return ISO8601Duration.text(StoredDuration.duration(number))
        case (.real(let number), .duration): return "\(number) microseconds"
        case (.real(let seconds), .date), (.real(let seconds), .iso8601Date): return ConditionValue.date(seconds).inWords
        case (.real(let seconds), .unixDate): return ConditionValue.date(UnixInstant.reference(seconds)).inWords
        default: break
        }
        return switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .real(let number): String(number)
        case .blob(let bytes): "\(bytes.count) bytes"
        case .null: "nil"
        }
    }
}
