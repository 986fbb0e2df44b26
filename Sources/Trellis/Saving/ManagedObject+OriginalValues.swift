import SQLiteAccess

extension ManagedObject {
    /// For generated code: notes that a column, whose value is `old`, is about to change.
    @_spi(Generated) public final func _willChange<Value>(_ column: ColumnIndex, from old: Value) {
        checkEdit(column)
        if scope.recordsUndo { recordChange(of: column) }
        if scope.isFollowed { noteForResults(OriginalValue(of: column, in: self, swift: old)) }
        if state == .saved, isFirstChange(of: column) {
            note(OriginalValue(of: column, in: self, swift: old))
        }
        _willChange(column)
    }

    /// Notes that a column, whose stored form is `old`, is about to change.
    final func willChange(_ column: ColumnIndex, fromStored old: SQLiteValue) {
        if scope.recordsUndo { recordChange(of: column) }
        if scope.isFollowed { noteForResults(OriginalValue(of: column, in: self, stored: old)) }
        if state == .saved, isFirstChange(of: column) {
            note(OriginalValue(of: column, in: self, stored: old))
        }
        _willChange(column)
    }

    /// Notes that a column, which is not loaded, is about to change.
    final func willChangeUnloaded(_ column: ColumnIndex) {
        checkEdit(column)
        if scope.recordsUndo { recordChange(of: column) }
        if scope.isFollowed { noteForResults(OriginalValue(ofUnloaded: column, in: self)) }
        if state == .saved, isFirstChange(of: column) { note(OriginalValue(ofUnloaded: column, in: self)) }
        _willChange(column)
    }

    /// Notes that a key is about to change.
    final func willChange(_ column: ColumnIndex, from old: ToOneReference) {
        willChange(column, fromStored: old.currentKey == 0 ? .null : .integer(old.currentKey))
    }

    /// Whether a column has not changed since the last save.
    private func isFirstChange(of column: ColumnIndex) -> Bool {
        if !changes.contains(column) { return true }
        // The mask has one bit for all of these columns.
        guard ChangeMask.isShared(column), let context = scope.context else { return false }
        return !context.originalValues.hasSharedColumn(column, of: self)
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
