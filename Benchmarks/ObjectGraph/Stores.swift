import Foundation
import Trellis

extension URL {
    /// The path of a file with a name in this folder, for APIs that take a path.
    func file(_ name: String) -> String { appending(path: name).path }
}

/// A store with the shipments from 0 on, in their order.
func shipmentStore(in folder: URL, _ count: Int = rows) throws -> (container: PersistentContainer, path: String) {
    let path = folder.file("freight.sqlite")
    let container = try PersistentContainer(for: Freight.self, at: .file(path))
    let context = try container.makeContext()
    for number in 0..<count { Shipment(in: context, ShipmentValues(number)) }
    try context.save()
    return (container, path)
}

/// A store with as many manifests, each with as many lines, in a file of its own.
@discardableResult
func manifestStore(in folder: URL, manifests: Int, lines: Int) throws -> (container: PersistentContainer, path: String) {
    let path = folder.file("manifests.sqlite")
    let container = try PersistentContainer(for: Freight.self, at: .file(path))
    let context = try container.makeContext()
    for number in 0..<manifests {
        let manifest = Manifest(
            in: context, number: Int64(number), issued: Date(timeIntervalSinceReferenceDate: Double(number)))
        for position in 0..<lines {
            ManifestLine(
                in: context, position: Int32(position), weight: Double(position) / 4, name: "Crate \(position % 31)",
                note: position % 2 == 0 ? "Handle with care" : nil, manifest: manifest)
        }
    }
    try context.save()
    return (container, path)
}

/// Makes copies of an empty store of the model, each the same file: so every side writes to the same DDL.
final class EmptyStores {
    private let folder: URL
    private var taken = 0
    private var last: String?

    init<Model: PersistentModel>(in folder: URL, of model: Model.Type = Freight.self) throws {
        self.folder = folder
        _ = try PersistentContainer(for: model, at: .file(folder.file("empty.sqlite")))
        // The container is gone, and its log with it.
    }

    /// The path of a fresh store; the one before is deleted.
    func next() throws -> String {
        if let last { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: last + end) } }
        taken += 1
        let path = folder.file("copy\(taken).sqlite")
        try FileManager.default.copyItem(atPath: folder.file("empty.sqlite"), toPath: path)
        last = path
        return path
    }
}
