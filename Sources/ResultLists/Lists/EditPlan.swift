import SQLiteAccess

/// What edits do to a list, worked out before the list changes. Only this step can fail.
public struct EditPlan: Sendable {
    /// A row whose place the edits decide.
    struct PlacedRow {
        let key: Int64
        let sortKey: SortKey
        let isChanged: Bool
        /// The place before the edits, if the row was in the list.
        let old: OldPlace?
        /// How many rows that no edit places precede this one.
        var fixedBefore = 0
        /// The rank after the edits.
        var rank = 0
        /// Whether the row keeps its place among the others, in its section.
        var stays = false
    }

    struct OldPlace {
        let key: Int64
        let rank: Int
        let index: ListIndex
    }

    /// Rows that leave, by old rank.
    private(set) var leaving: [OldPlace] = []
    /// Rows that enter, change their sort key or get another key, by new rank.
    private(set) var placed: [PlacedRow] = []
    /// Rows whose content changed and whose sort key did not: they stay.
    private(set) var changed: [OldPlace] = []
    /// Rows that stay with another sort key: the list's order does not tell the two apart. A list without sections can keep sections.
    private(set) var keptKeys: [(key: Int64, sortKey: SortKey)] = []
    private(set) var sections = SectionsChange()

    init(_ edits: [RowEdit], in list: ResultList, _ ask: ((Int64) throws -> SortKey)?) throws {
        sort(edits, in: list)
        let fixed = FixedRows(list, without: leaving.map(\.rank) + placed.compactMap(\.old?.rank), ask)
        for place in placed.indices { try fixed.place(&placed[place]) }
        if placed.count > 1 {
            placed.sort { left, right in
                left.fixedBefore != right.fixedBefore
                    ? left.fixedBefore < right.fixedBefore
                    : list.order.precedes((left.key, left.sortKey), (right.key, right.sortKey))
            }
        }
        for place in placed.indices { placed[place].rank = placed[place].fixedBefore + place }
        findMoves(fixed, in: list)
        if list.order.hasSections { changeSections(of: list) } else { countRows() }
    }

    /// Whether the list is the same after the edits, in content too. Kept sort keys may change all the same.
    /// - Parameter isSame: whether an old key and a new one are of the same row.
    public func changesNothing(besides isSame: (Int64, Int64) -> Bool = { $0 == $1 }) -> Bool {
        leaving.isEmpty && changed.isEmpty
            && placed.allSatisfy { row in row.stays && !row.isChanged && row.old.map { isSame($0.key, row.key) } == true }
    }

    /// Sorts edits by what they do.
    private mutating func sort(_ edits: [RowEdit], in list: ResultList) {
        let latest = LatestEdits(edits, in: list.keys)
        for key in latest.changed where latest.edits[key] == nil {
            guard let rank = list.keys.rank(of: key) else { continue }
            changed.append(OldPlace(key: key, rank: rank, index: list.sections.index(ofRank: rank)))
        }
        for (oldKey, edit) in latest.edits {
            let location = list.keys.location(of: oldKey)
            let old = location.map(list.keys.rank).map { OldPlace(key: oldKey, rank: $0, index: list.sections.index(ofRank: $0)) }
            guard let edit else {
                if let old { leaving.append(old) }
                continue
            }
            if let old, let location, old.key == edit.key, list.keys.isPlaced(location, as: edit.sortKey, in: list.order) {
                if edit.isChanged { changed.append(old) }
                if !list.keys.keeps(edit.sortKey, at: location) { keptKeys.append((old.key, edit.sortKey)) }
            } else {
                placed.append(PlacedRow(key: edit.key, sortKey: edit.sortKey, isChanged: edit.isChanged, old: old))
            }
        }
        leaving.sort { $0.rank < $1.rank }
        changed.sort { $0.rank < $1.rank }
    }

    /// Of the rows that are where they were among the fixed rows, as many as possible stay.
    private mutating func findMoves(_ fixed: FixedRows, in list: ResultList) {
        let candidates = placed.indices.filter { place in
            guard let old = placed[place].old, fixed.number(before: old.rank) == placed[place].fixedBefore else { return false }
            guard list.order.hasSections else { return true }
            let (before, after) = (list.sections.values[old.index.section], placed[place].sortKey.section)
            return (before ?? .null).isSame(as: after ?? .null)
        }
        for place in longestIncrease(of: candidates.compactMap { placed[$0].old?.rank }) { placed[candidates[place]].stays = true }
    }
}

// MARK: - Sections

extension EditPlan {
    private mutating func countRows() {
        let entering = placed.count { $0.old == nil }
        if entering != leaving.count { sections.rows = [(0, entering - leaving.count)] }
    }

    private mutating func changeSections(of list: ResultList) {
        var gains = [Int: Int]()
        var fresh = [(before: Int, value: SQLiteValue)]()
        for row in leaving { gains[row.index.section, default: 0] -= 1 }
        for row in placed where !row.stays {
            if let old = row.old { gains[old.index.section, default: 0] -= 1 }
            let value = row.sortKey.section ?? .null
            let (section, exists) = list.sections.place(of: value, in: list.order)
            if exists { gains[section, default: 0] += 1 } else { fresh.append((section, value)) }
        }
        sections.deleted = gains.filter { list.sections.rowCount(of: $0.key) + $0.value == 0 }.map(\.key).sorted()
        sections.rows = gains.filter { $0.value != 0 }.map { ($0.key, $0.value) }

        var deletedBefore = 0
        fresh.sort { list.order.sectionPrecedes($0.value, $1.value) }
        for section in fresh {
            if let last = sections.inserted.last, last.value.isSame(as: section.value) {
                sections.inserted[sections.inserted.count - 1].rows += 1
                continue
            }
            while deletedBefore < sections.deleted.count, sections.deleted[deletedBefore] < section.before { deletedBefore += 1 }
            let index = section.before - deletedBefore + sections.inserted.count
            sections.inserted.append((index, section.value, 1))
        }
    }
}
