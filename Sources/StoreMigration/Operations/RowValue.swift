package import SQLiteAccess

/// A value that a plan gives a column, computed on a row of the table as it was.
///
/// The list is closed: whatever a plan writes is one of these, and SQL is only made from them, never read. User-written SQL
/// is ``user(sql:isDeterministic:)``, which stays opaque.
package indirect enum RowValue: Sendable, Hashable {
    case null
    case literal(SQLiteValue)
    /// The value of a column.
    case column(String)
    /// The value of a column in another form. NULL stays NULL.
    case converted(column: String, ValueConversion)
    /// The raw value of an enum's case, where some cases become others.
    case caseMap(CaseMap)
    /// The first value, or the second where that is NULL.
    case coalesce(RowValue, RowValue)
    /// A value for the rows in which at least one of some others is not NULL; NULL for the rest.
    case whenPresent(anyOf: [RowValue], RowValue)
    /// A value for the rows of some entities, and another one for the rest.
    case ofEntities([String], RowValue, otherwise: RowValue)
    /// A value for the rows whose old value fits, or is NULL. The others get what a column of that type refuses, so that the
    /// migration stops.
    case guarded(column: String, fits: [ValueFit], RowValue, refusedBy: StoredType)
    /// A text that the library computes from another one.
    case text(TextFunction, RowValue)
    /// A value that SQLite makes for each row.
    case generated(GeneratedValue)
    /// The key of the row that leads to this one.
    case keyQuery(KeyQuery)
    /// User-written SQL.
    case user(sql: String, isDeterministic: Bool)
}

/// A function of a text that every connection of the library has.
package enum TextFunction: Sendable, Hashable, CaseIterable {
    /// Without differences of case and diacritics.
    case fold
    /// In capital letters.
    case uppercase
    /// In small letters.
    case lowercase

    /// The name in SQL.
    package var sqlName: String {
        switch self {
        case .fold: "trellis_fold"
        case .uppercase: "trellis_upper"
        case .lowercase: "trellis_lower"
        }
    }
}

/// The types of a STRICT table's columns.
package enum StoredType: String, Sendable, Hashable, Codable {
    case integer, real, text, blob

    /// A value that a column of the type does not take.
    package var refusedValue: SQLiteValue {
        switch self {
        case .integer, .real, .blob: .text("does not fit")
        case .text: .blob([0])
        }
    }
}

/// A value that is another one for each row, or each migration.
package enum GeneratedValue: String, Sendable, Hashable, Codable {
    /// The moment of the migration, in seconds since 2001.
    case nowSince2001
    /// The moment of the migration, in seconds since 1970.
    case nowSince1970
    /// The moment of the migration, as a text.
    case nowText
    /// The day of the migration.
    case today
    case uuidText, uuidBytes
}

/// Which raw values of an enum become others.
package struct CaseMap: Sendable, Hashable, Codable {
    package var column: String
    /// The old and the new raw values.
    package var changes: [Change]
    /// What raw values become that belong to no case; nil if they stay.
    package var unknown: Unknown?

    /// - Parameters:
    ///   - column: the column with the old raw values.
    ///   - changes: the old and the new raw values.
    ///   - unknown: what raw values become that belong to no case; nil if they stay.
    package init(_ column: String, _ changes: [Change], unknown: Unknown? = nil) {
        self.column = column
        self.changes = changes
        self.unknown = unknown
    }

    /// A raw value that becomes another one.
    package struct Change: Sendable, Hashable, Codable {
        package var old: SQLiteValue
        package var new: SQLiteValue

        /// - Parameters:
        ///   - old: the raw value that rows have.
        ///   - new: the raw value that they get.
        package init(_ old: SQLiteValue, _ new: SQLiteValue) {
            self.old = old
            self.new = new
        }
    }

    /// The raw value of what belongs to no case.
    package struct Unknown: Sendable, Hashable, Codable {
        /// The raw values of all cases, old and new.
        package var known: [SQLiteValue]
        package var new: SQLiteValue

        /// - Parameters:
        ///   - known: the raw values of all cases, old and new.
        ///   - new: what any other raw value becomes.
        package init(known: [SQLiteValue], new: SQLiteValue) {
            self.known = known
            self.new = new
        }
    }
}

extension RowValue {
    /// Whether every row gets the same value, as `ADD COLUMN` takes it.
    package var constant: SQLiteValue? {
        // What has a NUL is written as a call.
        if case .literal(let value) = self, value.sqlLiteral != nil { value } else { nil }
    }

    /// Whether the value is that of a column in the rows that have one there.
    package func fillsGaps(of column: String) -> Bool {
        if case .coalesce(.column(column), _) = self { true } else { false }
    }

    /// The value, and those that it consists of.
    private var parts: [RowValue] {
        switch self {
        case .coalesce(let first, let second): [self] + first.parts + second.parts
        case .whenPresent(let others, let value): [self] + others.flatMap(\.parts) + value.parts
        case .ofEntities(_, let value, let otherwise): [self] + value.parts + otherwise.parts
        case .guarded(_, _, let value, _): [self] + value.parts
        case .text(_, let text): [self] + text.parts
        case .null, .literal, .column, .converted, .caseMap, .generated, .keyQuery, .user: [self]
        }
    }

    /// The column that the value is made from, if it is one alone.
    package var sourceColumn: String? {
        let columns = Set(
            parts.compactMap { part in
                switch part {
                case .column(let column), .converted(let column, _), .guarded(let column, _, _, _): column
                case .caseMap(let map): map.column
                case .null, .literal, .coalesce, .whenPresent, .ofEntities, .text, .generated, .keyQuery, .user: nil
                }
            })
        return columns.count == 1 ? columns.first : nil
    }

    /// The queries of keys in it.
    package var keyQueries: [KeyQuery] { parts.compactMap { if case .keyQuery(let query) = $0 { query } else { nil } } }

    /// The user-written parts.
    package var userTexts: [String] { parts.compactMap { if case .user(let sql, _) = $0 { sql } else { nil } } }

    /// The library's own functions that the value needs, which other programs do not have.
    var textFunctions: Set<TextFunction> {
        let own = parts.compactMap { if case .text(let function, _) = $0 { function } else { nil } }
        let inUserTexts = TextFunction.allCases.filter { function in userTexts.contains { $0.contains("\(function.sqlName)(") } }
        return Set(own + inUserTexts)
    }
}
