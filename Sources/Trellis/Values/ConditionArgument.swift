public import Foundation

/// What a condition can be given as a value: the types of attributes, objects and their identities.
public protocol ConditionArgument {
    /// The value as conditions know it.
    var conditionValue: ConditionValue { get }
}

extension Condition {
    /// A comparison of the property at `path`, such as `"customer.name"`, with a value.
    public static func compare(_ path: String, _ comparison: Comparison, to argument: some ConditionArgument) -> Condition {
        .compare(path, comparison, argument.conditionValue)
    }

    /// The condition that a text says, with arguments for its placeholders: `%@` for a value, a list or an object, `%K` for a key
    /// path, `%d`, `%f`, `%s` and their like. No argument can change what the condition asks.
    ///
    ///     try Condition("%K BEGINSWITH[cd] %@ AND customer IN %@", "name", "Ad", customers)
    ///
    /// - Throws: ``ConditionError`` with the place of the first thing that is not in the language, or of a placeholder whose
    ///   argument is missing or does not fit.
    public init(_ text: String, _ arguments: any ConditionArgument...) throws(ConditionError) {
        try self.init(text, arguments: arguments.map(\.conditionValue))
    }
}

extension Operand {
    /// nil.
    public static var null: Operand { Operand(.value(.null)) }

    /// A value.
    public static func value(_ argument: some ConditionArgument) -> Operand { Operand(.value(argument.conditionValue)) }

    /// Several values: what ``Condition/membership(_:in:)`` looks among.
    public static func values(_ arguments: some Sequence<some ConditionArgument>) -> Operand {
        Operand(.value(.list(arguments.map(\.conditionValue))))
    }
}

extension Bool: ConditionArgument {
    public var conditionValue: ConditionValue { .bool(self) }
}

extension Int: ConditionArgument {
    public var conditionValue: ConditionValue { .integer(Int64(self)) }
}

extension Int16: ConditionArgument {
    public var conditionValue: ConditionValue { .integer(Int64(self)) }
}

extension Int32: ConditionArgument {
    public var conditionValue: ConditionValue { .integer(Int64(self)) }
}

extension Int64: ConditionArgument {
    public var conditionValue: ConditionValue { .integer(self) }
}

extension Float: ConditionArgument {
    public var conditionValue: ConditionValue { .real(Double(self)) }
}

extension Double: ConditionArgument {
    public var conditionValue: ConditionValue { .real(self) }
}

extension Decimal: ConditionArgument {
    public var conditionValue: ConditionValue { .decimal(self) }
}

extension String: ConditionArgument {
    public var conditionValue: ConditionValue { .text(self) }
}

extension Date: ConditionArgument {
    public var conditionValue: ConditionValue { .date(timeIntervalSinceReferenceDate) }
}

extension Day: ConditionArgument {
    public var conditionValue: ConditionValue { .day(description) }
}

extension Duration: ConditionArgument {
    public var conditionValue: ConditionValue { .duration(self) }
}

extension Data: ConditionArgument {
    public var conditionValue: ConditionValue { .data(Array(self)) }
}

extension URL: ConditionArgument {
    public var conditionValue: ConditionValue { .text(absoluteString) }
}

extension UUID: ConditionArgument {
    public var conditionValue: ConditionValue { .uuid(self) }
}

extension ManagedObject: ConditionArgument {
    public var conditionValue: ConditionValue {
        .object(ObjectReference(entity: scope.entity.descriptor.name, key: key))
    }
}

/// The object of an identity: `customer == %@`, `SELF IN %@`. No object equals one of another store.
extension ObjectID: ConditionArgument {
    public var conditionValue: ConditionValue {
        .object(ObjectReference(entity: entity, key: key, store: storeIdentifier))
    }
}

extension Optional: ConditionArgument where Wrapped: ConditionArgument {
    public var conditionValue: ConditionValue { self?.conditionValue ?? .null }
}

extension Array: ConditionArgument where Element: ConditionArgument {
    public var conditionValue: ConditionValue { .list(map(\.conditionValue)) }
}

extension Set: ConditionArgument where Element: ConditionArgument {
    public var conditionValue: ConditionValue { .list(map(\.conditionValue)) }
}
