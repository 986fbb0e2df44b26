import SQLiteAccess

/// The difference between two states of a list.
///
/// Indices of what leaves the list refer to the old state, indices of what enters it to the new state. ``BatchUpdates`` has the
/// same change in the form that table views accept.
///
/// To apply a change to a copy of the old state:
/// 1. Remove the deleted rows and the moved ones at their old indices, the last first.
/// 2. Remove the deleted sections at their old indices, the last first. They have no rows now.
/// 3. Insert the inserted sections at their new indices, the first first.
/// 4. Insert the inserted rows and the moved ones at their new indices, the first first.
/// 5. Replace keys, and show updated rows again at their new indices.
///
/// ``ListSnapshot/applying(_:)`` does this.
public struct ListChange: Sendable, Hashable {
    /// A section that leaves or enters the list.
    public struct Section: Sendable, Hashable {
        /// The index among the old sections if the section leaves, among the new ones if it enters.
        public var index: Int
        /// The value of the section.
        public var value: SQLiteValue?

        public init(index: Int, value: SQLiteValue?) {
            self.index = index
            self.value = value
        }
    }

    /// A row that leaves or enters the list.
    public struct Row: Sendable, Hashable {
        /// The old index if the row leaves, the new one if it enters.
        public var index: ListIndex
        public var key: Int64

        public init(index: ListIndex, key: Int64) {
            self.index = index
            self.key = key
        }
    }

    /// A row that is in both states.
    public struct KeptRow: Sendable, Hashable {
        public var old: ListIndex
        public var new: ListIndex
        /// The key in the new state.
        public var key: Int64

        public init(old: ListIndex, new: ListIndex, key: Int64) {
            self.old = old
            self.new = new
            self.key = key
        }
    }

    /// Sections that only the old state has, by ascending old index.
    public var deletedSections: [Section] = []
    /// Sections that only the new state has, by ascending new index.
    public var insertedSections: [Section] = []
    /// Rows that only the old state has, by ascending old index. Rows of deleted sections are among them.
    public var deletedRows: [Row] = []
    /// Rows that only the new state has, by ascending new index. Rows of inserted sections are among them.
    public var insertedRows: [Row] = []
    /// Rows that moved relative to others or to another section, by ascending new index. Rows whose index changes only because
    /// others enter, leave or move are not among them.
    public var movedRows: [KeptRow] = []
    /// Rows whose content changed, by ascending new index. A row can be both moved and updated.
    public var updatedRows: [KeptRow] = []
    /// New keys of rows by their old keys.
    public var replacedKeys: [Int64: Int64] = [:]

    public init() {}

    /// Whether both states are the same, in content too.
    public var isEmpty: Bool {
        deletedSections.isEmpty && insertedSections.isEmpty && deletedRows.isEmpty && insertedRows.isEmpty && movedRows.isEmpty
            && updatedRows.isEmpty && replacedKeys.isEmpty
    }
}
