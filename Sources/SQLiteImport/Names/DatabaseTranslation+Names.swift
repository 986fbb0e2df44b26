import SQLiteStorage

extension DatabaseTranslation {
    /// The names by which a later import finds the parts of the database.
    package var names: NameRecord {
        var names = NameRecord()
        for entity in entities {
            names.addEntity(entity.name, table: entity.table.name)
            for attribute in entity.attributes { names.addAttribute(attribute.name, table: entity.table.name, column: attribute.guess.column.name) }
            for link in entity.links { names.addKey(link.key, of: entity.table.name, link.name, inverse: link.inverse) }
        }
        for enumeration in enumerations {
            let entity = entities[enumeration.isOf.place]
            let column = entity.attributes[enumeration.isOf.attribute].guess.column
            if let list = column.facts.listed { names.addEnumeration(enumeration.name, of: list, table: entity.table.name, column: column.name) }
        }
        for join in joins {
            for (key, name) in [(join.left, join.leftName), (join.right, join.rightName)] {
                names.addPairs(name, table: join.table.name, column: key.columns[0], of: key.table)
            }
        }
        return names
    }
}

extension PlannedEntity {
    /// Takes the names that attributes have since an earlier import, before others get any.
    mutating func keepAttributes(_ earlier: EarlierNames) {
        for column in table.columns where table.isAttribute(column) {
            guard let name = earlier.name(of: .attribute(table: SQLName(table.name), column: SQLName(column.name))) else { continue }
            scope.keep(name, SnakeCase.convert)
        }
    }
}

extension ExistingTable {
    /// Whether a column becomes an attribute, and not the identity of an object or a relationship.
    func isAttribute(_ column: ExistingColumn) -> Bool {
        if integerKey?.isSameName(as: column.name) == true { return !keepsKeys }
        return column.generated != nil || !foreignKeys.contains { $0.columns.count == 1 && $0.columns[0].isSameName(as: column.name) }
    }

    /// The first word of all columns but the key.
    var prefix: String? {
        let words = columns.filter { $0.name.contains("_") || primaryKey.map(SQLName.init) != [SQLName($0.name)] }.map { Words.split($0.name) }
        guard words.count > 2, let first = words[0].first, words.allSatisfy({ $0.count > 1 && $0[0] == first }), first != "is", first != "has" else { return nil }
        return first
    }
}

/// The name of a model.
enum ModelName {
    /// A name like the folder's that no entity or enum has.
    static func free(_ name: String, beside names: [String]) -> String {
        let words = name.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        let joined = String(words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined().prefix(50))
        let own = joined.first?.isLetter == true ? joined : "Model" + joined
        return names.contains { $0.lowercased() == own.lowercased() } ? own + "Model" : own
    }
}
