import SQLiteAccess

/// The unsaved rows and connections that a context sees: its own, and those of the contexts above it.
struct UnsavedRows {
    private let model: ModelRuntime
    /// The context's own changes first, and then those of the contexts above it, the nearest first. The first that has a row decides.
    fileprivate let layers: [Layer]

    fileprivate struct Layer {
        let context: ManagedObjectContext
        /// The context that reads.
        let reader: ManagedObjectContext
        let changes: ChangedObjects
        /// Whether it is that of the context itself, and not of one above.
        let isOwn: Bool
        /// Whether its changes count.
        let counts: Bool

        var isInherited: Bool { !isOwn }

        /// The key that the context has for an object of the layer.
        func key(_ key: Int64) -> Int64 { isInherited ? InheritedKey.key(inChildFor: key) : key }
    }

    /// - Parameter includesOwn: whether the context's own changes count. Rows that it deletes and has no objects for never do, because a
    ///   fetch creates no object of such a row.
    init(of context: ManagedObjectContext, includingOwn includesOwn: Bool = true) {
        model = context.coordinator.model
        let own = includesOwn ? context.changeSet.changedObjects : .none
        layers = [Layer(context: context, reader: context, changes: own, isOwn: true, counts: includesOwn)]
            + context.ancestors.map {
                Layer(context: $0, reader: context, changes: $0.changeSet.changedObjects, isOwn: false, counts: true)
            }
    }

    /// Those of the tables that a fetch reads.
    func overlay(for reads: TableReads) -> RowOverlay {
        let rows = model.entities.compactMap { root -> RowOverlay.Rows? in
            guard root.root == root.index, let columns = reads.columns[root.descriptor.table] else { return nil }
            return self.rows(of: root, columns)
        }
        return RowOverlay(rows: rows, connections: reads.joinTables.values.compactMap(connections), joined: reads.joined)
    }

    private func rows(of root: EntityRuntime, _ columns: Set<String>) -> RowOverlay.Rows? {
        let kind = root.hierarchy == nil ? [] : [FetchLayout.entityColumn]
        let names = [root.key] + kind + columns.sorted()
        var (replaced, rows) = ([Int64](), [[SQLiteValue]]())
        var decided = Set<Int64>()
        for layer in layers {
            func mine(_ objects: ContiguousArray<ManagedObject>) -> [ManagedObject] {
                objects.filter { $0.scope.entity.root == root.index && (layers.count == 1 || decided.insert(layer.key($0.key)).inserted) }
            }
            // An object with other members has its values in its row, unless another context has deleted that.
            let unmerged = layer.counts ? layer.context.changeSet.unmergedWithoutChangedColumns.filter(\.hasUnsavedChanges) : []
            let changed = layer.changes.updated + unmerged
            let (deleted, updated, inserted) = (mine(layer.changes.deleted), mine(changed), mine(layer.changes.inserted))
            let hidden = layer.context.registries[root.index].pendingDeletions.sorted()
                .filter { layers.count == 1 || decided.insert($0).inserted }
            // A row that is new above has no stored one. Its key is named all the same, because a child has updated or deleted it.
            replaced += (updated + deleted).map { layer.key($0.key) } + hidden
            rows += (inserted + updated).map { object in names.map { layer.value(of: object, $0) } }
        }
        if rows.isEmpty, replaced.isEmpty { return nil }
        return RowOverlay.Rows(
            of: root.descriptor.table, columns: names, replacedKeys: KeyStatements.json(replaced), rows: rows,
            oneToOne: oneToOneColumns(of: root))
    }

    /// The columns with the keys of one-to-one relationships, whose other ends hold none.
    private func oneToOneColumns(of root: EntityRuntime) -> Set<String> {
        var columns = Set<String>()
        for entity in model.entities where entity.root == root.index {
            for relationship in entity.toOne {
                guard case .members(let number) = relationship.inverse else { continue }
                let inverse = model.entities[relationship.destination].inverseSides[number]
                if inverse.descriptor.isToOne { columns.insert(entity.columns[relationship.column].name) }
            }
        }
        return columns
    }

