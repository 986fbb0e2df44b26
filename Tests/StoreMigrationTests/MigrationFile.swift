import Foundation
import MigrationSamples
import SQLiteAccess
import StoreMigration
import TestSupport
import Testing

/// A store in a file of a test's own, and what stands in it.
struct MigrationFile {
    private let folder: TemporaryFolder
    var path: String { folder.file("store.sqlite") }

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("", to: "store.sqlite")
    }

    /// A store of a shop's first version, with rows.
    init(shopWith customers: Int, isLogged: Bool = true) throws {
        try self.init()
        let connection = try connect()
        if isLogged { try connection.execute("PRAGMA journal_mode = WAL") }
        try SampleHistory.shop().make(1, in: connection)
        try SampleHistory.fillShop(connection, customers: customers)
        // The same store each time.
        try connection.execute("UPDATE _trellis_metadata SET value = 'one' WHERE key = 'uuid'")
    }

    func file(_ name: String) -> String { folder.file(name) }
    func connect() throws -> SQLiteConnection { try SQLiteConnection(opening: path) }
    func rows(_ sql: String) throws -> [[String?]] { try connect().rows(sql) }
    func execute(_ sql: String) throws { try connect().execute(sql) }

    /// Migrates on a connection of its own.
    @discardableResult
    func migrate(_ chain: MigrationChain, _ options: MigrationOptions = .init()) throws -> StoreMigrator.Outcome {
        try StoreMigrator(try connect(), chain, options).migrate()
    }
}

extension MigrationFile {
    /// What another store has otherwise, and what is wrong with this one. A jump may write the same schema in other words.
    func contentDifferences(from reference: MigrationFile) throws -> [String] {
        let connection = try connect()
        let damage = try connection.rows("PRAGMA integrity_check").filter { $0 != ["ok"] } + connection.rows("PRAGMA foreign_key_check")
        return damage.map { "\($0)" } + (try StoreDump(connection).differences(from: StoreDump(reference.connect())))
    }

    /// What another store has otherwise, compared within SQLite, table by table; and what is wrong with this one.
    func differences(from reference: MigrationFile) throws -> [String] {
        let connection = try connect()
        var lines = [String]()
        for check in ["integrity_check", "foreign_key_check"] {
            let found = try connection.rows("PRAGMA \(check)")
            if !(found.isEmpty || found == [["ok"]]) { lines.append("\(check): \(found)") }
        }
        try connection.execute("ATTACH \(SQL.literal(reference.path)) AS r")
        func compare(_ table: String, _ columns: String) throws {
            let found = try connection.rows(
                """
                SELECT * FROM (SELECT \(columns) FROM main.\(table) EXCEPT SELECT \(columns) FROM r.\(table))
                UNION ALL SELECT * FROM (SELECT \(columns) FROM r.\(table) EXCEPT SELECT \(columns) FROM main.\(table)) LIMIT 3
                """)
            lines += found.map { "\(table): \($0.map { $0 ?? "NULL" })" }
        }
        try compare("sqlite_schema", "type, name, tbl_name, sql")
        guard lines.isEmpty else { return lines }
        for row in try connection.rows("SELECT name FROM main.sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'") {
            let table = SQL.identifier(row[0] ?? "")
            try compare(table, "*")
            let counts = "SELECT (SELECT count(*) FROM main.\(table)), (SELECT count(*) FROM r.\(table))"
            let found = try connection.rows(counts)[0]
            if found[0] != found[1] { lines.append("\(table): \(found) rows") }
        }
        return lines
    }
}

/// All that a database holds, in a form that can be compared: its schema, and each table's rows in their order.
struct StoreContent: Equatable {
    private var lines: [String]

    init(_ connection: SQLiteConnection) throws {
        let schema = try connection.rows("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name")
        lines = schema.map { $0.map { $0 ?? "NULL" }.joined(separator: " | ") }
        for table in try connection.rows("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name") {
            let name = SQL.identifier(table[0] ?? "")
            for row in try connection.rows("SELECT * FROM \(name)").map({ $0.map { $0 ?? "NULL" }.joined(separator: " | ") }).sorted() {
                lines.append("\(name): \(row)")
            }
        }
    }

    init(_ file: MigrationFile) throws {
        try self.init(try file.connect())
    }

    /// The first lines that only one of both has.
    func differences(from other: StoreContent) -> [String] {
        let (mine, theirs) = (Set(lines), Set(other.lines))
        return Array((lines.filter { !theirs.contains($0) }.map { "+ \($0)" } + other.lines.filter { !mine.contains($0) }.map { "- \($0)" }).prefix(10))
    }
}
