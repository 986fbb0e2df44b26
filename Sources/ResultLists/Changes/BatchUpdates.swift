/// A change in the form that batch updates of table views and collection views accept.
///
/// Each row and section takes part in at most one operation:
/// - Rows of a deleted section leave with the section, and rows of an inserted section come with it. No operation names them.
/// - A move from a deleted section is an insertion at the new index. A move to an inserted section is a deletion at the old
///   index.
///
/// A view, or your own copy of the rows, applies a batch in this order, whatever the order of your calls:
/// 1. Deletions, with old indices: rows, and the moved rows at their old indices, then sections.
/// 2. Insertions, with new indices: sections, then rows, and the moved rows at their new indices.
///
/// Update ``updatedRows`` after the batch. A view refuses to reload a row and to move it in one batch.
public struct BatchUpdates: Sendable, Hashable {
    /// A move inside or between sections that both states have.
    public struct Move: Sendable, Hashable {
        public var old: ListIndex
        public var new: ListIndex

        public init(old: ListIndex, new: ListIndex) {
            self.old = old
            self.new = new
        }
    }

    /// Old indices, ascending.
    public var deletedSections: [Int]
    /// New indices, ascending.
    public var insertedSections: [Int]
    /// Old indices, ascending.
    public var deletedRows: [ListIndex]
    /// New indices, ascending.
    public var insertedRows: [ListIndex]
    /// By ascending new index.
    public var movedRows: [Move]
    /// New indices of updated rows that the view does not load in the batch, ascending.
    public var updatedRows: [ListIndex]

    public init(_ change: ListChange) {
        deletedSections = change.deletedSections.map(\.index)
        insertedSections = change.insertedSections.map(\.index)
        let (gone, fresh) = (Set(deletedSections), Set(insertedSections))

        var (deleted, inserted, moved) = (change.deletedRows.map(\.index), change.insertedRows.map(\.index), [Move]())
        for move in change.movedRows {
            switch (gone.contains(move.old.section), fresh.contains(move.new.section)) {
            case (false, false): moved.append(Move(old: move.old, new: move.new))
            case (false, true): deleted.append(move.old)
            case (true, false): inserted.append(move.new)
            case (true, true): break
            }
        }
        deletedRows = deleted.filter { !gone.contains($0.section) }.sorted()
        insertedRows = inserted.filter { !fresh.contains($0.section) }.sorted()
        movedRows = moved
        updatedRows = change.updatedRows
            .filter { !gone.contains($0.old.section) && !fresh.contains($0.new.section) }.map(\.new)
    }
}

extension ListChange {
    /// The change in the form that batch updates of table views accept.
    public var batchUpdates: BatchUpdates { BatchUpdates(self) }
}
