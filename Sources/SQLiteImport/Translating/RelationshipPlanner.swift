import SQLiteStorage

/// Plans relationships of entities from keys.
struct RelationshipPlanner {
    let database: ExistingDatabase
    private(set) var entities: [PlannedEntity]
    private(set) var joins: [PlannedJoin] = []
    private(set) var remarks: [ImportRemark] = []
    private var tables: NameScope
    private let earlier: EarlierNames

    init(_ database: ExistingDatabase, _ entities: [PlannedEntity], tables: NameScope, _ earlier: EarlierNames) {
        (self.database, self.entities, self.tables, self.earlier) = (database, entities, tables, earlier)
    }

    /// Takes the names that relationships have since an earlier import, before others get any.
    mutating func keepNames(_ pairs: [ExistingTable]) {
        for child in entities.indices {
            for key in entities[child].table.foreignKeys {
                guard let parent = place(ofTable: key.table) else { continue }
                let name = KeyName(key, of: entities[child].table.name)
                if let link = earlier.name(of: .link(name)) { entities[child].scope.keep(link, PlannedEntity.storedKey) }
                if let inverse = earlier.name(of: .inverse(name)) { entities[parent].scope.keep(inverse, PlannedEntity.storedKey) }
            }
        }
        for table in pairs {
            for key in table.foreignKeys {
                if let name = pairsName(table, key), let owner = place(ofTable: key.table) { entities[owner].scope.keep(name, PlannedEntity.storedKey) }
            }
        }
    }

    /// The relationship of the rows that a key of pairs leads to, in an earlier import.
    private func pairsName(_ table: ExistingTable, _ key: ExistingKey) -> String? {
        earlier.name(of: .pairs(table: SQLName(table.name), column: SQLName(key.columns[0]), of: SQLName(key.table)))
    }

    private func place(ofTable name: String) -> Int? { entities.firstIndex { $0.table.name.isSameName(as: name) } }

    /// Whether a table holds nothing but pairs of keys.
    static func isJoin(_ table: ExistingTable, in database: ExistingDatabase) -> Bool {
        let keys = table.foreignKeys
        guard keys.count == 2, keys.allSatisfy({ $0.columns.count == 1 && $0.strays == 0 && $0.count == table.rowCount }), !table.repeatsPairs,
            !keys[0].columns[0].isSameName(as: keys[1].columns[0]), !keys.contains(where: { $0.table.isSameName(as: table.name) }),
            keys.contains(where: \.isDeclared) || isNamed(table, after: keys)
        else { return false }
        let own = keys.flatMap(\.columns)
        guard database.allowsGuesses || table.isUnique(own) else { return false }
        guard table.columns.allSatisfy({ column in own.contains { $0.isSameName(as: column.name) } || table.integerKey?.isSameName(as: column.name) == true }),
            !own.contains(where: { table.integerKey?.isSameName(as: $0) == true || table.isUnique([$0]) })
        else { return false }
        return !database.tables.contains { $0.foreignKeys.contains { $0.table.isSameName(as: table.name) } }
            && !database.searches.contains { $0.table.isSameName(as: table.name) }
    }

    /// Whether a table is called like the tables of its keys, as Rails calls `posts_tags`.
    private static func isNamed(_ table: ExistingTable, after keys: [ExistingKey]) -> Bool {
        let words = keys.map { Words.split($0.table) }
        return [words[0] + words[1], words[1] + words[0]].contains(Words.split(table.name))
    }

    /// Why a table of two keys stays an entity; nil for one that no reader takes for a table of pairs.
    static func reasonAgainstJoin(_ table: ExistingTable) -> String? {
        let keys = table.foreignKeys
        guard keys.count == 2, keys.allSatisfy({ $0.columns.count == 1 }) else { return nil }
        let own = keys.flatMap(\.columns)
        let others = table.columns.map(\.name).filter { name in !own.contains { $0.isSameName(as: name) } && table.integerKey?.isSameName(as: name) != true }
        if !others.isEmpty {
            return table.isUnique(own) ? "it has further columns: \(others.prefix(3).joined(separator: ", "))\(others.count > 3 ? ", …" : "")" : nil
        }
        if keys.contains(where: { $0.count < table.rowCount }) { return "a key is NULL" }
        if keys.contains(where: { $0.strays > 0 }) { return "a key leads to no row" }
        return table.repeatsPairs ? "a pair is there twice" : nil
    }

