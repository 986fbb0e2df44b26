import CBaseline
import Foundation
import GRDB
import Trellis

/// Finding every object by its key, in an order that is none.
func registerLookups() {
    compare("Lookup, registered (goal 0.25)", ["C loop", "Trellis"]) { folder in
        let (container, path) = try shipmentStore(in: folder)
        let plain = try PlainLookup(path)
        let context = try container.makeContext()
        let registered = try context.fetchAll(Shipment.self)
        let ids = shuffled(registered.map(\.objectID))
        let keys = ids.compactMap(\.rowID)
        return [
            { try plain.inOneTransaction(keys) },
            {
                // The objects are held by what they were fetched into.
                try withExtendedLifetime(registered) {
                    try microseconds { for id in ids { _ = try context.find(Shipment.self, id) } }
                }
            },
        ]
    }

    compare("Lookup, one access (goal 1.3)", ["C loop", "Trellis"]) { folder in
        let (container, path) = try shipmentStore(in: folder)
        let plain = try PlainLookup(path)
        let ids = shuffled(try container.makeContext().fetchAll(Shipment.self).map(\.objectID))
        let keys = ids.compactMap(\.rowID)
        return [
            { try plain.inOneTransaction(keys) },
            {
                let context = try container.makeContext()
                var found = [Shipment]()
                let time = try microseconds { found = try context.find(Shipment.self, ids) }
                precondition(found.count == ids.count)
                return time
            },
        ]
    }

    compare("Lookup, one at a time (goal 1.5)", ["C loop with a lock", "Trellis", "GRDB by index"]) { folder in
        let (container, path) = try shipmentStore(in: folder)
        let plain = try PlainLookup(path)
        let queue = try DatabaseQueue(path: path)
        let ids = shuffled(try container.makeContext().fetchAll(Shipment.self).map(\.objectID))
        let keys = ids.compactMap(\.rowID)
        return [
            { try plain.oneAtATime(keys) },
            {
                let context = try container.makeContext()
                var found = [Shipment]()
                let time = try microseconds {
                    for id in ids { if let object = try context.find(Shipment.self, id) { found.append(object) } }
                }
                precondition(found.count == ids.count)
                return time
            },
            {
                var found = [ShipmentRecord]()
                let time = try microseconds {
                    for key in keys {
                        let sql = PlainShipment.select + " WHERE _id = ?"
                        let record = try queue.read { database in
                            try ShipmentRecord.fetchOne(database.cachedStatement(sql: sql), arguments: [key])
                        }
                        if let record { found.append(record) }
                    }
                }
                precondition(found.count == ids.count)
                return time
            },
        ]
    }
}

/// The same order in every run.
private func shuffled(_ ids: [ObjectID]) -> [ObjectID] {
    var state: UInt64 = 7
    return ids.map { id -> (UInt64, ObjectID) in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state >> 16, id)
    }
    .sorted { $0.0 < $1.0 }
    .map(\.1)
}

/// Lookups on SQLite's C interface.
private final class PlainLookup {
    private let connection: Connection
    private let statement: OpaquePointer
    private let lock = NSLock()

    init(_ path: String) throws {
        connection = try Connection(path, readOnly: true)
        statement = try connection.prepare(PlainShipment.select + " WHERE _id = ?")
    }

    deinit { sqlite3_finalize(statement) }

    func inOneTransaction(_ keys: [Int64]) throws -> Double {
        try microseconds {
            try connection.run("BEGIN")
            try look(for: keys) { try find($0) }
            try connection.run("COMMIT")
        }
    }

    /// A read transaction for each, behind a lock: the least that a shared connection needs.
    func oneAtATime(_ keys: [Int64]) throws -> Double {
        try microseconds {
            try look(for: keys) { key in try lock.withLock { try find(key) } }
        }
    }

    private func look(for keys: [Int64], _ find: (Int64) throws -> PlainShipment?) throws {
        var found = [PlainShipment]()
        for key in keys { if let object = try find(key) { found.append(object) } }
        precondition(found.count == keys.count)
    }

    private func find(_ key: Int64) throws -> PlainShipment? {
        sqlite3_bind_int64(statement, 1, key)
        let object = sqlite3_step(statement) == SQLITE_ROW ? PlainShipment(statement) : nil
        sqlite3_reset(statement)
        return object
    }
}
