extension ManagedObjectContext {
    /// How many groups of changes can be undone; nil turns undo off and forgets all groups. It is nil in a new context.
    ///
    /// While undo is on, each first change of an object in a group costs a copy of its values, and a delete loads every object that its
    /// rules delete or change, because undoing brings them back.
    public var undoLevels: Int? {
        get { undoHistory?.levels }
        set {
            if let newValue, let undoHistory {
                undoHistory.levels = max(0, newValue)
            } else {
                undoHistory = newValue.map { UndoHistory(levels: max(0, $0)) }
            }
            for scope in scopes { scope.recordsUndo = undoHistory != nil }
        }
    }

    // MARK: Groups

    /// Makes the changes of `edits` one group, which one ``undo()`` undoes.
    ///
    /// Changes outside of such groups are one group until a named one begins, or ``endUndoGroup(_:)``, ``save()`` or ``undo()`` is called.
    /// A group within another one is part of it.
    /// - Parameters:
    ///   - name: what to call the group in a menu, such as "Delete Customer".
    ///   - edits: the changes, made on objects of this context.
    /// - Returns: what `edits` returns.
    /// - Throws: what `edits` throws. The changes until then stay, and can be undone.
    public func undoGroup<Result, Failure: Error>(
        _ name: String, _ edits: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        undoHistory?.begin(name)
        defer { undoHistory?.end() }
        return try edits()
    }

    /// Ends the group of the changes since the last one: later changes are another group. Within ``undoGroup(_:_:)`` it does nothing.
    /// - Parameter name: what to call the group in a menu; nil for no name.
    public func endUndoGroup(_ name: String? = nil) {
        undoHistory?.close(named: name)
    }

    // MARK: Undoing

    /// Whether there is a group that ``undo()`` undoes.
    public var canUndo: Bool { undoHistory.map { $0.levels > 0 && ($0.hasOpenChanges || !$0.undoable.isEmpty) } ?? false }

    /// Whether there is a group that ``redo()`` does again.
    public var canRedo: Bool { undoHistory.map { !$0.hasOpenChanges && !$0.redoable.isEmpty } ?? false }

    /// The groups that can be undone, the next one first; at most ``undoLevels``.
    public var undoSteps: [UndoStep] {
        guard let undoHistory else { return [] }
        let open = undoHistory.openGroup.map { [$0] } ?? []
        // The open group displaces the oldest one when it ends.
        return (undoHistory.undoable + open).suffix(undoHistory.levels).reversed().map { UndoStep($0) }
    }

    /// The groups that can be done again, the next one first.
    public var redoSteps: [UndoStep] {
        canRedo ? undoHistory?.redoable.reversed().map { UndoStep($0, isUndone: true) } ?? [] : []
    }

    /// Undoes the last group of changes; without one it does nothing, and within ``undoGroup(_:_:)`` neither.
    ///
    /// The objects have the values, relationships, orders and members again that the group changed. All else stays as it is, also what other
    /// contexts have saved meanwhile. Undoing what was saved is a new change, which the next save writes and checks for conflicts as any
    /// other. A deleted object whose deletion was saved becomes a new object with a new identity, and references to it lead to that.
    ///
    /// Not undone: transient attributes; edits by hooks of saves and fetches; batches, which write to the store directly. ``rollback()``
    /// and ``reset()`` forget all groups. Undoing calls no ``DeleteHook``.
    /// - Throws: ``StoreError`` if something cannot be read. Then nothing has changed.
    public func undo() throws {
        guard let undoHistory, !undoHistory.hasOpenNamedGroup else { return }
        try restoring { try undoHistory.undo { try UndoRestoration($0, in: self).run() } }
    }

    /// Does the group again that was undone last; without one it does nothing. A new change forgets what could be done again.
    /// - Throws: ``StoreError`` if something cannot be read. Then nothing has changed.
    public func redo() throws {
        guard let undoHistory, !undoHistory.hasOpenNamedGroup, canRedo else { return }
        try restoring { try undoHistory.redo { try UndoRestoration($0, in: self).run() } }
    }

    /// Forgets all that can be undone and done again.
    public func clearUndo() {
        undoHistory?.removeAll()
    }

    private func restoring(_ body: () throws -> Void) throws {
        try coordinator.checkOpen()
        try throwRememberedError()
        defer { reviewObservedObjects() }
        try body()
        // What cannot be read is an error of the next fetch, which reads it again: the undo is complete.
        try? showMissedRows()
        followCompleted()
    }

    /// Lets `body` change objects without noting that for undo.
    func withoutUndo<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard let undoHistory else { return try body() }
        return try undoHistory.suspended(body)
    }
}