    // MARK: Keys

    mutating func planLinks(of child: Int) {
        for key in entities[child].table.foreignKeys {
            guard let parent = place(ofTable: key.table) else { continue }
            let table = entities[child].table
            let columns = key.columns.compactMap { table.column($0) }
            let isOptional = key.strays > 0 || columns.contains { !$0.isNotNull && !(table.integerKey?.isSameName(as: $0.name) ?? false) }
            let isOneToOne = table.isUnique(key.columns) && table.merged(key.columns) == nil
            let words = linkWords(key, of: table, to: entities[parent].name)
            let known = KeyName(key, of: table.name)
            let name = earlier.name(of: .link(known)) ?? entities[child].takeRelationship(words)
            let inverse = earlier.name(of: .inverse(known)) ?? takeInverse(of: name, child, parent, isOneToOne)
            entities[child].links.append(
                PlannedLink(key: key, name: name, destination: entities[parent].name, inverse: inverse, isOptional: isOptional, isOneToOne: isOneToOne))
            let rule = deleteRule(key, isOptional)
            let childName = entities[child].name
            entities[parent].ends.append(
                (inverse, [("to", isOneToOne ? "\"\(childName)?\"" : "[\(childName)]"), ("inverse", name)] + (rule == "nullify" ? [] : [("deleteRule", rule)])))
            report(key, "\(childName).\(name)", "\(entities[parent].name).\(inverse)", isOneToOne, isOptional)
        }
    }

    /// `customer_id` is the key of a customer; `ReportsTo` has a name of its own.
    private func linkWords(_ key: ExistingKey, of table: ExistingTable, to destination: String) -> [String] {
        guard key.columns.count == 1 else { return Words.split(destination) }
        var words = Words.split(key.columns[0])
        if words.count > 1, words[0] == table.prefix { words.removeFirst() }
        if words.count > 1, ["id", "key", "fk", "uuid", "code"].contains(words.last) { words.removeLast() }
        if words.count > 1, words.first == "fk" || words.first == "id" { words.removeFirst() }
        return words.isEmpty || words == ["id"] ? Words.split(destination) : words
    }

    private mutating func takeInverse(of name: String, _ child: Int, _ parent: Int, _ isOneToOne: Bool) -> String {
        let childWords = Words.split(entities[child].name)
        let others = entities[child].table.foreignKeys.filter { $0.table.isSameName(as: entities[parent].table.name) }
        var words = isOneToOne ? childWords : Words.plural(childWords)
        if child == parent, Words.split(name) == ["parent"], !isOneToOne {
            words = ["children"]
        } else if others.count > 1 || child == parent {
            words = Words.split(name) + words
        }
        return entities[parent].takeRelationship(words)
    }

    private mutating func deleteRule(_ key: ExistingKey, _ isOptional: Bool) -> String {
        switch key.onDelete.uppercased() {
        case "CASCADE": "cascade"
        case "SET NULL", "SET DEFAULT": isOptional ? "nullify" : "deny"
        default: key.isDeclared || !isOptional ? "deny" : "nullify"
        }
    }

