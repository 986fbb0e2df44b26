import SQLiteAccess

extension ManagedObject {
    /// For generated code: notes that a column, whose value is `old`, is about to change.
    /// - Returns: whether it has changed before since the last save, so that it may get its original value again.
    @discardableResult
    @_spi(Generated) public final func _willChange<Value>(_ column: ColumnIndex, from old: Value) -> Bool {
        checkEdit(column)
        return !noteChange(of: column, OriginalValue(of: column, in: self, swift: old))
    }

    /// Notes that a column, whose stored form is `old`, is about to change.
    /// - Returns: whether it has changed before since the last save.
    @discardableResult
    final func willChange(_ column: ColumnIndex, fromStored old: SQLiteValue) -> Bool {
        !noteChange(of: column, OriginalValue(of: column, in: self, stored: old))
    }

    /// Notes that a column, which is not loaded, is about to change.
    final func willChangeUnloaded(_ column: ColumnIndex) {
        checkEdit(column)
        _ = noteChange(of: column, OriginalValue(ofUnloaded: column, in: self))
    }

    /// - Parameter original: the value that the column is about to lose.
    /// - Returns: whether the column changes for the first time since the last save.
    private func noteChange(of column: ColumnIndex, _ original: @autoclosure () -> OriginalValue) -> Bool {
        if scope.recordsUndo { recordChange(of: column) }
        let isFirst = isFirstChange(of: column)
        let isOriginal = state == .saved && isFirst
        if isOriginal || scope.isFollowed, let context = scope.context {
            let value = original()
            if scope.isFollowed { context.noteForResults { $0.note(self, value) } }
            if isOriginal { context.originalValues.note(value) }
        }
        _willChange(column)
        return isFirst
    }

    /// Notes that a key is about to change.
    /// - Returns: whether it has changed before since the last save.
    @discardableResult
    final func willChange(_ column: ColumnIndex, from old: ToOneReference) -> Bool {
        willChange(column, fromStored: old.storedKey)
    }

    /// Whether a column has not changed since the last save.
    private func isFirstChange(of column: ColumnIndex) -> Bool {
        if !changes.contains(column) { return true }
        // The mask has one bit for all of these columns.
        guard ChangeMask.isShared(column), let context = scope.context else { return false }
        return !context.originalValues.hasSharedColumn(column, of: self)
    }

    // MARK: Edits that are taken back

    /// For generated code: forgets the change of a column that has its original value again.
    @_spi(Generated) public final func _didChangeAgain<Value: Equatable>(_ column: ColumnIndex, to value: Value) {
        forgetChange(of: column) { original, type in
            original.isSame(as: value) ?? original.isStored(as: OriginalValue.stored(value, as: type), type: type)
        }
    }

    /// Forgets the change of a column that is stored as it was originally.
    final func didChangeAgain(_ column: ColumnIndex, toStored value: SQLiteValue) {
        forgetChange(of: column) { $0.isStored(as: value, type: $1) }
    }

    private final func forgetChange(of column: ColumnIndex, if isOriginal: (inout OriginalValue, ValueType) -> Bool) {
        guard state == .saved, let context = scope.context else { return }
        let type = scope.entity.columns[column].type
        guard context.originalValues.withValue(of: column, in: self, { isOriginal(&$0, type) }) == true else { return }
        // A column with a shared bit is forgotten by name; the bit stays while another column needs it.
        let isNeeded = ChangeMask.isShared(column) && context.originalValues.forgetSharedColumn(column, of: self)
        if !isNeeded { changes.remove(column) }
        reportFactsIfObserved()
    }

    /// Notes the original value of a column that was set before it was loaded, and forgets the change if it was taken back.
    final func learnOriginalValue(of column: ColumnIndex, _ value: SQLiteValue) {
        note(OriginalValue(of: column, in: self, stored: value))
        didChangeAgain(column, toStored: writtenValue(column))
    }

    private func note(_ value: OriginalValue) {
        scope.context?.originalValues.note(value)
    }

    /// Forgets the changes of columns.
    final func forgetChanges() {
        changes.removeAll()
        scope.context?.originalValues.forgetSharedColumns(of: self)
    }

    /// Notes the values of the row now as the original values of the changed columns.
    final func renewOriginalValues(from stored: ManagedObject) {
        let columns = scope.entity.columns
        for column in changes.columns(among: columns) where !columns[column].isReadOnUse {
            note(OriginalValue(of: column, in: self, stored: stored.writtenValue(column)))
        }
    }
}
