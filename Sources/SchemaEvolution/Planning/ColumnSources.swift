import Diagnostics
import SQLiteAccess
import SQLiteStorage
import SchemaModel

/// Where the value of a column of the new version comes from.
struct ColumnSource {
    var name: String
    /// The column of the new version; nil for the places of ordered members, which are plain integers.
    var column: Column?
    /// The column of the old version that it is, perhaps under another name.
    var former: (name: String, column: Column?)?
    /// The value as SQL on a row of the old table, where it is not just the former column's; nil for NULL where there is none.
    var expression: String?
    /// Whether the expression is one value for all rows.
    var isConstant = false

    /// What a copy of the row selects.
    var selected: String { expression ?? former.map { SQL.identifier($0.name) } ?? "NULL" }
    var isCopied: Bool { former != nil && expression == nil }
}

/// Finds out where the values of a table's columns come from.
struct ColumnSources {
    typealias Place = MigrationDecisions.Place

    let old: StoredVersion
    let new: StoredVersion
    let correspondence: Correspondence

    /// - Parameters:
    ///   - table: a table of the new version.
    ///   - oldTable: the table of the old version that it is.
    func sources(of table: Table, from oldTable: Table, _ findings: inout PlanFindings) -> [ColumnSource] {
        table.columns.map { column in
            let place = Place(column.entity, column.property)
            let isKey = new.attributes[place] == nil
            return isKey ? key(column, place, oldTable, &findings) : attribute(column, place, table, oldTable, &findings)
        }
            + table.positions.map { position in
                let former = correspondence.former(.init(position.entity, position.relationship)) { place in
                    oldTable.positions.contains { $0.entity == place.entity && $0.relationship == place.property }
                }
                let name = oldTable.positions.first { $0.entity == former?.entity && $0.relationship == former?.property }?.name
                return ColumnSource(name: position.name, former: name.map { ($0, nil) })
            }
    }

    // MARK: Attributes

    private func attribute(
        _ column: Column, _ place: Place, _ table: Table, _ oldTable: Table, _ findings: inout PlanFindings
    ) -> ColumnSource {
        var source = ColumnSource(name: column.name, column: column)
        guard let stored = new.attributes[place] else { return source }
        let attribute = stored.attribute
        if attribute.isKeptByDatabase {
            let former = correspondence.former(place) { old.attributes[$0]?.attribute.isKeptByDatabase == true }
            if let former, let kept = oldTable.column(former), kept.type == column.type {
                source.former = (kept.name, kept)
                return source
            }
            // Made right when all rows are there.
            source.expression = column.isNullable ? nil : "0"
            source.isConstant = true
            return source
        }
        if let value = findings.value(of: place) {
            source.expression = value
            return source
        }
        let former = correspondence.former(place) { old.attributes[$0] != nil }
        if let former, let formerStored = old.attributes[former], let formerColumn = oldTable.column(former) {
            source.former = (formerColumn.name, formerColumn)
            convert(&source, stored, from: formerStored, at: place, of: table, &findings)
            return source
        }
        if attribute.isFolded, !stored.isNullable || !isEmptySource(attribute, place) {
            report(.notInferable, "'\(place)' is folded by the library, which SQLite cannot do for rows that are there", place, &findings)
            return source
        }
        if stored.isPresence { return presence(source, place, oldTable) }
        guard !stored.isNullable else { return source }
        give(&source, stored, at: place, of: table, &findings)
        return source
    }

    private func convert(
        _ source: inout ColumnSource, _ stored: StoredAttribute, from former: StoredAttribute, at place: Place, of table: Table,
        _ findings: inout PlanFindings
    ) {
        let (oldType, newType) = (former.attribute.type, stored.attribute.type)
        guard let name = source.former?.name else { return }
        let lost = oldType.lostRawValues(in: newType)
        if !lost.isEmpty {
            findings.report(
                .missingConversion,
                "'\(place)' can hold \(lost.map { "'\($0)'" }.joined(separator: ", ")), which '\(newType.keyword)' does not have any more",
                at: stored.name.span, notes: [.init("it was declared here", at: former.name.span)],
                decide: ["'values: { \(place): \"CASE \(SQL.identifier(name)) WHEN … THEN … ELSE \(SQL.identifier(name)) END\" }'"])
            return
        }
        guard let expression = Conversion.expression(name, from: oldType, to: newType) else {
            findings.report(
                .missingConversion, "'\(place)' was \(former.attribute.typeInWords) and is \(stored.attribute.typeInWords): something could be lost",
                at: stored.name.span, notes: [.init("it was declared here", at: former.name.span)],
                decide: ["'values: { \(place): \"… \(name) …\" }' with the new value in SQL"])
            return
        }
        if expression != SQL.identifier(name) { source.expression = expression }
        guard former.isNullable, !stored.isNullable else { return }
        let required = source.expression ?? SQL.identifier(name)
        guard let value = stored.attribute.defaultValue?.sql(of: newType) else {
            findings.report(
                .missingValue, "'\(place)' is required now, and rows may have none", at: stored.name.span,
                notes: [.init("it was optional here", at: former.name.span)],
                decide: ["'values: { \(place): \"coalesce(\(SQL.identifier(name)), …)\" }'", "give it a default in the model"])
            return
        }
        source.expression = restricted("coalesce(\(required), \(value))", to: place.entity, of: table, otherwise: required)
    }

