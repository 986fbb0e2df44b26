import Predicates
import SchemaModel

extension Attribute {
    /// The paragraphs of the property's documentation: the model's, then the type and the rules.
    var documentation: [String] {
        var facts = isTransient && type.jsonType != nil ? "A value" : type.inWords
        if isOptional { facts += ", or nil" }
        facts += rules.facts(unit: type == .data ? "bytes" : "Unicode scalars")
        if let rounding { facts += ", \(rounding.inWords)" }
        if isUnique { facts += ", unique among all objects" }
        if isLazy { facts += ", loaded at its first use" }
        if isTransient {
            if let defaultValue { facts += ". Its default is \(defaultValue.inWords)" }
            return doc.paragraphs + [facts + ". Not stored: setting it does not change the object."]
        }
        if let derivation { facts += "; \(derivation.inWords)" }
        if let defaultValue { facts += ". Its default is \(defaultValue.inWords)" }
        return doc.paragraphs + [facts + "."]
    }
}

extension AttributeType {
    /// The type in words, with which documentation begins.
    var inWords: String {
        switch self {
        case .bool: "A Boolean"
        case .int16: "An integer of 16 bits"
        case .int32: "An integer of 32 bits"
        case .int64: "An integer of 64 bits"
        case .float: "A floating-point number of 32 bits"
        case .double: "A floating-point number of 64 bits"
        case .string: "A string"
        case .decimal(let scale?): "A decimal number with \(scale) \(scale == 1 ? "place" : "places")"
        case .decimal(nil): "A decimal number of up to 38 digits"
        case .date(.iso8601): "An instant with milliseconds"
        case .date: "An instant"
        case .day: "A calendar day"
        case .duration: "A duration, exact to the microsecond"
        case .data: "Data"
        case .uuid: "A UUID"
        case .url: "A URL"
        case .enumeration(let type): "A `\(type.name)`"
        case .json: "A value, stored as JSON"
        case .composite(let type): "A composite of \(type.attributes.count) \(type.attributes.count == 1 ? "part" : "parts")"
        }
    }
}

extension Rounding {
    /// What happens to a value that is set, in words.
    fileprivate var inWords: String {
        switch self {
        case .halfEven: "rounded to the nearest, halves to even"
        case .halfUp: "rounded to the nearest, halves away from zero"
        case .halfDown: "rounded to the nearest, halves toward zero"
        case .up: "rounded away from zero"
        case .down: "rounded toward zero"
        case .floor: "rounded toward negative infinity"
        case .ceiling: "rounded toward positive infinity"
        }
    }
}

extension Derivation {
    /// The source of the value, in words.
    fileprivate var inWords: String {
        switch self {
        case .members(let members): "\(members.inWords) in the store, as of the last save"
        case .expression(let operand): "`\(operand.text)`, as of the last save"
        case .now: "when the object was last saved with changes"
        case .function(.fold, let source): "`\(source.text)` without differences of case and diacritics"
        case .function(.uppercase, let source): "`\(source.text)` in capital letters"
        case .function(.lowercase, let source): "`\(source.text)` in small letters"
        }
    }
}

extension MemberDerivation {
    fileprivate var inWords: String {
        let which = filter.map { " where `\($0.text)`" } ?? ""
        let members = "`\(relationship.text)`\(which)"
        guard let attribute else { return "the number of \(members)" }
        return switch function {
        case .count: "the number of \(members) with `\(attribute.text)`"
        case .sum: "the sum of the `\(attribute.text)` of the \(members)"
        case .average: "the mean of the `\(attribute.text)` of the \(members)"
        case .min: "the least `\(attribute.text)` of the \(members)"
        case .max: "the greatest `\(attribute.text)` of the \(members)"
        }
    }
}

extension ValueRules {
    /// The rules in words, each after a comma.
    fileprivate func facts(unit: String) -> String {
        var facts = ""
        if let min { facts += ", at least \(min.inWords)" }
        if let max { facts += ", at most \(max.inWords)" }
        if let minLength { facts += ", at least \(minLength) \(minLength == 1 ? String(unit.dropLast()) : unit)" }
        if let maxLength { facts += ", at most \(maxLength) \(maxLength == 1 ? String(unit.dropLast()) : unit)" }
        if pattern != nil { facts += ", matching a pattern" }
        return facts
    }
}

extension DefaultValue {
    /// The default in words.
    var inWords: String {
        switch self {
        case .literal(let value): value.inWords
        case .now: "now"
        case .newUUID: "a new one"
        }
    }
}

extension LiteralValue {
    /// The value in words.
    var inWords: String {
        switch self {
        case .date(let value): ISO8601Instant.shortText(value) ?? ""
        case .day(let value): value
        case .duration(let value): ISO8601Duration.text(value)
        case .uuid(let value): value.uuidString
        case .string(let value), .url(let value):
            value.isEmpty ? "empty" : "`\(value.filter { $0 != "`" && !$0.isNewline })`"
        case .decimal(let value): "`\(value)`"
        case .bool(let value): "`\(value)`"
        case .integer(let value): "`\(value)`"
        case .real(let value): "`\(value)`"
        case .enumeration(let value, _): "`\(value.name)`"
        case .empty: "empty"
        }
    }
}

extension String? {
    /// The paragraphs of a doc: blank lines part them.
    var paragraphs: [String] {
        guard let self else { return [] }
        var paragraphs = [[Substring]]()
        var isOpen = false
        for line in self.lines {
            if line.allSatisfy(\.isWhitespace) {
                isOpen = false
            } else if isOpen {
                paragraphs[paragraphs.count - 1].append(line)
            } else {
                paragraphs.append([line])
                isOpen = true
            }
        }
        return paragraphs.map { $0.joined(separator: " ") }
    }
}
