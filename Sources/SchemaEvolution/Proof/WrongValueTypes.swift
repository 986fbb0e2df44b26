import Diagnostics
import SQLiteAccess
import SQLiteStorage
import SchemaModel

extension FindingCode {
    static let wrongValueType = FindingCode("TR2114")
}

/// Finds SQL in `values` that gives values of another type than their column has, or in another form than their attribute.
///
/// SQLite converts some of them without a word, such as an integer in a TEXT column, and the value is not the one that the
/// expression has. Values that it refuses stop a migration; an expression without a case distinction that gives only those is wrong.
struct WrongValueTypes {
    let old: StoredVersion
    let new: StoredVersion
    let decisions: MigrationDecisions

    /// - Parameter connection: a database of the old version with rows, after the statements in `before`.
    func findings(_ connection: SQLiteConnection) throws -> [Finding] {
        let types = try StrictColumns()
        return decisions.values.sorted { $0.value.span.start < $1.value.span.start }.compactMap { place, decision in
            // What random() or the time gives is not compared.
            guard let column = new.column(place)?.column, StableSQL.isStable(decision.text) else { return nil }
            let storageClass = column.type.rawValue.lowercased()
            let cells = cells(of: decision.text, at: place, connection).filter { $0.type != "null" }
            let wrong = cells.filter { $0.type != storageClass && !Self.isOverflow($0.literal, column.type) }
            let converted = wrong.first { types.takes($0.literal, column.type) }
            let isAlwaysWrong = wrong.count == cells.count && !Self.distinguishesCases(decision.text)
            guard let found = converted ?? (isAlwaysWrong ? wrong.first : nil) else {
                return unreadable(decision, at: place, connection)
            }
            let cast = PlanFindings.line("CAST(\(decision.written) AS \(column.type.rawValue))", for: place)
            return Finding(
                .wrongValueType,
                "'\(place)' is stored as \(column.type.rawValue), and its value in SQL has the type \(found.type.uppercased()): "
                    + "\(found.literal) on the proof's row \(found.key)",
                at: decision.span, suggestion: .init("write \(cast)"))
        }
    }

    /// The first value that the column takes and the library cannot read; nil if the database checks the form.
    private func unreadable(
        _ decision: MigrationDecisions.Decision, at place: MigrationDecisions.Place, _ connection: SQLiteConnection
    ) -> Finding? {
        guard let stored = new.attributes[place], let column = new.column(place)?.column else { return nil }
        let type = stored.attribute.type
        let reader = UnreadableValues.reader(of: type)
        let conditions = stored.attribute.isChecked ? [] : TypeConditions.conditions(on: "value", of: type)
        guard reader != nil || !conditions.isEmpty, let query = query(decision.text, at: place) else { return nil }
        let isOfClass = "typeof(value) = \(SQL.literal(column.type.rawValue.lowercased()))"
        let wrong = conditions.isEmpty ? isOfClass : "\(isOfClass) AND NOT (\(conditions.joined(separator: " AND ")))"
        let cells = (try? Cell.rows("SELECT _id, value FROM (\(query)) WHERE \(wrong)", connection)) ?? []
        guard let found = cells.first(where: { reader?($0[1]) != true }) else { return nil }
        let former = ModelMatch(old, new, decisions).former(place) { old.attributes[$0] != nil }
        let expression = former.flatMap { former in
            old.attributes[former].flatMap { attribute in
                old.column(former).flatMap {
                    StoredForm(type: type).expression(of: SQL.identifier($0.column.name), from: attribute.attribute.type)
                }
            }
        }
        let refused = column.type.stored.refusedValue.expression ?? "NULL"
        return Finding(
            .wrongValueType,
            "'\(place)' is \(stored.attribute.typeInWords), and its value in SQL gives \(found[1]) on the proof's row \(found[0]), "
                + "which the library cannot read",
            at: decision.span, notes: [.init("'\(place)' is stored as \(StoredForm(type: type).words)")],
            suggestion: .init(
                expression.map { "write \(PlanFindings.line($0, for: place))" }
                    ?? "give \(refused) in place of such values: the migration stops at them"))
    }

    /// The values that an expression has on the old rows; none where it reads what exists later.
    private func cells(
        of sql: String, at place: MigrationDecisions.Place, _ connection: SQLiteConnection
    ) -> [(key: String, literal: String, type: String)] {
        guard let query = query(sql, at: place) else { return [] }
        let rows = try? connection.rows("SELECT _id, quote(value), typeof(value) FROM (\(query))")
        return (rows ?? []).map { ($0[0] ?? "", $0[1] ?? "NULL", $0[2] ?? "null") }
    }

    /// The keys of the old rows, with the values that an expression has on them; nil if none of them become rows of the entity.
    private func query(_ sql: String, at place: MigrationDecisions.Place) -> String? {
        let match = ModelMatch(old, new, decisions)
        let kinds = RowKinds(old: old, new: new, match: match).former(of: place.entity).sorted()
        guard let table = kinds.first.flatMap(old.schema.table(forEntity:)) else { return nil }
        let condition =
            table.hasEntityColumn ? " WHERE _entity IN (\(kinds.map(SQL.literal).joined(separator: ", ")))" : ""
        // A comment in the expression ends with its line.
        let shown = NamedColumns(old: old, new: new, match: match).prefix
        return "\(shown)SELECT _id, (\(sql)\n) AS value FROM \(SQL.identifier(table.name))\(condition)"
    }

    /// Whether SQLite gave a REAL for a sum or a product of integers beyond 64 bits: a row that stops the migration.
    private static func isOverflow(_ literal: String, _ type: ColumnType) -> Bool {
        type == .integer && Double(literal).map { abs($0) >= 0x1p63 } ?? false
    }

    private static func distinguishesCases(_ sql: String) -> Bool {
        let words = sql.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "_") }
        return words.contains("case") || words.contains("iif")
    }
}
