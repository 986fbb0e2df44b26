public import Trellis

/// A store in memory for one test, with a context that knows none of its objects yet.
///
/// ```swift
/// let store = try TestStore(of: Orders.self, seeds: """
///     trellis: 1
///     seeds: Orders
///     objects:
///       Customer:
///         ada: { name: Ada }
///     """)
/// let ada: Customer = try store.object("ada")
/// ```
public struct TestStore<Model: PersistentModel> {
    public let container: PersistentContainer
    public let context: ManagedObjectContext
    private let ids: [String: ObjectID]

    /// Makes a store, and saves what seeds describe.
    /// - Throws: ``SeedError`` with everything in the seeds that does not fit the model; `StoreError`
    public init(of model: Model.Type, seeds: Seeds? = nil, observers: [StatementObserver] = []) throws {
        container = try PersistentContainer(for: model, at: .inMemory, observers: observers)
        ids = try seeds?.save(to: container, of: model.descriptor) ?? [:]
        context = try container.makeContext()
    }

    /// The identity of the seed that has a label.
    public func id(_ label: String) -> ObjectID? { ids[label] }

    /// The object of the seed that has a label, in the store's ``context``.
    /// - Throws: ``SeedError`` where no seed has the label, or its object is of another class; `StoreError`
    public func object<Object: ManagedObject>(_ label: String, as type: Object.Type = Object.self) throws -> Object {
        guard let id = ids[label] else { throw SeedError("no seed has the label '\(label)'") }
        guard let object = try context.find(type, id) else { throw SeedError("'\(label)' is no \(type): it is \(id)") }
        return object
    }
}
