import SQLiteAccess

/// The rows of a fetch in order, in sections, which follows edits and reports what they change.
///
/// A list knows rows by their keys. It can keep the sort key of each row, or ask for the few that it needs:
///
/// | | memory for each row | an edit |
/// | --- | --- | --- |
/// | keeps sort keys | 24 bytes and the values | compares in memory |
/// | asks | 24 bytes | asks for about log2(``count``) rows |
public struct ResultList: Sendable {
    /// The order of the rows.
    public let order: ListOrder
    /// Whether the list keeps the sort keys of its rows.
    public let keepsSortKeys: Bool
    /// The keys of all rows in order.
    public internal(set) var keys: KeySequence
    /// The sections of the list.
    public internal(set) var sections: Sections

    /// A list that keeps sort keys. Rows may come in any order; those in the list's order need no sorting. Of rows with equal
    /// keys, the list has the first.
    public init(order: ListOrder, rows: [(key: Int64, sortKey: SortKey)]) {
        self.order = order
        keepsSortKeys = true
        var (rows, keys) = (rows, KeySequence(keepingSortKeysOf: order.isAscending.count))
        if zip(rows, rows.dropFirst()).contains(where: { order.precedes($1, $0) }) { rows.sort { order.precedes($0, $1) } }
        rows = rows.filter { keys.append($0.key, $0.sortKey) }
        sections = order.hasSections
            ? Sections(runsOf: rows.lazy.map { $0.sortKey.section ?? .null }) : Sections(rows: keys.count)
        self.keys = keys
    }

    /// A list that asks for sort keys.
    /// - Parameter rows: keys and section values in the list's order. Of rows with equal keys, the list has the first.
    public init(order: ListOrder, sortedRows rows: some Sequence<(key: Int64, section: SQLiteValue?)>) {
        self.order = order
        keepsSortKeys = false
        if order.hasSections {
            var keys = KeySequence()
            let rows = rows.filter { keys.append($0.key, nil) }
            self.keys = keys
            sections = Sections(runsOf: rows.lazy.map { $0.section ?? .null })
        } else {
            keys = KeySequence(rows.lazy.map(\.key))
            sections = Sections(rows: keys.count)
        }
    }

    /// A list without sections that asks for sort keys.
    /// - Parameter keys: keys in the list's order. Of equal keys, the list has the first.
    public init(order: ListOrder, sortedKeys keys: some Sequence<Int64>) {
        self.init(order: order, sortedRows: keys.lazy.map { (key: $0, section: nil) })
    }

    /// The number of rows.
    public var count: Int { keys.count }

    /// The key of the row at a place, or nil if no row is there.
    public func key(at index: ListIndex) -> Int64? {
        sections.rank(of: index).map(keys.key)
    }

    /// The place of a row, or nil if the list does not have it.
    public func index(of key: Int64) -> ListIndex? {
        keys.rank(of: key).map(sections.index)
    }

    /// The sort key of a row; nil if the list does not have the row or keeps no sort keys.
    public func sortKey(of key: Int64) -> SortKey? {
        keys.rank(of: key).flatMap(keys.sortKey)
    }

    /// Whether a row has a sort key, as SQLite compares values; nil if the list does not have the row or keeps no sort keys.
    public func hasSortKey(_ sortKey: SortKey, of key: Int64) -> Bool? { keys.hasSortKey(sortKey, for: key) }

    /// The rank at which a row belongs among all rows, by their kept sort keys.
    func rank(for key: Int64, _ sortKey: SortKey) -> Int {
        var ranks = 0..<count
        if order.hasSections {
            let (section, exists) = sections.place(of: sortKey.section ?? .null, in: order)
            let start = sections.start(of: section)
            ranks = start..<(exists ? start + sections.rowCount(of: section) : start)
        }
        return keys.rank(for: key, sortKey, among: ranks, in: order)
    }

    /// The rows at this moment, as a value.
    public func snapshot() -> ListSnapshot {
        var all = keys.keys[...]
        return ListSnapshot(sections: sections.values.indices.map { section in
            let keys = Array(all.prefix(sections.rowCount(of: section)))
            all.removeFirst(keys.count)
            return ListSnapshot.Section(value: sections.values[section], keys: keys)
        })
    }
}

/// Why a list does not apply edits.
public enum ResultListError: Error, Hashable {
    /// The list does not keep sort keys, and ``ResultList/apply(_:sortKey:)`` was not given a closure to ask for this row's.
    case noSortKey(Int64)
}
