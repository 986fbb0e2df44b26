import SQLiteAccess

/// The rules that the new values of one property must meet.
struct BatchValueCheck {
    let assignment: ResolvedAssignment
    private let attribute: CheckedAttribute?

    init(_ assignment: ResolvedAssignment, _ attribute: CheckedAttribute?) {
        self.assignment = assignment
        self.attribute = attribute
    }

    /// Conditions in SQL of which one holds for every new value that breaks a rule. They may hold for others too.
    /// - Parameter value: the new value in SQL.
    func suspicions(_ value: String) -> [String] {
        // A value for all rows is judged once, and is wrong in every row.
        if case .constant(let constant) = assignment.value { return broken(by: constant).isEmpty ? [] : ["TRUE"] }
        var suspicions = assignment.isOptional ? [] : ["\(value) IS NULL"]
        switch (assignment.type, assignment.precision) {
        case (.integer, .integers(let bits)):
            let greatest = Int64(1) << (bits - 1) - 1
            suspicions.append("\(value) NOT BETWEEN \(-greatest - 1) AND \(greatest)")
        case (.integer, _), (.duration, _): suspicions.append("typeof(\(value)) = 'real'")
        case (.decimal, _): suspicions.append("\(value) NOT BETWEEN \(-Self.greatestDecimal) AND \(Self.greatestDecimal)")
        case (.real, _):
            // SQLite may read the digits of the greatest number as infinity.
            suspicions.append("\(value) NOT BETWEEN -1.7e308 AND 1.7e308")
        default: break
        }
        return suspicions + (attribute?.rules?.suspicions(value) ?? [])
    }

    /// The rules that a new value breaks, with the value as text.
    func broken(by value: SQLiteValue) -> [(rule: ObjectValidationError.Rule, value: String?)] {
        switch (value, assignment.type) {
        case (.null, _):
            return assignment.isOptional ? [] : [(.required, nil)]
        case (.integer(let number), .integer):
            guard case .integers(let bits) = assignment.precision else { break }
            let greatest = Int64(1) << (bits - 1) - 1
            if number > greatest { return [(.max("\(greatest)"), "\(number)")] }
            if number < -greatest - 1 { return [(.min("\(-greatest - 1)"), "\(number)")] }
        case (.real(let number), .integer):
            return number < 0 ? [(.min("\(Int64.min)"), "\(number)")] : [(.max("\(Int64.max)"), "\(number)")]
        case (.real, .duration):
            return [(.microseconds, value.inWords(as: .duration))]
        case (.integer(let number), .decimal(let scale)):
            if number.magnitude > Self.greatestDecimal.magnitude { return [(.scale(scale), value.inWords(as: assignment.type))] }
        case (.real(let number), .decimal(let scale)):
            // A quotient that SQL has rounded; the column stores it as an integer.
            guard let rounded = Int64(exactly: number), rounded.magnitude <= Self.greatestDecimal.magnitude else {
                return [(.scale(scale), "\(number)")]
            }
            return attribute?.broken(by: .integer(rounded)) ?? []
        default: break
        }
        return attribute?.broken(by: value) ?? []
    }

    /// The greatest integer of 18 digits.
    private static let greatestDecimal: Int64 = 999_999_999_999_999_999
}
