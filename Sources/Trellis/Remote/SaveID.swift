public import Foundation

/// Identifies a save on a cluster. Its transaction records the id, so the cluster can be asked for it later.
public struct SaveID: Sendable, Hashable, Codable, CustomStringConvertible {
    public let uuid: UUID

    public init(_ uuid: UUID = UUID()) {
        self.uuid = uuid
    }

    public var description: String { uuid.uuidString.lowercased() }
}

/// What a cluster knows of a save.
public enum SaveFate: Sendable, Hashable {
    /// The store has the whole save.
    case saved
    /// The store has nothing of it, and never will.
    case notSaved
}

extension StoreCoordinator {
    /// Whether a save is in the store.
    /// - Throws: ``StoreError``
    func fate(of save: SaveID) throws -> SaveFate {
        guard case .remote(let store) = location else {
            throw StoreError.notOnCluster(reason: "only saves on a cluster have ids, and this store is on this machine")
        }
        return try store.database.fate(of: save)
    }
}

extension PersistentContainer {
    package func fateOfRemoteSave(_ save: SaveID) throws -> SaveFate { try coordinator.fate(of: save) }
}

extension ManagedObjectContext {
    /// Asks for the fate of a save that was not known, before another one could write its objects a second time.
    /// - Throws: ``StoreError/savedBefore(_:)`` if the store has it; ``StoreError`` if it is still not known.
    func resolveUncertainSave() throws {
        guard let save = uncertainSave else { return }
        switch try coordinator.fate(of: save) {
        case .saved: throw StoreError.savedBefore(save)
        case .notSaved: uncertainSave = nil
        }
    }
}
