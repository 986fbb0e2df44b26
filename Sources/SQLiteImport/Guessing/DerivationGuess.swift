import Predicates
import SQLiteAccess

/// A generated column as a derived attribute: a calculation with columns of its row, or a text in capital or small letters.
struct DerivationGuess {
    let typeName: String
    let isOptional: Bool
    /// What the attribute would be, as SQL on a row of the database.
    let sql: String
    private let tokens: [SQLToken]
    private let function: TextDerivation?

    /// - Returns: nil for a column that is not generated, or that no derived attribute can state.
    init?(_ column: ExistingColumn, in table: ExistingTable) {
        guard var tokens = column.generated else { return nil }
        while tokens.count >= 3, tokens[0].isWord("("), tokens[tokens.count - 1].isWord(")"), !tokens.dropFirst().dropLast().contains(where: { $0.isWord("(") || $0.isWord(")") }) {
            tokens = Array(tokens.dropFirst().dropLast())
        }
        /// The attribute of a column that arrives as it is.
        func operand(_ token: SQLToken) -> AttributeGuess? {
            guard token.kind == .word || token.kind == .name, let source = table.column(token.text), source.generated == nil,
                !table.primaryKey.contains(where: { $0.isSameName(as: source.name) }), !table.foreignKeys.contains(where: { $0.columns.contains { $0.isSameName(as: source.name) } })
            else { return nil }
            let guess = AttributeGuess(source, at: "")
            return guess.form == nil && guess.enumeration == nil && (!guess.changes || guess.typeName == "double" && !guess.isEmptied) ? guess : nil
        }
        self.tokens = tokens
        if tokens.count == 4, tokens[0].isWord("UPPER") || tokens[0].isWord("LOWER"), tokens[1].isWord("("), tokens[3].isWord(")") {
            guard let source = operand(tokens[2]), source.typeName == "string" else { return nil }
            let function: TextDerivation = tokens[0].isWord("UPPER") ? .uppercase : .lowercase
            (typeName, isOptional, self.function) = ("string", source.isOptional, function)
            sql = function.call(on: SQL.identifier(source.column.name))
            return
        }
        var (operands, isReal, mayBeNil) = ([AttributeGuess](), false, false)
        var (texts, hasDivision, wasDivision) = ([String](), false, false)
        for token in tokens {
            defer { wasDivision = token.isWord("/") }
            if let source = operand(token), ["int", "double"].contains(source.typeName) {
                operands.append(source)
                isReal = isReal || source.typeName == "double"
                mayBeNil = mayBeNil || source.isOptional || wasDivision
                let name = SQL.identifier(source.column.name)
                texts.append(source.typeName == "double" ? "CAST(\(name) AS REAL)" : name)
            } else if token.kind == .number, let number = Double(token.text), number.isFinite {
                isReal = isReal || token.text.contains { !$0.isNumber }
                mayBeNil = mayBeNil || wasDivision && number == 0
                texts.append(token.text)
            } else if token.kind == .sign, ["+", "-", "*", "/", "(", ")"].contains(token.text) {
                mayBeNil = mayBeNil || wasDivision
                hasDivision = hasDivision || token.isWord("/")
                texts.append(token.text)
            } else {
                return nil
            }
        }
        guard !operands.isEmpty, tokens.contains(where: { ["+", "-", "*", "/"].contains($0.text) }) else { return nil }
        // A quotient of integers is one in SQLite, and may be a part of a calculation with others here.
        if hasDivision, isReal, operands.contains(where: { $0.typeName == "int" }) || tokens.contains(where: { $0.kind == .number && $0.text.allSatisfy(\.isNumber) }) { return nil }
        let facts = column.facts
        guard facts.texts + facts.blobs == 0, isReal || facts.reals == 0 else { return nil }
        (typeName, isOptional, function) = (isReal ? "double" : "int", mayBeNil, nil)
        sql = "(\(texts.joined(separator: " ")))"
    }

    /// The derivation in the model's words; nil if a property cannot be named there.
    func text(_ property: (String) -> String?) -> String? {
        if let function { return property(tokens[2].text).map { "\(function.rawValue)(\($0))" } }
        var text = ""
        for token in tokens {
            var part = token.text
            if token.kind == .word || token.kind == .name {
                guard let name = property(token.text), !ConditionGuess.words.contains(name.lowercased()) else { return nil }
                part = name
            }
            text += (text.isEmpty || text.hasSuffix("(") || part == ")" ? "" : " ") + part
        }
        return text
    }
}
