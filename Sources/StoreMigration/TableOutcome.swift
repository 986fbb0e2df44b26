/// What a plan makes of a table of the old version.
public struct TableOutcome: Sendable, Hashable {
    public var oldName: String
    /// What the table is called then; nil where it goes.
    public var newName: String?
    /// Whether the plan may take rows from it.
    public var mayLoseRows: Bool
    /// Whether the plan may add rows to it.
    public var mayGainRows: Bool
    /// Whether the table is rebuilt: columns that the user has added to it would be lost.
    public var isRewritten: Bool
    /// The new state of its columns: of all where the table is rewritten, of those that change otherwise. A migration counts the
    /// values of those that stay, unless rows may go.
    public var columns: [ColumnOutcome]

    public init(
        _ oldName: String, _ newName: String?, mayLoseRows: Bool = false, mayGainRows: Bool = false, isRewritten: Bool = false,
        columns: [ColumnOutcome] = []
    ) {
        self.oldName = oldName
        self.newName = newName
        self.mayLoseRows = mayLoseRows
        self.mayGainRows = mayGainRows
        self.isRewritten = isRewritten
        self.columns = columns
    }
}

/// What a plan makes of a column of the old version.
public struct ColumnOutcome: Sendable, Hashable {
    public var oldName: String
    /// What the column is called then; nil where it goes.
    public var newName: String?
    /// What the plan may do to the values.
    public var values: Values

    /// How many rows have a value in a column after a plan, compared with before.
    public enum Values: String, Sendable, Hashable, Codable {
        /// As many: the values are copied or left alone.
        case kept
        /// As many or more: each value becomes another one, and rows without one may get one.
        case converted
        /// Any number: a decision gives the values, or some rows lose theirs.
        case changed
    }

    public init(_ oldName: String, _ newName: String?, values: Values = .kept) {
        self.oldName = oldName
        self.newName = newName
        self.values = values
    }
}

// MARK: - Outcomes as data: what most tables and columns do not have is left out.

extension TableOutcome: Codable {
    private enum Field: String, CodingKey { case oldName, newName, mayLoseRows, mayGainRows, isRewritten, columns }

    public init(from decoder: any Decoder) throws {
        // A table that stays as it is.
        if let name = try? decoder.singleValueContainer().decode(String.self) {
            self.init(name, name)
            return
        }
        let fields = try decoder.container(keyedBy: Field.self)
        self.init(
            try fields.decode(forKey: .oldName), try fields.decodeIfPresent(String.self, forKey: .newName),
            mayLoseRows: try fields.decodeIfPresent(Bool.self, forKey: .mayLoseRows) ?? false,
            mayGainRows: try fields.decodeIfPresent(Bool.self, forKey: .mayGainRows) ?? false,
            isRewritten: try fields.decodeIfPresent(Bool.self, forKey: .isRewritten) ?? false,
            columns: try fields.decodeIfPresent([ColumnOutcome].self, forKey: .columns) ?? [])
    }

    public func encode(to encoder: any Encoder) throws {
        if self == TableOutcome(oldName, oldName) {
            var container = encoder.singleValueContainer()
            return try container.encode(oldName)
        }
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encode(oldName, forKey: .oldName)
        try fields.encodeIfPresent(newName, forKey: .newName)
        if mayLoseRows { try fields.encode(true, forKey: .mayLoseRows) }
        if mayGainRows { try fields.encode(true, forKey: .mayGainRows) }
        if isRewritten { try fields.encode(true, forKey: .isRewritten) }
        if !columns.isEmpty { try fields.encode(columns, forKey: .columns) }
    }
}

extension ColumnOutcome: Codable {
    private enum Field: String, CodingKey { case oldName, newName, values }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        self.init(
            try fields.decode(forKey: .oldName), try fields.decodeIfPresent(String.self, forKey: .newName),
            values: try fields.decodeIfPresent(Values.self, forKey: .values) ?? .kept)
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encode(oldName, forKey: .oldName)
        try fields.encodeIfPresent(newName, forKey: .newName)
        if values != .kept { try fields.encode(values, forKey: .values) }
    }
}
