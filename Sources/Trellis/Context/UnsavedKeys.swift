import SQLiteAccess

/// The objects of one table with unsaved changes, by their values in the columns of unique keys.
///
/// It exists from the first search to the next save. Objects that change in between are noted, and read at the next search, so many searches
/// take time in proportion to the changes, not to all unsaved objects each.
final class UnsavedKeys {
    private var indexes: [[String]: Index] = [:]

    private struct Index {
        var objects: [[SQLiteValue]: Set<ManagedObject>] = [:]
        /// The values under which the objects are found.
        var values: [ObjectIdentifier: [SQLiteValue]] = [:]
        /// The objects that have changed since the last search.
        var waiting: Set<ManagedObject>
    }

    /// Notes an object that is new or about to change.
    func note(_ object: ManagedObject) {
        for columns in indexes.keys { indexes[columns]?.waiting.insert(object) }
    }

    /// The objects with values, those that were registered or created first before the others. Deleted ones are among them.
    /// - Parameter listed: the objects with unsaved changes, for the first search by these columns.
    func objects(with values: [SQLiteValue], in columns: [String], of listed: () -> Set<ManagedObject>) -> [ManagedObject] {
        if indexes[columns] == nil { indexes[columns] = Index(waiting: listed()) }
        update(columns)
        let found = indexes[columns]?.objects[values] ?? []
        // Swift calls two spellings of the same character equal; the store does not.
        return found.filter { $0.keyValues(in: columns).map { zip($0, values).allSatisfy { $0.isSame(as: $1) } } == true }
            .sorted { $0.key > $1.key }
    }

    private func update(_ columns: [String]) {
        guard let waiting = indexes[columns]?.waiting, !waiting.isEmpty else { return }
        indexes[columns]?.waiting = []
        for object in waiting {
            let id = ObjectIdentifier(object)
            let values = object.keyValues(in: columns)
            if let former = indexes[columns]?.values[id] {
                if former == values { continue }
                indexes[columns]?.objects[former]?.remove(object)
            }
            indexes[columns]?.values[id] = values
            if let values { indexes[columns]?.objects[values, default: []].insert(object) }
        }
    }
}

extension ManagedObject {
    /// The stored forms of values in columns; nil if one of them is NULL, because nil equals no value, or if the entity lacks a column.
    fileprivate final func keyValues(in columns: [String]) -> [SQLiteValue]? {
        var values = [SQLiteValue]()
        for name in columns {
            guard let column = scope.entity.columnNumber(named: name) else { return nil }
            let value = storedValue(column)
            if value == .null { return nil }
            values.append(value)
        }
        return values
    }
}
