/// Edits that no save can write: of an object whose row, context or life is gone.
package enum LostEdit {
    /// Whether debug builds stop the program at such an edit. Tests turn it off to see what release builds do.
    @TaskLocal package static var stopsProgram = true
}

extension ManagedObject {
    /// Stops a debug build if the edit of a column would be lost; release builds go on.
    @_spi(Generated) @usableFromInline
    final func checkEdit(_ column: ColumnIndex) {
        assert(!isEditLost, lostEdit(of: scope.entity.columns[column].property))
    }

    /// Stops a debug build if the edit of members would be lost; release builds go on.
    final func checkEdit(ofMembers number: RelationshipIndex) {
        assert(!isEditLost, lostEdit(of: scope.entity.inverseSides[number].descriptor.name))
    }

    private final var isEditLost: Bool { (state == .gone || scope.context == nil) && LostEdit.stopsProgram }

    private final func lostEdit(of property: String) -> String {
        let reason =
            scope.context == nil
            ? "its context was released or reset: keep the context as long as you edit its objects, or find the object by its id in another"
            : "it is no longer in the store: check 'isDeleted' first"
        return "'\(property)' of \(objectID) was set, and no save will write it, because \(reason)"
    }
}
