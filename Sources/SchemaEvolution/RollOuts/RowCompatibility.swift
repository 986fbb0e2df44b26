import Diagnostics
import SQLiteStorage

/// What differs in the columns and join tables that both versions have, as SQLite sees them.
struct RowCompatibility {
    let old: StoredVersion
    let new: StoredVersion

    /// A difference, with the property that it concerns.
    struct Difference {
        var place: MigrationDecisions.Place
        var reason: String
        var span: SourceSpan
    }

    var differences: [Difference] {
        old.schema.tables.flatMap(columns) + old.schema.tables.flatMap(uniqueKeys) + old.schema.joinTables.compactMap(joinTable)
    }

    private func columns(of table: Table) -> [Difference] {
        table.columns.compactMap { column in
            let place = MigrationDecisions.Place(column.entity, column.property)
            guard let (newTable, newColumn) = new.column(place) else { return nil }
            let isSame =
                newTable.name == table.name && newColumn.name == column.name && newColumn.type == column.type
                && newColumn.isNullable == column.isNullable && Set(newColumn.checks) == Set(column.checks)
                && newColumn.beginsWithZero == column.beginsWithZero && newColumn.reference == column.reference
            let hasSameOrder = newTable.positions.filter { $0.relationship == column.property } == table.positions.filter { $0.relationship == column.property }
            if isSame, hasSameOrder { return nil }
            return Difference(place: place, reason: "know other rules for the values of '\(place)'", span: new.span(of: place))
        }
    }

    /// A unique key that only older programs know: they find one object by it, and there can be two.
    private func uniqueKeys(of table: Table) -> [Difference] {
        guard let newTable = new.schema.tables.first(where: { $0.name == table.name }) else { return [] }
        let keys = newTable.uniqueKeys
        return table.uniqueKeys.filter { key in !keys.contains { $0.isSame(as: key) } }.compactMap { key in
            let column = table.columns.first { $0.name == key.columns.first }
            let place = MigrationDecisions.Place(column?.entity ?? table.entities[0], column?.property)
            return Difference(place: place, reason: "rely on unique values of '\(place)'", span: new.span(of: place))
        }
    }

    private func joinTable(_ table: JoinTable) -> Difference? {
        var current = new.schema.joinTables.first { $0.name == table.name }
        current?.doc = table.doc
        if current == table { return nil }
        let place = MigrationDecisions.Place(table.source.entity, table.source.relationship)
        return Difference(place: place, reason: "know other rules for the connections of '\(place)'", span: new.span(of: place))
    }
}

/// Columns that are unique together.
struct UniqueKey {
    var columns: [String]
    /// Which rows are compared, as SQL; nil for all.
    var condition: String?

    /// Whether both refuse the same rows: the order of the columns does not count.
    func isSame(as other: UniqueKey) -> Bool { Set(columns) == Set(other.columns) && condition == other.condition }
}

extension Table {
    /// The columns that are unique together.
    var uniqueKeys: [UniqueKey] {
        indexes.filter(\.isUnique).map { UniqueKey(columns: $0.keys.map(\.column), condition: $0.condition) }
    }
}
