extension PredicateParser {
    /// Checks that there is an argument for every placeholder, and no other.
    func checkArguments() throws(ConditionError) {
        guard let arguments else { return }
        var count = 0
        for token in tokens {
            guard case .placeholder(let placeholder) = token.kind else { continue }
            guard placeholder.index < arguments.count else {
                throw ConditionError(.argument, "'\(placeholder.spelling)' has no argument", at: token.range)
            }
            count += 1
        }
        guard count == arguments.count else {
            throw ConditionError(
                .argument, "the text has \(count) placeholders for \(arguments.count) arguments",
                at: tokens[tokens.count - 1].range)
        }
    }

    /// The argument of the present token, which is a placeholder for a value.
    func argument(for placeholder: Placeholder) throws(ConditionError) -> ConditionValue {
        let value = try anyArgument(for: placeholder)
        switch (placeholder.kind, value) {
        case (.value, .list(let values)) where values.contains(where: \.isList):
            throw unfit(placeholder, "a list cannot contain a list")
        case (.value, _), (.integer, .integer), (.integer, .bool), (.real, .real), (.real, .decimal), (.text, .text): return value
        case (.real, .integer(let integer)): return .real(Double(integer))
        case (.integer, _): throw unfit(placeholder, "'\(placeholder.spelling)' needs an integer, not \(value.inWords)")
        case (.real, _): throw unfit(placeholder, "'\(placeholder.spelling)' needs a number, not \(value.inWords)")
        default: throw unfit(placeholder, "'\(placeholder.spelling)' needs a text, not \(value.inWords)")
        }
    }

    /// The names of the key path that is the argument of the present token, `%K`. Whatever the argument says, it stays a path.
    func keyPath(for placeholder: Placeholder) throws(ConditionError) -> [String] {
        guard case .text(let path) = try anyArgument(for: placeholder) else {
            throw unfit(placeholder, "'%K' needs a key path as text")
        }
        let names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard names.allSatisfy(\.isPropertyName) else {
            throw unfit(placeholder, "'\(path.shortened)' is not a key path: write names of properties with dots between them")
        }
        return names
    }

    private func anyArgument(for placeholder: Placeholder) throws(ConditionError) -> ConditionValue {
        guard let arguments else {
            throw ConditionError(
                .syntax, "'\(placeholder.spelling)' has no argument here; write a parameter '$name' for a later value",
                at: token.range)
        }
        return arguments[placeholder.index]
    }

    private func unfit(_ placeholder: Placeholder, _ message: String) -> ConditionError {
        ConditionError(.argument, message, at: token.range)
    }
}

extension ConditionValue {
    fileprivate var isList: Bool {
        if case .list = self { true } else { false }
    }
}

extension String {
    /// Whether the text is a name that a key path can have.
    var isPropertyName: Bool {
        unicodeScalars.first?.startsName == true && unicodeScalars.allSatisfy { $0.startsName || $0.isDigit }
    }
}