    /// The unsaved connections of a join table; nil without any.
    private func connections(in table: FetchLayout.JoinTable) -> RowOverlay.Connections? {
        var (connected, disconnected) = (Set<[Int64]>(), Set<[Int64]>())
        for layer in layers where layer.counts {
            let (new, gone) = layer.connections(in: table)
            let decided = connected.union(disconnected)
            connected.formUnion(new.subtracting(decided))
            disconnected.formUnion(gone.subtracting(decided))
        }
        return connected.isEmpty && disconnected.isEmpty
            ? nil : RowOverlay.Connections(of: table, connected: connected, disconnected: disconnected)
    }
}

extension UnsavedRows.Layer {
    /// The connections of a join table that a save of the layer makes and undoes, owner and member.
    fileprivate func connections(in table: FetchLayout.JoinTable) -> (connected: Set<[Int64]>, disconnected: Set<[Int64]>) {
        var (connected, disconnected) = (Set<[Int64]>(), Set<[Int64]>())
        for owner in context.changeSet.listedOwners {
            for (number, relationship) in owner.scope.entity.inverseSides.numbered {
                guard let join = relationship.join, join.table == table.name, let storage = owner.loadedStorage(number) else { continue }
                // Either end may list a connection.
                func pair(_ member: ManagedObject) -> [Int64] {
                    let (owner, member) = (key(owner.key), key(member.key))
                    return join.owner == table.owner ? [owner, member] : [member, owner]
                }
                connected.formUnion(storage.connected.map(pair))
                disconnected.formUnion(storage.disconnected.map(pair))
            }
        }
        return (connected, disconnected)
    }

    /// The stored form of a value. One that was not loaded before another context deleted the row is NULL, and a count or a sum is 0.
    private func stored(_ column: ColumnIndex, of object: ManagedObject) -> SQLiteValue {
        if object.isLoaded(column) { return object.storedValue(column) }
        do {
            return try object.unloadedValue(column, in: context)
        } catch StoreError.rowDeleted {
            let column = object.scope.entity.columns[column]
            guard column.derivation?.isByDatabase == true, !column.isOptional else { return .null }
            switch column.type {
            case .bool, .integer, .decimal, .duration: return .integer(0)
            case .real: return .real(0)
            default: return .null
            }
        } catch {
            context.remember(error)
            return .null
        }
    }

    /// Whether a relationship leads to a row that others have deleted. The object shows nil then.
    private func leadsNowhere(_ column: ColumnIndex, of object: ManagedObject) -> Bool {
        do {
            return try object.leadsNowhere(column) && !isKeptByReader(column, of: object)
        } catch {
            context.remember(error)
            return false
        }
    }

    /// Whether the reading child has an object of the row that others have deleted, because it has changed it.
    private func isKeptByReader(_ column: ColumnIndex, of object: ManagedObject) -> Bool {
        guard isInherited else { return false }
        let root = context.scopes[object.scope.entity.toOne(at: column).destination].entity.root
        guard let kept = reader.registries[root][key(object[_reference: column].currentKey)] else { return false }
        return kept.state == .saved && kept.hasUnsavedChanges
    }

    /// The stored form of the value that an object has in a column of its table; NULL for a column of another entity.
    fileprivate func value(of object: ManagedObject, _ name: String) -> SQLiteValue {
        switch name {
        case FetchLayout.keyColumn, FetchLayout.existingKey: return .integer(key(object.key))
        case FetchLayout.entityColumn: return .text(object.scope.entity.descriptor.name)
        case FetchLayout.versionColumn: return .integer(object.rowVersion)
        default: break
        }
        let columns = object.scope.entity.columns
        guard let column = columns.firstIndex(where: { $0.name == name }) else { return .null }
        if columns[column].toOne != nil, leadsNowhere(column, of: object) { return .null }
        let value = stored(column, of: object)
        if isInherited, columns[column].toOne != nil, case .integer(let key) = value { return .integer(self.key(key)) }
        return value
    }
}
