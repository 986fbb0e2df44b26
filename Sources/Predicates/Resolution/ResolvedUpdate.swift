import Foundation
import SQLiteAccess

/// An update of many rows matched to a layout: which rows, and what each of them gets.
public struct ResolvedUpdate: Sendable {
    public let fetch: ResolvedFetch
    public private(set) var assignments: [ResolvedAssignment]
    /// Whether a value depends on other rows, which the update may change before it reaches this one.
    let readsOtherRows: Bool

    /// Matches a query and assignments to `layout`.
    /// - Parameter rounding: how properties round, by their names, parts of composites by their paths. Others refuse a constant with
    ///   too many places, and round a computed decimal half away from zero.
    /// - Throws: ``ConditionErrors`` with everything that does not fit.
    public init(
        _ query: FetchQuery, _ assignments: [Assignment], in layout: FetchLayout, rounding: [String: Rounding] = [:]
    ) throws(ConditionErrors) {
        let now = Date()
        fetch = try ResolvedFetch(query, in: layout, now: now)
        guard let entity = layout.entities[query.entity] else { throw ConditionErrors([]) }
        var resolver = Resolver(layout: layout, entity: entity, parameters: [:], now: now)
        var resolved = [ResolvedAssignment]()
        for assignment in assignments {
            let mode = rounding[assignment.path.joined(separator: ".")]
            guard let one = resolver.resolve(assignment, mode) else { continue }
            if resolved.contains(where: { $0.column == one.column }) {
                resolver.errors.append(ConditionError(.syntax, "'\(entity.name).\(one.property)' is set twice", at: nil))
            }
            resolved.append(one)
        }
        if assignments.isEmpty { resolver.errors.append(ConditionError(.syntax, "the update sets no property", at: nil)) }
        if !resolver.errors.isEmpty { throw ConditionErrors(resolver.errors) }
        self.assignments = resolved
        readsOtherRows = resolved.contains { assignment in
            guard case .computed(let operand, _) = assignment.value else { return false }
            return operand.readsOtherRows(entity)
        }
    }

    /// Sets a derived text along with its source.
    /// - Parameters:
    ///   - column: the column of the derived attribute.
    ///   - derivation: how the text is computed.
    ///   - source: the name of the attribute that it is computed from. Nothing happens if the update does not set it.
    public mutating func setText(_ column: String, of property: String, by derivation: TextDerivation, of source: String) {
        guard let assignment = assignments.first(where: { $0.property == source }) else { return }
        let value: ResolvedAssignment.Value =
            switch assignment.value {
            case .constant(let value): .constant(derivation.function.apply(to: value))
            case .computed(let operand, _): .computed(.function(derivation.function, operand), .same)
            }
        assignments.append(
            ResolvedAssignment(
                property: property, column: column, type: derivation.valueType, isOptional: assignment.isOptional, value: value,
                precision: .all))
    }
}

/// A property and the value that it gets.
public struct ResolvedAssignment: Sendable {
    public enum Value: Sendable {
        /// The same stored value for every row. It may be one that no row can hold, so that the caller can report it.
        case constant(SQLiteValue)
        /// A value of each row.
        case computed(ResolvedOperand, Form)
    }

    /// What turns a computed number into the stored form of the property.
    public enum Form: Sendable, Hashable {
        case same
        /// The integer is divided, and rounded half away from zero.
        case divided(by: Int64)
        /// The number is rounded half away from zero.
        case rounded
        /// The number is divided, and rounded as its attribute says.
        case quotient(of: Int64, Rounding)
        /// The number is rounded to the nearest `Float`.
        case float
    }

    public let property: String
    public let column: String
    public let type: ValueType
    public let isOptional: Bool
    public let value: Value
    public let precision: Assignment.Precision
}

extension Resolver {
    fileprivate mutating func resolve(_ assignment: Assignment, _ mode: Rounding?) -> ResolvedAssignment? {
        guard let path = path(WrittenPath(assignment.path), from: 0, hint: "") else { return nil }
        let name = "'\(scopes[0].entity.name).\(assignment.path.joined(separator: "."))'"
        if !path.steps.isEmpty || assignment.path.isEmpty || FetchLayout.isKey(path.column) {
            return fail(.type, "a batch sets properties of its own rows, and \(name) is none", at: nil)
        }
        if case .composite = path.type { return fail(.type, "\(name) is a composite: set its parts", at: nil) }
        if scopes[0].entity.derivations[path.property] != nil { return fail(.type, "\(name) is derived and cannot be set", at: nil) }
        guard let value = value(of: assignment, as: path.type, mode, name) else { return nil }
        return ResolvedAssignment(
            property: path.property, column: path.column, type: path.type, isOptional: path.isNullable, value: value,
            precision: assignment.precision)
    }

