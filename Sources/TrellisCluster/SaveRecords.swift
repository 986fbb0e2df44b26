import DqliteClient
import Foundation
import StoreMigration
import Trellis

/// The table in which each transaction records its id: the only witness if the answer to a commit is lost.
enum SaveRecords {
    private static let table = StoreRecord.tableOfSaves

    /// `isSaved` is 0 for a save that was given up, so that it cannot arrive later.
    static let ddl = """
        CREATE TABLE IF NOT EXISTS \(table) (
          number INTEGER PRIMARY KEY AUTOINCREMENT,
          id TEXT NOT NULL UNIQUE,
          time INTEGER NOT NULL,
          is_saved INTEGER NOT NULL
        ) STRICT
        """

    static let isThere = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = '\(table)'"

    /// How many saves have a record.
    private static let limit = 100_000

    /// Records a save in its transaction. Old records go.
    static func insert(_ save: SaveID, isSaved: Bool = true) -> [String] {
        [
            "INSERT INTO \(table) (id, time, is_saved) VALUES ('\(save)', \(milliseconds(.now)), \(isSaved ? 1 : 0))",
            "DELETE FROM \(table) WHERE number <= (SELECT max(number) FROM \(table)) - \(limit)",
        ]
    }

    /// Whether a record says that the save was done, the oldest record's number, and its time.
    static func select(_ save: SaveID) -> String {
        "SELECT (SELECT is_saved FROM \(table) WHERE id = '\(save)'), (SELECT min(number) FROM \(table)),"
            + " (SELECT time FROM \(table) ORDER BY number LIMIT 1)"
    }

    /// The number of all saves so far.
    static let count = "SELECT seq FROM sqlite_sequence WHERE name = '\(table)'"

    // MARK: Guards

    /// Stops a script if its last statement did not change one row.
    static let oneRow = "INSERT INTO \(table) (id, time, is_saved) SELECT NULL, 0, 0 WHERE changes() <> 1"

    /// Stops a script if a query for a table's last key gives another key.
    static func lastKey(_ key: Int64, of query: String) -> String {
        "INSERT INTO \(table) (id, time, is_saved) SELECT '', NULL, 0 WHERE (\(query)) IS NOT \(key)"
    }

    /// Whether an error is that of ``lastKey(_:of:)``.
    static func isOfKeys(_ message: String) -> Bool { message.hasSuffix("\(table).time") }

    /// Whether an error says that the same save has a record.
    static func isOfSameSave(_ message: String) -> Bool { message.hasPrefix("UNIQUE") && message.hasSuffix("\(table).id") }

    // MARK: Ids

    private static func milliseconds(_ date: Date) -> Int64 { Int64(date.timeIntervalSince1970 * 1_000) }

    /// A new id, which begins with the time, so that a record that is missing can be told from one that is too old.
    static func newID() -> SaveID {
        var bytes = UUID().uuid
        let time = UInt64(milliseconds(.now))
        withUnsafeMutableBytes(of: &bytes) { bytes in
            for place in 0..<6 { bytes[place] = UInt8(truncatingIfNeeded: time >> (40 - 8 * UInt64(place))) }
            bytes[6] = bytes[6] & 0x0f | 0x70
            bytes[8] = bytes[8] & 0x3f | 0x80
        }
        return SaveID(UUID(uuid: bytes))
    }

    /// When an id was made.
    static func time(of save: SaveID) -> Int64 {
        withUnsafeBytes(of: save.uuid.uuid) { bytes in bytes[..<6].reduce(0) { $0 << 8 | Int64($1) } }
    }
}
