import Foundation
import Trellis

/// What undo, children and stores in memory cost, to the same work without them.
func registerContexts() {
    compare("Edit and save with undo", ["without undo", "Trellis"]) { folder in
        let (container, _) = try shipmentStore(in: folder)
        func round(_ levels: Int?) throws -> Round {
            let context = try container.makeContext()
            let objects = try context.fetchAll(Shipment.self)
            context.undoLevels = levels
            return {
                try context.refreshAll()
                return try microseconds {
                    for object in objects { object.weight += 1 }
                    try context.save()
                }
            }
        }
        return [try round(nil), try round(1)]
    }

    compare("Edit 1,000 objects in a child and save it", ["edit", "Trellis"]) { folder in
        let (container, _) = try shipmentStore(in: folder)
        let context = try container.makeContext()
        let objects = try context.fetch(Fetch<Shipment>().limit(1_000))
        return [
            {
                let time = try microseconds {
                    let other = try container.makeContext()
                    for object in try other.find(Shipment.self, objects.map(\.objectID)) { object.weight += 1 }
                }
                return time
            },
            {
                let time = try microseconds {
                    let child = context.makeChild()
                    for object in try child.find(Shipment.self, objects.map(\.objectID)) { object.weight += 1 }
                    try child.save()
                }
                try context.rollback()
                return time
            },
        ]
    }

    compare("A store in memory (goal 1.05)", ["file in memory", "in memory"]) { folder in
        let stores = try EmptyStores(in: folder)
        func work(_ container: PersistentContainer) throws -> Double {
            let context = try container.makeContext()
            return try microseconds {
                for number in 0..<rows { Shipment(in: context, ShipmentValues(number)) }
                try context.save()
                context.reset()
                let objects = try context.fetchAll(Shipment.self)
                for object in objects { object.weight += 1 }
                try context.save()
            }
        }
        return [
            { try work(PersistentContainer(for: Freight.self, at: .file(stores.next()))) },
            { try work(PersistentContainer(for: Freight.self, at: .inMemory)) },
        ]
    }
}
