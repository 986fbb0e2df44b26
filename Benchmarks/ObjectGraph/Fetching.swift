import Foundation
import GRDB
import Trellis

/// Reading every row of fourteen columns.
func registerFetching() {
    compare("Fetch, unregistered (goal 1.15)", ["C loop", "Trellis", "GRDB by index", "GRDB Codable"]) { folder in
        let (container, path) = try shipmentStore(in: folder)
        let connection = try Connection(path, readOnly: true)
        let queue = try DatabaseQueue(path: path)
        return [
            { try fetchPlain(connection) },
            {
                let context = try container.makeContext()
                var objects = [Shipment]()
                let time = try microseconds { objects = try context.fetchAll(Shipment.self) }
                precondition(objects.count == rows)
                return time
            },
            {
                var records = [ShipmentRecord]()
                let time = try microseconds {
                    records = try queue.read { try ShipmentRecord.fetchAll($0, sql: PlainShipment.select + " ORDER BY _id") }
                }
                precondition(records.count == rows)
                return time
            },
            {
                var records = [CodableShipment]()
                let time = try microseconds {
                    records = try queue.read { try CodableShipment.fetchAll($0, sql: PlainShipment.select + " ORDER BY _id") }
                }
                precondition(records.count == rows)
                return time
            },
        ]
    }

    compare("Fetch, registered (goal 0.5)", ["C loop", "Trellis"]) { folder in
        let (container, path) = try shipmentStore(in: folder)
        let connection = try Connection(path, readOnly: true)
        let context = try container.makeContext()
        let registered = try context.fetchAll(Shipment.self)
        return [
            { try fetchPlain(connection) },
            {
                var objects = [Shipment]()
                let time = try microseconds { objects = try context.fetchAll(Shipment.self) }
                precondition(objects.count == registered.count)
                return time
            },
        ]
    }
}

private func fetchPlain(_ connection: Connection) throws -> Double {
    var objects = [PlainShipment]()
    let time = try microseconds { objects = try PlainShipment.all(connection) }
    precondition(objects.count == rows)
    return time
}
