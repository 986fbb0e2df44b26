import Observation

// What objects and operations of a context report to observers. The callers check ``ManagedObject/isObserved``.

extension ManagedObject {
    /// For generated code: the object, of which the attribute in a column is read. Reads are tracked if the context notifies observers.
    @inlinable @inline(__always)
    @_spi(Generated) public final func _access(_ column: ColumnIndex) -> Self {
        if scope.notifiesObservers { access(column) }
        return self
    }

    /// For generated code: the object, of which a transient attribute is read.
    @inlinable @inline(__always)
    @_spi(Generated) public final func _access(transient number: Int) -> Self {
        if scope.notifiesObservers { access(transient: number) }
        return self
    }

    /// For generated code: sets a transient attribute.
    @_spi(Generated) public final func _change<Value>(transient number: Int, _ storage: inout Value, to value: Value) {
        if isObserved { report(.transient(number)) }
        storage = value
    }

    /// For generated code: sets a transient attribute that can be compared.
    @_spi(Generated) public final func _change<Value: Equatable>(transient number: Int, _ storage: inout Value, to value: Value) {
        if isObserved, storage != value { report(.transient(number)) }
        storage = value
    }

    @_spi(Generated) @usableFromInline
    final func access(_ column: ColumnIndex) { scope.context?.observation.access(self, .column(column)) }

    @_spi(Generated) @usableFromInline
    final func access(transient number: Int) { scope.context?.observation.access(self, .transient(number)) }

    /// A value that the object's getters give, read without tracking.
    final func untracked<Value>(_ read: () -> Value) -> Value {
        guard scope.notifiesObservers else { return read() }
        scope.notifiesObservers = false
        defer { scope.notifiesObservers = true }
        return read()
    }

    final func access(_ property: ObservedProperty) { scope.context?.observation.access(self, property) }

    // MARK: Changes

    final func report(_ property: ObservedProperty) { scope.context?.observation.report(property, of: self) }

    /// Reports that a column is about to change. To-one relationships report ``reportDestination(_:_:)``, which knows the new value.
    final func reportChange(of column: ColumnIndex) {
        guard let observation = scope.context?.observation else { return }
        if scope.entity.columns[column].toOne == nil { observation.report(.column(scope.entity.observedColumn(of: column)), of: self) }
        observation.known(self)?.willUpdate(observation)
    }

    /// Reports the texts that are derived from a column and are about to be others, because the column gets another text.
    @_spi(Generated) @usableFromInline
    final func reportTexts(derivedFrom column: ColumnIndex, old: String?, new: String?) {
        guard isObserved, let observation = scope.context?.observation else { return }
        observation.known(self)?.willDerive(from: column, old, new, observation)
    }

    /// Reports the texts that are derived from some columns and are about to be those of `other`.
    final func reportTexts(derivedFrom columns: Set<ColumnIndex>, asIn other: ManagedObject) {
        guard isObserved, let observation = scope.context?.observation else { return }
        observation.known(self)?.willDerive(from: columns, asIn: other, observation)
    }

    /// Reports that a to-one relationship is about to refer to another object.
    final func reportDestination(_ column: ColumnIndex, _ destination: ManagedObject?) {
        // A reference to a deleted object shows nil.
        let new = destination.flatMap { $0.isRemoved ? nil : $0.key } ?? 0
        if visibleKey(self[_reference: column], column) != new { report(.column(column)) }
    }

    /// Reports that a relationship whose keys are in other tables is about to have other members, or another order.
    final func reportMembers(_ number: RelationshipIndex) {
        if isObserved { report(.members(number)) }
    }

    /// Keeps what observers have seen of a relationship that is about to be unloaded.
    /// - Parameter hasOtherMembers: whether the relationship is known to have other members afterwards.
    final func noteUnload(_ number: RelationshipIndex, hasOtherMembers: Bool = false) {
        scope.context?.observation.known(self)?.willUnload(number, hasOtherMembers: hasOtherMembers)
    }

    /// Keeps what observers have seen of a relationship whose unsaved edits are about to be discarded.
    final func noteDiscard(_ number: RelationshipIndex) {
        noteUnload(number, hasOtherMembers: loadedStorage(number)?.hasUnsavedMembers == true)
    }

