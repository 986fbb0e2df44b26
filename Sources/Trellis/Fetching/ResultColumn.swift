import SQLiteAccess

/// Where a value of a fetched row comes from, and how it becomes one of the type that was asked for.
struct ResultColumn: Sendable {
    /// What messages call it: `customer.name`, `sum(price)`.
    let name: String
    let type: ValueType
    let entity: String
    let model: ModelRuntime
    /// Its place in a row, and that of the name of the entity that an identity's object is of.
    let place: Int
    var kindPlace: Int?
    /// Whether it adds up numbers that are stored as integers: beyond 64 bits such a sum is a floating-point number.
    var isExactSum = false
    /// Whether a child context reads it.
    var isOfChild = false

    /// - Throws: ``StoreError/unreadableResult(name:entity:type:)``; ``StoreError/sumTooLarge(entity:)``
    func value<Value: FetchedValue>(of row: [SQLiteValue], as _: Value.Type) throws -> Value {
        var kind: String?
        if let kindPlace, case .text(let name) = row[kindPlace] { kind = name }
        guard let value = Value(_stored: StoredResult(value: row[place], type: type, kind: kind, model: model, isOfChild: isOfChild)) else {
            if isExactSum { throw StoreError.sumTooLarge(entity: entity) }
            throw StoreError.unreadableResult(name: name, entity: entity, type: "\(Value.self)")
        }
        return value
    }
}

/// Takes the columns of a row one after the other, in the order in which a pack of types asks for them.
struct RowDecoder {
    let columns: [ResultColumn]
    let row: [SQLiteValue]
    private var next = 0

    init(_ columns: [ResultColumn], _ row: [SQLiteValue]) {
        self.columns = columns
        self.row = row
    }

    mutating func take<Value: FetchedValue>(_ type: Value.Type) throws -> Value {
        defer { next += 1 }
        return try columns[next].value(of: row, as: type)
    }
}

/// Looks whether what is asked for can be of the types that it is asked for as.
struct TypeChecker {
    private(set) var errors: [ConditionError] = []

    mutating func check<Value: FetchedValue>(_ name: String, _ type: ValueType, mayBeNil: Bool, as _: Value.Type) {
        if !Value._fits(type) {
            errors.append(ConditionError(.type, "'\(name)' is \(type.inWords) and cannot be fetched as \(Value.self)", at: nil))
        } else if mayBeNil, !Value._isOptional {
            errors.append(ConditionError(.type, "'\(name)' can be nil: fetch it as \(Value.self)?", at: nil))
        }
    }

    func finish() throws(ConditionErrors) {
        if !errors.isEmpty { throw ConditionErrors(errors) }
    }
}
