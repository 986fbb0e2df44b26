import SQLiteAccess

extension PendingChanges {
    /// The objects that the fetch asks for.
    func objects() throws -> [ManagedObject] {
        let columns = scope.entity.selectedColumns
        guard let overlay else { return try context.objects(in: scope, fetch.select(columns)) }
        guard overlay.changesRows(of: fetch.table) else {
            return try context.objects(in: scope, fetch.select(columns, from: .unchanged(overlay)))
        }
        var found = [(object: ManagedObject, order: [SQLiteValue])]()
        let select = wider.select(columns, withSortValues: true, from: .unchanged(overlay))
        try context.rows(in: scope, sql: select.sql, for: .fetch) {
            try $0.bind(select.bindings)
        } _: { object, statement in
            let places = columns.count..<columns.count + fetch.sort.count
            found.append((object, try places.map { try statement.value(at: Int32($0)).value }))
        }
        let key = context.coordinator.model.fetchLayout.ownKey(of: fetch.entity)
        try context.forEachRow(of: all.select([key] + fetch.sort.map(\.path), from: .unsaved(overlay))) { values in
            guard case .integer(let key) = values[0], let object = try context.object(in: scope, key: key) else { return }
            found.append((object, Array(values.dropFirst())))
        }
        found.sort { left, right in
            fetch.sort.order(left.order, right.order) ?? left.object.key.isSavedBefore(right.object.key)
        }
        return cut(found.map(\.object))
    }

    /// How many objects the fetch gives.
    func count() throws -> Int {
        guard let overlay else { return try context.number(fetch.selectCount()) }
        guard overlay.changesRows(of: fetch.table) else {
            return try context.number(fetch.selectCount(from: .unchanged(overlay)))
        }
        let count = try context.number(wider.selectCount(from: .unchanged(overlay)))
            + context.number(all.selectCount(from: .unsaved(overlay)))
        return min(max(count - fetch.offset, 0), fetch.limit ?? .max)
    }

    /// The identities of the objects that the fetch asks for.
    func ids() throws -> [ObjectID] {
        let model = context.coordinator.model
        let key = model.fetchLayout.ownKey(of: fetch.entity)
        let kind = model.fetchLayout.kindPath(of: key)
        var ids = [ObjectID]()
        try forEachRow(of: [key] + (kind.map { [$0] } ?? [])) { values in
            guard case .integer(let key) = values[0] else { return }
            if kind == nil {
                ids.append(scope.id(key, of: scope.entity))
            } else if case .text(let name) = values[1], let entity = model.entity(named: name), entity.isKind(of: scope.entity) {
                ids.append(scope.id(key, of: entity))
            } else {
                throw scope.entity.unreadable(values[1], FetchLayout.entityColumn, ofRow: key)
            }
        }
        return ids
    }

    /// The fetch with the rows that its offset passes over: unsaved rows may be among them.
    private var wider: ResolvedFetch {
        var wider = fetch
        wider.offset = 0
        wider.limit = fetch.limit.flatMap {
            let (limit, isTooLarge) = $0.addingReportingOverflow(fetch.offset)
            return isTooLarge ? nil : limit
        }
        return wider
    }

    /// The fetch without limit and offset.
    private var all: ResolvedFetch {
        var all = fetch
        (all.limit, all.offset) = (nil, 0)
        return all
    }

    private func cut<Element>(_ all: [Element]) -> [Element] {
        Array(all.dropFirst(fetch.offset).prefix(fetch.limit ?? .max))
    }
}

// MARK: - Values

