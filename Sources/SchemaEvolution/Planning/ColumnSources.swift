import Diagnostics
import SQLiteAccess
import SQLiteStorage
import SchemaModel
import StoreMigration

/// Where the value of a column of the new version comes from.
struct ColumnSource {
    var name: String
    /// The column of the new version; nil for the places of ordered members, which are plain integers.
    var column: Column?
    /// The column of the old version that it is, perhaps under another name.
    var former: (name: String, column: Column?)?
    /// The column of the old version whose values it copies, if that is another one now.
    var copied: String?
    /// The value on a row of the old table, if it is not just the old column's; nil for NULL without a value.
    var expression: RowValue?
    /// The value that all rows get, if the column is new and can be added with it.
    var constant: SQLiteValue?
    /// What the former column's values must meet, where they are copied as they are; empty if all fit.
    var fits: [ValueFit] = []
    /// Of a key: the relationships of the old version whose connections it holds.
    var connections: [HeldConnections] = []
    /// Of a key: the table that it leads to.
    var destination: String?
    /// Whether each row that has a value in the former column has one then.
    var keepsValues = false

    /// The tables, by the names that they have by then, from whose rows the plan reads the key.
    var readTables: [String] { expression?.keyQueries.map(\.table) ?? [] }

    /// Whether the value is a key that another row determines: it may say what the row's table is called in the new version.
    var isQueriedKey: Bool { destination != nil && (!readTables.isEmpty || isDecided) }

    /// Whether the value may read other rows of a table, which have to be as they were.
    func readsRows(of table: String) -> Bool { readTables.contains(table) || destination == table && isDecided }

    private var isDecided: Bool { expression?.userTexts.isEmpty == false }

    /// What a copy of the row selects; a value that does not fit is one that the new table refuses.
    var selected: RowValue {
        if let expression { return expression }
        guard let former else { return .null }
        let copied = RowValue.column(former.name)
        guard let column else { return copied }
        return Conversion(copied, fits: fits).guarded(former.name, in: column.type)
    }
}

/// A relationship of the old version whose connections a key of the new version holds.
struct HeldConnections {
    var former: MigrationDecisions.Place
    /// Whether it is what the new relationship's inverse was.
    var isTurned = false
    /// Whether a decision gives the keys, or a finding asks for one.
    var isDecided = false
}

/// Finds out where the values of a table's columns come from.
struct ColumnSources {
    typealias Place = MigrationDecisions.Place

    let old: StoredVersion
    let new: StoredVersion
    let match: ModelMatch
    /// What the old tables, those of connections too, are called when values are read from them.
    var tableNames: [String: String] = [:]

    /// - Parameters:
    ///   - table: a table of the new version.
    ///   - oldTable: the table of the old version that it is.
    func sources(of table: Table, from oldTable: Table, _ findings: inout PlanFindings) -> [ColumnSource] {
        var formers = Set<String>()
        return ownSources(of: table, from: oldTable, &findings).map { source in
            // A column becomes one other. Where it goes down to several children, each of the others copies its values.
            guard let former = source.former, !formers.insert(former.name).inserted else { return source }
            var copy = source
            (copy.copied, copy.expression, copy.former, copy.fits, copy.constant) = (former.name, source.selected, nil, [], nil)
            return copy
        }
    }

    private func ownSources(of table: Table, from oldTable: Table, _ findings: inout PlanFindings) -> [ColumnSource] {
        table.columns.map { column in
            let place = Place(column.entity, column.property)
            let isKey = new.attributes[place] == nil
            return isKey ? key(column, place, table, oldTable, &findings) : attribute(column, place, table, oldTable, &findings)
        }
            + table.positions.map { self.position($0, from: oldTable) }
    }

    // MARK: Attributes

