/// A value in a condition that is another one for each object: a property, or what is calculated from some.
public protocol FieldExpression<Value>: Sendable {
    /// The type of the value; optional where it may be nil.
    associatedtype Value: FieldValue

    /// The value as conditions know it.
    var operand: Operand { get }
}

/// A value that has an order.
public protocol OrderedExpression: FieldExpression {}

/// An attribute in a condition or an order: `$0.date`, or through relationships `$0.customer.name`.
public struct Field<Value: FieldValue>: OrderedExpression, PathMember {
    public typealias ThroughOptional = Field<Value.Unwrapped?>

    public let _path: FieldPath

    public init(_path path: FieldPath) { _path = path }

    public var operand: Operand { _path.operand }
}

/// An attribute that can be compared only for being equal: a decimal without a scale, which is stored as text.
public struct UnorderedField<Value: FieldValue>: FieldExpression, PathMember {
    public typealias ThroughOptional = UnorderedField<Value.Unwrapped?>

    public let _path: FieldPath

    public init(_path path: FieldPath) { _path = path }

    public var operand: Operand { _path.operand }
}

/// What is calculated from fields: a sum, a length, a number of members.
public struct ComputedField<Value: FieldValue>: OrderedExpression {
    public let operand: Operand

    init(_ kind: Operand.Kind) { operand = Operand(kind) }
}

extension Field where Value.Unwrapped: SortableFieldValue {
    /// From the least to the greatest value; nil comes first.
    public var ascending: SortTerm { SortTerm(path: _path.names, isAscending: true) }

    /// From the greatest to the least value; nil comes last.
    public var descending: SortTerm { SortTerm(path: _path.names, isAscending: false) }
}

extension Field where Value.Unwrapped == String {
    /// From the least to the greatest text without some differences: `$0.name.ascending(options: [.caseInsensitive])`. Texts without
    /// other differences are equal, as in a condition with these options; nil comes first.
    public func ascending(options: TextOptions) -> SortTerm {
        SortTerm(path: _path.names, isAscending: true, options: options)
    }

    /// From the greatest to the least text without some differences; nil comes last.
    public func descending(options: TextOptions) -> SortTerm {
        SortTerm(path: _path.names, isAscending: false, options: options)
    }
}
