/// The changes of a context that can be undone and redone.
///
/// A context has one while undo is on. Undoing is itself a group of changes, which redo undoes.
final class UndoHistory {
    /// How many groups are kept.
    var levels: Int {
        didSet { undoable.removeFirst(max(0, undoable.count - levels)) }
    }
    private(set) var undoable: [UndoGroup] = []
    private(set) var redoable: [UndoGroup] = []
    /// The group that collects changes now; nil if nothing has changed since the last one was closed.
    private var open: UndoGroup?
    private var purpose = Purpose.editing
    /// How many groups with a name are open; the outermost names all.
    private var depth = 0
    private var isSuspended = false

    /// What the changes that are noted come from.
    private enum Purpose {
        case editing
        case undoing
        case redoing
    }

    init(levels: Int) { self.levels = levels }

    // MARK: Noting changes

    /// Whether changes are noted now.
    var isRecording: Bool { !isSuspended }

    func noteInsertion(of object: ManagedObject) {
        change { $0.noteInsertion(of: object) }
    }

    func note(_ object: ManagedObject, _ change: (inout ObjectImage) -> Void) {
        self.change { $0.note(object, change) }
    }

    func note(_ object: ManagedObject, _ number: RelationshipIndex, _ member: ManagedObject, wasMember: Bool) {
        change { $0.note(object, number, member, wasMember: wasMember) }
    }

    private func change(_ body: (inout UndoGroup) -> Void) {
        if isSuspended { return }
        if open == nil {
            open = UndoGroup()
            if purpose == .editing { redoable.removeAll() }
        }
        body(&open!)
    }

    /// Lets `body` change objects without noting that: what hooks do while a fetch or a save runs is no edit of the user's.
    func suspended<Result>(_ body: () throws -> Result) rethrows -> Result {
        let before = isSuspended
        isSuspended = true
        defer { isSuspended = before }
        return try body()
    }

    // MARK: Groups

    /// Ends the group of the changes since the last group, unless a group with a name is open.
    func close(named name: String? = nil) {
        guard depth == 0, var group = open else { return }
        open = nil
        if let name { group.name = name }
        if group.isEmpty, purpose == .editing { return }
        switch purpose {
        case .editing, .redoing:
            undoable.append(group)
            undoable.removeFirst(max(0, undoable.count - levels))
        case .undoing:
            redoable.append(group)
        }
    }

    /// Begins a group. Within another one it is part of that.
    func begin(_ name: String) {
        close()
        depth += 1
        if depth == 1 { outermostName = name }
    }

    func end() {
        depth -= 1
        guard depth == 0 else { return }
        close(named: outermostName)
    }

    private var outermostName: String?

    var hasOpenNamedGroup: Bool { depth > 0 }

    /// Whether changes were made since the last group.
    var hasOpenChanges: Bool { open?.isEmpty == false }

    var openGroup: UndoGroup? { open }

    /// The objects that were deleted, saved, and brought back as new ones, by their former rows.
    private(set) var revived: [RowIdentity: ManagedObject] = [:]

    func noteRevived(_ object: ManagedObject) { revived[object.row] = object }

    /// Forgets the creation of objects that have taken rows of the store in a save. Undoing it would delete rows that existed before.
    func noteAdopted(_ objects: some Sequence<ManagedObject>) {
        let adopted = Set(objects.map(ObjectIdentifier.init))
        if adopted.isEmpty { return }
        for place in undoable.indices { undoable[place].forgetInsertions(of: adopted) }
        for place in redoable.indices { redoable[place].forgetInsertions(of: adopted) }
        undoable.removeAll(where: \.isEmpty)
        redoable.removeAll(where: \.isEmpty)
    }

    /// Whether undoing or redoing more lets a deleted object exist again.
    func bringsBack(_ object: ManagedObject) -> Bool {
        (undoable + redoable).contains { group in group.images.contains { $0.object === object && ($0.isDeleted || !$0.existed) } }
    }

    func removeAll() {
        revived.removeAll()
        undoable.removeAll()
        redoable.removeAll()
        open = nil
    }

    // MARK: Undoing and redoing

    /// Takes the last group, and lets `body` restore it; what that changes is the group that redo restores.
    func undo(_ body: (UndoGroup) throws -> Void) rethrows {
        close()
        guard let group = undoable.popLast() else { return }
        try restore(group, for: .undoing, body) { undoable.append(group) }
    }

    /// Takes the group that was undone last, and lets `body` restore it.
    func redo(_ body: (UndoGroup) throws -> Void) rethrows {
        close()
        guard let group = redoable.popLast() else { return }
        try restore(group, for: .redoing, body) { redoable.append(group) }
    }

    /// Lets `body` make a group of changes. Within a group with a name they are part of that.
    /// - Parameter undo: restores what a failed `body` has changed, unless that is part of another group.
    func attempt(_ body: () throws -> Void, undo: (UndoGroup) throws -> Void) rethrows {
        if depth > 0 { return try body() }
        close()
        do {
            try body()
            close()
        } catch {
            let done = open
            open = nil
            if let done { suspended { try? undo(done) } }
            throw error
        }
    }

    private func restore(
        _ group: UndoGroup, for purpose: Purpose, _ body: (UndoGroup) throws -> Void, putBack: () -> Void
    ) rethrows {
        self.purpose = purpose
        defer { self.purpose = .editing }
        do {
            try body(group)
            // Also a group that had nothing to restore can be done again: its place among the others counts.
            if open == nil { open = UndoGroup() }
            close(named: group.name)
        } catch {
            let done = open
            open = nil
            // What was restored so far is taken back, so that nothing has changed.
            if let done { suspended { try? body(done) } }
            putBack()
            throw error
        }
    }
}
