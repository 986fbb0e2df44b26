import SQLiteAccess

extension SelectStatement {
    /// What is bound to the placeholders, in their order, once the parameters have values.
    /// - Parameter arguments: by the names of ``ResolvedFetch/parameters``; what is not given is nil.
    /// - Throws: ``ConditionError`` where a value is not of its parameter's type.
    public func values(_ arguments: [String: ConditionValue]) throws(ConditionError) -> [SQLiteValue] {
        var values = [SQLiteValue]()
        for binding in bindings { values.append(try binding.value(arguments)) }
        return values
    }
}

extension SelectStatement.Binding {
    fileprivate func value(_ arguments: [String: ConditionValue]) throws(ConditionError) -> SQLiteValue {
        switch self {
        case .value(let value):
            return value
        case .parameter(let name, let type):
            return try Self.stored(arguments[name] ?? .null, as: type, of: name)
        case .endOfPrefix(let name, let type):
            // Behind a nil there is nothing, as there is nothing that begins with it.
            guard case .text(let prefix) = try Self.stored(arguments[name] ?? .null, as: type, of: name) else { return .null }
            return TextRange.end(of: prefix)
        case .list(let name, let type):
            guard case .list(let elements) = arguments[name] ?? .list([]) else {
                throw ConditionError(.type, "'$\(name)' is a list", at: nil)
            }
            var values = [SQLiteValue]()
            for element in elements { values.append(try Self.stored(element, as: type, of: name)) }
            return .text(ListElement.coded(values))
        }
    }

    private static func stored(
        _ value: ConditionValue, as type: ValueType, of name: String
    ) throws(ConditionError) -> SQLiteValue {
        // Keys are unique among all objects of a table, whatever their entities.
        if case .object(let reference) = value, case .object = type { return .integer(reference.key) }
        guard let stored = value.stored(as: type) else {
            throw ConditionError(.type, "'$\(name)' is \(type.inWords), not \(value.inWords)", at: nil)
        }
        return stored
    }
}
