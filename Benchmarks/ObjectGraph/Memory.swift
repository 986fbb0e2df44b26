import CBaseline
import Foundation
import Trellis

/// The memory of objects without observers.
func registerMemory() {
    compare("Memory (goal 1.4)", ["Plain class", "Trellis"], unit: "bytes an object", rounds: 3) { folder in
        let (container, path) = try shipmentStore(in: folder)
        let connection = try Connection(path, readOnly: true)
        return [
            { try bytes { try PlainShipment.all(connection) } },
            {
                try bytes {
                    let context = try container.makeContext()
                    return (context, try context.fetchAll(Shipment.self))
                }
            },
        ]
    }
}

/// The bytes that are allocated for each of the objects in what `make` gives while that is held: the array, tables and all that
/// comes with them counted in.
private func bytes<Held>(_ make: () throws -> Held) rethrows -> Double {
    // What SQLite keeps for itself, such as pages, is there after the first time.
    _ = try make()
    let before = Int(allocated_bytes())
    let held = try make()
    let after = Int(allocated_bytes())
    return withExtendedLifetime(held) { Double(after - before) / Double(rows) }
}
