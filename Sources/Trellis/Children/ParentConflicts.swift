import GRDB
import SQLiteAccess

/// Finds what a child and the context above it have both changed, and applies the child's merge policy.
///
/// Both are in one isolation domain, so nothing changes until the child's changes are made above.
struct ParentConflicts {
    private let child: ManagedObjectContext
    private let parent: ManagedObjectContext

    /// What a save of the child does with the objects in conflict.
    struct Decisions {
        /// The columns that keep the values of the context above, by the objects in conflict; nil for all, as the whole object does.
        fileprivate(set) var kept: [ObjectIdentifier: Set<ColumnIndex>?] = [:]
        /// The objects that get the values that the context above has after the save.
        fileprivate(set) var objects: [ManagedObject] = []
        /// The objects whose values all go to the context above, unchanged ones included.
        fileprivate(set) var whole: Set<ObjectIdentifier> = []

        var isEmpty: Bool { objects.isEmpty }

        /// Whether nothing is done above for an object.
        func leaves(_ object: ManagedObject) -> Bool {
            guard let kept = kept[ObjectIdentifier(object)] else { return false }
            return kept == nil
        }

        /// Whether a column keeps the value of the context above.
        func keeps(_ column: ColumnIndex, of object: ManagedObject) -> Bool {
            guard let kept = kept[ObjectIdentifier(object)] else { return false }
            return kept?.contains(column) ?? true
        }

        /// Whether an object's unchanged values go to the context above as well.
        func takesAll(of object: ManagedObject) -> Bool { whole.contains(ObjectIdentifier(object)) }

        fileprivate mutating func keep(_ columns: Set<ColumnIndex>?, of object: ManagedObject) {
            kept[ObjectIdentifier(object)] = .some(columns)
            objects.append(object)
        }
    }

    init(of child: ManagedObjectContext, with parent: ManagedObjectContext) {
        (self.child, self.parent) = (child, parent)
    }

    /// - Throws: ``ConflictError`` with all conflicts that the merge policy does not solve; ``StoreError``
    func decide(_ changes: ChangedObjects) throws -> Decisions {
        var (decisions, found) = (Decisions(), [ConflictResolver.Conflict]())
        let originals = child.originalValues.index(of: changes.updated)
        let error: ConflictError? = try child.inSnapshot { database in
            for object in changes.updated {
                guard let above = try child.above(object) else {
                    found.append(.init(object: object, stored: nil))
                    continue
                }
                let state = child.inheritedCopy(of: above)
                let columns = try originals[object].filter { column, original in
                    // The value that was set before it was loaded is not known.
                    let isKnown = original.stored(as: object.scope.entity.columns[column].type) != nil
                    return isKnown
                        ? try differs(original, from: state, of: object, in: database)
                        : above.changes.contains(column) || object.scope.entity.hasVersion && above.rowVersion != object.rowVersion
                }
                if columns.isEmpty { continue }
                found.append(.init(object: object, stored: state))
                switch child.mergePolicy {
                case .storeWins: decisions.keep(Set(columns.keys), of: object)
                case .objectWins: decisions.objects.append(object)
                case .overwrite: decisions.whole.insert(ObjectIdentifier(object))
                case .error, .rollback: break
                }
            }
            if found.isEmpty { return nil }
            let resolver = ConflictResolver(
                policy: child.mergePolicy, originals: child.originalValues, executor: StatementExecutor(database))
            let unsolved = found.filter { conflict in
                switch child.mergePolicy {
                case .error: true
                case .storeWins, .rollback: false
                case .objectWins, .overwrite: conflict.stored == nil
                }
            }
            return unsolved.isEmpty ? nil : try resolver.error(for: unsolved)
        }
        if let error { throw error }
        for conflict in found where conflict.stored == nil || child.mergePolicy == .rollback { decisions.keep(nil, of: conflict.object) }
        return decisions
    }

    private func differs(
        _ original: OriginalValue, from state: ManagedObject, of object: ManagedObject, in database: Database
    ) throws -> Bool {
        let column = object.scope.entity.columns[original.column]
        guard column.toOne != nil, case .integer(let key)? = original.stored(as: column.type) else {
            return try original.differs(from: state, of: object, in: database)
        }
        // The store may have given the destination its key since.
        let root = child.scopes[object.scope.entity.toOne(at: original.column).destination].entity.root
        return (child.savedKeys[root]?[key] ?? InheritedKey.key(inChildFor: key)) != state[_reference: original.column].currentKey
    }
}
