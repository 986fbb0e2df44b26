import SQLiteAccess

// What the keys of others, or the rows of a join table, connect an object with.
extension Relationships {
    static func contains(_ object: ManagedObject, in side: RelationshipSide) -> Bool {
        if object.isRemoved { return false }
        switch side.relationship.source {
        case .key(let column): return object[_reference: column].leads(to: side.owner)
        case .join(let join): return isConnected(object, with: side, join)
        }
    }

    private static func isConnected(
        _ object: ManagedObject, with side: RelationshipSide, _ join: EntityRuntime.JoinRuntime
    ) -> Bool {
        let owner = side.owner
        if let storage = owner.loadedStorage(side.number) {
            if storage.isLoaded || storage.contains(object) { return storage.contains(object) }
            if storage.hasRemoved(object) { return false }
        }
        guard owner.key > 0, object.key > 0, let context = owner.scope.context else { return false }
        do {
            if let isConnected = try context.isConnectedAbove(object, with: side) { return isConnected }
            return try context.hasRow(join.isConnected, owner.key, object.key)
        } catch {
            context.remember(error)
            return false
        }
    }

    /// The members, loaded if they are not; none where that fails, and the error is remembered.
    static func members(of owner: ManagedObject, _ number: RelationshipIndex) -> ContiguousArray<ManagedObject> {
        do {
            return try loadedMembers(of: owner, number)
        } catch {
            owner.scope.context?.remember(error)
            return []
        }
    }

    /// The members, loaded if they are not.
    /// - Throws: ``StoreError``
    static func loadedMembers(of owner: ManagedObject, _ number: RelationshipIndex) throws -> ContiguousArray<ManagedObject> {
        let storage = owner.storage(number)
        let relationship = owner.scope.entity.inverseSides[number]
        guard let context = owner.scope.context else { return storage.members }
        if hasLoaded(storage, relationship, in: context) { return storage.members }

        if let inherited = try context.inheritedMembers(of: owner, number) {
            load(inherited, into: storage, relationship, of: owner)
            return storage.members
        }
        let scope = context.scopes[relationship.destination]
        let rows = try context.objects(in: scope, sql: relationship.selectMembers) { statement in
            try statement.bind(owner.key, at: 1)
        }
        load(rows, into: storage, relationship, of: owner)
        return storage.members
    }

    /// The members if they are loaded.
    static func membersIfLoaded(of owner: ManagedObject, _ number: RelationshipIndex) -> ContiguousArray<ManagedObject>? {
        guard let context = owner.scope.context else { return [] }
        // A new object without members has no storage, and nothing to load.
        guard let storage = owner.isNew ? owner.storage(number) : owner.loadedStorage(number),
            hasLoaded(storage, owner.scope.entity.inverseSides[number], in: context)
        else { return nil }
        return storage.members
    }

    /// Loads the members of several owners with one query, where they are not loaded.
    /// - Throws: ``StoreError``
    static func loadMembers(of owners: [ManagedObject], _ number: RelationshipIndex, in context: ManagedObjectContext) throws {
        guard let relationship = owners.first?.scope.entity.inverseSides[number] else { return }
        let missing = owners.filter {
            $0.key > 0 && !$0.isRemoved && !hasLoaded($0.storage(number), relationship, in: context)
        }
        if missing.isEmpty { return }
        if let parent = context.parent, context.hasChangesAbove {
            try loadMembers(of: missing.compactMap(context.above), number, in: parent)
            for owner in missing { _ = try loadedMembers(of: owner, number) }
            return
        }
        let found = try context.members(
            in: context.scopes[relationship.destination], sql: relationship.selectMembersOfAll, of: missing.map(\.key))
        let registry = missing[0].scope.registry
        var rest = found[...]
        while let key = rest.first?.owner {
            let rows = rest.prefix { $0.owner == key }
            rest = rest[rows.endIndex...]
            guard let owner = registry[key] else { continue }
            load(rows.lazy.map(\.member), into: owner.storage(number), relationship, of: owner)
        }
        for owner in missing where !owner.storage(number).isLoaded { owner.storage(number).load([]) }
    }

    private static func hasLoaded(
        _ storage: MemberStorage, _ relationship: EntityRuntime.InverseSideRuntime, in context: ManagedObjectContext
    ) -> Bool {
        forgetDeleted(storage, relationship, in: context)
        return storage.isLoaded
    }

    /// Forgets the deleted members of a join table that have not left it when they were deleted.
    static func forgetDeleted(
        _ storage: MemberStorage, _ relationship: EntityRuntime.InverseSideRuntime, in context: ManagedObjectContext
    ) {
        guard relationship.join != nil else { return }
        storage.forgetDeleted(until: relationship.descriptor.inverse == nil ? context.deletions.all : context.deletions.foreign)
    }

