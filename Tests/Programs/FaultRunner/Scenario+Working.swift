import Foundation
import SQLiteAccess
import Trellis

extension Scenario {
    /// All of them.
    static var all: [Scenario] { opening + saving + conflicts + deleting + relationships + fetching + loading + otherModels + migrating }

    /// A scenario with a store of a model, filled through the library.
    static func store<Model: PersistentModel>(
        _ name: String, of model: Model.Type, fill: @escaping (ManagedObjectContext) throws -> Void,
        run: @escaping (Place, Trial) throws -> Void
    ) -> Scenario {
        Scenario(
            name: name,
            prepare: { place in
                let context = try open(model, place)
                try fill(context)
                try context.save()
            }, run: run)
    }

    /// Edits objects of a store without faults, and saves them under fault.
    static func saving<Model: PersistentModel>(
        _ name: String, of model: Model.Type, fill: @escaping (ManagedObjectContext) throws -> Void,
        edit: @escaping (ManagedObjectContext) throws -> Void
    ) -> Scenario {
        store(name, of: model, fill: fill) { place, trial in
            let context = try open(model, place)
            try edit(context)
            trial(.unlessDone) {
                try context.save()
                return "\(context.hasChanges)"
            }
        }
    }

    /// Asks a new context of a store something under fault.
    static func asking<Model: PersistentModel, Held>(
        _ name: String, of model: Model.Type, fill: @escaping (ManagedObjectContext) throws -> Void,
        with hold: @escaping (ManagedObjectContext) throws -> Held, ask: @escaping (ManagedObjectContext, Held) throws -> String
    ) -> Scenario {
        store(name, of: model, fill: fill) { place, trial in
            let context = try open(model, place)
            let held = try hold(context)
            trial(.always) { try ask(context, held) }
        }
    }

    static func open(_ model: (some PersistentModel).Type, _ place: Place) throws -> ManagedObjectContext {
        try PersistentContainer(for: model, at: .file(place.path)).makeContext()
    }
}

/// What a scenario expects and does not find, before any fault.
struct Missing: Error {}

extension Optional {
    func found() throws -> Wrapped {
        guard let self else { throw Missing() }
        return self
    }
}
