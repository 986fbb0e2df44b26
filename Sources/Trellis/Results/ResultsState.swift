import Foundation
import ResultLists
import SQLiteAccess

/// The rows of live results: their keys, their sections and, if they are kept, their sort keys.
final class ResultsState {
    let query: ResultsQuery
    private let keepsSortKeys: Bool
    private var list: ResultList
    /// The entities of the rows, if several share the table, and of those that left with the last change.
    private var entities: [Int64: Int] = [:]
    private var formerEntities: [Int64: Int] = [:]
    /// The versions of the rows that were queried or written, to find out whether another process has changed a row.
    private var versions: [Int64: Int64] = [:]
    private let entityNames: [String]
    /// Whether the last change could not be taken in.
    var needsQuery = false

    /// Queries the rows.
    /// - Throws: ``StoreError``
    init(_ query: ResultsQuery, keepsSortKeys: Bool, in context: ManagedObjectContext) throws {
        self.query = query
        self.keepsSortKeys = keepsSortKeys
        entityNames = context.coordinator.model.entities.map(\.descriptor.name)
        let rows = try query.rows(in: context)
        list = ResultList(rows, of: query, keepsSortKeys: keepsSortKeys)
        note(rows)
    }

    private func note(_ rows: [ResultsQuery.Row]) {
        formerEntities = entities
        if query.entity.hierarchy != nil { entities = Dictionary(rows.map { ($0.key, $0.entity) }) { first, _ in first } }
        if keepsSortKeys { versions = Dictionary(rows.map { ($0.key, $0.version) }) { first, _ in first } }
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

    /// The identity of a row that is or was in the results.
    func id(of key: Int64) -> ObjectID {
        let entity = entities[key] ?? formerEntities[key]
        return ObjectID(entity: entity.map { entityNames[$0] } ?? query.entity.descriptor.name, key: key)
    }

    func indexPath(of key: Int64) -> IndexPath? { list.index(of: key).map(IndexPath.init) }

    /// The place among all rows; nil if there is no row at an index path.
    func rank(at indexPath: IndexPath) -> Int? { ListIndex(indexPath).flatMap(list.sections.rank(of:)) }

    // MARK: Changing

    /// Takes in rows that were judged in memory.
    /// - Throws: ``StoreError`` if a sort key cannot be read; then nothing has changed.
    func apply(_ rows: JudgedRows, in context: ManagedObjectContext) throws -> ListChange {
        let change: ListChange
        if keepsSortKeys {
            change = try list.apply(rows.edits)
        } else {
            // Reading a row can run code that reads the results, so the list must not be in use.
            var changed = list
            change = try changed.apply(rows.edits) { try self.query.sortKey(ofRow: $0, in: context) }
            list = changed
        }
        formerEntities = [:]
        for key in change.deletedRows.map(\.key) + change.replacedKeys.keys where rank(of: key) == nil {
            versions[key] = nil
            formerEntities[key] = entities.removeValue(forKey: key)
        }
        if keepsSortKeys { for (key, version) in rows.versions where rank(of: key) != nil { versions[key] = version } }
        if query.entity.hierarchy != nil { for (key, entity) in rows.entities where rank(of: key) != nil { entities[key] = entity } }
        return change
    }

    /// Queries all rows again.
    /// - Parameters:
    ///   - updated: the rows that are known to have other values.
    ///   - permanentKeys: the keys of saved objects, by their temporary keys.
    /// - Throws: ``StoreError``; then nothing has changed.
    func queryAgain(updated: Set<Int64>, permanentKeys: [Int64: Int64], in context: ManagedObjectContext) throws -> ListChange {
        let rows = try query.rows(in: context)
        var updated = updated
        for row in rows { if let version = versions[row.key], version != row.version { updated.insert(row.key) } }
        let change: ListChange
        if keepsSortKeys {
            change = try list.apply(edits(to: rows, updated: updated, permanentKeys))
        } else {
            let new = ResultList(rows, of: query, keepsSortKeys: false)
            change = ListChange(from: snapshot, to: new.snapshot(), updated: updated, replaced: permanentKeys)
            list = new
        }
        note(rows)
        return change
    }

    /// What makes the list one of other rows. A row with another sort key has other values as well, of related objects.
    private func edits(to rows: [ResultsQuery.Row], updated: Set<Int64>, _ permanentKeys: [Int64: Int64]) -> [RowEdit] {
        let temporaryKeys = Dictionary(permanentKeys.map { ($1, $0) }) { first, _ in first }
        let present = Set(rows.map(\.key))
        var edits = list.keys.keys.filter { !present.contains(permanentKeys[$0] ?? $0) }.map(RowEdit.leaves)
        for row in rows {
            let temporaryKey = temporaryKeys[row.key]
            let old = list.sortKey(of: temporaryKey ?? row.key)
            let isPlaced = old?.isSame(as: row.sortKey) == true
            if isPlaced, temporaryKey == nil, !updated.contains(row.key) { continue }
            edits.append(
                .present(
                    row.key, sortKey: row.sortKey, isChanged: !isPlaced || updated.contains(row.key), replacing: temporaryKey))
        }
        return edits
    }

    /// Takes versions over that the context has written.
    func note(_ written: [RowIdentity: Int64]) {
        if versions.isEmpty { return }
        for (row, version) in written where row.root == query.entity.root && versions[row.key] != nil {
            versions[row.key] = version
        }
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

extension SortKey {
    fileprivate func isSame(as other: SortKey) -> Bool {
        (section ?? .null).isSame(as: other.section ?? .null) && values.count == other.values.count
            && zip(values, other.values).allSatisfy { $0.isSame(as: $1) }
    }
}
