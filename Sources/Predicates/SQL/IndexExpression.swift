import SQLiteAccess

extension ResolvedCondition {
    /// The condition as SQL on the columns of its own table, for a partial index: with its values written out, because an index
    /// has no parameters. nil where it looks at another table, or has a parameter.
    public var indexExpression: String? {
        text(inside: nil)
    }

    private enum Connective {
        case and
        case or
    }

    private func text(inside outer: Connective?) -> String? {
        switch self {
        case .and(let parts): join(parts, .and, " AND ", whenEmpty: "TRUE", inside: outer)
        case .or(let parts): join(parts, .or, " OR ", whenEmpty: "FALSE", inside: outer)
        case .not(let inner): inner.text(inside: nil).map { "(\($0)) IS NOT TRUE" }
        case .comparison(let left, let comparison, let right): Self.text(left, comparison, right)
        }
    }

    private func join(
        _ parts: [ResolvedCondition], _ connective: Connective, _ separator: String, whenEmpty: String,
        inside outer: Connective?
    ) -> String? {
        if parts.isEmpty { return whenEmpty }
        let texts = parts.compactMap { $0.text(inside: parts.count > 1 ? connective : outer) }
        guard texts.count == parts.count else { return nil }
        let text = texts.joined(separator: separator)
        return outer != nil && parts.count > 1 ? "(\(text))" : text
    }

    private static func text(
        _ left: ResolvedOperand, _ comparison: Comparison, _ right: ResolvedOperand
    ) -> String? {
        guard let leftText = left.indexExpression, let rightText = right.indexExpression else { return nil }
        return "\(leftText) \(comparison.sql(mayMeetNull: left.isNullable || right.isNullable)) \(rightText)"
    }
}

extension ResolvedOperand {
    fileprivate var indexExpression: String? {
        switch self {
        case .path(let path): path.steps.isEmpty ? SQL.identifier(path.column) : nil
        case .value(let value): value.sqlLiteral
        case .parameter: nil
        }
    }
}

extension Comparison {
    /// The operator in SQL; where NULL may be met, the one that takes it for a value.
    func sql(mayMeetNull: Bool) -> String {
        switch self {
        case .equal: mayMeetNull ? "IS" : "="
        case .notEqual: mayMeetNull ? "IS NOT" : "<>"
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        case .greaterOrEqual: ">="
        }
    }
}

extension SQLiteValue {
    /// The value as it is written in SQL, or nil where SQL has no way to write it.
    fileprivate var sqlLiteral: String? {
        switch self {
        case .null: "NULL"
        case .integer(let value): value == .min ? "(-9223372036854775807 - 1)" : String(value)
        case .real(let value): value.isFinite ? String(value) : nil
        // A statement's text ends at its first NUL.
        case .text(let value): value.utf8.contains(0) ? nil : SQL.literal(value)
        case .blob(let bytes):
            "X'" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined() + "'"
        }
    }
}
