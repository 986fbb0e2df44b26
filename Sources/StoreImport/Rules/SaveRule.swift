import Predicates
import SQLiteAccess
import SQLiteStorage
import SchemaModel

/// A rule that only saves keep, as SQL on a row that is true if the row breaks it.
struct SaveRule {
    /// The name that the SQL of rules has for the row.
    static let row = "_row"

    let entity: String
    let property: String
    let demand: String
    let isBroken: String
}

extension SaveRule {
    /// The rules of an attribute, or of a part of a composite.
    /// - Parameter column: the column of the value.
    static func rules(of stored: StoredAttribute, declaredBy entity: String, in column: Column, _ functions: inout RuleFunctions) -> [SaveRule] {
        let (attribute, value) = (stored.attribute, "\(row).\(SQL.identifier(column.name))")
        func rule(_ demand: String, _ isBroken: String) -> SaveRule {
            SaveRule(entity: entity, property: stored.name.text, demand: demand, isBroken: isBroken)
        }
        let isInfinite = "abs(\(value)) = 9e999"
        var rules = [SaveRule]()
        // The type of a float refuses an infinite one, which is reported as such.
        if column.type == .real, attribute.type != .float { rules.append(rule("must be a finite number", isInfinite)) }
        let finite = column.type == .real ? " AND NOT \(isInfinite)" : ""
        for (demand, sign, bound) in [("must be at least", "<", attribute.rules.min), ("must be at most", ">", attribute.rules.max)] {
            guard let bound, let literal = bound.conditionValue.stored(as: attribute.type.valueType)?.sqlLiteral else { continue }
            rules.append(rule("\(demand) \(bound.text)", "\(value) \(sign) \(literal)\(finite)"))
        }
        let isData = attribute.type == .data
        if let least = attribute.rules.minLength {
            rules.append(rule("must have at least \(count(least, isData))", isData ? "length(\(value)) < \(least)" : functions.isShorter(value, than: least)))
        }
        if let most = attribute.rules.maxLength {
            rules.append(rule("must have at most \(count(most, isData))", isData ? "length(\(value)) > \(most)" : functions.isLonger(value, than: most)))
        }
        if let text = attribute.rules.pattern, let pattern = TextPattern(text) {
            let line = text.split(whereSeparator: \.isNewline).joined(separator: "\\n")
            rules.append(rule("must match the pattern \(line)", functions.differs(value, from: pattern)))
        }
        return rules
    }

    private static func count(_ length: Int, _ isData: Bool) -> String {
        "\(length) \(isData ? "byte" : "character")\(length == 1 ? "" : "s")"
    }

    /// The rules of a relationship whose keys are in other rows.
    static func rules(of relationship: Relationship, of entity: Entity, in model: Model, _ schema: StorageSchema) -> [SaveRule] {
        guard let members = members(of: relationship, of: entity.name.text, in: schema), let table = schema.table(forEntity: entity.name.text) else { return [] }
        var isOfEntity = ""
        if table.hasEntityColumn {
            let entities = model.subtree(of: entity).map { SQL.literal($0.name.text) }
            isOfEntity = "\(row).\(FetchLayout.entityColumn) IN (\(entities.joined(separator: ", "))) AND "
        }
        func rule(_ demand: String, _ isBroken: String) -> SaveRule {
            SaveRule(entity: entity.name.text, property: relationship.name.text, demand: demand, isBroken: isOfEntity + isBroken)
        }
        if !relationship.isToMany { return relationship.isOptional ? [] : [rule("must have a value", "\(members) = 0")] }
        var rules = [SaveRule]()
        if let least = relationship.minCount, least > 0 {
            // An optional relationship may be empty whatever its least count is.
            let isFew = relationship.isOptional ? "\(members) BETWEEN 1 AND \(least - 1)" : "\(members) < \(least)"
            rules.append(rule("must have at least \(least) \(least == 1 ? "member" : "members")", isFew))
        }
        if let most = relationship.maxCount {
            rules.append(rule("must have at most \(most) \(most == 1 ? "member" : "members")", "\(members) > \(most)"))
        }
        return rules
    }

    /// The number of a row's members as SQL; nil if the row itself has the key.
    private static func members(of relationship: Relationship, of entity: String, in schema: StorageSchema) -> String? {
        let (table, column): (String, String)
        switch relationship.storage {
        case .key: return nil
        case .inverseKey:
            let destination = relationship.destination.text
            guard let inverse = relationship.inverse?.text, let holder = schema.table(forEntity: destination),
                let key = holder.column(for: inverse, of: destination)
            else { return nil }
            (table, column) = (holder.name, key.name)
        case .joinTable:
            guard let join = schema.joinTable(of: relationship.name.text, ofEntity: entity) else { return nil }
            let isSource = join.source.entity == entity && join.source.relationship == relationship.name.text
            (table, column) = (join.name, (isSource ? join.source : join.target).column)
        }
        return "(SELECT count(*) FROM main.\(SQL.identifier(table)) AS _member WHERE _member.\(SQL.identifier(column)) = \(row).\(FetchLayout.keyColumn))"
    }
}
