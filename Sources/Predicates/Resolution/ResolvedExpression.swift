import Foundation

/// An expression on one object that SQLite computes without functions of the library, so that triggers of every program can: the
/// object's own properties, those at the end of to-one relationships, values, and calculations with numbers and dates.
public struct ResolvedExpression: Sendable, Hashable {
    public let operand: ResolvedOperand
    public let type: ValueType

    /// Matches an expression to a layout.
    /// - Throws: ``ConditionErrors`` with everything that does not fit.
    public init(_ operand: Operand, of entity: String, in layout: FetchLayout) throws(ConditionErrors) {
        guard let entity = layout.entities[entity] else {
            throw ConditionErrors([ConditionError(.unknownName, "there is no entity '\(entity)'", at: nil)])
        }
        if let error = operand.refusal { throw ConditionErrors([error]) }
        var resolver = Resolver(layout: layout, entity: entity, parameters: [:], now: Date(timeIntervalSinceReferenceDate: 0))
        guard let typed = resolver.side(operand).flatMap({ resolver.known($0) }) else { throw ConditionErrors(resolver.errors) }
        if typed.operand.callsFunction {
            throw ConditionErrors([ConditionError(.type, "dates that are stored as text cannot be calculated with", at: operand.range)])
        }
        (self.operand, type) = (typed.operand, typed.type)
    }

    /// The paths that it reads.
    public var paths: [ResolvedPath] { operand.paths }

    /// Whether it is a property and calculates nothing.
    public var isPath: Bool { operand.path != nil }

    /// Whether the model lets its value be nil: a property is optional or behind a relationship, or a divisor may be 0.
    public var mayBeNil: Bool { operand.mayBeNil }
}

extension Operand {
    /// The first part that only the library computes, as an error.
    fileprivate var refusal: ConditionError? {
        func error(_ message: String) -> ConditionError { ConditionError(.type, message, at: range) }
        switch kind {
        case .keyPath([]): return error("SELF is no value to store")
        case .keyPath, .value: return nil
        case .parameter(let name), .variable(let name, _): return error("there is no value for '$\(name)'")
        case .list: return error("a list is no value to store")
        case .arithmetic(let left, _, let right): return left.refusal ?? right.refusal
        case .negated(let inner), .cast(let inner, _): return inner.refusal
        case .function(.now, _): return error("'now()' is a derivation of its own, and no part of an expression")
        case .function(let function, _): return error("'\(function.rawValue)' is a function of the library, which triggers cannot call")
        case .period: return error("periods are computed by the library, and triggers cannot call it")
        case .aggregate: return error("give what members come to an attribute of its own, and use that in the expression")
        }
    }
}

extension ResolvedOperand {
    fileprivate var paths: [ResolvedPath] {
        switch self {
        case .path(let path): [path]
        case .arithmetic(let left, _, let right): left.paths + right.paths
        case .function(_, let operand): operand.paths
        case .calendar(_, let operands): operands.flatMap(\.paths)
        case .value, .parameter, .aggregate: []
        }
    }

    fileprivate var callsFunction: Bool {
        switch self {
        case .function, .calendar: true
        case .arithmetic(let left, _, let right): left.callsFunction || right.callsFunction
        case .path, .value, .parameter, .aggregate: false
        }
    }

    fileprivate var mayBeNil: Bool {
        switch self {
        case .path(let path): path.isNullable
        case .value(let value): value == .null
        case .arithmetic(let left, .divided, .value(let divisor)):
            left.mayBeNil || divisor == .integer(0) || divisor == .real(0) || divisor == .null
        case .arithmetic(_, .divided, _): true
        case .arithmetic(let left, _, let right): left.mayBeNil || right.mayBeNil
        case .function, .calendar, .parameter, .aggregate: true
        }
    }
}
