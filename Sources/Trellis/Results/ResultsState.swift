import Foundation
import ResultLists
import SQLiteAccess

/// The rows of live results: their keys, their sections and, if they are kept, their sort keys.
final class ResultsState {
    let query: ResultsQuery
    private let keepsSortKeys: Bool
    private var list: ResultList
    /// The rows of a fetch with a limit or an offset, with those around the window; nil without one or without kept sort keys.
    private var window: WindowedRows?
    /// The entities of the rows, if several share the table, and of those that left with the last change.
    private var entities: [Int64: Int] = [:]
    private var formerEntities: [Int64: Int] = [:]
    /// The versions of the rows that were queried or written, to find out whether another process has changed a row.
    private var versions: [Int64: Int64] = [:]
    /// What the rows show, where their versions do not tell it.
    private var contents: [Int64: RowContent] = [:]
    private let allEntities: [EntityRuntime]
    private let isOfChild: Bool
    /// Whether the last change could not be taken in.
    var needsQuery = false

    /// Queries the rows.
    /// - Throws: ``StoreError``
    init(_ query: ResultsQuery, keepsSortKeys: Bool, in context: ManagedObjectContext) throws {
        self.query = query
        self.keepsSortKeys = keepsSortKeys
        isOfChild = context.parent != nil
        allEntities = context.coordinator.model.entities
        let rows = try Self.rows(of: query, keepsSortKeys: keepsSortKeys, in: context)
        list = ResultList(rows.shown, of: query, keepsSortKeys: keepsSortKeys)
        window = rows.window
        note(rows.all)
    }

    /// The rows of a fetch.
    private static func rows(
        of query: ResultsQuery, keepsSortKeys: Bool, in context: ManagedObjectContext
    ) throws -> (all: [ResultsQuery.Row], shown: [ResultsQuery.Row], window: WindowedRows?) {
        guard query.canFollowWindow, keepsSortKeys else {
            let rows = try query.rows(in: context)
            return (rows, rows, nil)
        }
        let rows = try query.rows(in: context, limit: WindowedRows.limit(of: query))
        let window = WindowedRows(rows, of: query)
        let keys = Set(window.keys)
        return (rows, rows.filter { keys.contains($0.key) }, window)
    }

    private func note(_ rows: [ResultsQuery.Row]) {
        formerEntities = entities
        if query.entity.hierarchy != nil { entities = Dictionary(rows.map { ($0.key, $0.entity) }) { first, _ in first } }
        if query.content != nil {
            contents = Dictionary(rows.compactMap { row in row.content.map { (row.key, $0) } }) { first, _ in first }
        } else if keepsSortKeys {
            versions = Dictionary(rows.map { ($0.key, $0.version) }) { first, _ in first }
        }
    }

    // MARK: Reading

    var count: Int { list.count }
    /// The values and the numbers of rows of the sections.
    var sections: [(value: SQLiteValue?, count: Int)] {
        list.sections.values.enumerated().map { ($1, list.sections.rowCount(of: $0)) }
    }
    var snapshot: ListSnapshot { list.snapshot() }

    func key(at rank: Int) -> Int64 { list.keys.key(at: rank) }
    func rank(of key: Int64) -> Int? { list.keys.rank(of: key) }
    /// Whether the rows around a window are known.
    var hasWindow: Bool { window != nil }
    /// Whether a row is in the results, or around a window.
    func knows(_ key: Int64) -> Bool { window?.list.keys.contains(key) ?? list.keys.contains(key) }

    /// The identity of a row that is or was in the results.
    func id(of key: Int64) -> ObjectID {
        let number = entities[key] ?? formerEntities[key]
        let entity = number.map { allEntities[$0] } ?? query.entity
        return entity.id(isOfChild ? InheritedKey.key(aboveFor: key) : key)
    }

    /// Whether a row has a sort key; nil if the results do not have the row or keep no sort keys.
    func hasSortKey(_ sortKey: SortKey, of key: Int64) -> Bool? {
        window == nil ? list.hasSortKey(sortKey, of: key) : window?.list.hasSortKey(sortKey, of: key)
    }
    /// The version of a row, if it is known.
    func version(of key: Int64) -> Int64? { versions[key] }