    func attribute(
        _ column: Column, _ place: Place, _ table: Table, _ oldTable: Table, _ findings: inout PlanFindings
    ) -> ColumnSource {
        var source = ColumnSource(name: column.name, column: column)
        guard let stored = new.attributes[place] else { return source }
        let attribute = stored.attribute
        // The time of the last change is kept like any value.
        if attribute.isKeptByDatabase, !attribute.hasOwnValues {
            let former = match.former(place) { old.attributes[$0]?.attribute.isKeptByDatabase == true }
            if let former, let kept = oldTable.column(former), kept.type == column.type {
                source.former = (kept.name, kept)
                return source
            }
            // Made right when all rows are there.
            source.expression = column.isNullable ? nil : .literal(.integer(0))
            source.constant = .integer(0)
            return source
        }
        if case .function(let function, let name) = attribute.derivation {
            return text(column, at: place, function, of: name, table, oldTable, findings)
        }
        // Of several tables whose rows come together each has its own.
        let former = match.former(place) { old.attributes[$0] != nil && oldTable.column($0) != nil }
        if let value = findings.value(of: place) {
            if let former, let column = oldTable.column(former) {
                source.former = (column.name, column)
                includeDecisions(on: stored, from: old.attributes[former], column.name, at: place, &findings)
            }
            let within = within(stored, place, table, oldTable, findings, .decided(value))
            source.expression = kinds.restricted(within, to: place.entity, from: oldTable)
            return source
        }
        if let former, let formerStored = old.attributes[former], let formerColumn = oldTable.column(former) {
            source.former = (formerColumn.name, formerColumn)
            convert(&source, stored, from: formerStored, former, at: place, table, oldTable, &findings)
            return source
        }
        if stored.isPresence { return presence(source, stored, place, table, oldTable, findings) }
        if stored.attribute.isOptional || presence(around: stored, place, table, oldTable, findings)?.isNever == true { return source }
        give(&source, stored, at: place, table, oldTable, &findings)
        return source
    }

    /// Gives rows that are there already the default of a new required attribute.
    private func give(
        _ source: inout ColumnSource, _ stored: StoredAttribute, at place: Place, _ table: Table, _ oldTable: Table,
        _ findings: inout PlanFindings
    ) {
        guard let value = stored.attribute.defaultValue?.value(of: stored.attribute.type) else {
            if kinds.former(of: place.entity).isDisjoint(with: oldTable.entities) { return }
            findings.report(
                .missingValue, "'\(place)' is new and required, but existing rows have no value", at: stored.name.span,
                notes: StoredForm.notes(on: place, stored.attribute.type, from: nil),
                decide: findings.renames(to: place) + [
                    .value("…", for: place, " with SQL, a text in single quotes: \"'none'\""), .words("give it a default in the model"),
                ])
            return
        }
        let within = within(stored, place, table, oldTable, findings, value)
        source.expression = kinds.restricted(within, to: place.entity, from: oldTable)
        if source.expression == value { source.constant = value.constant }
    }

    var kinds: RowKinds { RowKinds(old: old, new: new, match: match) }

    /// What else a person has decided of an attribute that has a value, such as the line that asks for one has it in it.
    private func includeDecisions(
        on stored: StoredAttribute, from former: StoredAttribute?, _ column: String, at place: Place,
        _ findings: inout PlanFindings
    ) {
        guard let old = former?.attribute.type else { return }
        if let mapping = CaseMapping(from: old, to: stored.attribute.type) { _ = findings.mapped(mapping, column) }
        let conversion = Conversion(of: column, from: old, to: stored.attribute.type)
        if conversion?.fits.isEmpty == false, conversion?.asksForReason == true { _ = findings.accepts(.narrowing, at: place) }
    }
}

extension Table {
    func column(_ place: MigrationDecisions.Place) -> Column? {
        place.property.flatMap { column(for: $0, of: place.entity) }
    }
}

extension Attribute {
    /// The type as the model says it.
    var typeInWords: String {
        type.keyword + (type.valueType.scale.map { " of scale \($0)" } ?? "")
            + (type.storageChoice.map { " stored as \($0)" } ?? "")
    }
}

extension ColumnType {
    /// The type as plans say it.
    var stored: StoredType {
        switch self {
        case .integer: .integer
        case .real: .real
        case .text: .text
        case .blob: .blob
        }
    }
}

extension RowValue {
    /// A value that a person has decided. What follows it in a statement must not belong to a comment at its end.
    static func decided(_ sql: String) -> RowValue {
        .user(sql: sql.contains("--") ? sql + "\n" : sql, isDeterministic: StableSQL.isStable(sql))
    }

    /// Whether the value is NULL in every row.
    var isNever: Bool {
        switch self {
        case .null: true
        case .user(let sql, _): sql == "NULL"
        default: false
        }
    }

    /// Whether the value is 1 in every row.
    var isAlways: Bool {
        switch self {
        case .literal(let value): value == .integer(1)
        case .user(let sql, _): sql == "1"
        default: false
        }
    }
}
