import SQLiteAccess

/// The sections of a list: runs of consecutive rows with the same section value.
///
/// A list without sections has exactly one, without a value, even if the list is empty. In a list with sections, each section
/// has at least one row, so an empty list has none.
///
/// SQLite holds 1 and 1.0 as equal, so rows with these values share a section. The section keeps the value that created it.
public struct Sections: Sendable {
    /// The values of the sections in order: SQLite's NULL is `.null`, and nil belongs to a list without sections.
    public private(set) var values: [SQLiteValue?]
    private var counts: RunningCounts

    /// The single section of a list without sections.
    init(rows: Int) {
        values = [nil]
        counts = RunningCounts([rows])
    }

    /// The sections of rows with these values.
    init(runsOf sections: some Sequence<SQLiteValue>) {
        var (runs, lengths) = ([SQLiteValue](), [Int]())
        for section in sections {
            if let last = runs.last, last.isSame(as: section) {
                lengths[lengths.count - 1] += 1
            } else {
                runs.append(section)
                lengths.append(1)
            }
        }
        values = runs
        counts = RunningCounts(lengths)
    }

    /// The number of sections.
    public var count: Int { values.count }

    /// The number of rows in all sections.
    public var rowCount: Int { counts.total }

    /// The number of rows in a section.
    public func rowCount(of section: Int) -> Int { counts[section] }

    /// The rank of a section's first row.
    public func start(of section: Int) -> Int { counts.sum(before: section) }

    /// The place of the row with a rank.
    /// - Parameter rank: at least 0 and less than ``rowCount``.
    public func index(ofRank rank: Int) -> ListIndex {
        let (section, row) = counts.group(of: rank)
        return ListIndex(section: section, row: row)
    }

    /// The rank of the row at a place, or nil if no row is there.
    public func rank(of index: ListIndex) -> Int? {
        guard values.indices.contains(index.section), index.row >= 0, index.row < rowCount(of: index.section) else { return nil }
        return start(of: index.section) + index.row
    }

    /// The first section with a value, or the place at which such a section belongs.
    func place(of value: SQLiteValue, in order: ListOrder) -> (section: Int, exists: Bool) {
        var (low, high) = (0, values.count)
        while low < high {
            let middle = (low + high) / 2
            if order.sectionPrecedes(values[middle], value) { low = middle + 1 } else { high = middle }
        }
        return (low, low < values.count && (values[low] ?? .null).isSame(as: value))
    }

    mutating func apply(_ change: SectionsChange) {
        for (section, rows) in change.rows { counts.add(rows, to: section) }
        if change.deleted.isEmpty && change.inserted.isEmpty { return }
        if change.deleted.count + change.inserted.count == 1 {
            for section in change.deleted {
                values.remove(at: section)
                counts.remove(at: section)
            }
            for section in change.inserted {
                values.insert(section.value, at: section.index)
                counts.insert(section.rows, at: section.index)
            }
        } else {
            rebuild(change)
        }
    }

    private mutating func rebuild(_ change: SectionsChange) {
        var (newValues, newCounts) = ([SQLiteValue?](), [Int]())
        var (deleted, inserted) = (change.deleted[...], change.inserted[...])
        func insertWhatBelongsHere() {
            while let first = inserted.first, first.index == newValues.count {
                newValues.append(first.value)
                newCounts.append(first.rows)
                inserted.removeFirst()
            }
        }
        for (section, rows) in counts.counts.enumerated() {
            if deleted.first == section {
                deleted.removeFirst()
            } else {
                insertWhatBelongsHere()
                newValues.append(values[section])
                newCounts.append(rows)
            }
        }
        insertWhatBelongsHere()
        values = newValues
        counts = RunningCounts(newCounts)
    }
}

/// What edits do to sections.
struct SectionsChange {
    /// For old sections, how many rows they gain or lose.
    var rows: [(section: Int, rows: Int)] = []
    /// Old indices of sections that lose all their rows, ascending.
    var deleted: [Int] = []
    /// Sections that the list did not have, with new indices, ascending.
    var inserted: [(index: Int, value: SQLiteValue, rows: Int)] = []
}
