import Diagnostics
import SQLiteAccess
import SQLiteStorage
import SchemaModel

/// What is asked about the keys of to-one relationships.
extension ColumnSources {
    /// Asks for keys that refer to each other. The line keeps what did, and of a chain one connection of each object.
    func becomesItsOwnInverse(
        _ place: Place, _ latter: Relationship, _ former: Place, _ key: String, _ table: Table, _ findings: inout PlanFindings
    ) {
        let name = SQL.identifier(table.name)
        let keyTable = old.column(former)?.table.name ?? ""
        // Rows that come to those of another table are read where they were.
        let from = SQL.identifier(tableNames[keyTable] ?? table.name)
        let destination = old.relationship(former).flatMap { old.schema.table(forEntity: $0.destination.text) }
        let own = kinds.former(of: place.entity)
        // Of a destination without the key none leads back.
        let members = destination?.name == keyTable ? old.relationship(former)?.destination.text : nil
        let isPart = ([former.entity] + [members].compactMap(\.self)).contains { !kinds.remaining($0).isSubset(of: own) }
        let kind = isPart ? " AND _other._entity IN (\(own.sorted().map(SQL.literal).joined(separator: ", ")))" : ""
        func first(_ row: String) -> String { "(SELECT min(_other._id) FROM \(from) AS _other WHERE _other.\(key) = \(name).\(row)\(kind))" }
        func leads(_ back: String) -> String {
            "EXISTS (SELECT 1 FROM \(from) AS _other WHERE _other._id = \(name).\(key) AND _other.\(key) \(back)\(kind))"
        }
        // A destination in another table has no key at all.
        let isFree = destination?.name == keyTable ? leads("IS NULL") : "NOT \(leads("IS NOT NULL"))"
        let value = "CASE WHEN \(key) IS NULL THEN \(first("_id")) WHEN \(leads("= \(name)._id")) OR \(isFree) "
            + "AND _id = \(first(key)) THEN \(key) END"
        findings.report(
            .missingConversion, "'\(place)' is its own inverse now, but an old destination may have another destination",
            at: latter.name.span, notes: [.init("it was declared here", at: old.relationship(former)?.name.span)],
            decide: [.value(value, for: place, ", which keeps one connection of each object")])
    }

    /// - Parameter known: the keys of the rows that lead somewhere already.
    func missingKey(_ place: Place, _ span: SourceSpan, _ findings: inout PlanFindings, known: String? = nil) {
        // Of a relationship that is its own inverse a row without another one can lead to itself.
        let isItsOwnInverse = new.relationship(place)?.isItsOwnInverse == true
        let query = isItsOwnInverse ? "_id" : "(SELECT …)"
        let key = known.map { "coalesce(\($0), \(query))" } ?? query
        let rename = RelationshipRenames(old: old, new: new, match: match).oldName(of: place)
        findings.report(
            .missingValue, "'\(place)' is required, but existing rows may have no destination", at: span,
            decide: (rename.map { [DecisionLine.rename($0, to: place.property ?? "")] } ?? [])
                + [.value(key, for: place, isItsOwnInverse ? ", which leads to the row itself" : " with the key of the destination row")])
    }
}
