import SQLiteAccess
import SQLiteStorage
import SchemaModel

/// What the SQL in `values` makes of some rows of the proof, for the reader of a plan.
public struct ValueSamples {
    private static let count = 3
    private let old: StoredVersion
    private let new: StoredVersion
    private let decisions: MigrationDecisions

    public init(from old: StoredVersion, to new: StoredVersion, _ decisions: MigrationDecisions) {
        self.old = old
        self.new = new
        self.decisions = decisions
    }

    /// For each value a line with its form, and up to three with a row before and after, as stored and as the model reads it; none
    /// where no attribute has a value.
    public var lines: [String] {
        let values = decisions.values.sorted { $0.value.span.start < $1.value.span.start }
        guard values.contains(where: { new.attributes[$0.key] != nil }), let connection = try? database() else { return [] }
        return values.flatMap { place, decision in
            new.attributes[place].map { samples(of: decision.text, at: place, $0.attribute.type, connection) } ?? []
        }
    }

    /// Small numbers and short texts say more than extremes.
    private func database() throws -> SQLiteConnection {
        let connection = try SQLiteConnection.inMemory()
        try connection.refuseQuotedStrings()
        try connection.execute(old.schema.ddl)
        try connection.execute("PRAGMA recursive_triggers = ON")
        try SeedRows(version: old, isTame: true).insert(into: connection)
        for statement in decisions.before { try connection.run(statement.text) }
        return connection
    }

    private func samples(
        of sql: String, at place: MigrationDecisions.Place, _ type: AttributeType, _ connection: SQLiteConnection
    ) -> [String] {
        let match = ModelMatch(old, new, decisions)
        let kinds = RowKinds(old: old, new: new, match: match).former(of: place.entity).sorted()
        guard let table = kinds.first.flatMap(old.schema.table(forEntity:)) else { return [] }
        let words = Set(sql.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
        let read = table.columns.filter { words.contains($0.name.lowercased()) }
        let condition =
            table.hasEntityColumn ? " WHERE _entity IN (\(kinds.map(SQL.literal).joined(separator: ", ")))" : ""
        let columns = (read.map { SQL.identifier($0.name) } + ["(\(sql)\n)"]).joined(separator: ", ")
        let shown = NamedColumns(old: old, new: new, match: match).prefix
        let query = "\(shown)SELECT \(columns) FROM \(SQL.identifier(table.name))\(condition) ORDER BY _id LIMIT \(Self.count)"
        guard let rows = try? Cell.rows(query, connection), !rows.isEmpty else { return [] }
        let before = read.map { column in
            (name: column.name, type: old.attributes[.init(column.entity, column.property)]?.attribute.type)
        }
        let title = read.isEmpty ? "its value in sample rows" : "its value in sample rows, before → after"
        return ["\(place) is stored as \(StoredForm(type: type).words); \(title):"]
            + rows.map { row in
                let former = zip(before, row).map { "\($0.name) \(Self.text($1, $0.type))" }.joined(separator: ", ")
                let arrow = former.isEmpty ? "" : "\(former) → "
                return "  \(arrow)\(Self.text(row[row.count - 1], type))"
            }
    }

    /// On one line: a text may have line ends, which would end a comment.
    private static func text(_ cell: Cell, _ type: AttributeType?) -> String {
        let model = type.flatMap { StoredForm(type: $0).modelText(cell) }.map { " (\($0))" } ?? ""
        let text = "\(cell)\(model)"
        return String(text.map { $0.isNewline || $0 == "\0" ? "␤" : $0 })
    }
}
