import Predicates
import SQLiteAccess
import SQLiteStorage
import SchemaModel

/// Changes rows of the old version so that they stand at the edges of its rules and of the new ones.
///
/// The old version's own rules judge each change: what they refuse is left out. So a row that the new version refuses, and the old one
/// allows, is found however near the rules are to each other.
struct EdgeRows {
    typealias Place = MigrationDecisions.Place

    let old: StoredVersion
    let new: StoredVersion
    let match: ModelMatch

    /// How many pairs of rows are tried for a unique key.
    private static let greatestPairCount = 40
    /// Longer texts than this are not made.
    private static let greatestLength = 100_000

    func insert(into connection: SQLiteConnection) {
        for place in new.attributes.keys.sorted(by: { $0.description < $1.description }) { insertEdges(of: place, connection) }
        for table in new.schema.tables {
            for index in table.indexes where index.isUnique { repeatKey(index, table, connection) }
        }
    }

    // MARK: Values

    private func insertEdges(of place: Place, _ connection: SQLiteConnection) {
        guard let stored = new.attributes[place], stored.attribute.hasOwnValues else { return }
        for former in kinds.formerPlaces(of: place) {
            guard let formerStored = old.attributes[former.place], let (table, column) = old.column(former.place) else { continue }
            let name = SQL.identifier(column.name)
            let condition =
                table.hasEntityColumn ? " AND _entity IN (\(former.kinds.sorted().map(SQL.literal).joined(separator: ", ")))" : ""
            let keys = keys("SELECT _id FROM \(SQL.identifier(table.name)) WHERE \(name) IS NOT NULL\(condition) ORDER BY _id DESC", connection)
            // Each value has a row of its own, as far as there are enough.
            var rest = keys[...]
            for value in Self.edges(stored.attribute.rules, formerStored.attribute.rules, formerStored.attribute.type) {
                guard let key = rest.popFirst() else { break }
                let sql = "UPDATE \(SQL.identifier(table.name)) SET \(name) = \(value) WHERE _id = \(key)"
                if (try? connection.execute(sql)) == nil { rest.append(key) }
            }
        }
    }

    /// Values at the edges of two rules and beside them, in the stored form of a type, as SQL.
    private static func edges(_ new: ValueRules, _ old: ValueRules, _ type: AttributeType) -> [String] {
        let bounds = [new.min, new.max, old.min, old.max].compactMap { $0?.conditionValue.stored(as: type.valueType) }
        let lengths = [new.minLength.map { $0 - 1 }, new.maxLength.map { $0 + 1 }, old.minLength, old.maxLength].compactMap(\.self)
        var known = Set<String>()
        return (bounds.flatMap { around($0, type) } + lengths.compactMap { text($0, type) }).filter { known.insert($0).inserted }
    }

    private static func around(_ bound: SQLiteValue, _ type: AttributeType) -> [String] {
        switch (bound, type.columnType) {
        case (.integer(let value), .integer):
            return [value.subtractingReportingOverflow(1), value.addingReportingOverflow(1)].filter { !$0.overflow }
                .compactMap { SQLiteValue.integer($0.partialValue).sqlLiteral } + [SQLiteValue.integer(value).sqlLiteral].compactMap(\.self)
        case (.integer(let value), .real): return around(.real(Double(value)), type)
        case (.real(let value), .real):
            // A date is a second away, and a number the next one that there is.
            let isDate = if case .date = type { true } else { false }
            let values = isDate ? [value - 1, value + 1, value] : [value.nextDown, value.nextUp, value]
            return values.filter(\.isFinite).compactMap { SQLiteValue.real($0).sqlLiteral }
        case (.text(let text), .text):
            let literal = SQL.literal(text)
            switch type {
            case .day: return ["date(\(literal), '-1 day')", "date(\(literal), '+1 day')", literal]
            case .date: return ["-1", "+1"].map { "strftime('%Y-%m-%dT%H:%M:%fZ', \(literal), '\($0) day')" } + [literal]
            default: return []
            }
        default: return []
        }
    }

    private static func text(_ length: Int, _ type: AttributeType) -> String? {
        guard (0...greatestLength).contains(length) else { return nil }
        return switch type {
        case .string, .url: SQL.literal(String(repeating: "x", count: length))
        case .data: "zeroblob(\(length))"
        default: nil
        }
    }

    // MARK: Unique keys

    /// Gives a row the values of another one in the columns that are unique together in the new version.
    private func repeatKey(_ index: Index, _ table: Table, _ connection: SQLiteConnection) {
        let places = index.keys.compactMap { key in table.columns.first { $0.name == key.column } }.map { Place($0.entity, $0.property) }
        let formers = places.compactMap { place in
            match.former(place) { old.attributes[$0] != nil || old.relationship($0)?.holdsKey == true }.flatMap(old.column)
        }
        guard let oldTable = formers.first?.table, formers.count == index.keys.count, formers.allSatisfy({ $0.table.name == oldTable.name })
        else { return }
        let names = formers.map { SQL.identifier($0.column.name) }
        let name = SQL.identifier(oldTable.name)
        let isThere = names.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
        let keys = keys("SELECT _id FROM \(name) WHERE \(isThere) ORDER BY _id", connection)
        let pairs = keys.flatMap { first in keys.filter { $0 != first }.map { (first, $0) } }.prefix(Self.greatestPairCount)
        for (first, second) in pairs {
            let values = names.map { "\($0) = (SELECT \($0) FROM \(name) WHERE _id = \(first))" }.joined(separator: ", ")
            if (try? connection.execute("UPDATE \(name) SET \(values) WHERE _id = \(second)")) != nil { return }
        }
    }

    private func keys(_ query: String, _ connection: SQLiteConnection) -> [String] {
        ((try? connection.rows(query)) ?? []).compactMap { $0[0] }
    }

    private var kinds: RowKinds { RowKinds(old: old, new: new, match: match) }
}
