import Diagnostics
import SQLiteAccess
import SQLiteStorage
import SchemaModel
import StoreMigration

/// Attributes that had values in the old version: the values are copied, or converted into the form of the new type.
extension ColumnSources {
    /// Gives a source the values of its former column, and of those that its objects had in other places of their hierarchy.
    func convert(
        _ source: inout ColumnSource, _ stored: StoredAttribute, from former: StoredAttribute, _ formerPlace: Place,
        at place: Place,
        _ table: Table, _ oldTable: Table, _ findings: inout PlanFindings
    ) {
        guard let formerColumn = source.former, let column = source.column,
            let conversion = converted(stored, from: former, column: formerColumn.name, at: place, &findings)
        else { return }
        let copied = RowValue.column(formerColumn.name)
        let isCopied = conversion.value == copied && formerColumn.column?.type == column.type
        let guarded = conversion.guarded(formerColumn.name, in: column.type)

        let places = kinds.formerPlaces(of: place)
        let others = places.filter { $0.place != formerPlace }
        let choices = others.compactMap { other -> (kinds: [String], value: RowValue)? in
            guard let formerStored = old.attributes[other.place], let otherColumn = oldTable.column(other.place),
                let conversion = converted(stored, from: formerStored, column: otherColumn.name, at: place, &findings)
            else { return nil }
            return (other.kinds.sorted(), conversion.guarded(otherColumn.name, in: column.type))
        }
        func chosen(orElse value: RowValue) -> RowValue {
            choices.reduce(value) { .ofEntities($1.kinds, $1.value, otherwise: $0) }
        }

        source.keepsValues = others.isEmpty && !kinds.leavesSomeBehind(formerPlace, place) && stored.enclosing == nil
        var value = chosen(orElse: isCopied ? copied : guarded)
        // Rows of other entities may have values there that no object would show.
        if others.isEmpty, kinds.leavesSomeBehind(formerPlace, place) {
            value = kinds.restricted(value, to: place.entity, from: oldTable)
        }
        if !stored.attribute.isOptional, mayLack(stored, places, at: place, findings) {
            if let standard = stored.attribute.defaultValue?.value(of: stored.attribute.type) {
                let filled = within(stored, place, table, oldTable, findings, .coalesce(value, standard))
                value = kinds.restricted(filled, to: place.entity, from: oldTable, otherwise: value)
            } else {
                // The line that asks for a value has in it what the plan would have written.
                missingValue(of: stored, from: former, at: place, known: chosen(orElse: guarded), &findings)
            }
        }
        source.take(value, from: formerColumn.name, fits: isCopied ? conversion.fits : [], refusedBy: column.type.stored)
    }

    private func missingValue(
        of stored: StoredAttribute, from former: StoredAttribute, at place: Place, known: RowValue, _ findings: inout PlanFindings
    ) {
        findings.report(
            .missingValue, "'\(place)' is required now, but old rows may have no value", at: stored.name.span,
            notes: [.init(former.isNullable ? "it was optional here" : "other objects had none here", at: former.name.span)]
                + StoredForm.notes(on: place, stored.attribute.type, from: former.attribute.type),
            decide: [.value("coalesce(\(known.sql), …)", for: place), .words("give it a default in the model")])
    }

    /// The value of the new type; nil where a person has to say it.
    private func converted(
        _ stored: StoredAttribute, from former: StoredAttribute, column: String, at place: Place, _ findings: inout PlanFindings
    ) -> Conversion? {
        let (oldType, newType) = (former.attribute.type, stored.attribute.type)
        let note = Finding.Note("it was declared here", at: former.name.span)
        if let mapping = CaseMapping(from: oldType, to: newType) {
            // Decisions about other cases have their effect as soon as a lost one is decided.
            let expression = findings.mapped(mapping, column)
            let lost = mapping.lostCases.filter { !findings.decides(mapping.place(of: $0.name)) }
            if !lost.isEmpty {
                let reasons: [(CaseMapping.Loss, String)] = [
                    (.isGone, "which '\(newType.keyword)' no longer has"),
                    (.isAnotherCase, "whose raw value now belongs to another case of '\(newType.keyword)'")
                ]
                let cases = reasons.compactMap { loss, reason in
                    let names = lost.filter { $0.loss == loss }.map { "'\($0.name)'" }
                    return names.isEmpty ? nil : "\(names.joined(separator: ", ")), \(reason)"
                }
                findings.report(
                    .missingConversion, "'\(place)' can hold \(cases.joined(separator: ", and "))", at: stored.name.span,
                    notes: [note], decide: [mapping.line(for: lost.map(\.name))])
                return nil
            }
            if let expression { return Conversion(expression) }
        }
        guard let conversion = Conversion(of: column, from: oldType, to: newType) else {
            let expression = StoredForm(type: newType).expression(of: SQL.identifier(column), from: oldType)
            findings.report(
                .missingConversion,
                "'\(place)' \(Self.change(former.attribute, stored.attribute)): \(Self.loss(from: oldType, to: newType))",
                at: stored.name.span, notes: [note] + StoredForm.notes(on: place, newType, from: oldType),
                decide: [
                    expression.map { DecisionLine.value(Self.complete($0, stored, former), for: place) }
                        ?? .value("… \(SQL.identifier(column)) …", for: place, " with the new value in SQL")
                ])
            return nil
        }
        if !conversion.fits.isEmpty, conversion.asksForReason, !findings.accepts(.narrowing, at: place) {
            findings.report(
                .narrowing,
                "'\(place)' \(Self.change(former.attribute, stored.attribute)): the migration stops at a value that does not fit",
                at: stored.name.span, notes: [note] + StoredForm.notes(on: place, newType, from: oldType),
                decide: [
                    .accept(.narrowing, at: place),
                    .value("… \(SQL.identifier(column)) …", for: place, " with the new value in SQL"),
                ])
        }
        return conversion
    }

    /// What the new form cannot hold, in words.
    private static func loss(from old: AttributeType, to new: AttributeType) -> String {
        switch (old, new) {
        case (.date, .date(.iso8601)): "parts of a millisecond would be lost"
        default: "something could be lost"
        }
    }

    /// The old and the new type in words that differ.
    private static func change(_ old: Attribute, _ new: Attribute) -> String {
        func details(_ attribute: Attribute) -> String {
            switch attribute.type {
            case .enumeration(let type): " with raw values that are \(type.isInteger ? "integers" : "texts")"
            case .json(let type): " of \(type.text)"
            default: ""
            }
        }
        let areEqual = old.typeInWords == new.typeInWords
        return "was \(old.typeInWords)\(areEqual ? details(old) : "") and is \(new.typeInWords)\(areEqual ? details(new) : "")"
    }

    /// An expression with the default of a required attribute for rows without a value.
    private static func complete(_ expression: String, _ stored: StoredAttribute, _ former: StoredAttribute) -> String {
        let value = stored.attribute.isOptional || !former.isNullable ? nil : stored.attribute.defaultValue
        return value?.sql(of: stored.attribute.type).map { "coalesce(\(expression), \($0))" } ?? expression
    }
}

extension ColumnSource {
    /// - Parameters:
    ///   - value: the value on a row of the old table.
    ///   - former: the column that the source had.
    ///   - fits: what the values of that column must meet.
    ///   - type: the type of the new column, which refuses others.
    fileprivate mutating func take(_ value: RowValue, from former: String, fits: [ValueFit], refusedBy type: StoredType) {
        guard value != .column(former) else { return self.fits = fits }
        expression = fits.isEmpty ? value : .guarded(column: former, fits: fits, value, refusedBy: type)
    }
}
