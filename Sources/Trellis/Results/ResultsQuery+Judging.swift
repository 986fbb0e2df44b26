import Predicates
import ResultLists
import SQLiteAccess

/// Rows that were judged because they may have changed.
struct JudgedRows {
    var edits: [RowEdit] = []
    /// The rows that the results do not know, or may know by an older version.
    private(set) var renewed: [ResultsQuery.Row] = []
    /// Whether a save has written, so that rows may have other versions.
    private let areSaved: Bool

    init(areSaved: Bool) {
        self.areSaved = areSaved
    }
}

extension ResultsQuery {
    /// How results take in changes.
    enum Step {
        /// The changes do not matter.
        case nothing
        case judged(JudgedRows)
        /// The rows are queried again.
        /// - Parameters:
        ///   - updated: the rows that have other values.
        ///   - written: further rows that a save has written.
        case queryAgain(updated: Set<Int64>, written: Set<Int64>, permanentKeys: [Int64: Int64])
    }

    /// Decides how results take in changes, and judges the changed objects if that is possible.
    /// - Throws: ``StoreError``
    func step(for changes: ChangesByTable, of results: ResultsState, in context: ManagedObjectContext) throws -> Step {
        var affected = AffectedRows(self, changes, of: results)
        let log = changes.log
        var mustQuery = results.needsQuery || log.isIncomplete || !log.deletedEntities.isDisjoint(with: tables.entitiesWithRules)
        if tables.readsUnknownDerivation, log.includesSave { mustQuery = true }
        var sources = RouteSources(tables, table: fetch.table, changes, in: context)
        if sources.isUnknown { mustQuery = true }
        if !canJudge(results), affected.judgedCount > 0 || !sources.isEmpty { mustQuery = true }
        if !mustQuery {
            affected.add(try sources.keys())
            mustQuery = affected.judgedCount > results.mostJudgedRows
        }
        if mustQuery {
            return .queryAgain(updated: affected.updated, written: affected.written, permanentKeys: affected.permanentKeys)
        }
        let judged = try judge(affected, of: results, in: context)
        return judged.edits.isEmpty ? .nothing : .judged(judged)
    }

    /// Whether the results follow from judging rows one by one.
    private func canJudge(_ results: ResultsState) -> Bool {
        switch tables.following.strategy {
        case .rows, .related: true
        case .window: results.hasWindow
        case .again: false
        }
    }

    /// Whether rows around the window can be followed one by one.
    var canFollowWindow: Bool { tables.following.strategy == .window }

    private func judge(_ affected: AffectedRows, of results: ResultsState, in context: ManagedObjectContext) throws -> JudgedRows {
        var judged = JudgedRows(areSaved: affected.areSaved)
        let temporaryKeys = Dictionary(affected.permanentKeys.map { ($1, $0) }) { first, _ in first }
        let registry = context.registries[entity.root]
        var unknown = [Int64]()
        for (key, row) in affected.rows {
            if !row.isJudged {
                if results.rank(of: key) != nil { judged.edits.append(.changed(key)) }
                continue
            }
            guard let object = row.object ?? registry[key] ?? context.changeSet.newObject(withKey: key) else {
                if key > 0 { unknown.append(key) } else { judged.edits.append(.leaves(key)) }
                continue
            }
            let old = temporaryKeys[key] ?? key
            switch try judgement(of: object) {
            case .unknown: unknown.append(key)
            case .out: judged.edits.append(.leaves(old))
            case .present(let sortKey):
                let found = Row(key: key, entity: object.scope.entity.index, version: object.rowVersion, sortKey: sortKey)
                let isChanged = row.isUpdated || row.isOther(than: results.version(of: key), object.rowVersion)
                judged.place(found, isChanged: isChanged, replacing: temporaryKeys[key], in: results)
            }
        }
        if unknown.isEmpty { return judged }
        var missing = Set(unknown)
        for row in try rows(in: context, among: unknown) {
            missing.remove(row.key)
            let known = affected.rows[row.key]
            // A save of another context need not be newer than what the results have.
            let isOld = known?.isUnloaded == true && results.version(of: row.key) == row.version
            let isOther = known?.isOther(than: results.version(of: row.key), row.version) == true
            judged.place(row, isChanged: known?.isUpdated == true && !isOld || isOther, replacing: temporaryKeys[row.key], in: results)
        }
        judged.edits += missing.map { .leaves(temporaryKeys[$0] ?? $0) }
        return judged
    }

    private enum Judgement {
        case out
        case present(SortKey)
        /// Something is not loaded that decides.
        case unknown
    }

