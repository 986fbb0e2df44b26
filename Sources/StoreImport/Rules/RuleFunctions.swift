import Predicates
import SQLiteAccess

/// Rules of texts that SQLite cannot check: it counts a text up to its first NUL, and has no regular expressions.
struct RuleFunctions {
    private static let length = "trellis_import_length"
    private static let matches = "trellis_import_matches"

    private var patterns: [TextPattern] = []

    /// A condition on a text. A Unicode scalar has at most four bytes, so longer texts are not read.
    func isShorter(_ value: String, than length: Int) -> String {
        let (bytes, isTooLong) = length.multipliedReportingOverflow(by: 4)
        let mayBe = isTooLong ? "" : "length(CAST(\(value) AS BLOB)) < \(bytes) AND "
        return "\(mayBe)\(Self.length)(\(value)) < \(length)"
    }

    /// A condition on a text, of which only those with as many bytes are read.
    func isLonger(_ value: String, than length: Int) -> String {
        "length(CAST(\(value) AS BLOB)) > \(length) AND \(Self.length)(\(value)) > \(length)"
    }

    mutating func differs(_ value: String, from pattern: TextPattern) -> String {
        patterns.append(pattern)
        return "NOT \(Self.matches)(\(value), \(patterns.count - 1))"
    }

    /// - Throws: `SQLiteError`
    func register(on registry: FunctionRegistry) throws {
        try registry.add(Self.length, arguments: 1) { call in
            if call.argument(0).isNull { return }
            call.give(.integer(Int64(try call.argument(0).text.unicodeScalars.count)))
        }
        try registry.add(Self.matches, arguments: 2) { [patterns] call in
            if call.argument(0).isNull { return }
            call.give(patterns[Int(call.argument(1).integer)].matches(try call.argument(0).text))
        }
    }
}