    private static func load(
        _ rows: some Collection<ManagedObject>, into storage: MemberStorage, _ relationship: EntityRuntime.InverseSideRuntime,
        of owner: ManagedObject
    ) {
        // A row may show what was true before an edit of this context; the objects know better.
        let isStill: (ManagedObject) -> Bool =
            switch relationship.source {
            case .key(let column): { !$0.isRemoved && $0[_reference: column].leads(to: owner) }
            case .join: { !$0.isRemoved && !storage.hasRemoved($0) }
            }
        var members = ContiguousArray<ManagedObject>()
        members.reserveCapacity(rows.count)
        for row in rows where isStill(row) { members.append(row) }
        storage.load(members)
        owner.scope.context?.collectionPace.noteLoads(rows.count)
    }

    // MARK: Changes

    /// Adds a member; one that is there moves to `place`, if one is named.
    static func insert(_ object: ManagedObject, into side: RelationshipSide, at place: Int? = nil) {
        let (owner, number, relationship) = (side.owner, side.number, side.relationship)
        owner.checkEdit(ofMembers: number)
        // A place means something among all members only.
        if place != nil { _ = members(of: owner, number) }
        if contains(object, in: side) {
            guard let place else { return }
            let storage = owner.storage(number)
            guard storage.wouldMove(object, to: place) else { return }
            if owner.scope.recordsUndo { owner.recordOrder(number) }
            if owner.isObserved { owner.reportMembers(number) }
            storage.move(object, to: place)
            owner.noteMembers(number)
            return owner.reportFactsIfObserved()
        }
        switch relationship.source {
        case .key(let column):
            setDestination(of: object, column, to: owner, at: place)
        case .join(let join):
            checkContext(of: object, owner, relationship.descriptor.name)
            if object.isRemoved || owner.isRemoved { return }
            if owner.scope.recordsUndo { owner.recordConnection(number, with: object, wasMember: false) }
            owner.connect(object, number, at: place)
            if let inverse = join.inverse, !(object === owner && inverse == number) { object.connect(owner, inverse) }
        }
    }

    /// Removes a member; one that is none stays as it is.
    static func remove(_ object: ManagedObject, from side: RelationshipSide) {
        let (owner, number) = (side.owner, side.number)
        owner.checkEdit(ofMembers: number)
        guard contains(object, in: side) else { return }
        switch side.relationship.source {
        case .key(let column):
            setDestination(of: object, column, to: nil)
        case .join(let join):
            if owner.scope.recordsUndo { owner.recordConnection(number, with: object, wasMember: true) }
            owner.disconnect(object, number)
            if let inverse = join.inverse, !(object === owner && inverse == number) { object.disconnect(owner, inverse) }
        }
    }

    /// Brings the members of an ordered relationship into the order of `objects`, which are the same.
    static func reorder(_ objects: ContiguousArray<ManagedObject>, of owner: ManagedObject, _ number: RelationshipIndex) {
        if owner.storage(number).members.elementsEqual(objects, by: ===) { return }
        if owner.scope.recordsUndo { owner.recordOrder(number) }
        owner.reportMembers(number)
        owner.storage(number).reorder(objects)
        owner.noteMembers(number)
        owner.reportFactsIfObserved()
    }
}

extension ManagedObject {
    /// What is known of a relationship whose keys stand elsewhere, if anything.
    final func loadedStorage(_ number: RelationshipIndex) -> MemberStorage? {
        number < memberStorages.endIndex ? memberStorages[number] : nil
    }

    /// What is known of a relationship whose keys stand elsewhere; of a new object everything is known.
    final func storage(_ number: RelationshipIndex) -> MemberStorage {
        if let known = loadedStorage(number) { return known }
        if memberStorages.isEmpty {
            memberStorages = IndexedList(repeating: nil, count: scope.entity.inverseSides.count)
        }
        let storage = MemberStorage(
            isLoaded: state == .inserted, isOrdered: scope.entity.inverseSides[number].order != nil)
        memberStorages[number] = storage
        return storage
    }

    /// Has the next save look at the members, where there is something to check or to write for them.
    final func noteMembers(_ number: RelationshipIndex) {
        guard !hasMemberChanges, scope.entity.inverseSides[number].concernsOwner || scope.entity.hooks.contains(.members) else { return }
        hasMemberChanges = true
        scope.context?.changeSet.noteMembers(of: self)
    }

    /// Forgets a member that led here with its key, or is deleted.
    final func leave(_ member: ManagedObject, _ number: RelationshipIndex) {
        loadedStorage(number)?.forget(member)
        noteMembers(number)
    }

    fileprivate final func connect(_ member: ManagedObject, _ number: RelationshipIndex, at place: Int? = nil) {
        reportMembers(number)
        let storage = storage(number)
        // An end that was read before another context undid the connection has the member still.
        if !storage.contains(member) { storage.insert(member, at: place) }
        storage.noteConnected(member)
        if scope.isFollowed { noteConnectionForResults(number, with: member) }
        noteMembers(number)
        reportFactsIfObserved()
    }

    fileprivate final func disconnect(_ member: ManagedObject, _ number: RelationshipIndex) {
        reportMembers(number)
        let storage = storage(number)
        storage.forget(member)
        storage.noteDisconnected(member)
        if scope.isFollowed { noteConnectionForResults(number, with: member) }
        noteMembers(number)
        reportFactsIfObserved()
    }
}
