import CBaseline
import Foundation
import GRDB
import Trellis

/// Choosing rows by three conditions, one of them behind a join: many rows at once, and one row at a time.
func registerSelecting() {
    compare("Fetch 1,000 by a join (goal 1.2)", ["C loop", "Trellis", "GRDB's query interface"]) { folder in
        let (container, path) = try manifestStore(in: folder, manifests: 150, lines: 10)
        let plain = try PlainSelection(path)
        let queue = try DatabaseQueue(path: path)
        return [
            {
                var found = [SelectedLine]()
                let time = try microseconds { found = try plain.all(below: 100) }
                precondition(found.count == 1_000)
                return time
            },
            {
                let context = try container.makeContext()
                // A context prepares each statement once; the baseline has done so before.
                _ = try context.fetch(lines(below: 0))
                var found = [ManifestLine]()
                let time = try microseconds { found = try context.fetch(lines(below: 100)) }
                precondition(found.count == 1_000)
                return time
            },
            {
                var found = [LineRow]()
                let time = try microseconds { found = try queue.read { try LineRow.below(100).fetchAll($0) } }
                precondition(found.count == 1_000)
                return time
            },
        ]
    }

    // The figures are of 1,000 fetches: a thousandth of their difference is what one costs more (goal 15 µs).
    compare("Fetch one by a join, 1,000 times (goal 15 µs more)", ["C loop", "Trellis", "GRDB's query interface"]) { folder in
        let (container, path) = try manifestStore(in: folder, manifests: 1_000, lines: 4)
        let plain = try PlainSelection(path)
        let queue = try DatabaseQueue(path: path)
        return [
            {
                try microseconds {
                    for key in 1...1_000 {
                        let line = try plain.one(of: Int64(key))
                        precondition(line?.position == 2)
                    }
                }
            },
            {
                let context = try container.makeContext()
                _ = try context.first(line(of: 0))
                return try microseconds {
                    for key in 1...1_000 {
                        let line = try context.first(line(of: Int64(key)))
                        precondition(line?.position == 2)
                    }
                }
            },
            {
                try microseconds {
                    for key in 1...1_000 {
                        let line = try queue.read { try LineRow.of(Int64(key)).fetchOne($0) }
                        precondition(line?.position == 2)
                    }
                }
            },
        ]
    }
}

/// Lines that weigh something, are not the sixth crate, and are on one of the first manifests.
private func lines(below number: Int64) -> Fetch<ManifestLine> {
    Fetch(
        where: .and([
            .compare("weight", .greaterOrEqual, to: 0.0), .compare("name", .notEqual, to: "Crate 99"),
            .compare("manifest.number", .less, to: number),
        ]),
        sort: [.ascending("weight")])
}

/// The third line of a manifest, which is the one with the number before its key.
private func line(of key: Int64) -> Fetch<ManifestLine> {
    Fetch(
        where: .and([
            .compare("manifest", .equal, .object(ObjectReference(entity: "Manifest", key: key))),
            .compare("position", .equal, to: 2), .compare("manifest.number", .equal, to: key - 1),
        ]))
}

// MARK: - On SQLite's C interface

private final class SelectedLine {
    let key: Int64
    let version: Int64
    let position: Int32
    let weight: Double
    let name: String
    let note: String?
    let manifest: Int64

    init(_ row: OpaquePointer) {
        key = sqlite3_column_int64(row, 0)
        version = sqlite3_column_int64(row, 1)
        position = sqlite3_column_int(row, 2)
        weight = sqlite3_column_double(row, 3)
        name = text(row, 4)
        note = optionalText(row, 5)
        manifest = sqlite3_column_int64(row, 6)
    }
}

/// The two statements as one writes them by hand, prepared once.
private final class PlainSelection {
    private let connection: Connection
    private let many: OpaquePointer
    private let single: OpaquePointer
    private let texts = TextBuffer()

    init(_ path: String) throws {
        connection = try Connection(path, readOnly: true)
        let select = "SELECT t0._id, t0._version, position, weight, name, note, manifest_id FROM manifest_line AS t0"
            + " LEFT JOIN manifest AS t1 ON t1._id = t0.manifest_id"
        many = try connection.prepare(
            select + " WHERE weight >= ? AND name <> ? AND t1.number < ? ORDER BY weight, t0._id")
        single = try connection.prepare(
            select + " WHERE manifest_id IS ? AND position = ? AND t1.number IS ? ORDER BY t0._id LIMIT 1")
    }

    deinit {
        sqlite3_finalize(many)
        sqlite3_finalize(single)
    }

    func all(below number: Int64) throws -> [SelectedLine] {
        texts.clear()
        sqlite3_bind_double(many, 1, 0)
        texts.bind("Crate 99", to: many, at: 2)
        sqlite3_bind_int64(many, 3, number)
        defer { sqlite3_reset(many) }
        var found = [SelectedLine]()
        while sqlite3_step(many) == SQLITE_ROW { found.append(SelectedLine(many)) }
        return found
    }

    func one(of key: Int64) throws -> SelectedLine? {
        sqlite3_bind_int64(single, 1, key)
        sqlite3_bind_int64(single, 2, 2)
        sqlite3_bind_int64(single, 3, key - 1)
        defer { sqlite3_reset(single) }
        return sqlite3_step(single) == SQLITE_ROW ? SelectedLine(single) : nil
    }
}

// MARK: - GRDB's query interface

private struct ManifestRow: TableRecord {
    static let databaseTableName = "manifest"
}

private struct LineRow: FetchableRecord, TableRecord {
    static let databaseTableName = "manifest_line"
    static let manifest = belongsTo(ManifestRow.self, using: ForeignKey(["manifest_id"]))
    static var databaseSelection: [any SQLSelectable] {
        ["_id", "_version", "position", "weight", "name", "note", "manifest_id"].map { Column($0) }
    }
    let id: Int64
    let version: Int64
    let position: Int32
    let weight: Double
    let name: String
    let note: String?
    let manifest: Int64?

    init(row: Row) {
        id = row[0]
        version = row[1]
        position = row[2]
        weight = row[3]
        name = row[4]
        note = row[5]
        manifest = row[6]
    }

    static func below(_ number: Int64) -> QueryInterfaceRequest<LineRow> {
        let manifests = TableAlias<ManifestRow>()
        return joining(optional: manifest.aliased(manifests))
            .filter(Column("weight") >= 0.0 && Column("name") != "Crate 99" && manifests[Column("number")] < number)
            .order(Column("weight"), Column("_id"))
    }

    static func of(_ key: Int64) -> QueryInterfaceRequest<LineRow> {
        let manifests = TableAlias<ManifestRow>()
        return joining(optional: manifest.aliased(manifests))
            .filter(Column("manifest_id") == key && Column("position") == 2 && manifests[Column("number")] == key - 1)
            .order(Column("_id"))
    }
}
