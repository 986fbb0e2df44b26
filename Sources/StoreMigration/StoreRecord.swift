public import SQLiteAccess

/// What a store says of itself.
public struct StoreRecord: Sendable, Hashable {
    /// The format of the layout, as it stands there.
    public var layout: String
    public var model: String
    /// The version of the model, from 1.
    public var version: Int
    /// Whether it was made from a version that could still change.
    public var isDraft: Bool
    /// The hash over the model's meaning.
    public var hash: String
    /// The model in canonical form.
    public var definition: String
    /// What tells the store from all others.
    public var uuid: String

    /// The layout that this library knows.
    public static let knownLayout = "1"
    /// The table in which a store describes itself.
    public static let table = "_trellis_metadata"
    /// Its rows, as pairs of texts.
    public static let query = "SELECT key, value FROM \(table) WHERE typeof(key) = 'text' AND typeof(value) = 'text'"

    /// What the rows of that table say, by their keys.
    /// - Returns: nil where they say no layout: a table of that name may be somebody else's.
    public init?(values: [String: String]) {
        guard let layout = values["layout"] else { return nil }
        self.layout = layout
        model = values["model"] ?? ""
        version = values["version"].flatMap { Int($0) } ?? 0
        isDraft = values["draft"] == "1"
        hash = values["hash"] ?? ""
        definition = values["definition"] ?? ""
        uuid = values["uuid"] ?? ""
    }

    /// Reads what the database says of itself.
    /// - Returns: nil where it is no store: a table of that name may be somebody else's and hold anything.
    /// - Throws: `SQLiteError`
    public init?(reading connection: SQLiteConnection) throws {
        let columns = try connection.rows("SELECT name FROM pragma_table_info('\(Self.table)')").compactMap { $0[0] }
        guard Set(columns).isSuperset(of: ["key", "value"]) else { return nil }
        var values: [String: String] = [:]
        for row in try connection.rows(Self.query) {
            if let key = row[0] { values[key] = row[1] }
        }
        self.init(values: values)
    }
}
