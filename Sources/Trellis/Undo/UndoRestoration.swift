/// Brings objects back to how they were before a group of changes. Everything is done by edits, so that rules, inverses, observers, live
/// results and the log of the opposite direction see what they see of a user's edits.
struct UndoRestoration {
    let context: ManagedObjectContext
    let images: [ObjectImage]

    init(_ group: UndoGroup, in context: ManagedObjectContext) {
        self.context = context
        // An object that another context has deleted stays so: there is no row that could take its values.
        images = group.images.filter { $0.isDeleted || !$0.object.isRemoved }
    }

    /// - Throws: ``StoreError`` if a relationship cannot be loaded.
    func run() throws {
        revive(images.filter { $0.isDeleted && $0.object.isRemoved })
        let present = images.filter { $0.existed && !$0.object.isRemoved }
        for image in present { restoreValues(image) }
        for image in present { restoreConnections(image) }
        for image in present { restoreOrders(image) }
        for image in images where !image.existed && !image.object.isRemoved { try context.remove(image.object) }
        try context.throwRememberedError()
        forgetChangesWithoutEffect()
    }

    // MARK: Values

    private func restoreValues(_ image: ObjectImage) {
        let object = image.object
        var copies: [ObjectIdentifier: (copy: ManagedObject, columns: Set<ColumnIndex>)] = [:]
        for (column, copy) in image.values.sorted(by: { $0.key < $1.key }) {
            if object.scope.entity.columns[column].toOne != nil {
                restoreReference(of: object, column, from: copy)
            } else if !object.isLoaded(column) || !object.writtenValue(column).isSame(as: copy.writtenValue(column)) {
                copies[ObjectIdentifier(copy), default: (copy, [])].columns.insert(column)
            }
        }
        for (copy, columns) in copies.values {
            for column in columns {
                if object.isLoaded(column) {
                    object.willChange(column, fromStored: object.writtenValue(column))
                } else {
                    object.willChangeUnloaded(column)
                }
            }
            keepObservedDerivedValues(of: object, in: copy)
            object.takeValues(of: columns, from: copy)
        }
    }

    /// Gives a copy the values that the database derives and that observers have read since the copy was made. They are those of the row,
    /// so an undo does not change them.
    private func keepObservedDerivedValues(of object: ManagedObject, in copy: ManagedObject) {
        guard object.isObserved, object.state == .saved else { return }
        // What a save or a merge has changed is another change.
        context.observation.known(object)?.reviewDerivedValues(context.observation)
        // A copy of a new object has the key from before the save.
        copy.key = object.key
        for (column, runtime) in object.scope.entity.columns.numbered
        where runtime.derivation?.isByDatabase == true && object.isLoaded(column) && !copy.isLoaded(column) {
            // A value that cannot be read is read again at its next use.
            try? copy.tryLoad(column, in: context)
        }
    }

    private func restoreReference(of object: ManagedObject, _ column: ColumnIndex, from copy: ManagedObject) {
        let reference = copy[_reference: column]
        if reference.currentKey == 0 { return Relationships.setDestination(of: object, column, to: nil) }
        let root = context.scopes[object.scope.entity.toOne(at: column).destination].entity.root
        let revived = context.undoHistory?.revived[RowIdentity(root: root, key: reference.key)]
        let destination = reference.object ?? revived ?? Relationships.destination(of: copy, column)
        guard let destination else {
            // One whose deletion waits for a save to the store showed nothing before, and does so again.
            if context.hasPendingDeletion(of: reference.key, root: root) { restoreKey(of: object, column, reference) }
            return
        }
        if !destination.isRemoved { return Relationships.setDestination(of: object, column, to: destination) }
        // Another context has deleted it.
        if destination.state == .gone, context.undoHistory?.bringsBack(destination) != true { return }
        // A rule kept the key to an object that was deleted. It shows nothing until that is undone too.
        if object[_reference: column].leads(to: destination) { return }
        restoreKey(of: object, column, ToOneReference(destination))
    }

