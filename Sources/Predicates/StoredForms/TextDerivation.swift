public import SQLiteAccess

/// How a derived attribute's text is computed from another attribute's text of the same object.
///
/// SQLite's own functions know ASCII alone, and schemas call no functions of Trellis, because every program must be able to write a
/// store. So the library computes and writes these texts.
public enum TextDerivation: String, Sendable, Hashable, Codable, CaseIterable {
    /// The text without differences of case and diacritics, as ``FoldedText`` makes it.
    case fold
    /// The text in capital letters of Unicode, for no language in particular.
    case uppercase
    /// The text in small letters of Unicode, for no language in particular.
    case lowercase

    /// The derived text.
    public func text(of source: String) -> String {
        switch self {
        case .fold: FoldedText.text(source)
        case .uppercase: source.uppercased()
        case .lowercase: source.lowercased()
        }
    }

    /// The type of the derived attribute. Only a folded text stands for all its spellings: conditions treat the others as any text.
    public var valueType: ValueType { self == .fold ? .foldedText : .text }

    /// The same as a function of conditions.
    var function: ResolvedFunction {
        switch self {
        case .fold: .fold([.caseInsensitive, .diacriticInsensitive])
        case .uppercase: .uppercase
        case .lowercase: .lowercase
        }
    }

    // MARK: SQL

    /// The function of a connection that computes the text. `sqlite3` lacks it.
    public var sqlName: String { function.sqlName }

    /// The call of the function, as SQL on another expression.
    public func call(on expression: String) -> String { "\(sqlName)(\(expression))" }

    /// Adds the functions to a connection, for migrations and queries. They return NULL for NULL and for values that are not texts.
    /// - Throws: `SQLiteError`
    public static func register(on functions: FunctionRegistry) throws {
        try FoldedText.register(on: functions)
        for function in [ResolvedFunction.uppercase, .lowercase] {
            try functions.add(function.sqlName, arguments: 1) { call in
                call.give(function.apply(to: try call.argument(0).value))
            }
        }
    }
}
