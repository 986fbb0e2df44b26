extension ManagedObjectContext {
    /// A context over this one, for changes that are kept together or dropped together, such as those of an edit sheet.
    ///
    /// The child shows objects as this context has them, with its unsaved changes. Its ``save()`` makes the child's changes in this
    /// context, as edits that this context's own save writes to the store. Without a save the child leaves no trace. A child belongs to
    /// the isolation domain of this context, and can have children itself.
    ///
    /// The child holds this context. A new object keeps its temporary identity until the context over the store saves it.
    public func makeChild() -> ManagedObjectContext {
        let child = ManagedObjectContext(childOf: self)
        children.add(child)
        return child
    }

    /// The contexts above this one, the nearest first; none for a context over a store.
    var ancestors: some Sequence<ManagedObjectContext> {
        sequence(state: parent) { next in
            defer { next = next?.parent }
            return next
        }
    }

    /// Whether a context above this one may have unsaved changes.
    var hasChangesAbove: Bool { ancestors.contains { $0.mayHaveOwnChanges } }

    /// Whether anything is listed that may be a change.
    var mayHaveOwnChanges: Bool { !(changeSet.isEmpty && pendingDeletion.isEmpty) }

    /// Brings the contexts above into a state that can be read: no key refers to an object that is deleted there.
    /// - Throws: ``StoreError``
    func prepareAncestors() throws {
        for context in ancestors where context.mayHaveOwnChanges {
            context.releaseKeysWithoutInverse()
            if !context.pendingDeletion.clears.isEmpty {
                try context.loadCleared(for: Set(coordinator.model.entities.map(\.descriptor.name)))
            }
        }
    }
}

/// The children of a context, which do not live longer for it.
struct ChildContexts {
    private var children: [Reference] = []

    private struct Reference {
        weak var context: ManagedObjectContext?
    }

    var isEmpty: Bool { children.allSatisfy { $0.context == nil } }

    var all: [ManagedObjectContext] { children.compactMap(\.context) }

    mutating func add(_ child: ManagedObjectContext) {
        children.removeAll { $0.context == nil }
        children.append(Reference(context: child))
    }
}
