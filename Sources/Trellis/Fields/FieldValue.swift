public import Foundation

/// The Swift type of a property that conditions compare: the types of attributes, enums of a model, and optionals of these.
public protocol FieldValue: ConditionArgument, Sendable {
    /// The type without its optionality.
    associatedtype Unwrapped: FieldValue = Self where Unwrapped.Unwrapped == Unwrapped
}

/// A type whose values a list can be sorted by.
public protocol SortableFieldValue: FieldValue {}

/// A type whose values are less or greater than each other.
public protocol OrderedFieldValue: SortableFieldValue, Comparable {}

/// A type whose values can be added up: numbers and `Duration`.
public protocol SummableFieldValue: OrderedFieldValue {
    /// The type of a sum of such values, for which that of a small integer has too little room.
    associatedtype _Sum: SummableFieldValue & FetchedValue = Self
    /// The type of the mean of such values.
    associatedtype _Mean: OrderedFieldValue & FetchedValue = Double
}

/// A number.
public protocol NumericFieldValue: SummableFieldValue {}

/// A number with bits.
public protocol IntegerFieldValue: NumericFieldValue {}

/// An enum of a model, which is stored as its raw value.
public protocol EnumerationValue: SortableFieldValue, FetchedValue, RawRepresentable
where RawValue: ConditionArgument & FetchedValue {}

extension EnumerationValue {
    public var conditionValue: ConditionValue { rawValue.conditionValue }
}

/// What conditions cannot look into, JSON and composites as a whole: such a property is nil or not.
public enum OpaqueValue: FieldValue {
    public var conditionValue: ConditionValue {
        switch self {}
    }
}

extension Bool: SortableFieldValue {}
extension Int: IntegerFieldValue {}
extension Int16: IntegerFieldValue { public typealias _Sum = Int64 }
extension Int32: IntegerFieldValue { public typealias _Sum = Int64 }
extension Int64: IntegerFieldValue {}
extension Float: NumericFieldValue {}
extension Double: NumericFieldValue {}
extension Decimal: NumericFieldValue {}
extension String: OrderedFieldValue {}
extension Date: OrderedFieldValue {}
extension Day: OrderedFieldValue {}
extension Duration: SummableFieldValue { public typealias _Mean = Duration }
extension URL: SortableFieldValue {}
extension UUID: SortableFieldValue {}
extension Data: FieldValue {}

extension Optional: FieldValue where Wrapped: FieldValue {
    public typealias Unwrapped = Wrapped.Unwrapped
}