    /// So many rows are judged one by one at most. For more, a query of all rows costs less.
    var mostJudgedRows: Int { max(8, keepsSortKeys ? count / 2 : count / 200) }

    func indexPath(of key: Int64) -> IndexPath? { list.index(of: key).map(IndexPath.init) }

    /// The place among all rows; nil if there is no row at an index path.
    func rank(at indexPath: IndexPath) -> Int? { ListIndex(indexPath).flatMap(list.sections.rank(of:)) }

    // MARK: Changing

    /// What changes do to the results, worked out before the results change.
    struct Update {
        fileprivate let kind: Kind
        /// What the rows are that were judged or queried.
        fileprivate let rows: Rows
        fileprivate var window: WindowedRows?
        /// Whether rows may get keys that stand for the same object.
        fileprivate let isOfChild: Bool

        fileprivate enum Kind {
            case plan(EditPlan)
            case list(ResultList, ListChange)
        }

        fileprivate enum Rows {
            case judged(JudgedRows)
            case queried([ResultsQuery.Row])
        }

        /// Whether the results are the same afterwards, in content too.
        var changesNothing: Bool {
            switch kind {
            case .plan(let plan):
                return plan.changesNothing(besides: isSameObject)
            case .list(_, var change):
                change.replacedKeys = change.replacedKeys.filter { !isSameObject($0, $1) }
                return change.isEmpty
            }
        }

        private func isSameObject(_ old: Int64, _ new: Int64) -> Bool {
            old == new || isOfChild && InheritedKey.key(aboveFor: old) == InheritedKey.key(aboveFor: new)
        }
    }

    /// Works out what changes do. The results stay as they are.
    /// - Returns: nil if the changes do not matter.
    /// - Throws: ``StoreError``
    func update(for changes: ChangesByTable, in context: ManagedObjectContext) throws -> Update? {
        if let versions = changes.log.versions[query.entity.root] { note(versions) }
        switch try query.step(for: changes, of: self, in: context) {
        case .nothing: return nil
        case .judged(let rows):
            if let window {
                guard let new = try window.applying(rows.edits) else {
                    // The reserve has run out.
                    let keys = changes.log.permanentKeys
                    return try queriedUpdate(updated: rows.changedKeys, permanentKeys: keys, savedKeys: keys, in: context)
                }
                let plan = try list.plan(new.visibleEdits(rows.edits, shown: window.keys))
                return Update(kind: .plan(plan), rows: .judged(rows), window: new, isOfChild: isOfChild)
            }
            do {
                // Reading a row can run code that reads the results, so the list must not be in use.
                let list = list
                let plan = try list.plan(rows.edits) { try self.query.sortKey(ofRow: $0, in: context) }
                return Update(kind: .plan(plan), rows: .judged(rows), isOfChild: isOfChild)
            } catch StoreError.rowDeleted {
                // Another process has deleted a row among which others are placed.
                let keys = changes.log.permanentKeys
                return try queriedUpdate(updated: [], permanentKeys: keys, savedKeys: keys, in: context)
            }
        case .queryAgain(let updated, let written, let permanentKeys):
            return try queriedUpdate(
                updated: updated, written: written, permanentKeys: permanentKeys, savedKeys: changes.log.permanentKeys, in: context)
        }
    }

    /// Queries all rows again.
    /// - Parameters:
    ///   - updated: the rows that are known to have other values.
    ///   - written: further rows that a save has written.
    ///   - permanentKeys: the keys of saved objects that are results, by their temporary keys.
    ///   - savedKeys: the keys of all saved objects, to which results may refer.
    private func queriedUpdate(
        updated: Set<Int64>, written: Set<Int64> = [], permanentKeys: [Int64: Int64], savedKeys: [Int64: Int64],
        in context: ManagedObjectContext
    ) throws -> Update {
        let (all, rows, newWindow) = try Self.rows(of: query, keepsSortKeys: keepsSortKeys, in: context)
        needsQuery = false
        var updated = updated
        if let columns = query.content {
            updated = rowsWithOtherContent(rows, columns, permanentKeys, savedKeys)
        } else {
            for row in rows { if let version = versions[row.key], version != row.version { updated.insert(row.key) } }
        }
        if keepsSortKeys {
            let plan = try list.plan(edits(to: rows, updated: updated, permanentKeys))
            return Update(kind: .plan(plan), rows: .queried(all), window: newWindow, isOfChild: isOfChild)
        }
        let new = ResultList(rows, of: query, keepsSortKeys: false)
        let change = ListChange(from: snapshot, to: new.snapshot(), updated: updated, written: written, replaced: permanentKeys)
        return Update(kind: .list(new, change), rows: .queried(rows), isOfChild: isOfChild)
    }

