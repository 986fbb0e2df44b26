import ResultLists

/// Rows that were judged in memory because they may have changed.
struct JudgedRows {
    var edits: [RowEdit] = []
    /// The keys of saved objects, by the temporary keys that the results know.
    var permanentKeys: [Int64: Int64] = [:]
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
    func step(for changes: ChangeLog, of results: ResultsState, in context: ManagedObjectContext) throws -> Step {
        let permanentKeys = changes.permanentKeys.filter { results.rank(of: $0.key) != nil }
        var own = [(object: ManagedObject, isChanged: Bool)]()
        var mustQuery = results.needsQuery || changes.isIncomplete || !joinTablesPassed.isDisjoint(with: changes.joinTables)
        mustQuery = mustQuery || changes.includesSave && readsDerivedValues
        mustQuery = mustQuery || !changes.deletedEntities.isDisjoint(with: entitiesWithRules)
        for changed in changes.objects.values {
            let columns = changed.changedColumns(changes.permanentKeys)
            if columns.isEmpty, !changed.hasOtherLife { continue }
            if passes(changed.object) { mustQuery = true }
            if isAbout(changed.object) { own.append((changed.object, !columns.isEmpty)) }
        }
        if changes.rows.contains(where: { passes(root: $0.root) }) { mustQuery = true }
        // Members decide only if a key path leads to them.
        if !passedEntities.isEmpty, !changes.reconnectedRows.isEmpty { mustQuery = true }
        let rows = changes.rows.filter { $0.root == entity.root }.map(\.key)
        if own.isEmpty, rows.isEmpty, permanentKeys.isEmpty, !mustQuery { return .nothing }

        if mustQuery || isWindow {
            let updated = own.filter(\.isChanged).map(\.object.key) + rows
            return .queryAgain(updated: Set(updated), permanentKeys: permanentKeys)
        }
        return .judged(try judge(own, rows: rows, permanentKeys, in: context))
    }

    private func judge(
        _ own: [(object: ManagedObject, isChanged: Bool)], rows: [Int64], _ permanentKeys: [Int64: Int64],
        in context: ManagedObjectContext
    ) throws -> JudgedRows {
        var judged = JudgedRows()
        judged.permanentKeys = permanentKeys
        let temporaryKeys = Dictionary(permanentKeys.map { ($1, $0) }) { first, _ in first }
        var keys = Set<Int64>()
        for (object, isChanged) in own where keys.insert(object.key).inserted {
            try judged.take(object, isChanged, replacing: temporaryKeys[object.key], self)
        }
        let root = context.scopes[entity.root]
        // Held until they are judged, because nothing else may hold them.
        let loaded = try context.load(rows.filter { root.registry[$0] == nil }, in: root, for: .fetch)
        try withExtendedLifetime(loaded) {
            for key in rows where keys.insert(key).inserted {
                if let object = root.registry[key] {
                    try judged.take(object, true, replacing: temporaryKeys[key], self)
                } else {
                    judged.edits.append(.leaves(key))
                }
            }
            for key in permanentKeys.values where keys.insert(key).inserted {
                guard let object = root.registry[key] else { continue }
                try judged.take(object, false, replacing: temporaryKeys[key], self)
            }
        }
        return judged
    }
}

extension JudgedRows {
    fileprivate mutating func take(
        _ object: ManagedObject, _ isChanged: Bool, replacing temporaryKey: Int64?, _ query: ResultsQuery
    ) throws {
        if try query.holds(for: object) {
            edits.append(.present(object.key, sortKey: query.sortKey(of: object), isChanged: isChanged, replacing: temporaryKey))
            versions[object.key] = object.rowVersion
            entities[object.key] = object.scope.entity.index
        } else {
            edits.append(.leaves(temporaryKey ?? object.key))
        }
    }
}
