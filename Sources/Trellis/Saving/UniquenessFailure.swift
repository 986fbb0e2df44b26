import SQLiteAccess

/// SQLite's word that a value is not unique, in the model's terms.
enum UniquenessFailure {
    private static let resultCode: Int32 = 2067

    /// The error for the person, or nil where it is something else.
    static func translate(
        _ error: SQLiteError, for object: ManagedObject, _ identity: ObjectID
    ) -> ObjectValidationError? {
        guard error.code == resultCode else { return nil }
        // "UNIQUE constraint failed: customer.name": the message is the only place where SQLite names the column.
        let column = error.message.split(separator: ".").last.map(String.init) ?? ""
        let descriptor = object.store.entity.descriptor
        guard let index = descriptor.attributes.firstIndex(where: { $0.column == column }) else { return nil }
        let attribute = descriptor.attributes[index]
        let value = object.storedValue(index).inWords(as: attribute.type)
        return ObjectValidationError(failures: [
            .init(objectID: identity, property: attribute.name, rule: .unique, value: value)
        ])
    }
}

extension SQLiteValue {
    /// The value for a person, as an attribute of `type` has it; bytes are only counted.
    func inWords(as type: ValueType) -> String {
        switch (self, type) {
        case (.integer(let number), .decimal(let scale)): return "\(ScaledDecimal.decimal(number, scale: scale))"
        case (.real(let seconds), .date): return ConditionValue.date(seconds).inWords
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
