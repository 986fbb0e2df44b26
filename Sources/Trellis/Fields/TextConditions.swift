/// A text in a condition: a string, or a field of one.
public protocol TextOperand {
    var textOperand: Operand { get }
}

extension String: TextOperand {
    public var textOperand: Operand { .value(self) }
}

extension Field: TextOperand where Value.Unwrapped == String {
    public var textOperand: Operand { operand }
}

extension ComputedField: TextOperand where Value.Unwrapped == String {
    public var textOperand: Operand { operand }
}

extension FieldExpression where Value.Unwrapped == String {
    /// Whether the text is another one: with options what differs in case or diacritics is the same.
    public func equals(_ text: some TextOperand, _ options: TextOptions = []) -> Condition {
        options.isEmpty
            ? .comparison(operand, .equal, text.textOperand) : compare(.compares(.equal), text, options)
    }

    /// Whether the text begins with another one.
    public func beginsWith(_ text: some TextOperand, _ options: TextOptions = []) -> Condition {
        compare(.beginsWith, text, options)
    }

    /// Whether the text ends with another one.
    public func endsWith(_ text: some TextOperand, _ options: TextOptions = []) -> Condition {
        compare(.endsWith, text, options)
    }

    /// Whether another text stands somewhere in it.
    public func contains(_ text: some TextOperand, _ options: TextOptions = []) -> Condition {
        compare(.contains, text, options)
    }

    /// Whether the whole text is what a pattern says, in which `*` stands for any characters, `?` for one Unicode scalar, and a
    /// backslash takes the meaning from the character behind it.
    public func like(_ pattern: some TextOperand, _ options: TextOptions = []) -> Condition {
        compare(.like, pattern, options)
    }

    /// Whether the whole text matches a regular expression (ICU's, as `NSRegularExpression` has them).
    public func matches(_ expression: some TextOperand, _ options: TextOptions = []) -> Condition {
        compare(.matches, expression, options)
    }

    private func compare(_ form: TextComparison.Form, _ text: some TextOperand, _ options: TextOptions) -> Condition {
        .text(operand, TextComparison(form, options), text.textOperand)
    }

    /// The text with every letter in lower case.
    public func lowercased() -> ComputedField<Value> { ComputedField(.function(.lowercase, [operand])) }

    /// The text with every letter in upper case.
    public func uppercased() -> ComputedField<Value> { ComputedField(.function(.uppercase, [operand])) }

    /// How many Unicode scalars the text has; nil for nil.
    public var length: ComputedField<Int?> { ComputedField(.function(.length, [operand])) }
}
