import Predicates
import ResultLists
import SQLiteAccess

/// Rows that were judged because they may have changed.
struct JudgedRows {
    var edits: [RowEdit] = []
    /// How many of the edits place a row.
    var placedCount = 0
    var versions: [Int64: Int64] = [:]
    var entities: [Int64: Int] = [:]
}

extension ResultsQuery {
    /// How results take in changes.
    enum Step {
        /// The changes do not matter.
        case nothing
        case judged(JudgedRows)
        /// The rows are queried again.
        /// - Parameter updated: the rows that have other values.
        case queryAgain(updated: Set<Int64>, permanentKeys: [Int64: Int64])
    }

    /// Decides how results take in changes, and judges the changed objects if that is possible.
    /// - Throws: ``StoreError``
    func step(for changes: ChangesByTable, of results: ResultsState, in context: ManagedObjectContext) throws -> Step {
        if !results.needsQuery, !tables.areConcerned(by: changes) { return .nothing }
        var affected = AffectedRows(self, changes, of: results)
        let log = changes.log
        var mustQuery = results.needsQuery || log.isIncomplete || !log.deletedEntities.isDisjoint(with: tables.entitiesWithRules)
        if tables.readsUnknownDerivation, log.includesSave { mustQuery = true }
        var sources = RouteSources(tables, table: fetch.table, changes, in: context)
        if sources.isUnknown { mustQuery = true }
        if !canJudge(results), !affected.isEmpty || !sources.isEmpty { mustQuery = true }
        if !mustQuery {
            affected.add(try sources.keys())
            mustQuery = affected.judged.count > results.mostJudgedRows
        }
        if mustQuery { return .queryAgain(updated: affected.updated, permanentKeys: affected.permanentKeys) }
        if affected.isEmpty, affected.changedInPlace.isEmpty { return .nothing }
        return .judged(try judge(affected, of: results, in: context))
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
        var judged = JudgedRows()
        judged.edits = affected.changedInPlace.map(RowEdit.changed)
        let temporaryKeys = Dictionary(affected.permanentKeys.map { ($1, $0) }) { first, _ in first }
        let registry = context.registries[entity.root]
        var unknown = [Int64]()
        for key in affected.judged {
            guard let object = affected.objects[key] ?? registry[key] ?? context.changeSet.newObject(withKey: key) else {
                if key > 0 { unknown.append(key) } else { judged.edits.append(.leaves(key)) }
                continue
            }
            let old = temporaryKeys[key] ?? key
            switch try judgement(of: object) {
            case .unknown: unknown.append(key)
            case .out: judged.edits.append(.leaves(old))
            case .present(let sortKey):
                let row = Row(key: key, entity: object.scope.entity.index, version: object.rowVersion, sortKey: sortKey)
                judged.place(row, isChanged: affected.updated.contains(key), replacing: temporaryKeys[key], in: results)
            }
        }
        if unknown.isEmpty { return judged }
        var missing = Set(unknown)
        for row in try rows(in: context, among: unknown) {
            missing.remove(row.key)
            var isChanged = affected.updated.contains(row.key)
            // A save of another context need not be newer than what the results have.
            if affected.unloaded.contains(row.key), results.version(of: row.key) == row.version { isChanged = false }
            judged.place(row, isChanged: isChanged, replacing: temporaryKeys[row.key], in: results)
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
        // A row with another sort key has other values as well, of related objects.
        let old = results.sortKey(of: temporaryKey ?? row.key)
        let isMoved = old.map { !$0.isSame(as: row.sortKey) } ?? false
        edits.append(.present(row.key, sortKey: row.sortKey, isChanged: isChanged || isMoved, replacing: temporaryKey))
        placedCount += 1
        versions[row.key] = row.version
        entities[row.key] = row.entity
    }
}

/// The rows that changes of rows of the fetched table affect.
struct AffectedRows {
    /// The keys of rows that may enter, leave or move.
    private(set) var judged: Set<Int64> = []
    /// Rows of the results with other values, which stay where they are.
    private(set) var changedInPlace: [Int64] = []
    /// All rows with other values.
    private(set) var updated: Set<Int64> = []
    /// The rows that were written without an object.
    private(set) var unloaded: Set<Int64> = []
    /// The permanent keys of saved objects, by the temporary keys that the results know.
    private(set) var permanentKeys: [Int64: Int64] = [:]
    /// Changed objects: not all are registered.
    private(set) var objects: [Int64: ManagedObject] = [:]

    init(_ query: ResultsQuery, _ changes: ChangesByTable, of results: ResultsState) {
        let root = query.entity.root
        for key in changes.log.temporaryKeys[root] ?? [] where results.knows(key) {
            permanentKeys[key] = changes.log.permanentKeys[key]
        }
        judged.formUnion(permanentKeys.values)
        for changed in changes.objects[root] ?? [] where query.isAbout(changed.object) {
            let key = changed.object.key
            objects[key] = changed.object
            if !changed.columns.isEmpty { updated.insert(key) }
            if changed.change.hasOtherLife || !query.tables.following.columns.isDisjoint(with: changed.columns) {
                judged.insert(key)
            } else if !judged.contains(key), results.rank(of: key) != nil {
                changedInPlace.append(key)
            }
        }
        if let rows = changes.rows[root] {
            judged.formUnion(rows)
            updated.formUnion(rows)
            unloaded = Set(rows)
        }
    }

    /// Whether no row may enter, leave or move.
    var isEmpty: Bool { judged.isEmpty }

    /// Adds rows from which relationships lead to changed rows.
    mutating func add(_ keys: Set<Int64>) {
        judged.formUnion(keys)
    }
}
