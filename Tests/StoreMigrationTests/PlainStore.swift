import SQLiteAccess
import StoreMigration
import Testing

/// A store whose tables and plans a test writes itself.
struct PlainStore {
    let file: MigrationFile

    /// - Parameter sql: makes the tables and their rows.
    init(_ sql: String) throws {
        file = try MigrationFile()
        try file.execute(
            """
            CREATE TABLE _trellis_metadata (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
            INSERT INTO _trellis_metadata VALUES ('layout', '1'), ('model', 'Plain'), ('version', '1'), ('draft', '0'), ('hash', 'one');
            \(sql)
            """)
    }

    /// A plan to version 2 that runs some statements.
    static func plan(
        _ statements: [(sql: String, strategy: MigrationPlan.Strategy)], _ tables: [TableOutcome], objects: [String] = [], recordsVersion: Bool = true
    ) -> MigrationPlan {
        let record = MigrationPlan.Step(.recordVersion(.init(2, isDraft: false, .init(hash: "two", definition: "", model: "Plain"))))
        return MigrationPlan(
            fromVersion: 1, toVersion: 2, isDraft: false, fromHash: "one", toHash: "two", tables: tables, objects: ["_trellis_metadata"] + objects,
            steps: statements.map { .init($0.sql, $0.strategy, "a test") } + (recordsVersion ? [record] : []))
    }

    /// Rebuilds `parent (_id, name)`.
    static let rebuild: [(sql: String, strategy: MigrationPlan.Strategy)] = [
        ("CREATE TABLE _trellis_new_parent (_id INTEGER PRIMARY KEY, name TEXT NOT NULL)", .rebuild),
        ("INSERT INTO _trellis_new_parent (_id, name) SELECT _id, name FROM parent", .rebuild),
        ("DROP TABLE parent", .rebuild), ("ALTER TABLE _trellis_new_parent RENAME TO parent", .alter),
    ]
    static let rebuilt = TableOutcome("parent", "parent", isRewritten: true, columns: [.init("_id", "_id"), .init("name", "name")])
    /// Two parents with three children, and what deleting a parent does to them.
    static let family = """
        CREATE TABLE parent (_id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE child (_id INTEGER PRIMARY KEY, parent_id INTEGER REFERENCES parent (_id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED);
        INSERT INTO parent VALUES (1, 'a'), (2, 'b');
        INSERT INTO child VALUES (1, 1), (2, 1), (3, 2);

        """

    func migrate(_ plan: MigrationPlan, on connection: SQLiteConnection? = nil, _ options: MigrationOptions = .init()) throws {
        let chain = MigrationChain(model: "Plain", version: 2, isDraft: false, hash: "two", plans: [plan])
        try StoreMigrator(try connection ?? file.connect(), chain, options).migrate()
    }

    /// What stops the plan; the file must stay as it is.
    func refusal(_ plan: MigrationPlan, on connection: SQLiteConnection? = nil, _ options: MigrationOptions = .init()) throws -> MigrationError? {
        let content = try StoreContent(file)
        let error = #expect(throws: MigrationError.self) { try migrate(plan, on: connection, options) }
        #expect(try StoreContent(file) == content)
        return error
    }

    func rows(_ sql: String) throws -> [[String?]] { try file.rows(sql) }
}
