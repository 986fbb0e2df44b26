import SQLiteAccess

/// SQLite's word that a value is not unique, in the model's terms.
enum UniquenessFailure {
    private static let resultCode: Int32 = 2067

    /// The error for the person, or nil where it is something else.
    static func translate(
        _ error: SQLiteError, for object: ManagedObject, _ identity: ObjectID
    ) -> ObjectValidationError? {
        guard error.code == resultCode else { return nil }
        // "UNIQUE constraint failed: customer.name, customer.city": the message is the only place where SQLite names columns.
        let entity = object.store.entity
        let named = error.message.split(separator: ":").last?.split(separator: ",") ?? []
        let columns = named.compactMap { name in
            name.split(separator: ".").last.flatMap { entity.columnNumber(named: $0) }
        }
        guard let first = columns.first, columns.count == named.count else { return nil }
        let properties = columns.map { entity.columns[$0].property }
        let values = columns.map { object.storedValue($0).inWords(as: entity.columns[$0].type) }
        return ObjectValidationError(failures: [
            .init(
                objectID: identity, property: entity.columns[first].property,
                rule: columns.count == 1 ? .unique : .uniqueTogether(properties), value: values.joined(separator: ", "))
        ])
    }
}

extension EntityRuntime {
    fileprivate func columnNumber(named name: Substring) -> Int? {
        columns.firstIndex { $0.name == name }
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
