import SQLiteAccess

/// An attribute whose values a save has to look at: it has rules, or its type has values that no row can hold.
///
/// A class, because a save looks at it for each object and copies nothing that way.
final class CheckedAttribute: Sendable {
    let name: String
    let type: ValueType
    let column: ColumnIndex
    /// nil if it has no rules.
    let rules: PreparedRules?
    /// Whether the value may still be in the store alone.
    let isReadOnUse: Bool
    let form: Form

    /// What values of a type look like that no row can hold.
    enum Form: Sendable {
        case json
        case scaledDecimal
        case iso8601Date
        case duration
        case other
    }

    /// nil where there is nothing to look at.
    init?(_ attribute: AttributeDescriptor, column: ColumnIndex, isReadOnUse: Bool) {
        let rules = PreparedRules(attribute)
        if rules.isEmpty, attribute.type.isAlwaysStorable { return nil }
        name = attribute.name
        type = attribute.type
        self.column = column
        self.rules = rules.isEmpty ? nil : rules
        self.isReadOnUse = isReadOnUse
        form =
            switch attribute.type {
            case .json: .json
            case .decimal: .scaledDecimal
            case .iso8601Date: .iso8601Date
            case .duration: .duration
            default: .other
            }
    }

    /// The rules that a value breaks, with the value as text.
    func broken(by value: SQLiteValue) -> [(rule: ObjectValidationError.Rule, value: String?)] {
        // A value that cannot be stored breaks no further rule, because it has no place in any order.
        if form == .json {
            if case .real = value { return [(.encodable, nil)] }
            return []
        }
        if case .real(let number) = value {
            if !number.isFinite { return [(.finite, String(number))] }
            switch form {
            case .scaledDecimal: return [(.scale(type.scale ?? 0), String(number))]
            case .iso8601Date: return [(.calendarYears, value.inWords(as: type))]
            case .duration: return [(.microseconds, value.inWords(as: type))]
            case .json, .other: break
            }
        }
        guard let broken = rules?.broken(by: value), !broken.isEmpty else { return [] }
        return broken.map { ($0, value.inWords(as: type)) }
    }
}

extension ValueType {
    /// Whether a row can hold every value of the type.
    fileprivate var isAlwaysStorable: Bool {
        switch self {
        case .bool, .integer, .text, .foldedText, .day, .data, .uuid, .textUUID, .enumeration, .composite, .object: true
        case .real, .decimal, .exactDecimal, .duration, .date, .unixDate, .iso8601Date, .json: false
        }
    }
}