    /// The keys of the rows that the results had with other values.
    private func rowsWithOtherContent(
        _ rows: [ResultsQuery.Row], _ columns: ContentColumns, _ permanentKeys: [Int64: Int64], _ savedKeys: [Int64: Int64]
    ) -> Set<Int64> {
        let temporaryKeys = Dictionary(permanentKeys.map { ($1, $0) }) { first, _ in first }
        let others = rows.filter { row in
            guard let now = row.content, let before = contents[row.key] ?? temporaryKeys[row.key].flatMap({ contents[$0] }) else { return false }
            return before.differs(from: now, savedKeys, hasLazyColumns: columns.haveLazyOnes)
        }
        return Set(others.map(\.key))
    }

    /// Changes the results.
    /// - Parameter update: what was worked out since the results changed last.
    func apply(_ update: Update) -> ListChange {
        let change: ListChange
        switch update.kind {
        case .plan(let plan): change = list.commit(plan)
        case .list(let new, let difference): (list, change) = (new, difference)
        }
        window = update.window
        switch update.rows {
        case .queried(let rows): note(rows)
        case .judged(let rows): note(rows, after: change)
        }
        return change
    }

    private func note(_ rows: JudgedRows, after change: ListChange) {
        formerEntities = [:]
        for key in change.deletedRows.map(\.key) + change.replacedKeys.keys where !knows(key) {
            versions[key] = nil
            formerEntities[key] = entities.removeValue(forKey: key)
        }
        for row in rows.renewed where knows(row.key) {
            if keepsSortKeys { versions[row.key] = row.version }
            if query.entity.hierarchy != nil { entities[row.key] = row.entity }
        }
    }

    /// What makes the list one of other rows. A row with another sort key has other values as well, of related objects.
    private func edits(to rows: [ResultsQuery.Row], updated: Set<Int64>, _ permanentKeys: [Int64: Int64]) -> [RowEdit] {
        let temporaryKeys = Dictionary(permanentKeys.map { ($1, $0) }) { first, _ in first }
        let present = Set(rows.map(\.key))
        var edits = list.keys.keys.filter { !present.contains(permanentKeys[$0] ?? $0) }.map(RowEdit.leaves)
        for row in rows {
            let temporaryKey = temporaryKeys[row.key]
            // A new object may have become a row that the list shows already.
            let key = list.keys.contains(row.key) ? row.key : temporaryKey ?? row.key
            let isPlaced = list.hasSortKey(row.sortKey, of: key) == true
            if isPlaced, temporaryKey == nil, !updated.contains(row.key) { continue }
            edits.append(
                .present(
                    row.key, sortKey: row.sortKey, isChanged: !isPlaced || updated.contains(row.key), replacing: temporaryKey))
        }
        return edits
    }

    /// Notes versions that objects of the context have now.
    private func note(_ written: [Int64: Int64]) {
        if versions.isEmpty { return }
        for (key, version) in written where versions[key] != nil { versions[key] = version }
    }
}

extension ResultList {
    /// - Parameter rows: rows in the order of the fetch, which is that of the list within a section.
    fileprivate init(_ rows: [ResultsQuery.Row], of query: ResultsQuery, keepsSortKeys: Bool) {
        if keepsSortKeys {
            self.init(order: query.order, rows: rows.map { ($0.key, $0.sortKey) })
        } else {
            var rows = rows
            if query.order.hasSections {
                rows.sort { query.order.precedes(($0.key, $0.sortKey), ($1.key, $1.sortKey)) }
            }
            self.init(order: query.order, sortedRows: rows.lazy.map { ($0.key, $0.sortKey.section) })
        }
    }
}
