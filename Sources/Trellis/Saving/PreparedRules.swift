import SQLiteAccess

/// The rules of an attribute's values, prepared: bounds in stored form, the pattern compiled.
struct PreparedRules: Sendable {
    private let minLength: Int?
    private let maxLength: Int?
    private let pattern: (text: String, whole: TextPattern)?
    private let min: Bound?
    private let max: Bound?

    private struct Bound: Sendable {
        var stored: SQLiteValue
        var inWords: String
    }

    init(_ attribute: AttributeDescriptor) {
        var (minLength, maxLength): (Int?, Int?) = (nil, nil)
        var (min, max): (Bound?, Bound?) = (nil, nil)
        var pattern: (String, TextPattern)?
        for rule in attribute.rules {
            switch rule {
            case .minLength(let length): minLength = length
            case .maxLength(let length): maxLength = length
            case .pattern(let text):
                // The generator compiled it too.
                pattern = TextPattern(text).map { (text, $0) }
            case .min(let value): min = Self.bound(value, attribute.type)
            case .max(let value): max = Self.bound(value, attribute.type)
            }
        }
        (self.minLength, self.maxLength, self.pattern) = (minLength, maxLength, pattern)
        (self.min, self.max) = (min, max)
    }

    private static func bound(_ value: ConditionValue, _ type: ValueType) -> Bound? {
        value.stored(as: type).map { Bound(stored: $0, inWords: value.inWords) }
    }

    var isEmpty: Bool { minLength == nil && maxLength == nil && pattern == nil && min == nil && max == nil }

    /// Conditions in SQL of which one holds for every value that breaks a rule. They may hold for others too.
    /// - Parameter value: the value in SQL.
    func suspicions(_ value: String) -> [String] {
        // SQL does not count as Swift does, and has no such regular expressions.
        if minLength != nil || maxLength != nil || pattern != nil { return ["TRUE"] }
        func suspicion(_ sign: String, _ bound: Bound?) -> [String] {
            guard let bound else { return [] }
            return [bound.stored.sqlLiteral.map { "\(value) \(sign) \($0)" } ?? "TRUE"]
        }
        return suspicion("<", min) + suspicion(">", max)
    }

    /// The rules that a value breaks; NULL breaks none.
    func broken(by value: SQLiteValue) -> [ObjectValidationError.Rule] {
        if value == .null { return [] }
        var broken = [ObjectValidationError.Rule]()
        if let min, value.precedes(min.stored) { broken.append(.min(min.inWords)) }
        if let max, max.stored.precedes(value) { broken.append(.max(max.inWords)) }
        if minLength != nil || maxLength != nil {
            let length = length(of: value)
            let isData = if case .blob = value { true } else { false }
            if let minLength, length < minLength { broken.append(isData ? .minBytes(minLength) : .minLength(minLength)) }
            if let maxLength, length > maxLength { broken.append(isData ? .maxBytes(maxLength) : .maxLength(maxLength)) }
        }
        if let pattern, case .text(let text) = value, !pattern.whole.matches(text) {
            broken.append(.pattern(pattern.text))
        }
        return broken
    }

    private func length(of value: SQLiteValue) -> Int {
        switch value {
        case .text(let text): text.unicodeScalars.count
        case .blob(let bytes): bytes.count
        case .null, .integer, .real: 0
        }
    }
}

extension ConditionValue {
    /// The value as text for the user.
    var inWords: String {
        switch self {
        case .date(let seconds): ISO8601Instant.shortText(seconds) ?? "\(seconds) seconds since 2001"
        case .day(let text), .text(let text): text
        case .duration(let duration): ISO8601Duration.text(duration)
        default: text
        }
    }
}
