// What a batch update sets: `[$0.price *= 1.1, $0.name.set(to: "x")]`. A value on the right is the row's before the update.

/// A property that a batch update sets, with a value or an expression.
public struct FieldAssignment: Sendable {
    let assignment: Assignment

    fileprivate init<Value: FieldValue>(_ path: FieldPath, to operand: Operand, as type: Value.Type) {
        assignment = Assignment(path.names, to: operand, precision: Assignment.Precision(of: Value.Unwrapped.self))
    }
}

extension Field {
    /// Sets the attribute to a value.
    public func set(to value: Value) -> FieldAssignment { FieldAssignment(_path, to: .value(value), as: Value.self) }

    /// Sets the attribute to an expression on the row: `$0.name.set(to: $0.name.uppercased())`.
    ///
    /// A decimal is rounded to its scale as the model says, by default half away from zero.
    public func set<Expression: FieldExpression>(to expression: Expression) -> FieldAssignment
    where Expression.Value.Unwrapped == Value.Unwrapped {
        FieldAssignment(_path, to: expression.operand, as: Value.self)
    }
}

extension UnorderedField {
    /// Sets the attribute to a value.
    public func set(to value: Value) -> FieldAssignment { FieldAssignment(_path, to: .value(value), as: Value.self) }
}

extension ObjectExpression {
    /// Sets the to-one relationship to an object, or to none.
    public func set(to object: _Row?) -> FieldAssignment { FieldAssignment(_path, to: .value(object), as: OpaqueValue?.self) }

    /// Sets the to-one relationship to the object of an identity.
    public func set(toID id: ObjectID) -> FieldAssignment {
        FieldAssignment(_path, to: .value(id), as: OpaqueValue?.self)
    }
}

// MARK: Numbers

/// Adds to the attribute.
public func += <Value>(field: Field<Value>, number: Value.Unwrapped) -> FieldAssignment where Value.Unwrapped: SummableFieldValue {
    field.assign(.plus, .value(number))
}

/// Subtracts from the attribute.
public func -= <Value>(field: Field<Value>, number: Value.Unwrapped) -> FieldAssignment where Value.Unwrapped: SummableFieldValue {
    field.assign(.minus, .value(number))
}

/// Multiplies the attribute. A decimal is rounded to its scale as the model says, by default half away from zero.
public func *= <Value>(field: Field<Value>, number: Value.Unwrapped) -> FieldAssignment where Value.Unwrapped: NumericFieldValue {
    field.assign(.times, .value(number))
}

/// Divides the attribute: an integer without a fraction, and a decimal with its scale. The quotient by 0 is nil.
public func /= <Value>(field: Field<Value>, number: Value.Unwrapped) -> FieldAssignment where Value.Unwrapped: NumericFieldValue {
    field.assign(.divided, .value(number))
}

/// Adds an expression on the row to the attribute.
public func += <Value, Right: OrderedExpression>(field: Field<Value>, number: Right) -> FieldAssignment
where Value.Unwrapped: SummableFieldValue, Right.Value.Unwrapped == Value.Unwrapped {
    field.assign(.plus, number.operand)
}

/// Subtracts an expression on the row from the attribute.
public func -= <Value, Right: OrderedExpression>(field: Field<Value>, number: Right) -> FieldAssignment
where Value.Unwrapped: SummableFieldValue, Right.Value.Unwrapped == Value.Unwrapped {
    field.assign(.minus, number.operand)
}

/// Multiplies the attribute by an expression on the row.
public func *= <Value, Right: OrderedExpression>(field: Field<Value>, number: Right) -> FieldAssignment
where Value.Unwrapped: NumericFieldValue, Right.Value.Unwrapped == Value.Unwrapped {
    field.assign(.times, number.operand)
}

/// Divides the attribute by an expression on the row.
public func /= <Value, Right: OrderedExpression>(field: Field<Value>, number: Right) -> FieldAssignment
where Value.Unwrapped: NumericFieldValue, Right.Value.Unwrapped == Value.Unwrapped {
    field.assign(.divided, number.operand)
}

extension Field {
    fileprivate func assign(_ operation: Arithmetic, _ right: Operand) -> FieldAssignment {
        FieldAssignment(_path, to: Operand(.arithmetic(operand, operation, right)), as: Value.self)
    }
}

extension Assignment.Precision {
    /// Which values of its column a type has.
    fileprivate init(of type: any FieldValue.Type) {
        switch type {
        case is Int16.Type: self = .integers(bits: 16)
        case is Int32.Type: self = .integers(bits: 32)
        case is Float.Type: self = .float
        default: self = .all
        }
    }
}
