import SQLiteAccess

/// The sort keys of the rows of a chunk.
///
/// Their values are in one array, so a row has no memory of its own, and a search reads values that are next to each other.
struct ChunkSortKeys: Sendable {
    /// How many values each row has.
    private let width: Int
    private var values: [SQLiteValue] = []
    /// The values of the sections; none while no row has one.
    private var sections: [SQLiteValue?] = []

    init(width: Int) {
        self.width = width
    }

    // MARK: Reading

    subscript(offset: Int) -> SortKey {
        SortKey(section: section(at: offset), values: Array(values[values(at: offset)]))
    }

    func section(at offset: Int) -> SQLiteValue? { sections.isEmpty ? nil : sections[offset] }

    private func values(at offset: Int) -> Range<Int> { offset * width..<(offset + 1) * width }

    /// How the row at a place stands to another sort key, if both are in one section.
    func comparison(at offset: Int, with sortKey: SortKey, in order: ListOrder) -> Comparison {
        let first = offset * width
        for place in 0..<min(width, order.isAscending.count, sortKey.values.count) {
            let comparison = Comparison(values[first + place], sortKey.values[place])
            if comparison != .same { return order.isAscending[place] ? comparison : comparison.reversed }
        }
        return .same
    }

    /// Whether a row has a sort key, its section included, by a meaning of "same".
    func has(_ sortKey: SortKey, at offset: Int, isSame: (SQLiteValue, SQLiteValue) -> Bool) -> Bool {
        guard isSame(section(at: offset) ?? .null, sortKey.section ?? .null), sortKey.values.count == width else { return false }
        let first = offset * width
        return (0..<width).allSatisfy { isSame(values[first + $0], sortKey.values[$0]) }
    }

    // MARK: Changing

    /// - Parameter count: how many rows the chunk has before.
    mutating func insert(_ sortKey: SortKey, at offset: Int, of count: Int) {
        if values.capacity < KeyChunk.capacity * width { values.reserveCapacity(KeyChunk.capacity * width) }
        values.insert(contentsOf: fitting(sortKey.values), at: offset * width)
        if sections.isEmpty {
            if sortKey.section == nil { return }
            sections.reserveCapacity(KeyChunk.capacity)
            sections.append(contentsOf: repeatElement(nil, count: count))
        }
        sections.insert(sortKey.section, at: offset)
    }

    /// A list knows how many values its order compares. Values behind them decide nothing, and missing ones are NULL.
    private func fitting(_ values: [SQLiteValue]) -> [SQLiteValue] {
        values.count == width ? values : Array((values + repeatElement(.null, count: max(0, width - values.count))).prefix(width))
    }

    mutating func remove(at offset: Int) {
        values.removeSubrange(values(at: offset))
        if !sections.isEmpty { sections.remove(at: offset) }
    }

    /// - Parameter count: how many rows the chunk has.
    mutating func replace(_ sortKey: SortKey, at offset: Int, of count: Int) {
        values.replaceSubrange(values(at: offset), with: fitting(sortKey.values))
        if sections.isEmpty, sortKey.section != nil { sections = Array(repeating: nil, count: count) }
        if !sections.isEmpty { sections[offset] = sortKey.section }
    }

    /// Takes rows out, as those of a new chunk.
    mutating func extract(_ range: Range<Int>) -> ChunkSortKeys {
        var part = ChunkSortKeys(width: width)
        let places = range.lowerBound * width..<range.upperBound * width
        part.values.reserveCapacity(KeyChunk.capacity * width)
        part.values.append(contentsOf: values[places])
        values.removeSubrange(places)
        if sections.isEmpty { return part }
        part.sections.append(contentsOf: sections[range])
        sections.removeSubrange(range)
        return part
    }

    /// Adds the rows of another chunk, at the end or at the start.
    /// - Parameters:
    ///   - count: how many rows the chunk has before.
    ///   - otherCount: how many rows the other chunk has.
    mutating func add(_ other: ChunkSortKeys, of otherCount: Int, to count: Int, atEnd: Bool) {
        values.insert(contentsOf: other.values, at: atEnd ? values.count : 0)
        if sections.isEmpty, other.sections.isEmpty { return }
        if sections.isEmpty { sections = Array(repeating: nil, count: count) }
        let added = other.sections.isEmpty ? Array(repeating: nil, count: otherCount) : other.sections
        sections.insert(contentsOf: added, at: atEnd ? count : 0)
    }
}
