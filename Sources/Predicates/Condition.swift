import Foundation

/// A condition on objects: the one expression type behind the YAML's `where`, generated fetches and run-time fetches.
///
/// It names properties by key path and says nothing about tables; ``ResolvedCondition`` is the same condition matched to a
/// layout, from which SQL and the evaluation in memory are made.
public indirect enum Condition: Sendable, Hashable {
    /// A comparison of two operands, mostly a key path and a value.
    case comparison(Operand, Comparison, Operand)
    /// True where all are.
    case and([Condition])
    /// True where one is.
    case or([Condition])
    /// True where the other is not. There is no third truth value: a comparison that meets nil is true or false.
    case not(Condition)

    /// A comparison of the property at `path`, such as `"customer.name"`, with a value.
    public static func compare(_ path: String, _ comparison: Comparison, _ value: ConditionValue) -> Condition {
        .comparison(Operand(.keyPath(path.split(separator: ".").map(String.init))), comparison, Operand(.value(value)))
    }
}

/// How two operands are compared.
///
/// nil is a value: `==` finds nil for nil, and `!=` finds every object whose value is another one, nil included. Comparing
/// the order of nil with anything is false. Texts compare by their UTF-8 bytes.
public enum Comparison: String, Sendable, Hashable, CaseIterable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="

    /// Whether the comparison asks for an order, which only ordered types have.
    var asksForOrder: Bool { self != .equal && self != .notEqual }
}

/// One side of a comparison.
public struct Operand: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// A property, reached from the fetched entity through to-one relationships.
        case keyPath([String])
        case value(ConditionValue)
        /// A parameter of a named fetch, without its `$`.
        case parameter(String)
    }

    public var kind: Kind
    /// Where it stands in the text that it was read from, in Unicode scalars.
    public var range: Range<Int>?

    public init(_ kind: Kind, range: Range<Int>? = nil) {
        self.kind = kind
        self.range = range
    }

    // Two conditions that say the same are equal, wherever they stood.
    public static func == (left: Operand, right: Operand) -> Bool { left.kind == right.kind }
    public func hash(into hasher: inout Hasher) { hasher.combine(kind) }
}

/// A value in a condition, before it is matched to the type of what it is compared with.
public enum ConditionValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    case decimal(Decimal)
    case text(String)
    /// An instant, in seconds since 2001-01-01 UTC.
    case date(Double)
    /// A calendar day as `YYYY-MM-DD`.
    case day(String)
    case data([UInt8])
    case uuid(UUID)
    case object(ObjectReference)
}

/// An object in a condition: its entity and its key.
public struct ObjectReference: Sendable, Hashable {
    public var entity: String
    public var key: Int64

    public init(entity: String, key: Int64) {
        self.entity = entity
        self.key = key
    }
}

/// One key of a fetch's order.
public struct SortTerm: Sendable, Hashable {
    /// The property to sort by, reached through to-one relationships; nil comes before every value.
    public var path: [String]
    public var isAscending: Bool
    /// Where it stands in the text that it was read from, in Unicode scalars.
    public var range: Range<Int>?

    public init(path: [String], isAscending: Bool, range: Range<Int>? = nil) {
        self.path = path
        self.isAscending = isAscending
        self.range = range
    }

    /// From the least to the greatest value of the property at `path`, such as `"customer.name"`.
    public static func ascending(_ path: String) -> SortTerm {
        SortTerm(path: path.split(separator: ".").map(String.init), isAscending: true)
    }

    /// From the greatest to the least value of the property at `path`, such as `"customer.name"`.
    public static func descending(_ path: String) -> SortTerm {
        SortTerm(path: path.split(separator: ".").map(String.init), isAscending: false)
    }

    public static func == (left: SortTerm, right: SortTerm) -> Bool {
        left.path == right.path && left.isAscending == right.isAscending
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(path)
        hasher.combine(isAscending)
    }
}