    private func judgement(of object: ManagedObject) throws -> Judgement {
        if object.isDeleted || !isAbout(object) { return .out }
        // An object may have read a derived value before another context's save.
        if tables.readsDerivedValues, !object.isNew { return .unknown }
        guard let holds = try condition.holds(for: object) else { return .unknown }
        if !holds { return .out }
        do {
            return .present(try loadedSortKey(of: object))
        } catch is NotLoaded {
            return .unknown
        }
    }
}

extension JudgedRows {
    /// The rows with other values.
    var changedKeys: Set<Int64> {
        Set(
            edits.compactMap { edit in
                switch edit {
                case .leaves: nil
                case .changed(let key): key
                case .present(let key, _, let isChanged, _): isChanged ? key : nil
                }
            })
    }

    fileprivate mutating func place(_ row: ResultsQuery.Row, isChanged: Bool, replacing temporaryKey: Int64?, in results: ResultsState) {
        let hasKey = results.hasSortKey(row.sortKey, of: temporaryKey ?? row.key)
        // A row with another sort key has other values as well, of related objects.
        edits.append(.present(row.key, sortKey: row.sortKey, isChanged: isChanged || hasKey == false, replacing: temporaryKey))
        if hasKey == nil || temporaryKey != nil || areSaved { renewed.append(row) }
    }
}

/// The rows that changes of rows of the fetched table affect, and those from which relationships lead to changed rows.
struct AffectedRows {
    private(set) var rows: [Int64: AffectedRow] = [:]
    /// The rows that a save has written, if values that the database derives matter.
    private(set) var written: Set<Int64> = []
    /// How many rows may enter, leave or move.
    private(set) var judgedCount = 0
    /// The permanent keys of saved objects, by the temporary keys that the results know.
    private(set) var permanentKeys: [Int64: Int64] = [:]
    /// Whether a save has written.
    let areSaved: Bool

    struct AffectedRow {
        /// The changed object; not all are registered.
        fileprivate(set) var object: ManagedObject?
        /// Whether the row may enter, leave or move. Other rows of the results stay where they are.
        fileprivate(set) var isJudged = false
        /// Whether the row has other values.
        fileprivate(set) var isUpdated = false
        /// Whether the row was written without an object, and its version says whether the results have it already.
        fileprivate(set) var isUnloaded = false
        /// Whether an object has shown the row that another context wrote, so that nothing else says whether it has other values.
        fileprivate(set) var isShown = false

        /// Whether a row that was shown has another version than the one that the results know.
        fileprivate func isOther(than known: Int64?, _ version: Int64) -> Bool { isShown && known != nil && known != version }
    }

    init(_ query: ResultsQuery, _ changes: ChangesByTable, of results: ResultsState) {
        let root = query.entity.root
        areSaved = changes.log.includesSave
        for key in changes.log.temporaryKeys[root] ?? [] where results.knows(key) {
            permanentKeys[key] = changes.log.permanentKeys[key]
        }
        for key in permanentKeys.values { note(key) }
        for changed in changes.objects[root] ?? [] where query.isAbout(changed.object) {
            note(changed.object.key, isJudged: changed.hasOtherLife || query.tables.columns.contain(changed)) { row in
                row.object = changed.object
                row.isUpdated = !changed.columns.isEmpty
            }
        }
        for key in changes.rows[root] ?? [] {
            let identity = RowIdentity(root: root, key: key)
            let isWritten = changes.log.writtenRows.contains(identity)
            let isRecorded = changes.log.recordedRows.contains(identity)
            note(key) { row in
                guard isWritten else { return }
                row.isUpdated = true
                // An object that has taken the row in has logged other values.
                row.isUnloaded = row.object == nil && !isRecorded
            }
        }
        for key in changes.shownRows[root] ?? [] { note(key) { $0.isShown = true } }
        for (row, isWritten) in changes.log.adoptedRows where row.root == root && results.knows(row.key) {
            // The results show the row already. Its values are others only if it was written.
            note(row.key) { $0.isUpdated = isWritten }
        }
        written = Set(changes.log.saved.updated.lazy.map(\.row).filter { $0.root == root }.map(\.key))
        written.formUnion(changes.log.saved.owners.lazy.filter { $0.root == root }.map(\.key))
    }

    /// The rows with other values.
    var updated: Set<Int64> { Set(rows.lazy.filter(\.value.isUpdated).map(\.key)) }

    /// Adds rows from which relationships lead to changed rows.
    mutating func add(_ keys: Set<Int64>) {
        for key in keys { note(key) }
    }

    private mutating func note(_ key: Int64, isJudged: Bool = true, _ change: (inout AffectedRow) -> Void = { _ in }) {
        var row = rows[key] ?? AffectedRow()
        change(&row)
        if isJudged, !row.isJudged {
            row.isJudged = true
            judgedCount += 1
        }
        rows[key] = row
    }
}