    private mutating func value(
        of assignment: Assignment, as type: ValueType, _ mode: Rounding?, _ name: String
    ) -> ResolvedAssignment.Value? {
        guard let typed = typed(assignment.value)?.settled(isDay: type == .day) else { return nil }
        if case .value(let value) = typed {
            if let stored = layout.assigned(value.rounded(mode, as: type), as: type) { return .constant(stored) }
            return fail(.type, "\(name) is \(type.inWords) and cannot be set to \(value.inWords)", at: nil)
        }
        guard let known = known(Side(typed: typed, range: nil)) else { return nil }
        let (operand, own) = (known.operand, known.type)
        if operand == .value(.null) { return .constant(.null) }
        if let (operand, form) = converted(operand, from: own, to: type, mode) {
            return .computed(operand, assignment.precision == .float ? .float : form)
        }
        return fail(.type, "\(name) is \(type.inWords) and cannot be set to \(own.inWords)", at: nil)
    }

    /// An expression in the stored form of another type.
    private func converted(
        _ operand: ResolvedOperand, from own: ValueType, to type: ValueType, _ mode: Rounding?
    ) -> (ResolvedOperand, ResolvedAssignment.Form)? {
        func power(_ places: Int) -> Int64 { (0..<places).reduce(1) { power, _ in power * 10 } }
        switch (own, type) {
        case (.integer, .integer), (.real, .real), (.text, .text), (.foldedText, .text): return (operand, .same)
        case (.integer, .real), (.decimal, .real): return (TypedOperand(operand, own).real, .same)
        case (.integer, .decimal(let places)):
            return (.arithmetic(operand, .times, .value(.integer(power(places)))), .same)
        case (.decimal(let from), .decimal(let to)):
            if from == to { return (operand, .same) }
            if from < to { return (.arithmetic(operand, .times, .value(.integer(power(to - from)))), .same) }
            return (operand, mode.map { .quotient(of: power(from - to), $0) } ?? .divided(by: power(from - to)))
        case (.real, .decimal(let places)):
            return (.arithmetic(operand, .times, .value(.real(ScaledDecimal.power(places)))), mode.map { .quotient(of: 1, $0) } ?? .rounded)
        case (.date, .unixDate): return (.arithmetic(operand, .plus, .value(.real(UnixInstant.offset))), .same)
        case (.date, .iso8601Date): return (.function(.instantText, operand), .same)
        case (.composite, _), (.json, _): return nil
        default: return own == type ? (operand, .same) : nil
        }
    }
}

extension ConditionValue {
    /// The value as a property that rounds keeps it.
    package func rounded(_ mode: Rounding?, as type: ValueType) -> ConditionValue {
        guard let mode else { return self }
        return switch (self, type) {
        case (.decimal(let value), .decimal(let scale)): .decimal(value.rounded(to: scale, mode))
        case (.real(let value), .decimal(let scale)): Self.written(value).map { .decimal($0.rounded(to: scale, mode)) } ?? self
        case (.duration(let value), .duration): .duration(value.rounded(to: .microseconds(1), mode))
        default: self
        }
    }
}

extension FetchLayout {
    /// The stored form that a property of `type` gets from a value; nil for a value of another type. A value of the type that no row can
    /// hold is returned in the form in which objects write it, so that the rules of the attribute find it.
    fileprivate func assigned(_ value: ConditionValue, as type: ValueType) -> SQLiteValue? {
        switch (value, type) {
        case (.real(let number), .real): .real(number)
        case (.integer(let number), .real): .real(Double(number))
        case (.date(let seconds), .date): .real(seconds)
        case (.date(let seconds), .unixDate): .real(UnixInstant.seconds(seconds))
        case (.date(let seconds), .iso8601Date): ISO8601Instant.text(seconds).map { .text($0) } ?? .real(seconds)
        case (.decimal(let number), .exactDecimal): ExactDecimal.text(number).map { .text($0) } ?? .real(.nan)
        // A text that a condition would take for a UUID, a day or a duration is none.
        case (.text, .uuid), (.text, .textUUID), (.text, .day), (.text, .duration), (.real, .integer), (.decimal, .integer): nil
        default: stored(value, as: type)
        }
    }
}

extension ResolvedOperand {
    /// Whether the value depends on more than the attributes of the row itself.
    fileprivate func readsOtherRows(_ entity: FetchLayout.Entity) -> Bool {
        switch self {
        case .value, .parameter: return false
        case .path(let path):
            if !path.steps.isEmpty { return true }
            if case .property? = entity.derivations[path.property] { return false }
            // Triggers change a count or a sum while the update runs.
            return entity.derivations[path.property] != nil
        case .function(_, let operand): return operand.readsOtherRows(entity)
        case .calendar(_, let arguments): return arguments.contains { $0.readsOtherRows(entity) }
        case .arithmetic(let left, _, let right): return left.readsOtherRows(entity) || right.readsOtherRows(entity)
        case .aggregate: return true
        }
    }
}
