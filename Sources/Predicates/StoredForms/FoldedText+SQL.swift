public import SQLiteAccess

extension FoldedText {
    /// The function of a connection that folds the text of a row, with one argument: a migration calls it for rows that are
    /// there. No schema does, so that every program can read and write a store; `sqlite3` does not have it.
    public static let functionName = "trellis_fold"

    /// Gives the function to the SQL of a connection. It gives NULL for NULL, and for what is no text.
    /// - Throws: `SQLiteError`
    public static func register(on functions: FunctionRegistry) throws {
        try functions.add(functionName, arguments: 1) { call in
            let value = call.argument(0)
            if value.isText { call.give(.text(text(value.text))) }
        }
    }

    /// The call of the function, as SQL on another expression.
    public static func call(on expression: String) -> String { "\(functionName)(\(expression))" }
}