    private mutating func report(_ key: ExistingKey, _ place: String, _ inverse: String, _ isOneToOne: Bool, _ isOptional: Bool) {
        let columns = key.columns.joined(separator: ", ")
        let kind = isOneToOne ? ", one-to-one because its key is unique" : ""
        if key.isDeclared {
            remarks.append(ImportRemark(kind: .inverse, place: place, detail: "the key \(columns) of '\(key.table)', with the inverse \(inverse)\(kind)"))
        } else {
            let detail = "each of \(key.count) values of \(columns) is a key of '\(key.table)'. The inverse is \(inverse)\(kind)"
            remarks.append(ImportRemark(kind: .foundKey, place: place, detail: detail))
        }
        if key.strays > 0 { remarks.append(ImportRemark(kind: .strays, place: place, detail: "\(key.strays) of \(key.count) keys")) }
        reportSpelling(key, place)
        if key.columns.count > 1 {
            remarks.append(ImportRemark(kind: .weaker, place: place, detail: "the columns \(columns) stay attributes: setting the relationship does not set them"))
        }
        if key.onDelete == "SET NULL", !isOptional {
            remarks.append(ImportRemark(kind: .otherRule, place: place, detail: "ON DELETE SET NULL of columns that are NOT NULL denies the deletion"))
        }
        if key.onUpdate != "NO ACTION" || key.onDelete == "SET DEFAULT" {
            let actions = "ON UPDATE \(key.onUpdate), ON DELETE \(key.onDelete)"
            remarks.append(ImportRemark(kind: .otherRule, place: place, detail: "\(actions). The identity of an object never changes"))
        }
    }

    private mutating func reportSpelling(_ key: ExistingKey, _ place: String) {
        guard key.respelled > 0 else { return }
        let detail = "\(key.respelled) of \(key.count) keys of '\(key.table)', such as \(key.respelledValue ?? ""). '--keys' lists them"
        remarks.append(ImportRemark(kind: .respelled, place: place, detail: detail))
    }

    // MARK: Pairs

    mutating func planJoin(_ table: ExistingTable) {
        guard let left = place(ofTable: table.foreignKeys[0].table), let right = place(ofTable: table.foreignKeys[1].table) else { return }
        let keys = (table.foreignKeys[0], table.foreignKeys[1])
        var words = (Words.plural(Words.split(entities[right].name)), Words.plural(Words.split(entities[left].name)))
        if left == right { words = (Words.plural(linkWords(keys.1, of: table, to: "")), Words.plural(linkWords(keys.0, of: table, to: ""))) }
        let leftName = pairsName(table, keys.0) ?? takeMany(words.0, left)
        let rightName = pairsName(table, keys.1) ?? takeMany(words.1, right)
        joins.append(
            PlannedJoin(
                table: table, left: keys.0, right: keys.1, leftEntity: entities[left].name, rightEntity: entities[right].name, leftName: leftName, rightName: rightName))
        entities[left].ends.append((leftName, [("to", "[\(entities[right].name)]"), ("inverse", rightName)]))
        entities[right].ends.append((rightName, [("to", "[\(entities[left].name)]"), ("inverse", leftName)]))
        let isDeclared = keys.0.isDeclared && keys.1.isDeclared
        let evidence = "the table '\(table.name)' has only keys of '\(keys.0.table)' and '\(keys.1.table)', and no pair twice"
            + (isDeclared ? "" : ". Each of \(table.rowCount) values is a key, though no foreign key says so")
        remarks.append(ImportRemark(kind: .joined, place: "\(entities[left].name).\(leftName)", detail: "\(evidence). The inverse is \(entities[right].name).\(rightName)"))
        reportSpelling(keys.0, "\(entities[right].name).\(rightName)")
        reportSpelling(keys.1, "\(entities[left].name).\(leftName)")
        if let key = table.integerKey {
            remarks.append(ImportRemark(kind: .column, place: "\(table.name).\(key)", detail: "a connection of two objects has no key of its own"))
        }
    }

    /// A name whose table is free too.
    private mutating func takeMany(_ words: [String], _ owner: Int) -> String {
        let table = SnakeCase.convert(entities[owner].name)
        while true {
            let name = entities[owner].takeRelationship(words)
            let stored = "\(table)_\(SnakeCase.convert(name))"
            if tables.hasStored(stored) { continue }
            tables.takeStored(stored)
            return name
        }
    }
}
