public import Foundation
import ResultLists

/// How the results of a fetch have changed.
///
/// Old index paths are places in the results before the change, new ones places after it. To bring a list to the new state: remove what
/// is deleted or moved, from the last to the first; then insert what is inserted or moved, from the first to the last.
public struct FetchedResultsChange: Sendable, Hashable {
    /// The sections that no longer exist, by their old indices in ascending order.
    public var deletedSections: [Section] = []
    /// The new sections, by their new indices in ascending order.
    public var insertedSections: [Section] = []
    /// The objects that are no longer in the results, in the order of their old places.
    public var deletedRows: [Deletion] = []
    /// The objects that are in the results now, in the order of their new places.
    public var insertedRows: [Insertion] = []
    /// The objects that have moved relative to others, in the order of their new places. An object that others have shifted is not here.
    public var movedRows: [Move] = []
    /// The objects with other values, in the order of their new places. An object can be moved and updated at once.
    public var updatedRows: [Move] = []
    /// The identities that saved objects have now, by the temporary ones that they had before.
    public var permanentIDs: [ObjectID: ObjectID] = [:]

    public struct Section: Sendable, Hashable {
        public var index: Int
        public var name: String
    }

    public struct Deletion: Sendable, Hashable {
        public var id: ObjectID
        public var oldIndexPath: IndexPath
    }

    public struct Insertion: Sendable, Hashable {
        public var id: ObjectID
        public var newIndexPath: IndexPath
    }

    public struct Move: Sendable, Hashable {
        public var id: ObjectID
        public var oldIndexPath: IndexPath
        public var newIndexPath: IndexPath
    }

    /// Whether the results are as they were.
    public var isEmpty: Bool {
        deletedSections.isEmpty && insertedSections.isEmpty && deletedRows.isEmpty && insertedRows.isEmpty && movedRows.isEmpty
            && updatedRows.isEmpty && permanentIDs.isEmpty
    }
}

/// The identities of the results of a fetch, section by section, as diffable data sources take them.
public struct FetchedResultsSnapshot: Sendable, Hashable {
    public var sections: [Section]

    public struct Section: Sendable, Hashable {
        /// The text of the section's value; empty for nil, and for results without sections.
        public var name: String
        public var ids: [ObjectID]
    }

    /// The identities of all sections, in their order.
    public var ids: [ObjectID] { sections.flatMap(\.ids) }
}
