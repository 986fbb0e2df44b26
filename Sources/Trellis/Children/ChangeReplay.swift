/// Makes the changes of a child in the context above it, by edits: rules, inverses, observers, live results and undo see what they see
/// of a user's edits.
struct ChangeReplay {
    private let changes: ChangedObjects
    private let decisions: ParentConflicts.Decisions
    private let child: ManagedObjectContext
    private let parent: ManagedObjectContext

    init(
        _ changes: ChangedObjects, _ decisions: ParentConflicts.Decisions, of child: ManagedObjectContext,
        in parent: ManagedObjectContext
    ) {
        (self.changes, self.decisions, self.child, self.parent) = (changes, decisions, child, parent)
    }

    /// - Throws: ``StoreError``; then some changes are made.
    func run() throws {
        for object in changes.inserted { insert(object) }
        for object in changes.updated where !decisions.leaves(object) { try update(object) }
        for object in changes.inserted { try setDestinations(of: object, object.scope.entity.toOneColumns) }
        let owners = changes.owners.filter { !$0.isRemoved && !decisions.leaves($0) }
        for owner in owners { try connect(owner) }
        for owner in owners { try order(owner) }
        // Last, so that what has left a deleted object stays.
        for object in changes.deleted { if let above = try child.above(object) { try parent.remove(above) } }
        try parent.throwRememberedError()
    }

    // MARK: Objects

    private func insert(_ object: ManagedObject) {
        let scope = parent.scopes[object.scope.entity.index]
        var row = RowReader(copyingThrough: scope)
        let new = scope.entity.type.init(_row: &row)
        new._takeValues(from: object)
        for column in scope.entity.toOneColumns { new[_reference: column] = ToOneReference() }
        (new.key, new.rowVersion, new.state) = (object.key, 0, .inserted)
        parent.changeSet.noteRevived(new)
        scope.registry.noteUnsaved(new)
        if scope.isFollowed { new.noteLifeForResults() }
        if scope.recordsUndo { new.recordInsertion() }
    }

    private func update(_ object: ManagedObject) throws {
        guard let above = try child.above(object) else { return }
        let entity = object.scope.entity
        let changed =
            decisions.takesAll(of: object)
            ? (entity.attributeColumns + entity.toOneColumns).filter(object.isLoaded)
            : object.changedColumns.filter { !decisions.keeps($0, of: object) }
        let attributes = Set(changed).intersection(entity.attributeColumns)
        var changedAgain = [ColumnIndex]()
        for column in attributes.sorted() {
            if above.isLoaded(column) {
                let isChangedAgain = above.willChange(column, fromStored: above.writtenValue(column))
                if isChangedAgain { changedAgain.append(column) }
            } else {
                above.willChangeUnloaded(column)
            }
        }
        if !attributes.isEmpty { above.takeValues(of: attributes, from: object.copy()) }
        // As for an edit of a user, setting JSON is always a change.
        for column in changedAgain where entity.columns[column].type != .json {
            above.didChangeAgain(column, toStored: above.writtenValue(column))
        }
        try setDestinations(of: object, changed.filter { entity.columns[$0].toOne != nil })
    }

    private func setDestinations(of object: ManagedObject, _ columns: [ColumnIndex]) throws {
        if columns.isEmpty { return }
        guard let above = try child.above(object) else { return }
        for column in columns {
            let key = object[_reference: column].currentKey
            let root = child.scopes[object.scope.entity.toOne(at: column).destination].entity.root
            let destination = key == 0 ? nil : try parent.object(forChild: child.savedKeys[root]?[key] ?? key, root: root)
            Relationships.setDestination(of: above, column, to: destination?.isRemoved == true ? nil : destination)
        }
    }

    // MARK: Members

    private func connect(_ owner: ManagedObject) throws {
        guard let above = try child.above(owner) else { return }
        for (number, relationship) in owner.scope.entity.inverseSides.numbered {
            guard relationship.join != nil, let storage = owner.loadedStorage(number) else { continue }
            let side = RelationshipSide(owner: above, number: number)
            for member in storage.disconnected { if let member = try child.above(member) { Relationships.remove(member, from: side) } }
            for member in storage.connected where !member.isRemoved {
                if let member = try child.above(member) { Relationships.insert(member, into: side) }
            }
        }
    }

    private func order(_ owner: ManagedObject) throws {
        guard let above = try child.above(owner) else { return }
        for (number, relationship) in owner.scope.entity.inverseSides.numbered {
            guard relationship.order != nil, let storage = owner.loadedStorage(number), storage.hasNewOrder else { continue }
            let wanted = try storage.members.compactMap { try $0.isRemoved ? nil : child.above($0) }
            let members = try Relationships.loadedMembers(of: above, number)
            let present = Set(members)
            let given = Set(wanted)
            let (named, others) = (wanted.filter(present.contains), members.filter { !given.contains($0) })
            // Members that the child has loaded stand before those that it does not know; those that it only added stand after them.
            let ordered = ContiguousArray(storage.isLoaded ? named + others : others + named)
            if !ordered.elementsEqual(members, by: ===) { Relationships.reorder(ordered, of: above, number) }
        }
    }
}
