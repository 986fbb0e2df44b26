/// An error of a batch before it writes anything, or that undoes all that it has written.
public enum BatchError: Error, Sendable, Hashable {
    /// The batch would skip rules that only code in Swift knows. ``BatchRules`` allows it.
    case skipsRules([BatchRule])
    /// The relationship is its own inverse, so each change concerns two rows: edit the objects and save them.
    case needsObjects(entity: String, property: String)
    /// The closure of a batch insert has changed or deleted an object that is in the store.
    case changesObject(ObjectID)
    /// The context is over another one, and a batch writes to the store.
    case needsStore
}

extension BatchError: TrellisError {
    public var description: String { texts.problem + ": " + texts.remedy }
    public var errorDescription: String? { texts.problem.prefix(1).uppercased() + texts.problem.dropFirst() + "." }
    public var recoverySuggestion: String? { texts.remedy.prefix(1).uppercased() + texts.remedy.dropFirst() + "." }

    public var entity: String? {
        switch self {
        case .skipsRules(let rules): rules.first?.entity
        case .needsObjects(let entity, _): entity
        case .changesObject(let id): id.entity
        case .needsStore: nil
        }
    }

    public var path: String? {
        if case .needsObjects(let entity, let property) = self { "\(entity).\(property)" } else { nil }
    }

    public var objectID: ObjectID? {
        if case .changesObject(let id) = self { id } else { nil }
    }

    private var texts: (problem: String, remedy: String) {
        switch self {
        case .skipsRules(let rules):
            let options = [(BatchRules.hooks, ".hooks"), (.validations, ".validations"), (.memberCounts, ".memberCounts")]
                .filter { option, _ in rules.contains { $0.option == option } }.map(\.1)
            return (
                "the batch would skip \(rules.map(\.description).joined(separator: ", ")); nothing was written",
                "edit objects and save them, or pass 'skipping: [\(options.joined(separator: ", "))]'"
            )
        case .needsObjects(let entity, let property):
            return (
                "'\(entity).\(property)' is its own inverse, so a batch cannot set it; nothing was written", "edit objects and save them"
            )
        case .changesObject(let id):
            return (
                "the closure of a batch insert has changed \(id), which is in the store; nothing was written",
                "create objects only, and change others in a context of their own"
            )
        case .needsStore:
            return (
                "a batch writes to the store, and this context saves into its parent; nothing was written",
                "run the batch in a context of the container"
            )
        }
    }
}

/// What a batch has done.
public struct BatchResult: Sendable, Hashable {
    /// How many rows it has inserted, updated or deleted. Rows that delete rules reach are not counted.
    public internal(set) var count = 0
    /// The identities of these rows if the call asked for them, otherwise nil. Inserted rows are in their order; others are in none.
    public internal(set) var ids: [ObjectID]?
}
