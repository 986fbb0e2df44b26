import CBaseline
import Foundation
import GRDB
import Trellis

/// Reading owners together with their members.
func registerPrefetching() {
    let (manifests, lines) = (rows / 100, 10)
    compare("Prefetch \(manifests) × \(lines) (goal 1.3)", ["Two queries in C", "Trellis", "GRDB by index", "GRDB Codable"]) { folder in
        let (container, path) = try manifestStore(in: folder, manifests: manifests, lines: lines)
        let connection = try Connection(path, readOnly: true)
        let queue = try DatabaseQueue(path: path)
        return [
            {
                var found = [PlainManifest]()
                let time = try microseconds { found = try PlainManifest.allWithLines(connection) }
                precondition(found.count == manifests && found.allSatisfy { $0.lines.count == lines })
                return time
            },
            {
                let context = try container.makeContext()
                var found = [Manifest]()
                let time = try microseconds {
                    found = try context.fetch(Fetch<Manifest>(prefetch: ["lines"]))
                    for manifest in found { precondition(manifest.lines.count == lines) }
                }
                precondition(found.count == manifests)
                return time
            },
            {
                try microseconds {
                    let found = try queue.read { database in
                        try ManifestWithLines.fetchAll(database, ManifestRecord.including(all: ManifestRecord.lines))
                    }
                    precondition(found.count == manifests && found.allSatisfy { $0.lines.count == lines })
                }
            },
            {
                try microseconds {
                    let found = try queue.read { database in
                        try CodableManifestWithLines.fetchAll(database, CodableManifest.including(all: CodableManifest.lines))
                    }
                    precondition(found.count == manifests && found.allSatisfy { $0.lines.count == lines })
                }
            },
        ]
    }
}

// MARK: - Plain classes

private final class PlainManifest {
    let key: Int64
    let version: Int64
    let number: Int64
    let issued: Date
    var lines: [PlainLine] = []

    private init(_ row: OpaquePointer) {
        key = sqlite3_column_int64(row, 0)
        version = sqlite3_column_int64(row, 1)
        number = sqlite3_column_int64(row, 2)
        issued = Date(timeIntervalSinceReferenceDate: sqlite3_column_double(row, 3))
    }

    /// Two queries, the second for the members of all that the first found; a dictionary puts them together.
    static func allWithLines(_ connection: Connection) throws -> [PlainManifest] {
        let owners = try connection.prepare("SELECT _id, _version, number, issued FROM manifest ORDER BY _id")
        defer { sqlite3_finalize(owners) }
        var manifests = [PlainManifest]()
        var byKey = [Int64: PlainManifest]()
        while sqlite3_step(owners) == SQLITE_ROW {
            let manifest = PlainManifest(owners)
            manifests.append(manifest)
            byKey[manifest.key] = manifest
        }
        let keys = manifests.map { String($0.key) }.joined(separator: ",")
        let members = try connection.prepare(
            "SELECT _id, _version, position, weight, name, note, manifest_id FROM manifest_line WHERE manifest_id IN (\(keys)) ORDER BY _id"
        )
        defer { sqlite3_finalize(members) }
        while sqlite3_step(members) == SQLITE_ROW {
            let line = PlainLine(members)
            guard let manifest = byKey[line.manifestKey] else { continue }
            manifest.lines.append(line)
        }
        return manifests
    }
}

private final class PlainLine {
    let key: Int64
    let version: Int64
    let position: Int32
    let weight: Double
    let name: String
    let note: String?
    let manifestKey: Int64

    init(_ row: OpaquePointer) {
        key = sqlite3_column_int64(row, 0)
        version = sqlite3_column_int64(row, 1)
        position = sqlite3_column_int(row, 2)
        weight = sqlite3_column_double(row, 3)
        name = text(row, 4)
        note = optionalText(row, 5)
        manifestKey = sqlite3_column_int64(row, 6)
    }
}

// MARK: - GRDB's records

private struct ManifestRecord: FetchableRecord, TableRecord {
    static let databaseTableName = "manifest"
    static let lines = hasMany(LineRecord.self, using: ForeignKey(["manifest_id"])).forKey("lines")
    var id: Int64
    var version: Int64
    var number: Int64
    var issued: Double

    init(row: Row) {
        id = row[0]
        version = row[1]
        number = row[2]
        issued = row[3]
    }
}

private struct LineRecord: FetchableRecord, TableRecord {
    static let databaseTableName = "manifest_line"
    static var databaseSelection: [any SQLSelectable] {
        ["_id", "_version", "position", "weight", "name", "note", "manifest_id"].map { Column($0) }
    }
    var id: Int64
    var version: Int64
    var position: Int32
    var weight: Double
    var name: String
    var note: String?
    var manifest_id: Int64?

    init(row: Row) {
        id = row[0]
        version = row[1]
        position = row[2]
        weight = row[3]
        name = row[4]
        note = row[5]
        manifest_id = row[6]
    }
}

private struct ManifestWithLines: FetchableRecord {
    var manifest: ManifestRecord
    var lines: [LineRecord]

    init(row: Row) throws {
        manifest = ManifestRecord(row: row)
        lines = row["lines"]
    }
}

private struct CodableManifest: Codable, FetchableRecord, TableRecord {
    static let databaseTableName = "manifest"
    static let lines = hasMany(CodableLine.self, using: ForeignKey(["manifest_id"])).forKey("lines")
    var _id: Int64
    var _version: Int64
    var number: Int64
    var issued: Double
}

private struct CodableLine: Codable, FetchableRecord, TableRecord {
    static let databaseTableName = "manifest_line"
    var _id: Int64
    var _version: Int64
    var position: Int32
    var weight: Double
    var name: String
    var note: String?
    var manifest_id: Int64?
}

private struct CodableManifestWithLines: Codable, FetchableRecord {
    var manifest: CodableManifest
    var lines: [CodableLine]
}
