import Foundation
import Observation
import Trellis

/// What observation costs those who read values, a column of integers and one of texts.
func registerObserving() {
    compareReads("Observation, integers", \.number, \.number)
    compareReads("Observation, texts", \.city, \.city)
}

/// Registers reads of a value of 1,000 objects, 1,000 times, which fit the processor's caches.
private func compareReads<Value>(_ name: String, _ plain: @escaping (PlainShipment) -> Value, _ read: @escaping (Shipment) -> Value) {
    let sides = ["Plain class", "Not notifying", "Notifying, not tracked"]
    compare(name, sides, unit: "ns for 1,000 reads") { folder in
        let (container, path) = try shipmentStore(in: folder, 1_000)
        let connection = try Connection(path, readOnly: true)
        let plainObjects = try PlainShipment.all(connection)
        func objects(notifying: Bool) throws -> [Shipment] {
            let context = try container.makeContext()
            context.notifiesObservers = notifying
            return try context.fetchAll(Shipment.self)
        }
        let (quiet, notifying) = (try objects(notifying: false), try objects(notifying: true))
        return [{ thousandReads(of: plainObjects, plain) }, { thousandReads(of: quiet, read) }, { thousandReads(of: notifying, read) }]
    }
}

/// The nanoseconds that a thousand reads take.
private func thousandReads<Object, Value>(of objects: [Object], _ read: (Object) -> Value) -> Double {
    microseconds {
        for _ in 0..<1_000 {
            for object in objects { keep(read(object)) }
        }
    }
}

/// Lets the compiler neither drop a value nor work it out once.
@inline(never)
private func keep<Value>(_ value: Value) {}