    /// Gives rows that are there already the default of a new required attribute.
    private func give(
        _ source: inout ColumnSource, _ stored: StoredAttribute, at place: Place, of table: Table, _ findings: inout PlanFindings
    ) {
        guard let value = stored.attribute.defaultValue?.sql(of: stored.attribute.type) else {
            findings.report(
                .missingValue, "'\(place)' is new and required, and rows that are there have none", at: stored.name.span,
                decide: ["'values: { \(place): \"…\" }' with a value in SQL", "give it a default in the model"])
            return
        }
        source.expression = restricted(value, to: place.entity, of: table, otherwise: "NULL")
        if case .literal = stored.attribute.defaultValue { source.isConstant = source.expression == value }
    }

    /// Only rows of the entity have a value of its own.
    private func restricted(_ value: String, to entity: String, of table: Table, otherwise: String) -> String {
        guard table.entities.first != entity, let declared = new.model.entity(named: entity) else { return value }
        let kinds = new.model.subtree(of: declared).compactMap { correspondence.former($0.name.text) }
        let list = kinds.map(SQL.literal).joined(separator: ", ")
        return "CASE WHEN _entity IN (\(list)) THEN \(value) ELSE \(otherwise) END"
    }

    /// Whether an optional composite is there: where it was required it always was.
    private func presence(_ source: ColumnSource, _ place: Place, _ oldTable: Table) -> ColumnSource {
        var source = source
        let prefix = (place.property ?? "") + "."
        let parts = new.attributes.keys.filter { $0.entity == place.entity && $0.property?.hasPrefix(prefix) == true }
        let wasThere = parts.contains { part in correspondence.former(part) { old.attributes[$0] != nil } != nil }
        if wasThere { (source.expression, source.isConstant) = ("1", true) }
        return source
    }

    /// Whether what is folded is new as well, and nil.
    private func isEmptySource(_ attribute: Attribute, _ place: Place) -> Bool {
        guard case .fold(let name) = attribute.derivation else { return false }
        return correspondence.former(.init(place.entity, name.text)) { old.attributes[$0] != nil } == nil
    }

    // MARK: Keys

    private func key(_ column: Column, _ place: Place, _ oldTable: Table, _ findings: inout PlanFindings) -> ColumnSource {
        var source = ColumnSource(name: column.name, column: column)
        if let value = findings.value(of: place) {
            source.expression = value
            return source
        }
        let isOptional = new.relationship(place)?.isOptional ?? true
        if let former = correspondence.former(place, exists: { old.relationship($0) != nil }),
            let relationship = old.relationship(former), let latter = new.relationship(place)
        {
            guard relationship.holdsKey, let formerColumn = oldTable.column(former),
                correspondence.later(relationship.destination.text) == latter.destination.text
            else {
                findings.report(
                    .missingConversion, "'\(place)' leads elsewhere, or in another way, than it did", at: latter.name.span,
                    notes: [.init("it was declared here", at: relationship.name.span)],
                    decide: ["'values: { \(place): \"…\" }' with the key of the row that it leads to, or NULL"])
                return source
            }
            source.former = (formerColumn.name, formerColumn)
            if relationship.isOptional, !isOptional { missingKey(place, latter.name.span, &findings) }
        } else if !isOptional {
            missingKey(place, new.relationship(place)?.name.span ?? new.model.name.span, &findings)
        }
        return source
    }

    private func missingKey(_ place: Place, _ span: SourceSpan, _ findings: inout PlanFindings) {
        findings.report(
            .missingValue, "'\(place)' is required, and rows that are there may lead nowhere", at: span,
            decide: ["'values: { \(place): \"(SELECT …)\" }' with the key of the row that it leads to"])
    }

    private func report(_ code: FindingCode, _ message: String, _ place: Place, _ findings: inout PlanFindings) {
        findings.report(code, message, at: new.attributes[place]?.name.span ?? new.model.name.span)
    }
}

extension Table {
    func column(_ place: MigrationDecisions.Place) -> Column? {
        place.property.flatMap { column(for: $0, of: place.entity) }
    }
}

extension Attribute {
    /// The type as the model says it.
    fileprivate var typeInWords: String {
        type.keyword + (type.valueType.scale.map { " of scale \($0)" } ?? "") + (type.storageChoice.map { " stored as \($0)" } ?? "")
    }
}
