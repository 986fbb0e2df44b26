import Foundation
import SQLiteAccess

/// Something that a program does to a store, and that has to go well or to leave no trace.
struct Scenario {
    var name: String
    /// Puts the files into the folder that the work begins with, once for all runs.
    var prepare: (Place) throws -> Void
    /// Comes to the work, without faults, and does it in `trial`. All that holds the store is released when it returns.
    var run: (Place, Trial) throws -> Void
    /// The states between that the work may leave if it fails, because it commits several times.
    var between: () throws -> [StoreImage] = { [] }
}

/// The folder of one run.
struct Place {
    var folder: String
    var path: String { folder + "/store.sqlite" }
    /// A second file, for the copy that a migration makes.
    var other: String { folder + "/other.sqlite" }

    func connection() throws -> SQLiteConnection { try SQLiteConnection(opening: path) }

    func execute(_ sql: String) throws { try connection().execute(sql) }

    /// Makes the folder one with nothing but the files of another.
    func copy(from other: Place) throws {
        try? FileManager.default.removeItem(atPath: folder)
        try FileManager.default.copyItem(atPath: other.folder, toPath: folder)
    }

    static func new(_ name: String, in folder: String) throws -> Place {
        let place = Place(folder: "\(folder)/\(name)")
        try FileManager.default.createDirectory(atPath: place.folder, withIntermediateDirectories: true)
        return place
    }
}

/// All that a store holds, as plain SQLite reads it: its schema and each table's rows, in an order that compares.
struct StoreImage: Equatable {
    private var lines: [String]

    /// - Throws: `SQLiteError`; `Damage` if the file is not whole.
    init(_ path: String) throws {
        guard FileManager.default.fileExists(atPath: path) else {
            lines = []
            return
        }
        let connection = try SQLiteConnection(opening: path)
        for check in ["integrity_check", "foreign_key_check"] {
            let found = try connection.rows("PRAGMA \(check)")
            if !found.isEmpty, found != [["ok"]] { throw Damage(description: "\(check): \(found)") }
        }
        let schema = try connection.rows("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name")
        lines = schema.map(Self.line)
        let searches = schema.filter { $0[3]?.hasPrefix("CREATE VIRTUAL") == true }.compactMap { $0[1] }
        for search in searches {
            // It fails if the index differs from the rows.
            try connection.execute("INSERT INTO \(SQL.identifier(search)) (\(SQL.identifier(search)), rank) VALUES ('integrity-check', 1)")
        }
        for row in schema where row[0] == "table" {
            // How an index of words stores them depends on how often it was written to.
            guard let name = row[1], !searches.contains(where: { name == $0 || name.hasPrefix($0 + "_") }) else { continue }
            // A store's identity differs each time that the store is created.
            let condition = name == "_trellis_metadata" ? " WHERE key <> 'uuid'" : ""
            lines += try connection.rows("SELECT * FROM \(SQL.identifier(name))\(condition)").map { "\(name): \(Self.line($0))" }.sorted()
        }
    }

    private static func line(_ row: [String?]) -> String { row.map { $0 ?? "NULL" }.joined(separator: " | ") }

    /// The first lines that only one of both has.
    func differences(from other: StoreImage) -> String {
        let (mine, theirs) = (Set(lines), Set(other.lines))
        let lines = lines.filter { !theirs.contains($0) }.map { "+ \($0)" } + other.lines.filter { !mine.contains($0) }.map { "- \($0)" }
        return lines.prefix(6).joined(separator: "; ")
    }

    struct Damage: Error, CustomStringConvertible {
        var description: String
    }
}
