public import SQLiteAccess

/// A store's record of its model and version.
public struct StoreRecord: Sendable, Hashable {
    /// The format of the layout, as it stands there.
    public var layout: String
    public var model: String
    /// The version of the model, from 1.
    public var version: Int
    /// Whether it was made from a version that could still change.
    public var isDraft: Bool
    /// The hash of its version.
    public var hash: String
    /// The model in canonical form.
    public var definition: String
    /// What tells the store from all others.
    public var uuid: String
    /// The hashes of the frozen plans that it ran, by the versions that they lead to. Stores of an earlier Trellis have none.
    public var plans: [Int: String]
    /// The hashes of older versions whose programs may open the store, although it is of a newer version. Empty for most stores.
    public var compatibleHashes: [String]

    /// The layout that this library knows.
    public static let knownLayout = "1"
    /// The table in which a store describes itself.
    public static let table = "_trellis_metadata"
    /// The table in which a store on a cluster records its saves. It is no part of a version, and no step touches it.
    package static let tableOfSaves = "_trellis_saves"
    /// Its keys. Rows of others say nothing.
    private static let keys = ["layout", "model", "version", "draft", "hash", "definition", "uuid", compatibleKey]
    /// The key of the hashes of versions whose programs may open the store.
    package static let compatibleKey = "compatible"
    /// What the keys of plans begin with; the version that a plan leads to follows.
    private static let planPrefix = "plan "
    /// The most plans that are read.
    private static let planLimit = 10_000
    /// The longest value that is read, in bytes: no model's text is half as long.
    private static let valueLimit = 64 << 20
    /// Its rows, as pairs of texts, no more than there can be in a store.
    public static let query =
        "SELECT key, value FROM \(table) WHERE key IN (\(keys.map(SQL.literal).joined(separator: ", "))) AND typeof(key) = 'text' "
        + "AND typeof(value) = 'text' AND length(CAST(value AS BLOB)) <= \(valueLimit) "
        + "UNION ALL SELECT * FROM (SELECT key, value FROM \(table) WHERE key GLOB '\(planPrefix)[1-9]*' AND typeof(key) = 'text' "
        + "AND typeof(value) = 'text' AND length(CAST(key AS BLOB)) <= 20 AND length(CAST(value AS BLOB)) = 64 LIMIT \(planLimit)) "
        + "LIMIT \(keys.count + planLimit)"
    /// Gives a row if the database has that table, with both columns. A view, a virtual table and a generated column are none:
    /// reading them runs what the file's author wrote, which may never end.
    public static let presenceQuery =
        "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = '\(table)' AND rootpage > 0 "
        + "AND (SELECT count(*) FROM pragma_table_info('\(table)') WHERE name IN ('key', 'value')) = 2"

    /// The record in the rows of that table, by their keys.
    /// - Returns: nil if they state no layout: another program may have a table of that name.
    public init?(values: [String: String]) {
        guard let layout = values["layout"] else { return nil }
        self.layout = layout
        model = values["model"] ?? ""
        version = values["version"].flatMap { Int($0) } ?? 0
        isDraft = values["draft"] == "1"
        hash = values["hash"] ?? ""
        definition = values["definition"] ?? ""
        uuid = values["uuid"] ?? ""
        compatibleHashes = Self.compatibleHashes(in: values[Self.compatibleKey] ?? "", ofStoreWith: hash)
        plans = [:]
        for (key, value) in values where key.hasPrefix(Self.planPrefix) {
            if let version = Int(key.dropFirst(Self.planPrefix.count)) { plans[version] = value }
        }
    }

    /// The value of ``compatibleKey``: the hash of the store's version, and then those of the older versions.
    ///
    /// A Trellis that does not know the key leaves it as it is when it migrates a store further. The list then begins with another
    /// hash than the store's, and is void.
    package static func compatibleText(_ hashes: [String], ofStoreWith hash: String) -> String {
        ([hash] + hashes).joined(separator: " ")
    }

    private static func compatibleHashes(in text: String, ofStoreWith hash: String) -> [String] {
        let hashes = text.split(separator: " ").map(String.init)
        return hashes.first == hash ? Array(hashes.dropFirst()) : []
    }

    /// Whether a program of an older version may open the store as it is: the version of the store declares that its programs can read
    /// and write such stores.
    /// - Parameters:
    ///   - model: the program's model.
    ///   - hash: the hash of the program's version.
    public func admits(programOf model: String, hash: String) -> Bool {
        layout == Self.knownLayout && self.model == model && !isDraft && compatibleHashes.contains(hash)
    }

    /// The key of the plan that leads to a version.
    static func planKey(toVersion version: Int) -> String { "\(planPrefix)\(version)" }

    /// The record of a store that is no database.
    package init(layout: String, model: String, version: Int, isDraft: Bool, hash: String, uuid: String) {
        (self.layout, self.model, self.version, self.isDraft) = (layout, model, version, isDraft)
        (self.hash, self.uuid, definition, plans, compatibleHashes) = (hash, uuid, "", [:], [])
    }

    /// Reads the record of a database.
    /// - Returns: nil if it is not a store: another program may have a table of that name with any rows.
    /// - Throws: `SQLiteError`
    public init?(reading connection: SQLiteConnection) throws {
        guard try !connection.rows(Self.presenceQuery).isEmpty else { return nil }
        var values: [String: String] = [:]
        for row in try connection.rows(Self.query) {
            if let key = row[0] { values[key] = row[1] }
        }
        self.init(values: values)
    }
}
