import CBaseline
import Foundation
import GRDB
import Trellis

/// Writing many rows without objects, each in one transaction: to the same work by SQLite's C interface.
func registerBatching() {
    compare("Batch insert (goal 1.15)", ["C loop", "Trellis", "GRDB by hand"]) { folder in
        let stores = try EmptyStores(in: folder)
        return [
            {
                let connection = try Connection(stores.next())
                return try microseconds { try insert(rows, connection) }
            },
            {
                let context = try PersistentContainer(for: Freight.self, at: .file(stores.next())).makeContext()
                return try microseconds {
                    try context.batchInsert(0..<rows) { number, batch in Shipment(in: batch, ShipmentValues(number)) }
                }
            },
            {
                let queue = try DatabaseQueue(path: stores.next())
                return try microseconds {
                    try queue.write { database in
                        for number in 0..<rows { try ShipmentRecord(ShipmentValues(number)).insert(database) }
                    }
                }
            },
        ]
    }

    compare("Batch update (goal 1.15)", ["SQL statement", "Trellis", "GRDB"]) { folder in
        let sides = try Sides(in: folder)
        return [
            { try microseconds { try sides.connection.run("UPDATE shipment SET weight = weight * 1.1, _version = _version + 1") } },
            { try microseconds { try sides.context.batchUpdate(Fetch<Shipment>()) { [$0.weight *= 1.1] } } },
            {
                try microseconds {
                    try sides.queue.write { try $0.execute(sql: "UPDATE shipment SET weight = weight * 1.1, _version = _version + 1") }
                }
            },
        ]
    }

    compare("Batch delete (goal 1.15)", ["SQL statement", "Trellis", "GRDB"]) { folder in
        let full = folder.file("freight.sqlite")
        _ = try shipmentStore(in: folder).path
        func copy() throws -> String {
            let path = folder.file("copy.sqlite")
            for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
            try FileManager.default.copyItem(atPath: full, toPath: path)
            return path
        }
        return [
            {
                let connection = try Connection(copy())
                return try microseconds { try connection.run("DELETE FROM shipment WHERE number >= 0") }
            },
            {
                let context = try PersistentContainer(for: Freight.self, at: .file(copy())).makeContext()
                return try microseconds { try context.batchDelete(Shipment.where { $0.number >= 0 }) }
            },
            {
                let queue = try DatabaseQueue(path: copy())
                return try microseconds { try queue.write { try $0.execute(sql: "DELETE FROM shipment WHERE number >= 0") } }
            },
        ]
    }

    compare("Peak memory of a batch insert", ["of 10,000 rows", "of all rows"], unit: "kB", rounds: 3) { folder in
        let stores = try EmptyStores(in: folder)
        func peak(_ count: Int) throws -> Double {
            let context = try PersistentContainer(for: Freight.self, at: .file(stores.next())).makeContext()
            var peak = 0
            let before = Int(allocated_bytes())
            try context.batchInsert(
                0..<count, onProgress: { _ in peak = max(peak, Int(allocated_bytes()) - before) },
                { number, batch in Shipment(in: batch, ShipmentValues(number)) })
            return Double(peak) / 1e3
        }
        return [{ try peak(10_000) }, { try peak(rows) }]
    }
}

/// A file for each side.
private final class Sides {
    let connection: Connection
    let context: ManagedObjectContext
    let queue: DatabaseQueue

    init(in folder: URL) throws {
        func store(_ name: String) throws -> (container: PersistentContainer, path: String) {
            let own = folder.appending(path: name)
            try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
            return try shipmentStore(in: own)
        }
        connection = try Connection(store("plain").path)
        context = try store("trellis").container.makeContext()
        queue = try DatabaseQueue(path: store("grdb").path)
    }
}

private func insert(_ count: Int, _ connection: Connection) throws {
    let statement = try connection.prepare(PlainShipment.insert)
    defer { sqlite3_finalize(statement) }
    let texts = TextBuffer()
    try connection.run("BEGIN IMMEDIATE")
    for number in 0..<count {
        PlainShipment(ShipmentValues(number)).bind(to: statement, texts)
        try connection.finish(statement)
    }
    try connection.run("COMMIT")
}
