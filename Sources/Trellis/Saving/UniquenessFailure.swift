import SQLiteAccess

/// SQLite's word that a value is not unique, in the model's terms.
enum UniquenessFailure {
    private static let resultCode: Int32 = 2067

    static func isOne(_ error: SQLiteError) -> Bool { error.code == resultCode }

    /// The object's columns that SQLite names; none where it names another table's, or an expression.
    static func columns(_ error: SQLiteError, of object: ManagedObject) -> [Int] {
        // "UNIQUE constraint failed: customer.name, customer.city": the message is the only place where SQLite names columns.
        let entity = object.scope.entity
        let named = error.message.split(separator: ":").last?.split(separator: ",") ?? []
        return named.compactMap { name in
            let parts = name.split(separator: ".")
            guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == entity.descriptor.table else { return nil }
            return entity.columnNumber(named: parts[1])
        }
    }

    /// The failure of an object that shares the values of some columns with another one.
    static func failure(
        of object: ManagedObject, _ identity: ObjectID, _ columns: [Int], other: ObjectID
    ) -> ObjectValidationError.Failure {
        let entity = object.scope.entity
        let properties = columns.map { entity.columns[$0].property }
        let values = columns.map { object.storedValue($0).inWords(as: entity.columns[$0].type) }
        return .init(
            objectID: identity, property: properties.first,
            rule: columns.count == 1 ? .unique : .uniqueTogether(properties), value: values.joined(separator: ", "),
            conflictingObjectID: other)
    }
}

extension SQLiteValue {
    /// The value for a person, as an attribute of `type` has it; bytes are only counted.
    func inWords(as type: ValueType) -> String {
        switch (self, type) {
        case (.integer(let number), .decimal(let scale)): return "\(ScaledDecimal.decimal(number, scale: scale))"
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