    /// Keeps what observers have seen of the relationships, which are about to be unloaded.
    final func noteUnload() {
        for number in memberStorages.indices { noteUnload(number) }
    }

    /// Reports what is about to change if the object takes the values of its row.
    final func report(valuesThatDifferFrom state: ManagedObject) {
        guard let observation = scope.context?.observation else { return }
        observation.known(self)?.willTake(state, observation)
    }

    /// Reports facts that an edit of members has changed.
    final func reportFactsIfObserved() {
        guard isObserved, let observation = scope.context?.observation else { return }
        observation.known(self)?.reviewFacts(observation)
    }
}

extension ManagedObjectContext {
    /// Whether `withObservationTracking` observes the objects of this context.
    ///
    /// True for ``PersistentContainer/viewContext``, false in other new contexts; a child begins with its parent's. A read costs some 10 ns more while it is true. Observers
    /// that have read objects before it becomes false are notified as before.
    public var notifiesObservers: Bool {
        get { observation.isEnabled }
        set {
            observation.isEnabled = newValue
            for scope in scopes { scope.notifiesObservers = newValue }
        }
    }

    /// How many objects have observers, or had some.
    package var observedObjectCount: Int { observation.all.count }

    /// Reports that relationships are about to lose objects and rows.
    /// - Parameter rows: keys of rows without objects, by the number of the table's root entity.
    func reportRemoval(of objects: some Sequence<ManagedObject>, rows: [Int: Set<Int64>] = [:]) {
        if observation.isEmpty { return }
        let removed = Set(objects.lazy.filter { !$0.isRemoved })
        for object in removed where object.isObserved { observation.known(object)?.willRemove() }
        let registries = registries
        reportRelationships { object, key, root in
            if let object = object ?? registries[root][key] { return removed.contains(object) }
            return rows[root]?.contains(key) == true
        }
    }

    /// Reports that relationships are about to show objects and rows again whose deletion is undone.
    /// - Parameter rows: keys of rows without objects, by the number of the table's root entity.
    func reportRestoration(of objects: some Sequence<ManagedObject>, rows: [Set<Int64>] = []) {
        if observation.isEmpty { return }
        let restored = Set(objects.lazy.filter { $0.state == .deleted })
        let registries = registries
        reportRelationships { object, key, root in
            if let object = object ?? registries[root][key] { return restored.contains(object) }
            return rows.indices.contains(root) && rows[root].contains(key)
        }
    }

    /// Reports what a rollback is about to do to relationships.
    func reportUndoing(
        of new: ContiguousArray<ManagedObject>, _ changed: ContiguousArray<ManagedObject>,
        _ owners: [(owner: ManagedObject, number: RelationshipIndex)]
    ) {
        if observation.isEmpty { return }
        for (owner, number) in owners { owner.noteDiscard(number) }
        for object in [new, changed, changeSet.listedOwners].joined() where object.isObserved {
            for number in object.memberStorages.indices { object.noteDiscard(number) }
        }
        reportRemoval(of: new)
        reportRestoration(of: changed, rows: registries.map(\.pendingDeletions))
    }

    /// Lets observed objects refer to nothing where they refer to objects and rows that a save has deleted, as their rows do. A refresh may
    /// have read such keys while the deletion waited for the save.
    func forgetDeletedDestinations() {
        for object in observation.all.lazy.compactMap(\.object) where object.state == .saved {
            for column in object.scope.entity.toOneColumns where object[_reference: column].currentKey != 0 {
                if object.visibleDestinationKey(column) == 0 { object[_reference: column] = ToOneReference() }
            }
        }
    }

    private func reportRelationships(_ isConcerned: (ManagedObject?, _ key: Int64, _ root: Int) -> Bool) {
        for object in observation.all { object.willShow(observation, isConcerned) }
    }

    /// Reports what could not be known before an operation was complete: members of relationships that it has unloaded, values that the
    /// database derives, and whether objects have changes.
    func reviewObservedObjects() {
        if observation.isEmpty { return }
        for object in observation.all {
            object.reviewMembers(observation)
            object.reviewDerivedValues(observation)
            object.reviewFacts(observation)
        }
    }
}
