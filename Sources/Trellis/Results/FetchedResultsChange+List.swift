import Foundation
import ResultLists
import SQLiteAccess

extension FetchedResultsChange {
    /// The change of a list as its users see it.
    /// - Parameters:
    ///   - id: the identity of a row that is or was in the list.
    ///   - oldName: the name of a section of the list before the change.
    ///   - name: the name of the section with a value.
    init(
        _ change: ListChange, id: (Int64) -> ObjectID, oldName: (SQLiteValue?) -> String, name: (SQLiteValue?) -> String
    ) {
        deletedSections = change.deletedSections.map { Section(index: $0.index, name: oldName($0.value)) }
        insertedSections = change.insertedSections.map { Section(index: $0.index, name: name($0.value)) }
        deletedRows = change.deletedRows.map { Deletion(id: id($0.key), oldIndexPath: IndexPath($0.index)) }
        insertedRows = change.insertedRows.map { Insertion(id: id($0.key), newIndexPath: IndexPath($0.index)) }
        movedRows = change.movedRows.map { Move($0, id) }
        updatedRows = change.updatedRows.map { Move($0, id) }
        // An object keeps its temporary identity when a child saves it, though the child knows it by another key then.
        permanentIDs = Dictionary(change.replacedKeys.map { (id($0), id($1)) }.filter { $0 != $1 }) { first, _ in first }
    }
}

extension FetchedResultsChange.Move {
    fileprivate init(_ row: ListChange.KeptRow, _ id: (Int64) -> ObjectID) {
        self.init(id: id(row.key), oldIndexPath: IndexPath(row.old), newIndexPath: IndexPath(row.new))
    }
}

extension IndexPath {
    init(_ index: ListIndex) {
        self.init(index: index.section)
        append(index.row)
    }
}

extension ListIndex {
    /// nil for an index path without exactly a section and a row.
    init?(_ indexPath: IndexPath) {
        guard indexPath.count == 2 else { return nil }
        self.init(section: indexPath[0], row: indexPath[1])
    }
}