extension PendingChanges {
    /// Gives the stored values at the ends of paths, in the fetch's order.
    /// - Parameter isDistinct: whether rows that are the same come once, and those that the order leaves equal in the order of
    ///   their values.
    func forEachRow(
        of paths: [ResolvedPath], isDistinct: Bool = false, _ body: ([SQLiteValue]) throws -> Void
    ) throws {
        guard let overlay else { return try context.forEachRow(of: fetch.select(paths, isDistinct: isDistinct), body) }
        guard overlay.changesRows(of: fetch.table) else {
            return try context.forEachRow(of: fetch.select(paths, isDistinct: isDistinct, from: .unchanged(overlay)), body)
        }

        // Behind the values that are asked for stands what decides on the order.
        let key = context.coordinator.model.fetchLayout.ownKey(of: fetch.entity)
        let asked = paths + fetch.sort.map(\.path) + (isDistinct ? [] : [key])
        var rows = [[SQLiteValue]]()
        for select in [
            wider.select(asked, isDistinct: isDistinct, from: .unchanged(overlay)),
            all.select(asked, isDistinct: isDistinct, from: .unsaved(overlay)),
        ] { try context.forEachRow(of: select) { rows.append($0) } }
        if isDistinct { rows = Array(Set(rows.map(DistinctRow.init))).map(\.values) }

        let keyed = rows.map { (values: $0, order: Array($0[paths.count..<paths.count + fetch.sort.count])) }
        let sorted = keyed.sorted { left, right in
            fetch.sort.order(left.order, right.order)
                ?? (isDistinct ? left.values.precedes(right.values) : left.values.isSavedBefore(right.values))
        }
        for row in cut(sorted) { try body(Array(row.values.prefix(paths.count))) }
    }
}

/// A row that is the same as another one to SQL's DISTINCT.
private struct DistinctRow: Hashable {
    let values: [SQLiteValue]

    static func == (left: DistinctRow, right: DistinctRow) -> Bool {
        zip(left.values, right.values).allSatisfy { $0.isSame(as: $1) }
    }

    // Texts that Swift calls equal are not the same; where they are, their bytes are.
    func hash(into hasher: inout Hasher) {
        for value in values {
            if case .text(let text) = value { for byte in text.utf8 { hasher.combine(byte) } } else { hasher.combine(value) }
        }
    }
}

extension [SQLiteValue] {
    /// Whether a row comes before another, value by value.
    fileprivate func precedes(_ other: [SQLiteValue]) -> Bool {
        for (left, right) in zip(self, other) where !left.isSame(as: right) { return left.precedes(right) }
        return false
    }

    /// Whether the object with the key at the end of this row was saved before that of another.
    fileprivate func isSavedBefore(_ other: [SQLiteValue]) -> Bool {
        guard case .integer(let left) = last, case .integer(let right) = other.last else { return false }
        return left.isSavedBefore(right)
    }
}

extension Int64 {
    /// Whether the object with this key was saved before that with another: new ones come after all others.
    fileprivate func isSavedBefore(_ other: Int64) -> Bool {
        let (left, right) = ((self < 0 ? 1 : 0, magnitude), (other < 0 ? 1 : 0, other.magnitude))
        return left < right
    }
}

// MARK: - Asking the store

extension ManagedObjectContext {
    /// The objects of the rows that a SELECT of what row readers expect gives.
    func objects(in scope: EntityScope, _ select: SelectStatement) throws -> [ManagedObject] {
        try objects(in: scope, sql: select.sql, for: .fetch) { try $0.bind(select.bindings) }
    }

    /// The number in the one row of a SELECT.
    func number(_ select: SelectStatement) throws -> Int {
        var number = 0
        try query(select.sql, for: .fetch) { statement in
            try statement.bind(select.bindings)
            if try statement.step() { number = Int(statement.integer(at: 0)) }
            return 1
        }
        return number
    }

    /// Gives the values of each row of a SELECT.
    /// - Throws: ``StoreError``; what `body` throws.
    func forEachRow(of select: SelectStatement, _ body: ([SQLiteValue]) throws -> Void) throws {
        try query(select.sql, for: .fetch) { statement in
            try statement.bind(select.bindings)
            var (count, values) = (0, [SQLiteValue](repeating: .null, count: Int(statement.columnCount)))
            while try statement.step() {
                for place in values.indices { values[place] = try statement.value(at: Int32(place)).value }
                try body(values)
                count += 1
            }
            return count
        }
    }
}

extension RawStatement {
    /// Binds the values of a SELECT.
    /// - Throws: `SQLiteError`
    func bind(_ bindings: [SelectStatement.Binding]) throws {
        for (index, binding) in bindings.enumerated() {
            if case .value(let value) = binding { try bind(value, at: Int32(index + 1)) }
        }
    }
}
