import CBaseline
import Foundation
import Trellis

/// What a change history costs those who write.
func registerRecording() {
    compare("Change history: insert by SQL (goal 2.0)", ["Without", "With"]) { folder in
        let (plain, recorded) = try recordingStores(in: folder)
        return [plain, recorded].map { stores in
            {
                let connection = try Connection(stores.next())
                let objects = (0..<rows).map { PlainShipment(ShipmentValues($0)) }
                return try microseconds { try insert(objects, connection) }
            }
        }
    }

    compare("Change history: create and save (goal 1.5)", ["Without", "With"]) { folder in
        let (plain, recorded) = try recordingStores(in: folder)
        return [
            {
                let context = try PersistentContainer(for: Freight.self, at: .file(plain.next())).makeContext()
                return try microseconds {
                    for number in 0..<rows { Shipment(in: context, ShipmentValues(number)) }
                    try context.save()
                }
            },
            {
                let context = try PersistentContainer(for: RecordedFreight.self, at: .file(recorded.next())).makeContext()
                return try microseconds {
                    for number in 0..<rows { RecordedShipment(in: context, ShipmentValues(number)) }
                    try context.save()
                }
            },
        ]
    }

    compare("Change history: update one column and save (goal 1.5)", ["Without", "With"]) { folder in
        let (plain, recorded) = try recordingStores(in: folder)
        let context = try PersistentContainer(for: Freight.self, at: .file(plain.next())).makeContext()
        let objects = (0..<rows).map { Shipment(in: context, ShipmentValues($0)) }
        try context.save()
        let recordedContext = try PersistentContainer(for: RecordedFreight.self, at: .file(recorded.next())).makeContext()
        let recordedObjects = (0..<rows).map { RecordedShipment(in: recordedContext, ShipmentValues($0)) }
        try recordedContext.save()
        return [
            {
                try microseconds {
                    for object in objects { object.weight += 1 }
                    try context.save()
                }
            },
            {
                // A program that uses a history purges it.
                try recordedContext.container.history.purge()
                return try microseconds {
                    for object in recordedObjects { object.weight += 1 }
                    try recordedContext.save()
                }
            },
        ]
    }

    compare("Change history: 1,000 saves of one object (goal 1.5)", ["Without", "With"]) { folder in
        let (plain, recorded) = try recordingStores(in: folder)
        let context = try PersistentContainer(for: Freight.self, at: .file(plain.next())).makeContext()
        let object = Shipment(in: context, ShipmentValues(0))
        let recordedContext = try PersistentContainer(for: RecordedFreight.self, at: .file(recorded.next())).makeContext()
        let recordedObject = RecordedShipment(in: recordedContext, ShipmentValues(0))
        return [
            {
                try microseconds {
                    for _ in 0..<1_000 {
                        object.weight += 1
                        try context.save()
                    }
                }
            },
            {
                try microseconds {
                    for _ in 0..<1_000 {
                        recordedObject.weight += 1
                        try recordedContext.save()
                    }
                }
            },
        ]
    }
}

/// Empty stores without and with a history.
private func recordingStores(in folder: URL) throws -> (plain: EmptyStores, recorded: EmptyStores) {
    (
        try EmptyStores(in: folder.folder("plain")), try EmptyStores(in: folder.folder("recorded"), of: RecordedFreight.self)
    )
}

extension RecordedShipment {
    @discardableResult
    convenience init(in context: ManagedObjectContext, _ values: ShipmentValues) {
        self.init(
            in: context, number: values.number, customer: values.customer, employee: values.employee,
            ordered: values.ordered, required: values.required, shipped: values.shipped, carrier: values.carrier,
            weight: values.weight, name: values.name, address: values.address, city: values.city, region: values.region,
            postcode: values.postcode, country: values.country)
    }
}
