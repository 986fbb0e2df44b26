import CBaseline
import Foundation
import GRDB
import Trellis

/// Writing every object in one transaction.
func registerSaving() {
    compare("Create and save (goal 1.25)", ["C loop", "Trellis", "GRDB by hand", "GRDB Codable"]) { folder in
        let stores = try EmptyStores(in: folder)
        return [
            {
                let connection = try Connection(stores.next())
                let time = try microseconds {
                    let objects = (0..<rows).map { PlainShipment(ShipmentValues($0)) }
                    try insert(objects, connection)
                }
                return time
            },
            {
                let context = try PersistentContainer(for: Freight.self, at: .file(stores.next())).makeContext()
                return try microseconds {
                    for number in 0..<rows { Shipment(in: context, ShipmentValues(number)) }
                    try context.save()
                }
            },
            {
                let queue = try DatabaseQueue(path: stores.next())
                return try microseconds {
                    let records = (0..<rows).map { ShipmentRecord(ShipmentValues($0)) }
                    try queue.write { database in for record in records { try record.insert(database) } }
                }
            },
            {
                let queue = try DatabaseQueue(path: stores.next())
                return try microseconds {
                    let records = (0..<rows).map { CodableShipment(ShipmentValues($0)) }
                    try queue.write { database in for record in records { try record.insert(database) } }
                }
            },
        ]
    }

    compare("Update one column (goal 1.4)", ["C loop", "Trellis", "GRDB by hand"]) { folder in
        // A file for each: an update asks for the version that it read.
        let plainFolder = folder.appending(path: "plain"), recordFolder = folder.appending(path: "records")
        for made in [plainFolder, recordFolder] {
            try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
        }
        let connection = try Connection(shipmentStore(in: plainFolder).path)
        let plain = try PlainShipment.all(connection)
        let (container, _) = try shipmentStore(in: folder)
        let context = try container.makeContext()
        let objects = try context.fetchAll(Shipment.self)
        let queue = try DatabaseQueue(path: shipmentStore(in: recordFolder).path)
        var records = try queue.read { try ShipmentRecord.fetchAll($0, sql: PlainShipment.select + " ORDER BY _id") }
        return [
            {
                try microseconds {
                    for object in plain { object.weight += 1 }
                    try updateWeights(plain, connection)
                }
            },
            {
                try microseconds {
                    for object in objects { object.weight += 1 }
                    try context.save()
                }
            },
            {
                try microseconds {
                    for index in records.indices { records[index].weight += 1 }
                    try queue.write { database in
                        for record in records { try record.update(database, columns: ["weight"]) }
                    }
                }
            },
        ]
    }
}

func insert(_ objects: [PlainShipment], _ connection: Connection) throws {
    let statement = try connection.prepare(PlainShipment.insert)
    defer { sqlite3_finalize(statement) }
    let texts = TextBuffer()
    try connection.run("BEGIN IMMEDIATE")
    for object in objects {
        object.bind(to: statement, texts)
        try connection.finish(statement)
        object.key = sqlite3_last_insert_rowid(connection.pointer)
    }
    try connection.run("COMMIT")
}

private func updateWeights(_ objects: [PlainShipment], _ connection: Connection) throws {
    let statement = try connection.prepare(
        "UPDATE shipment SET weight = ?, _version = _version + 1 WHERE _id = ? AND _version = ?")
    defer { sqlite3_finalize(statement) }
    try connection.run("BEGIN IMMEDIATE")
    for object in objects {
        sqlite3_bind_double(statement, 1, object.weight)
        sqlite3_bind_int64(statement, 2, object.key)
        sqlite3_bind_int64(statement, 3, object.version)
        try connection.finish(statement)
        precondition(sqlite3_changes(connection.pointer) == 1)
        object.version += 1
    }
    try connection.run("COMMIT")
}
