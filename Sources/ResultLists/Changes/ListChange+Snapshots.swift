import SQLiteAccess

extension ListChange {
    /// The difference between two states of a list, for lists that are queried again. Takes O(n log n) time.
    ///
    /// The number of moves is the least possible, and of equally few moves those of changed rows are preferred. Sections are the same if their values are. A section that changes its place
    /// among the others is deleted and inserted.
    ///
    /// - Parameters:
    ///   - updated: the new keys of rows whose content changed. Keys of rows that are not in both states are ignored.
    ///   - written: the new keys of further rows whose content may have changed. They are preferred as moves as well.
    ///   - replaced: new keys of rows by their old keys. If both keys are in the old state, they are different rows, and the
    ///     replacement is ignored.
    public init(
        from old: ListSnapshot, to new: ListSnapshot, updated: Set<Int64> = [], written: Set<Int64> = [], replaced: [Int64: Int64] = [:]
    ) {
        self.init()
        let sections = MatchedSections(old.sections.map(\.value), new.sections.map(\.value))
        deletedSections = sections.deleted.map { Section(index: $0, value: old.sections[$0].value) }
        insertedSections = sections.inserted.map { Section(index: $0, value: new.sections[$0].value) }

        var departures = Departures(old, replaced)
        var survivors = [Survivor]()
        for (number, section) in new.sections.enumerated() {
            for (row, key) in section.keys.enumerated() {
                let index = ListIndex(section: number, row: row)
                if let (rank, row) = departures.claim(key) {
                    survivors.append(Survivor(rank: rank, row: KeptRow(old: row.index, new: index, key: key)))
                    if row.key != key { replacedKeys[row.key] = key }
                } else {
                    insertedRows.append(Row(index: index, key: key))
                }
            }
        }
        deletedRows = departures.unclaimed

        // A row that stays in its section can keep its place; rows of different sections are in order anyway.
        let candidates = survivors.indices.filter { sections.new[survivors[$0].row.old.section] == survivors[$0].row.new.section }
        var moves = [Bool](repeating: true, count: survivors.count)
        let ranks = candidates.map { survivors[$0].rank }
        let staying =
            if updated.isEmpty, written.isEmpty {
                longestIncrease(of: ranks)
            } else {
                longestIncrease(of: ranks) { place in
                    let key = survivors[candidates[place]].row.key
                    return updated.contains(key) || written.contains(key)
                }
            }
        for place in staying { moves[candidates[place]] = false }
        movedRows = survivors.indices.filter { moves[$0] }.map { survivors[$0].row }
        if !updated.isEmpty { updatedRows = survivors.map(\.row).filter { updated.contains($0.key) } }
    }

    /// A row of both states.
    private struct Survivor {
        /// The old rank.
        let rank: Int
        let row: KeptRow
    }
}

/// The rows of an old state, each of which can be the same as one row of the new state.
private struct Departures {
    private var rows: [ListChange.Row] = []
    private var isClaimed: [Bool]
    private var ranks: [Int64: Int]
    private var oldKeys: [Int64: Int64]

    init(_ old: ListSnapshot, _ replaced: [Int64: Int64]) {
        for (number, section) in old.sections.enumerated() {
            for (row, key) in section.keys.enumerated() {
                rows.append(ListChange.Row(index: ListIndex(section: number, row: row), key: key))
            }
        }
        isClaimed = Array(repeating: false, count: rows.count)
        ranks = Dictionary(minimumCapacity: rows.count)
        for (rank, row) in rows.enumerated() where ranks[row.key] == nil { ranks[row.key] = rank }
        // The smallest old key, where several say that they became one row.
        oldKeys = Dictionary(replaced.map { ($0.value, $0.key) }) { min($0, $1) }
    }

    /// The old row that is the same as a new one.
    mutating func claim(_ key: Int64) -> (rank: Int, row: ListChange.Row)? {
        guard let rank = ranks[key] ?? oldKeys[key].flatMap({ ranks[$0] }), !isClaimed[rank] else { return nil }
        isClaimed[rank] = true
        return (rank, rows[rank])
    }

    var unclaimed: [ListChange.Row] { rows.indices.filter { !isClaimed[$0] }.map { rows[$0] } }
}

/// Which sections of two states are the same.
private struct MatchedSections {
    /// For each old section, the new one, or nil if the section is deleted.
    private(set) var new: [Int?]
    private(set) var deleted: [Int] = []
    private(set) var inserted: [Int] = []

    init(_ oldValues: [SQLiteValue?], _ newValues: [SQLiteValue?]) {
        new = Array(repeating: nil, count: oldValues.count)
        if zip(oldValues, newValues).allSatisfy(isSame), oldValues.count == newValues.count {
            for section in new.indices { new[section] = section }
            return
        }
        // Sections with the same value, as pairs in the order of the new ones.
        var pairs = [(old: Int, new: Int)]()
        let (olds, news) = (byValue(oldValues), byValue(newValues))
        var (left, right) = (0, 0)
        while left < olds.count, right < news.count {
            let (old, new) = (oldValues[olds[left]], newValues[news[right]])
            if isSame(old, new) {
                pairs.append((olds[left], news[right]))
                left += 1
                right += 1
            } else if precedes(old, new) {
                left += 1
            } else {
                right += 1
            }
        }
        pairs.sort { $0.new < $1.new }

        var stays = [Bool](repeating: false, count: newValues.count)
        for place in longestIncrease(of: pairs.map(\.old)) {
            new[pairs[place].old] = pairs[place].new
            stays[pairs[place].new] = true
        }
        deleted = new.indices.filter { new[$0] == nil }
        inserted = stays.indices.filter { !stays[$0] }
    }
}

private func byValue(_ values: [SQLiteValue?]) -> [Int] {
    values.indices.sorted { precedes(values[$0], values[$1]) || (isSame(values[$0], values[$1]) && $0 < $1) }
}

private func isSame(_ left: SQLiteValue?, _ right: SQLiteValue?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return left.isSame(as: right)
}

private func precedes(_ left: SQLiteValue?, _ right: SQLiteValue?) -> Bool {
    guard let left, let right else { return left == nil && right != nil }
    return left.precedes(right)
}
