import SQLiteAccess

/// The rows of a list at one moment, as a value.
public struct ListSnapshot: Sendable, Hashable {
    /// A section and the keys of its rows in order.
    public struct Section: Sendable, Hashable {
        /// The value of the section, or nil in a list without sections.
        public var value: SQLiteValue?
        public var keys: [Int64]

        public init(value: SQLiteValue?, keys: [Int64]) {
            self.value = value
            self.keys = keys
        }
    }

    /// The sections in order. A list without sections has exactly one, even if it is empty.
    public var sections: [Section]

    public init(sections: [Section]) {
        self.sections = sections
    }

    /// A snapshot of a list without sections.
    public init(keys: [Int64]) {
        sections = [Section(value: nil, keys: keys)]
    }

    /// The number of rows.
    public var count: Int { sections.reduce(0) { $0 + $1.keys.count } }

    /// The keys of all rows in order.
    public var keys: [Int64] { sections.flatMap(\.keys) }
}

extension ListSnapshot {
    /// The new state of a list that was in this one.
    /// - Returns: nil if the change is not one of this state: an index is out of range, or another row is at it.
    public func applying(_ change: ListChange) -> ListSnapshot? {
        guard let remaining = removing(change) else { return nil }
        var new = remaining
        for section in change.insertedSections {
            guard (0...new.count).contains(section.index) else { return nil }
            new.insert(Section(value: section.value, keys: []), at: section.index)
        }
        let arrivals = (change.insertedRows.map { ($0.index, $0.key) } + change.movedRows.map { ($0.new, $0.key) })
            .sorted { $0.0 < $1.0 }
        guard ListSnapshot.insert(arrivals, in: &new) else { return nil }
        return ListSnapshot(sections: new)
    }

    /// The sections that stay, with the rows that stay under their new keys.
    private func removing(_ change: ListChange) -> [Section]? {
        var leaving = [[Int: Int64]](repeating: [:], count: sections.count)
        let oldKeys = Dictionary(change.replacedKeys.map { ($0.value, $0.key) }) { first, _ in first }
        let departures = change.deletedRows.map { ($0.index, $0.key) } + change.movedRows.map { ($0.old, oldKeys[$0.key] ?? $0.key) }
        for (index, key) in departures {
            guard sections.indices.contains(index.section), leaving[index.section].updateValue(key, forKey: index.row) == nil
            else { return nil }
        }

        let deleted = Set(change.deletedSections.map(\.index))
        guard deleted.count == change.deletedSections.count, deleted.allSatisfy(sections.indices.contains) else { return nil }
        var remaining = [Section]()
        for (number, section) in sections.enumerated() {
            guard let kept = section.without(leaving[number], change.replacedKeys) else { return nil }
            if !deleted.contains(number) { remaining.append(kept) } else if !kept.keys.isEmpty { return nil }
        }
        return remaining
    }

    /// Inserts rows at their final indices, which ascend.
    private static func insert(_ arrivals: [(index: ListIndex, key: Int64)], in sections: inout [Section]) -> Bool {
        var next = arrivals.startIndex
        while next < arrivals.endIndex {
            let number = arrivals[next].index.section
            guard sections.indices.contains(number) else { return false }
            var (staying, keys) = (sections[number].keys[...], [Int64]())
            while next < arrivals.endIndex, arrivals[next].index.section == number {
                let row = arrivals[next].index.row
                guard row >= keys.count, row - keys.count <= staying.count else { return false }
                let before = staying.prefix(row - keys.count)
                staying.removeFirst(before.count)
                keys += before
                keys.append(arrivals[next].key)
                next += 1
            }
            sections[number].keys = keys + staying
        }
        return true
    }
}

extension ListSnapshot.Section {
    /// The section without some rows, by their places, and with new keys. Nil if another row is at one of the places.
    fileprivate func without(_ leaving: [Int: Int64], _ replacedKeys: [Int64: Int64]) -> ListSnapshot.Section? {
        if leaving.isEmpty && replacedKeys.isEmpty { return self }
        guard leaving.allSatisfy({ keys.indices.contains($0.key) && keys[$0.key] == $0.value }) else { return nil }
        var staying = self
        staying.keys.removeAll(keepingCapacity: true)
        for (row, key) in keys.enumerated() where leaving[row] == nil { staying.keys.append(replacedKeys[key] ?? key) }
        return staying
    }
}
