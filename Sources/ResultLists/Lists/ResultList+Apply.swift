import SQLiteAccess

extension ResultList {
    /// Applies edits and reports what they change.
    ///
    /// Each edit names another row. Where edits name a row more often, by its old key or its new one, the last counts. If a row
    /// gets the key of another row of the list, the two become one: the row under its earlier key leaves, and the other one has
    /// the new sort key.
    ///
    /// The number of moves is the least possible if rows without an edit stay. In a list that keeps sort keys, rows with an
    /// equal sort key stay, too.
    ///
    /// - Parameter sortKey: gives the sort key of a row that no edit names, if the list does not keep sort keys. It is called for
    ///   at most log2(``count``) + 3 rows for each row that is placed.
    /// - Throws: what `sortKey` throws; ``ResultListError`` if it is missing. The list is unchanged then.
    @discardableResult
    public mutating func apply(_ edits: [RowEdit], sortKey: ((Int64) throws -> SortKey)? = nil) throws -> ListChange {
        commit(try plan(edits, sortKey: sortKey))
    }

    /// Works out what ``apply(_:sortKey:)`` does, and changes nothing.
    /// - Throws: as ``apply(_:sortKey:)`` does.
    public func plan(_ edits: [RowEdit], sortKey: ((Int64) throws -> SortKey)? = nil) throws -> EditPlan {
        try EditPlan(edits, in: self, keepsSortKeys ? nil : sortKey)
    }

    /// Changes the list and reports the difference.
    /// - Parameter plan: a plan of this list, which has not changed since.
    public mutating func commit(_ plan: EditPlan) -> ListChange {
        var change = ListChange()
        change.deletedSections = plan.sections.deleted.map { .init(index: $0, value: sections.values[$0]) }
        change.insertedSections = plan.sections.inserted.map { .init(index: $0.index, value: $0.value) }
        change.deletedRows = plan.leaving.map { .init(index: $0.index, key: $0.key) }

        for row in plan.leaving { keys.remove(row.key) }
        for row in plan.placed where !row.stays { if let old = row.old { keys.remove(old.key) } }
        for row in plan.placed {
            if row.stays, let old = row.old {
                keys.replace(old.key, with: row.key)
                if keepsSortKeys { keys.keep(row.sortKey, for: row.key) }
            } else {
                keys.insert(row.key, keepsSortKeys ? row.sortKey : nil, at: row.rank)
            }
        }
        for row in plan.keptKeys { keys.keep(row.sortKey, for: row.key) }
        sections.apply(plan.sections)

        for row in plan.placed {
            let index = sections.index(ofRank: row.rank)
            guard let old = row.old else {
                change.insertedRows.append(.init(index: index, key: row.key))
                continue
            }
            let kept = ListChange.KeptRow(old: old.index, new: index, key: row.key)
            if !row.stays { change.movedRows.append(kept) }
            if row.isChanged { change.updatedRows.append(kept) }
            if old.key != row.key { change.replacedKeys[old.key] = row.key }
        }
        report(plan.changed, in: &change)
        return change
    }

    /// Reports rows that changed in place.
    private func report(_ changed: [EditPlan.OldPlace], in change: inout ListChange) {
        if changed.isEmpty { return }
        for row in changed {
            guard let index = index(of: row.key) else { continue }
            change.updatedRows.append(.init(old: row.index, new: index, key: row.key))
        }
        change.updatedRows.sort { $0.new < $1.new }
    }
}