    private func restoreKey(of object: ManagedObject, _ column: ColumnIndex, _ reference: ToOneReference) {
        if object[_reference: column].currentKey == reference.currentKey { return }
        Relationships.setDestination(of: object, column, to: nil)
        object.willChange(column, from: object[_reference: column])
        object[_reference: column] = reference
    }

    private func restoreConnections(_ image: ObjectImage) {
        for (number, changed) in image.connections.sorted(by: { $0.key < $1.key }) {
            let side = RelationshipSide(owner: image.object, number: number)
            for connection in changed where !connection.member.isRemoved {
                if Relationships.contains(connection.member, in: side) == connection.wasMember { continue }
                if connection.wasMember {
                    Relationships.insert(connection.member, into: side)
                } else {
                    Relationships.remove(connection.member, from: side)
                }
            }
        }
    }

    private func restoreOrders(_ image: ObjectImage) {
        for (number, before) in image.orders.sorted(by: { $0.key < $1.key }) {
            let members = Relationships.members(of: image.object, number)
            let present = Set(members.map(ObjectIdentifier.init))
            let known = Set(before.map(ObjectIdentifier.init))
            let kept: ContiguousArray<ManagedObject> = before.filter { present.contains(ObjectIdentifier($0)) }
            let ordered: ContiguousArray<ManagedObject> = kept + members.filter { !known.contains(ObjectIdentifier($0)) }
            if !ordered.elementsEqual(members, by: ===) { Relationships.reorder(ordered, of: image.object, number) }
        }
    }

    // MARK: Deleted objects

    /// Lets deleted objects exist again: those whose deletion is not saved as they were, and all others as new ones.
    private func revive(_ revived: [ObjectImage]) {
        if revived.isEmpty { return }
        context.reportRestoration(of: revived.map(\.object))
        for image in revived {
            let object = image.object
            if object.scope.recordsUndo { object.recordInsertion() }
            if object.scope.isFollowed { object.noteLifeForResults() }
            object.memberStorages = []
            if object.state == .gone { insertAgain(object, image) } else { object.state = .saved }
        }
        context.changeSet.forgetRestored()
        for object in revived.map(\.object) where object.state == .saved {
            object.rejoinOwners { !object.changes.contains($0) }
        }
        unloadConnections(of: Set(revived.map(\.object)))
    }

    private func insertAgain(_ object: ManagedObject, _ image: ObjectImage) {
        if object.key > 0 {
            context.undoHistory?.noteRevived(object)
            object.key = context.takeTemporaryKey()
        }
        object.rowVersion = 0
        object.changes.removeAll()
        object.state = .inserted
        if let copy = image.values.values.first { object._takeValues(from: copy) }
        for relationship in object.scope.entity.toOne { object[_reference: relationship.column] = ToOneReference() }
        context.changeSet.noteRevived(object)
        object.scope.registry.noteUnsaved(object)
    }

    /// Lets the members of join tables be read again where objects are among them that exist again. What was connected and disconnected
    /// before is noted in the images.
    private func unloadConnections(of revived: Set<ManagedObject>) {
        for image in images {
            for (number, changed) in image.connections {
                let inverse = image.object.scope.entity.inverseSides[number].join?.inverse
                for connection in changed {
                    if revived.contains(connection.member) { unload(number, of: image.object, without: connection.member) }
                    if revived.contains(image.object), let inverse { unload(inverse, of: connection.member, without: image.object) }
                }
            }
        }
    }

    private func unload(_ number: RelationshipIndex, of owner: ManagedObject, without member: ManagedObject) {
        owner.loadedStorage(number)?.discardConnection(member)
        owner.unload(number)
    }

    // MARK: Changes

    /// Lets the objects that have the values of the last save again have no changes.
    private func forgetChangesWithoutEffect() {
        let changed = images.map(\.object).filter(\.hasColumnChanges)
        if changed.isEmpty { return }
        let originals = context.originalValues.index(of: changed)
        for object in changed {
            for (column, original) in originals[object] where !ChangeMask.isShared(column) {
                let type = object.scope.entity.columns[column].type
                if original.stored(as: type)?.isSame(as: object.storedValue(column)) == true { object.changes.remove(column) }
            }
        }
    }
}
