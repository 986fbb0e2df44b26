import SQLiteStorage
import StoreImport

/// A database as a model with `layout: existing`, which opens the file itself: the tables that fit as they are, and reasons for the others.
package struct ExistingLayoutTranslation {
    /// The model's file.
    package private(set) var text = ""
    package private(set) var remarks: [ImportRemark] = []
    private var entities: [Entity] = []
    /// The names by which a later import finds the parts of the database.
    package private(set) var names = NameRecord()
    private var enumerations: [(name: String, text: String)] = []
    private var scope = NameScope()
    private let earlier: EarlierNames

    private struct Entity {
        let table: ExistingTable
        let key: String
        let name: String
        let taken: EarlierNames.Taken
        var scope = NameScope()
        var attributes: [(name: String, text: [(key: String, value: String)])] = []
        var relationships: [(name: String, text: [(key: String, value: String)])] = []
        /// The properties by their columns.
        var properties: [SQLName: String] = [:]
        var unique: [[String]] = []
        /// The columns whose type states the list of a check.
        var listed: Set<SQLName> = []

        mutating func take(_ words: [String], in section: ModelSection) -> String {
            scope.take(words, avoiding: taken.names(in: section), { Words.property($0) }, { $0 })
        }

        mutating func keep(_ name: String?) { if let name { scope.keep(name) { $0 } } }
    }

    /// - Parameter earlier: the names of the last import into the folder.
    package init(_ source: SourceDatabase, named name: String, _ earlier: EarlierNames = .none) { self.init(source.contents, named: name, earlier) }

    init(_ database: ExistingDatabase, named name: String, _ earlier: EarlierNames) {
        self.earlier = earlier
        remarks = database.remarks.filter { [.table, .view, .unchecked].contains($0.kind) }
        var fitting = database
        fitting.tables.removeAll { table in
            guard let reason = Self.misfit(table, in: database) ?? Self.brokenKey(of: table, in: database) else { return false }
            let pairs = RelationshipPlanner.isJoin(table, in: database) ? ". Its pairs would be a many-to-many relationship: only '--store', which copies the rows, gives one" : ""
            remarks.append(ImportRemark(kind: .table, place: table.name, detail: reason + pairs))
            return true
        }
        let entityNames = EntityNames(fitting, earlier)
        scope = entityNames.scope
        for table in fitting.tables {
            let name = entityNames[table.name] ?? "Table"
            entities.append(Entity(table: table, key: table.integerKey ?? "", name: name, taken: earlier.properties(of: name)))
        }
        for place in entities.indices { keepNames(of: place) }
        for place in entities.indices { planKeys(of: place) }
        for place in entities.indices { planAttributes(of: place) }
        for place in entities.indices { planUniqueness(of: place) }
        for entity in entities {
            let isJoin = RelationshipPlanner.isJoin(entity.table, in: database)
            let reason = isJoin ? "its pairs are objects, because 'layout: existing' opens no many-to-many relationship" : RelationshipPlanner.reasonAgainstJoin(entity.table)
            if let reason { remarks.append(ImportRemark(kind: .pairs, place: entity.name, detail: reason)) }
        }
        write(name)
    }

    /// Why no entity can have the rows of a table; nil if one can.
    private static func misfit(_ table: ExistingTable, in database: ExistingDatabase) -> String? {
        if !table.hasRowKeys { return "the key is \(table.primaryKey.joined(separator: ", ")), and not an integer" }
        guard let key = table.integerKey else { return "it has no INTEGER PRIMARY KEY" }
        if let least = table.leastKey, least < 1 { return "the least key is \(least), and identities begin with 1" }
        if table.name.hasPrefix("_") { return "its name begins with '_'" }
        if !isUsable(table.name) || !isUsable(key) { return "a model cannot have its name, or the name of its key" }
        if hasLookalike(table.name, database.tables.map(\.name)) { return "its name is another table's too, but for its form of Unicode or the case of a letter" }
        if let column = table.column("_rowid_"), !column.name.isSameName(as: key) { return "its column '_rowid_' hides the key" }
        return nil
    }

    /// What keeps objects of a table from being written because of foreign keys; nil if nothing does.
    private static func brokenKey(of table: ExistingTable, in database: ExistingDatabase) -> String? {
        // Parts of rows of another table, as Django keeps those of a class that inherits: a new object would take any row's key.
        let shared = table.foreignKeys.first { key in
            key.isDeclared && key.columns.contains { $0.isSameName(as: table.integerKey ?? "") }
        }
        if let shared { return "its key leads to '\(shared.table)' too, so each row belongs to a row there" }
        if let lost = table.lostKey { return "SQLite refuses to write its rows: \(lost)" }
        for other in database.tables {
            for key in other.foreignKeys where key.isDeclared {
                guard let target = database.table(key.table), !target.isUnique(key.targets) else { continue }
                if target.rowKey.map({ key.targets.count == 1 && $0.isSameName(as: key.targets[0]) }) == true { continue }
                if other.name.isSameName(as: table.name) || target.name.isSameName(as: table.name) {
                    return "SQLite refuses to write its rows: '\(key.targets.joined(separator: ", "))' of '\(key.table)', where a foreign key leads, is not unique"
                }
            }
        }
        return nil
    }

    /// Whether two names are one for Swift, and two for SQLite.
    private static func hasLookalike(_ name: String, _ names: [String]) -> Bool { names.count { $0.lowercased() == name.lowercased() } > 1 }

    private static func isUsable(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 128 && name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && $0 != "\"" }
    }

    // MARK: Names

    /// What had a name in an earlier import takes it, before others get any.
    private mutating func keepNames(of place: Int) {
        let table = entities[place].table
        for column in table.columns where !column.name.isSameName(as: entities[place].key) {
            if parent(of: column, of: place) == nil { entities[place].keep(earlier.name(of: .attribute(table: SQLName(table.name), column: SQLName(column.name)))) }
        }
        for key in table.foreignKeys {
            guard key.columns.count == 1, let column = table.column(key.columns[0]), let parent = parent(of: column, of: place) else { continue }
            let name = KeyName(key, of: table.name)
            entities[place].keep(earlier.name(of: .link(name)))
            entities[parent].keep(earlier.name(of: .inverse(name)))
        }
    }

    // MARK: Relationships

    /// The entity that a column leads to, if it is the key of a relationship.
    private func parent(of column: ExistingColumn, of child: Int) -> Int? {
        let table = entities[child].table
        let keys = table.foreignKeys.filter { $0.columns.contains { $0.isSameName(as: column.name) } }
        guard keys.count == 1, keys[0].columns.count == 1, column.generated == nil, let parent = entities.firstIndex(where: { $0.table.name.isSameName(as: keys[0].table) }),
            keys[0].targets.isEmpty || keys[0].targets.count == 1 && keys[0].targets[0].isSameName(as: entities[parent].key),
            ![.text, .real].contains(column.affinity), column.facts.integers == column.facts.values, !column.name.isSameName(as: entities[child].key), Self.isUsable(column.name),
            !keys[0].isDeclared || Self.deleteRule(keys[0].onDelete, isOptional: !column.isNotNull) != nil
        else { return nil }
        return parent
    }

    private mutating func planKeys(of child: Int) {
        let table = entities[child].table
        for key in table.foreignKeys {
            let place = "\(table.name).\(key.columns.joined(separator: "+"))"
            guard key.columns.count == 1, let column = table.column(key.columns[0]), let parent = parent(of: column, of: child),
                let rule = key.isDeclared ? Self.deleteRule(key.onDelete, isOptional: !column.isNotNull) : "noAction"
            else {
                if !key.isDeclared { continue }
                remarks.append(ImportRemark(kind: .foreignKey, place: place, detail: "of '\(key.table)': the column is an attribute"))
                continue
            }
            var words = Words.split(column.name)
            if words.count > 1, ["id", "key", "fk"].contains(words.last) { words.removeLast() }
            if words == ["id"] { words = Words.split(entities[parent].name) }
            let known = KeyName(key, of: table.name)
            let name = earlier.name(of: .link(known)) ?? entities[child].take(words, in: .relationships)
            let isOneToOne = table.isUnique([column.name])
            var inverse = isOneToOne ? Words.split(entities[child].name) : Words.plural(Words.split(entities[child].name))
            let others = table.foreignKeys.filter { $0.table.isSameName(as: key.table) }
            if others.count > 1 || child == parent { inverse = words + inverse }
            let end = earlier.name(of: .inverse(known)) ?? entities[parent].take(inverse, in: .relationships)
            names.addKey(key, of: table.name, name, inverse: end)
            let optional = column.isNotNull ? entities[parent].name : "\"\(entities[parent].name)?\""
            entities[child].properties[SQLName(column.name)] = name
            entities[child].relationships.append(
                (name, [("to", optional), ("inverse", end)] + (isOneToOne ? [("key", "here")] : []) + [("column", YAMLText.quoted(column.name))]))
            let childName = entities[child].name
            entities[parent].relationships.append(
                (end, [("to", isOneToOne ? "\"\(childName)?\"" : "[\(childName)]"), ("inverse", name), ("deleteRule", rule)]))
            if !key.isDeclared {
                let evidence = "each of \(key.count) values of \(column.name) is a key of '\(key.table)'"
                let rest = "The inverse is \(entities[parent].name).\(end). Its delete rule is 'noAction', because the file has no foreign key"
                remarks.append(ImportRemark(kind: .foundKey, place: "\(childName).\(name)", detail: "\(evidence). \(rest)"))
            }
        }
    }

    /// The rule that the action of a foreign key keeps; nil without one.
    private static func deleteRule(_ action: String, isOptional: Bool) -> String? {
        switch action.uppercased() {
        case "CASCADE": "cascade"
        case "SET NULL": isOptional ? "nullify" : nil
        case "NO ACTION", "RESTRICT": "deny"
        default: nil
        }
    }

    // MARK: Attributes

    private mutating func planAttributes(of place: Int) {
        let (table, key) = (entities[place].table, entities[place].key)
        names.addEntity(entities[place].name, table: table.name)
        for var column in table.columns where !column.name.isSameName(as: key) && entities[place].properties[SQLName(column.name)] == nil {
            let reason: String?
            let (ownTable, ownColumn) = (SQLName(table.name), SQLName(column.name))
            if let list = column.facts.listed { column.facts.listed?.earlier = earlier.cases(of: list, table: ownTable, column: ownColumn) }
            let kept = KeptType(of: column)
            if column.generated != nil {
                reason = "it is generated"
            } else if ["_id", "_version", "_entity"].contains(column.name.lowercased()) || !Self.isUsable(column.name) {
                reason = "a model cannot have its name"
            } else if Self.hasLookalike(column.name, table.columns.map(\.name)) {
                reason = "its name is another column's too, but for its form of Unicode or the case of a letter"
            } else {
                reason = kept == nil ? "its values do not fit the type '\(column.declaredType)'" : nil
            }
            guard var kept, reason == nil else {
                let isNeeded = column.isNotNull && column.defaultText == nil && column.generated == nil
                let rest = isNeeded ? "; it is NOT NULL, so no objects can be created" : ""
                remarks.append(ImportRemark(kind: .column, place: "\(table.name).\(column.name)", detail: (reason ?? "") + rest))
                continue
            }
            let name = earlier.name(of: .attribute(table: ownTable, column: ownColumn)) ?? entities[place].take(Words.split(column.name), in: .attributes)
            names.addAttribute(name, table: table.name, column: column.name)
            let (entity, isUnique) = (entities[place].name, table.isUnique([column.name]))
            let enumeration = kept.takeEnumeration {
                earlier.name(of: .enumeration(table: ownTable, column: ownColumn))
                    ?? scope.take(Words.split(entity) + Words.split(name), avoiding: earlier.types.names(in: .enumerations), Words.type, SnakeCase.convert)
            }
            if let enumeration {
                enumerations.append(enumeration)
                if let list = column.facts.listed { names.addEnumeration(enumeration.name, of: list, table: table.name, column: column.name) }
            }
            if kept.statesList { entities[place].listed.insert(SQLName(column.name)) }
            entities[place].properties[SQLName(column.name)] = name
            entities[place].attributes.append(
                (name, kept.text(isOptional: !column.isNotNull) + (isUnique ? [("unique", "true")] : []) + [("column", YAMLText.quoted(column.name))]))
            remarks += kept.remarks.map { ImportRemark(kind: $0.kind, place: "\(entity).\(name)", detail: $0.detail) }
        }
    }

    // MARK: Uniqueness and text

    private mutating func planUniqueness(of place: Int) {
        let entity = entities[place]
        for index in entity.table.indexes where index.isUnique {
            let columns = index.keys.compactMap(\.column)
            let names = columns.compactMap { entity.properties[SQLName($0)] }
            let reason: String? =
                if columns.count < index.keys.count { "unique, on an expression" } else if !index.condition.isEmpty {
                    "unique where \(index.condition.text)"
                } else { names.count < columns.count && columns.count > 1 ? "unique, on columns that the model does not have" : nil }
            if let reason {
                // An index of a constraint has no name of its own.
                let name = index.isOwn ? index.name : columns.joined(separator: "+")
                remarks.append(ImportRemark(kind: .index, place: "\(entity.table.name).\(name)", detail: "\(reason); only SQLite keeps it"))
            } else if names.count > 1, Set(names).count == names.count, !entities[place].unique.contains(where: { Set($0) == Set(names) }) {
                entities[place].unique.append(names)
            }
        }
        // SQLite refuses a save that breaks them.
        func isStated(_ check: ExistingCheck) -> Bool {
            CheckGuess.parts(check.condition).allSatisfy { part in
                entity.table.columns.contains { column in
                    entity.listed.contains(SQLName(column.name)) && column.facts.listed?.isStated(by: part, of: column, in: entity.table) == true
                }
            }
        }
        remarks += entity.table.checks.filter { !$0.condition.isEmpty && !isStated($0) }.map {
            ImportRemark(kind: .check, place: entity.table.name, detail: "\($0.condition.text); only SQLite keeps it")
        }
    }

    private mutating func write(_ name: String) {
        let own = earlier.model ?? ModelName.free(name, beside: entities.map(\.name) + enumerations.map(\.name))
        var lines = ["trellis: 1", "model: \(own)", "layout: existing"]
        if !enumerations.isEmpty { lines += ["enums:"] + enumerations.map { "  \($0.name): \($0.text)" } }
        lines.append("entities:")
        for entity in entities {
            lines += ["  \(entity.name):", "    table: \(YAMLText.quoted(entity.table.name))", "    key: \(YAMLText.quoted(entity.key))"]
            for (title, members) in [("attributes", entity.attributes), ("relationships", entity.relationships)] where !members.isEmpty {
                lines.append("    \(title):")
                lines += members.map { "      \($0.name): \(YAMLText.mapping($0.text))" }
            }
            if !entity.unique.isEmpty { lines.append("    unique: \(YAMLText.list(entity.unique.map(YAMLText.list)))") }
        }
        text = lines.joined(separator: "\n") + "\n"
    }

    package var hasEntities: Bool { !entities.isEmpty }
}
