import GRDB
import SQLiteAccess

/// The latest baselines of some objects, by their columns: a column may have more than one, where changes were discarded.
struct BaselineIndex {
    private var known: [ObjectIdentifier: [Int: Baseline]]

    init(_ baselines: ContiguousArray<Baseline>, of objects: some Sequence<ManagedObject>) {
        known = Dictionary(objects.map { (ObjectIdentifier($0), [:]) }, uniquingKeysWith: { first, _ in first })
        if known.isEmpty { return }
        for baseline in baselines { known[baseline.object]?[baseline.column] = baseline }
    }

    /// The changed columns of an object, with what they held before.
    subscript(object: ManagedObject) -> [Int: Baseline] {
        (known[ObjectIdentifier(object)] ?? [:]).filter { object.changes.contains($0.key) }
    }
}

extension Baseline {
    /// Whether others have changed the column since, or it is not known that they have not.
    /// - Parameter stored: what the row holds now.
    func differs(from stored: ManagedObject, of object: ManagedObject, in database: Database) throws -> Bool {
        let value = try stored.storedValue(column, in: database)
        return self.stored(as: object.scope.entity.columns[column].type)?.isSame(as: value) != true
    }
}

extension ManagedObject {
    /// A column's value in the row that the object was just read from, in the form in which the library writes it.
    final func storedValue(_ column: Int, in database: Database) throws -> SQLiteValue {
        guard scope.entity.columns[column].isLazy else { return writtenValue(column) }
        let statement = try database.rawStatement(scope.entity.select(column))
        defer { statement.reset() }
        try statement.bind(key, at: 1)
        return try statement.step() ? try statement.value(at: 1).value : .null
    }
}
