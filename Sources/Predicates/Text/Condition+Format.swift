extension Condition {
    /// The condition that a text says, with arguments for its placeholders: `%@` stands for a value or a list of them, `%K` for
    /// a key path, `%d`, `%f`, `%s` and their like for numbers and texts. An argument is a value whatever it says: it cannot
    /// change what the condition asks. A placeholder in quotes is text.
    ///
    ///     try Condition("%K BEGINSWITH[cd] %@ AND age > $age", arguments: [.text("name"), .text("Ad")])
    ///
    /// - Throws: ``ConditionError`` with the place of the first thing that is not in the language, of a placeholder without an
    ///   argument or with one that does not fit it, or of the text's end where an argument is left.
    public init(_ text: String, arguments: [ConditionValue]) throws(ConditionError) {
        var parser = try PredicateParser(text, arguments: arguments)
        try parser.checkArguments()
        self = try parser.wholeCondition()
    }

    /// The condition with values in place of its variables, `$name`; a value that is a list stands for its elements. What a
    /// `SUBQUERY` calls its members stays, and so does `$FETCH_SOURCE`.
    /// - Throws: ``ConditionError`` where a variable has no value, or one that cannot stand where it is used, where something
    ///   is asked of a variable, `$name.path`: a value has no properties; and for a condition deeper than ``depthLimit``.
    public func substituting(_ values: [String: ConditionValue]) throws(ConditionError) -> Condition {
        try checkDepth()
        let substituted = try mappingOperands { operand throws(ConditionError) in
            switch operand.kind {
            case .parameter(let name):
                guard let value = values[name] else { throw Self.missing(name, at: operand.range, of: values) }
                return Operand(value, range: operand.range)
            default:
                return operand
            }
        }
        if let (name, operand) = substituted.pathsFromVariables.first {
            if values[name] == nil { throw Self.missing(name, at: operand.range, of: values) }
            throw ConditionError(
                .argument, "'$\(name.shortened)' is a value without properties: use one variable for each property",
                at: operand.range)
        }
        return substituted
    }

    private static func missing(
        _ name: String, at range: Range<Int>?, of values: [String: ConditionValue]
    ) -> ConditionError {
        ConditionError(
            .unknownParameter, "'$\(name.shortened)' has no value", at: range, unknownName: name,
            candidates: values.keys.sorted())
    }
}
