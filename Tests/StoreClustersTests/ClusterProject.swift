import DqliteClient
import DqliteNodes
import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// A model with three versions, and a store of the first one on a cluster.
struct ClusterProject {
    let folder: TemporaryFolder
    let nodes: DqliteNodes
    private static let first = """
        trellis: 1
        model: Shop
        entities:
          Customer:
            attributes: { name: string, info: string?, points: int }
            relationships:
              orders: { to: [Order], inverse: customer, deleteRule: cascade }
          Order:
            attributes: { number: string }
            relationships:
              customer: { to: Customer, inverse: orders }

        """

    /// What a model of version 2 changes: a rename and a column of another type, so that the table that others lead to is rewritten.
    private static let second = first.replacing("info: string?", with: "note: string?").replacing("points: int", with: "points: double")
    /// Version 3 asks for values that not all rows have.
    private static let third = second.replacing("number: string", with: "number: { type: string, minLength: 2, check: true }")

    init(nodes count: Int) throws {
        folder = try TemporaryFolder()
        nodes = try DqliteNodes(count)
        try folder.write("trellis: 1\nmodels:\n  Shop: { path: Shop.yaml, targets: [dqlite] }\n", to: "trellis.yaml")
        try folder.write(Self.first, to: "Shop.yaml")
        try expectSuccess(trellis("migrate", "create", "Shop.yaml"))
        try expectSuccess(trellis("generate", "Shop.yaml", "--sql", "first.sql"))
        try folder.write(Self.second, to: "Shop.yaml")
        try folder.write("trellis: 1\nrenames: { Customer.info: note }\naccept: { Customer.points: { TR2109: all are small } }\n", to: "versions/2.migration.yaml")
        try expectSuccess(trellis("migrate", "create", "Shop.yaml"))
        let store = try nodes.cluster.connect(to: "shop")
        for statement in try statements(String(contentsOfFile: folder.file("first.sql"), encoding: .utf8)) + Self.rows { try store.execute(statement) }
    }

    private static let rows = [
        "INSERT INTO customer (_id, name, info, points) VALUES (1, 'Ada', 'x', 3), (2, 'O''Hara', NULL, -1), (7, 'Eve', 'ü', 9)",
        "INSERT INTO \"order\" (number, customer_id) VALUES ('a1', 1), ('a2', 1), ('b1', 2), ('c1', 7)",
        "CREATE TABLE own (a)", "CREATE INDEX own_index ON customer (name, points)", "CREATE VIEW own_view AS SELECT name, points FROM customer",
        // A container that opened the store has made the table of its saves.
        "CREATE TABLE _trellis_saves (number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, time INTEGER NOT NULL, is_saved INTEGER NOT NULL) STRICT",
        "INSERT INTO _trellis_saves (id, time, is_saved) VALUES ('0198', 1, 1)",
        "CREATE TRIGGER own_trigger AFTER INSERT ON customer BEGIN INSERT INTO own VALUES (new.name); END",
    ]

    /// Freezes a third version, which refuses the order 'x' that is inserted.
    func addThirdVersion() throws {
        try folder.write(Self.third, to: "Shop.yaml")
        try expectSuccess(trellis("migrate", "create", "Shop.yaml"))
        try nodes.cluster.connect(to: "shop").execute("INSERT INTO \"order\" (number, customer_id) VALUES ('x', 1)")
    }

    private func expectSuccess(_ process: ChildProcess) {
        #expect(process.exitCode == 0, "\(process.errors)")
    }

    private func statements(_ script: String) throws -> [String] {
        var (statements, buffer) = ([String](), "")
        for line in script.components(separatedBy: "\n") {
            buffer += line + "\n"
            guard SQLiteConnection.endsStatement(buffer) else { continue }
            statements.append(buffer)
            buffer = ""
        }
        return statements.filter { sql in !["BEGIN", "COMMIT", "PRAGMA"].contains { word in sql.split(separator: "\n").contains { $0.hasPrefix(word) } } }
    }

    func trellis(_ arguments: String...) throws -> ChildProcess {
        try ChildProcess.run(Project.trellis, arguments, in: folder.path)
    }

    /// The store as arguments name it.
    func name(_ addresses: [DqliteAddress]? = nil) -> String {
        "dqlite://\((addresses ?? nodes.addresses).map(\.description).joined(separator: ","))/shop"
    }

    /// The files of a node, in SQLite.
    func copy(from address: DqliteAddress? = nil, to name: String = UUID().uuidString) throws -> SQLiteConnection {
        var files: [Data] = []
        try nodes.cluster.copy("shop", from: address ?? nodes.cluster.leader()) { part in
            switch part {
            case .file: files.append(Data())
            case .bytes(let bytes): files[files.count - 1].append(contentsOf: bytes)
            }
        }
        for (ending, file) in zip(["", "-wal"], files) where !file.isEmpty { try file.write(to: URL(filePath: folder.file(name + ending))) }
        return try SQLiteConnection(opening: folder.file(name))
    }

    /// All that a store consists of, in plain SQL.
    static func content(_ store: SQLiteConnection) throws -> [String] {
        let tables = try store.rows("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name").compactMap { $0[0] }
        let rows = try tables.flatMap { table in
            let columns = try store.rows("SELECT name FROM pragma_table_info('\(table)') ORDER BY name").compactMap { $0[0] }
            let values = columns.map { "'\($0)=' || quote(\"\($0)\")" }.joined(separator: " || ' ' || ")
            return try store.rows("SELECT '\(table): ' || \(values) FROM \"\(table)\" ORDER BY 1").compactMap { $0[0] }
        }
        let objects = try store.rows("SELECT type || ' ' || name || ' ' || ifnull(replace(sql, '\"', ''), '') FROM sqlite_schema WHERE name NOT LIKE 'sqlite%' ORDER BY 1").compactMap { $0[0] }
        return objects + rows + (try store.rows("PRAGMA foreign_key_check").map { "\($0)" }) + (try store.rows("PRAGMA integrity_check").compactMap { $0[0] })
    }
}
