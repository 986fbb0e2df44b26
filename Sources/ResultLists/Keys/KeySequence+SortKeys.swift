extension KeySequence {
    /// The sort key of the row at a rank, if the sequence keeps sort keys.
    func sortKey(at rank: Int) -> SortKey? {
        if sortWidth == nil { return nil }
        let (number, offset) = location(at: rank)
        return chunks[number].sortKeys[offset]
    }

    /// Whether a row has a sort key, as SQLite compares values; nil if the sequence does not have the row or keeps no sort keys.
    func hasSortKey(_ sortKey: SortKey, for key: Int64) -> Bool? {
        guard sortWidth != nil, let (number, offset) = location(of: key) else { return nil }
        return chunks[number].sortKeys.has(sortKey, at: offset) { $0.isSame(as: $1) }
    }

    /// Whether an order does not tell the kept sort key of a row from another one; false if the sequence keeps no sort keys.
    func isPlaced(_ row: (number: Int, offset: Int), as sortKey: SortKey, in sorting: ListOrder) -> Bool {
        guard sortWidth != nil else { return false }
        return chunks[row.number].sortKeys.comparison(at: row.offset, with: sortKey, in: sorting) == .same
            && !sorting.tellsSectionsApart(chunks[row.number].sortKeys.section(at: row.offset), sortKey.section)
    }

    /// Whether the kept sort key of a row is exactly another one.
    func keeps(_ sortKey: SortKey, at row: (number: Int, offset: Int)) -> Bool {
        // SQLite tells two spellings of a text apart and 1 not from 1.0, Swift the other way round.
        chunks[row.number].sortKeys.has(sortKey, at: row.offset) { $0.isSame(as: $1) && $0 == $1 }
    }

    /// The rank at which a row belongs among some rows. These are in the order of their kept values.
    ///
    /// The search compares the first rows of chunks and then the rows of one chunk, so it looks up no row by its rank.
    func rank(for key: Int64, _ sortKey: SortKey, among ranks: Range<Int>, in sorting: ListOrder) -> Int {
        if ranks.isEmpty { return ranks.lowerBound }
        let (first, last) = (counts.group(of: ranks.lowerBound), counts.group(of: ranks.upperBound - 1))
        // The last chunk that begins before the row, if it is not the first.
        var (place, lastPlace) = (first.group, last.group)
        while place < lastPlace {
            let middle = (place + lastPlace + 1) / 2
            if isRow(at: 0, of: middle, before: key, sortKey, in: sorting) { place = middle } else { lastPlace = middle - 1 }
        }
        var low = place == first.group ? first.offset : 0
        var high = place == last.group ? last.offset + 1 : chunks[Int(order[place])].count
        while low < high {
            let middle = (low + high) / 2
            if isRow(at: middle, of: place, before: key, sortKey, in: sorting) { low = middle + 1 } else { high = middle }
        }
        return counts.sum(before: place) + low
    }

    /// Whether a row of a chunk comes before another row.
    private func isRow(at offset: Int, of place: Int, before key: Int64, _ sortKey: SortKey, in sorting: ListOrder) -> Bool {
        let number = Int(order[place])
        switch chunks[number].sortKeys.comparison(at: offset, with: sortKey, in: sorting) {
        case .before: return true
        case .same: return chunks[number].keys[offset].isSavedBefore(key)
        case .after: return false
        }
    }
}
