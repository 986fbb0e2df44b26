import SQLiteAccess

extension StorageTarget {
    /// The longest text that a statement of Trellis may have, so that the statement is short enough for the target; nil for any length.
    ///
    /// Half of the limit is left for the rest of the statement.
    private var maximumTextBytes: Int? { [maximumStatementBytes, shellLineBytes].compactMap(\.self).min().map { $0 / 2 } }

    /// A text in pieces that are short enough for statements of the target. The pieces joined are the text.
    package func pieces(of text: String) -> [String] {
        guard let most = maximumTextBytes else { return [text] }
        var (pieces, piece, length) = ([String](), String.UnicodeScalarView(), 0)
        for scalar in text.unicodeScalars {
            let cost = Self.cost(of: scalar)
            if length + cost > most, !piece.isEmpty {
                pieces.append(String(piece))
                (piece, length) = (String.UnicodeScalarView(), 0)
            }
            piece.append(scalar)
            length += cost
        }
        return pieces + [String(piece)]
    }

    /// How many bytes a scalar has at most in a literal. A line break is written as a mark in scripts, and a quote is doubled.
    private static func cost(of scalar: Unicode.Scalar) -> Int {
        switch scalar {
        case "\n": 16
        case "'": 2
        default: UTF8.width(scalar)
        }
    }
}

extension StorageSchema {
    /// The statements that create the schema on a target: ``statements``, but with the record of a long model in pieces.
    package func statements(for target: StorageTarget) -> [DDLStatement] {
        let pieces = target.pieces(of: identity.definition)
        guard pieces.count > 1 else { return statements }
        var first = identity
        first.definition = pieces[0]
        return statements.dropLast(identity.statements.count) + first.statements
            + pieces.dropFirst().map { DDLStatement(sql: StoreIdentity.continuingDefinition(with: $0)) }
    }
}

extension StoreIdentity {
    /// A statement that adds a piece to the recorded definition.
    package static func continuingDefinition(with piece: String) -> String {
        "UPDATE \(table) SET value = value || \(SQL.literal(piece)) WHERE key = 'definition'"
    }
}
