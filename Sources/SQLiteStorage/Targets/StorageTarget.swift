/// A place where the tables of a model can be: files of SQLite, or an engine that hosts or replicates SQLite.
///
/// A target is a table of facts. What proves a plan under it makes an authorizer of SQLite from them.
public struct StorageTarget: Sendable, Hashable {
    /// The word in trellis.yaml.
    public var name: String
    /// Whether a connection can switch foreign keys off. Where it cannot, dropping a table deletes the rows that lead to it.
    public var canDisableForeignKeys = true
    /// Which settings of the connection a statement may read or change.
    public var pragmas = Pragmas.all
    /// Whether a second database can be attached.
    public var allowsAttach = true
    /// Whether temporary tables can be created.
    public var allowsTemporaryTables = true
    /// Whether a script may begin and end transactions.
    public var allowsTransactionsInScripts = true
    /// Whether connections have the functions of Trellis, such as `trellis_fold`.
    public var hasLibraryFunctions = false
    /// The greatest length of a statement in bytes; nil for that of SQLite.
    public var maximumStatementBytes: Int?
    /// The longest line that the target's shell takes, in bytes; nil for any. Trellis records a model in pieces that are shorter. Other
    /// statements that are longer need a program.
    public var shellLineBytes: Int?
    /// How many parameters a statement can have; nil for as many as SQLite.
    public var maximumParameters: Int?
    /// How many columns a table can have; nil for as many as SQLite.
    public var maximumColumns: Int?
    /// How long the pattern of LIKE and GLOB can be, in bytes; nil for that of SQLite.
    public var maximumPatternBytes: Int?
    /// The version of SQLite there; nil where it is that of the program, or not known.
    public var sqliteVersion: String?
    /// What could not be verified in the target's documentation or sources, for its page.
    public var unverified: [String] = []

    /// Settings of a connection, by lower case names.
    public enum Pragmas: Sendable, Hashable {
        case all
        case only(Set<String>)
        case without(Set<String>)

        func contains(_ name: String) -> Bool {
            switch self {
            case .all: true
            case .only(let names): names.contains(name)
            case .without(let names): !names.contains(name)
            }
        }
    }

    /// All targets, in the order of their names but for files, which are the default.
    public static let all: [StorageTarget] = [.file, .dqlite, .rqlite, .d1, .turso]

    /// The target of a name; nil if no target has it.
    public static func named(_ name: String) -> StorageTarget? { all.first { $0.name == name } }
}

extension StorageTarget {
    /// A file that programs of Trellis open.
    public static let file = StorageTarget(name: "file", hasLibraryFunctions: true)

    /// Canonical's dqlite, statement by statement as its shell takes them.
    ///
    /// - ATTACH is refused with an I/O error: https://github.com/canonical/dqlite/issues/419.
    /// - Statements for transactions are refused by the shell, and so is a PRAGMA that returns a row where no row is expected: seen
    ///   with `go-dqlite` of Debian 12.
    /// - Its shell cuts a line after 4,095 bytes: seen with the same package.
    /// - The version of SQLite is the system's; 3.40.1 was seen in Debian 12.
    ///
    /// Each client has its own connection, so foreign keys can be switched off there. That no snapshot or change of the leader
    /// switches them on again within a script could not be verified: scripts leave them on.
    public static let dqlite = StorageTarget(
        name: "dqlite", canDisableForeignKeys: false, pragmas: .without(["journal_mode", "locking_mode", "wal_checkpoint"]), allowsAttach: false, allowsTransactionsInScripts: false, shellLineBytes: 4_095,
        sqliteVersion: "3.40.1", unverified: ["temporary tables", "limits of statements"])

    /// rqlite, through its HTTP interface.
    ///
    /// - The connection is shared by all requests, so foreign keys are switched by an option of the node for everyone:
    ///   https://github.com/rqlite/rqlite/pull/853.
    /// - A request with several statements is a transaction of its own (`?transaction`); BEGIN and COMMIT over several requests would
    ///   meet statements of others.
    public static let rqlite = StorageTarget(
        name: "rqlite", canDisableForeignKeys: false, pragmas: .without(["journal_mode", "wal_checkpoint", "wal_autocheckpoint", "synchronous"]),
        allowsAttach: false, allowsTemporaryTables: false, allowsTransactionsInScripts: false,
        unverified: ["ATTACH", "temporary tables", "which PRAGMA statements are refused", "limits of statements"])

    /// Cloudflare D1.
    ///
    /// - Limits: https://developers.cloudflare.com/d1/platform/limits/ (100 KB of a statement, 100 parameters, 100 columns, 50 bytes of a
    ///   pattern).
    /// - PRAGMA statements and functions: the lists in `src/workerd/util/sqlite.c++` of https://github.com/cloudflare/workerd. Its
    ///   `foreign_keys` has no effect, because each request is a transaction already: the documentation names `defer_foreign_keys`
    ///   (https://github.com/cloudflare/cloudflare-docs/pull/14735).
    public static let d1 = StorageTarget(
        name: "d1", canDisableForeignKeys: false,
        pragmas: .only([
            "data_version", "case_sensitive_like", "defer_foreign_keys", "ignore_check_constraints", "legacy_alter_table",
            "recursive_triggers", "reverse_unordered_selects", "foreign_key_check", "foreign_key_list", "index_info", "index_list",
            "index_xinfo", "quick_check", "optimize", "table_info", "table_list", "table_xinfo",
        ]),
        allowsAttach: false, allowsTemporaryTables: false, allowsTransactionsInScripts: false, maximumStatementBytes: 100_000,
        maximumParameters: 100, maximumColumns: 100, maximumPatternBytes: 50,
        unverified: ["the version of SQLite, which Cloudflare raises without notice"])

    /// Turso Cloud, through libSQL's protocol.
    ///
    /// - `user_version`, `application_id`, `busy_timeout` and `journal_mode` cannot be set: https://docs.turso.tech/cloud/limitations.
    /// - In a batch, which is a transaction, `foreign_keys` has no effect, and a client that sends one statement at a time has no
    ///   connection that keeps it: https://github.com/tursodatabase/libsql-client-ts/pull/174 asks for `defer_foreign_keys`.
    public static let turso = StorageTarget(
        name: "turso", canDisableForeignKeys: false, pragmas: .without(["user_version", "application_id", "busy_timeout", "journal_mode"]),
        allowsAttach: false, allowsTemporaryTables: false, allowsTransactionsInScripts: false,
        unverified: ["ATTACH and temporary tables, which depend on the plan and the client", "limits of statements", "the version of SQLite"])
}
