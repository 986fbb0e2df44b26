/// A row that does not meet a rule of the new version, by the names of that version.
public struct RefusedRow: Sendable, Hashable, CustomStringConvertible {
    public var model: String
    /// The entity; the table's name where the store does not say which entity it is of.
    public var entity: String
    /// The attributes or the relationship that the rule is about; the columns' names where the store does not say more.
    public var properties: [String]
    /// The value of `_id`.
    public var row: Int64
    /// Another row with the same values, where they have to differ.
    public var otherRow: Int64?
    /// The values as SQL, each cut off after 40 characters or written as a number of bytes; `beyond 64 bits` for a calculation that
    /// SQLite cannot finish.
    public var values: [String]

    public init(model: String, entity: String, properties: [String], row: Int64, otherRow: Int64? = nil, values: [String]) {
        self.model = model
        self.entity = entity
        self.properties = properties
        self.row = row
        self.otherRow = otherRow
        self.values = values
    }

    public var description: String {
        let values = zip(properties, values).map { "'\($0)' \(Self.escaped($1))" }.joined(separator: ", ")
        let rows = otherRow.map { "rows \(row) and \($0) have" } ?? "row \(row) has"
        return "model '\(model)', entity '\(entity)': \(rows) \(values)"
    }

    /// A value on one line, without what a terminal would obey.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            default: scalar.properties.generalCategory == .control ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
            }
        }.joined()
    }
}
