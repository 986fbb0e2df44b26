import Diagnostics
import Predicates
import SQLiteAccess
import SchemaSyntax

extension FindingCode {
    static let badBound = FindingCode("TR1406")
    static let emptyRange = FindingCode("TR1407")
    static let badPattern = FindingCode("TR1408")
}

/// Reads the rules of an attribute's values and checks that some value meets them.
struct RulesReader {
    static let keys = ["minLength", "maxLength", "pattern", "min", "max"]

    /// The keys of the attribute.
    let keys: KnownKeys
    let type: AttributeType

    /// The rules that apply to the type. All errors are reported.
    func read(in context: inout ReadingContext) -> ValueRules {
        var rules = ValueRules()
        rules.minLength = length("minLength", in: &context)
        rules.maxLength = length("maxLength", in: &context)
        rules.pattern = pattern(in: &context)
        rules.min = bound("min", in: &context)
        rules.max = bound("max", in: &context)
        checkRange(of: rules, in: &context)
        return rules
    }

    private func length(_ key: String, in context: inout ReadingContext) -> Int? {
        guard let node = keys[key] else { return nil }
        guard type == .string || type == .data else {
            let message = "'\(key)' applies only to string and data, not to \(type.keyword)"
            context.report(.optionOfAnotherType, message, at: node.span)
            return nil
        }
        return context.count(node, "'\(key)'", in: 0...Int.max)
    }

    private func pattern(in context: inout ReadingContext) -> String? {
        guard let node = keys["pattern"], let text = context.text(node, "a pattern") else { return nil }
        guard type == .string else {
            context.report(.optionOfAnotherType, "'pattern' applies only to string, not to \(type.keyword)", at: node.span)
            return nil
        }
        guard TextPattern(text) != nil else {
            context.report(.badPattern, "this is not a valid regular expression", at: node.span)
            return nil
        }
        return text
    }

    private func bound(_ key: String, in context: inout ReadingContext) -> LiteralValue? {
        guard let node = keys[key] else { return nil }
        guard type.valueType.isOrdered, type != .string, type != .url else {
            let hint =
                switch type {
                case .string: "; limit its length with '\(key)Length'"
                case .decimal: " without a scale"
                default: ""
                }
            context.report(
                .optionOfAnotherType, "'\(key)' applies only to numbers, dates, days and durations, not to \(type.keyword)\(hint)",
                at: node.span)
            return nil
        }
        guard let text = context.text(node, "'\(key)'") else { return nil }
        guard let value = LiteralReader.value(of: text, for: type) else {
            context.report(
                .badBound, "'\(text)' is not a value of \(type.keyword)", at: node.span,
                suggestion: .init(LiteralReader.expectation(for: type, insteadOf: text)))
            return nil
        }
        return value
    }

    private func checkRange(of rules: ValueRules, in context: inout ReadingContext) {
        if let least = rules.minLength, let most = rules.maxLength, least > most, let node = keys["maxLength"] {
            context.report(.emptyRange, "'minLength' is \(least) and greater than 'maxLength', which is \(most)", at: node.span)
        }
        if let least = rules.min?.conditionValue.stored(as: type.valueType),
            let most = rules.max?.conditionValue.stored(as: type.valueType), most.precedes(least),
            let node = keys["max"]
        {
            context.report(.emptyRange, "'max' is less than 'min', so no value is permitted", at: node.span)
        }
    }

    // MARK: Defaults

    /// Reports a default that breaks the attribute's own rules.
    func check(_ value: DefaultValue?, against rules: ValueRules, in context: inout ReadingContext) {
        guard let node = keys["default"], case .literal(let literal) = value else { return }
        if case .string(let text) = literal {
            let length = text.unicodeScalars.count
            if let least = rules.minLength, length < least {
                context.report(.badDefault, "the default is shorter than 'minLength', which is \(least)", at: node.span)
            }
            if let most = rules.maxLength, length > most {
                context.report(.badDefault, "the default is longer than 'maxLength', which is \(most)", at: node.span)
            }
            if let pattern = rules.pattern.flatMap(TextPattern.init), !pattern.matches(text) {
                context.report(.badDefault, "the default does not match 'pattern'", at: node.span)
            }
        }
        guard let stored = literal.conditionValue.stored(as: type.valueType) else { return }
        if let least = rules.min?.conditionValue.stored(as: type.valueType), stored.precedes(least) {
            context.report(.badDefault, "the default is less than 'min'", at: node.span)
        }
        if let most = rules.max?.conditionValue.stored(as: type.valueType), most.precedes(stored) {
            context.report(.badDefault, "the default is greater than 'max'", at: node.span)
        }
    }
}
