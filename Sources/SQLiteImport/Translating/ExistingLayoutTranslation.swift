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
        func reason(_ table: ExistingTable) -> String? { Self.misfit(table, in: database) ?? Self.brokenKey(of: table, in: database) }
        // What an earlier import made an entity stays one.
        let joins = database.tables.filter { RelationshipPlanner.isJoin($0, in: database) && earlier.name(of: .entity(table: SQLName($0.name))) == nil }
        func isJoin(_ table: ExistingTable) -> Bool { joins.contains { $0.name.isSameName(as: table.name) } }
        let others = database.tables.filter { !isJoin($0) && reason($0) == nil }
        func reasonAgainstPairs(_ table: ExistingTable) -> String? {
            Self.unusableName(of: table, in: database) ?? ExistingPairs.reason(against: table, among: others) ?? Self.brokenKey(of: table, in: database)
        }
        let pairs = joins.filter { reasonAgainstPairs($0) == nil }.map(ExistingPairs.init)
        var fitting = database
        fitting.tables.removeAll { table in
            if pairs.contains(where: { $0.table.name.isSameName(as: table.name) }) { return true }
            guard let reason = reason(table) else { return false }
            let rest = isJoin(table) ? reasonAgainstPairs(table) : table.integerKey == nil ? RelationshipPlanner.reasonAgainstJoin(table) : nil
            remarks.append(ImportRemark(kind: .table, place: table.name, detail: reason + (rest.map { ". It cannot be a join table: \($0)" } ?? "")))
            return true
        }
        let entityNames = EntityNames(fitting, pairs: pairs.map(\.table), earlier)
        scope = entityNames.scope
        for table in fitting.tables {
            let name = entityNames[table.name] ?? "Table"
            entities.append(Entity(table: table, key: table.integerKey ?? "", name: name, taken: earlier.properties(of: name)))
        }
        for place in entities.indices { keepNames(of: place) }
        for pairs in pairs { keepNames(of: pairs) }
        for place in entities.indices { planKeys(of: place) }
        for pairs in pairs { plan(pairs) }
        for place in entities.indices { planAttributes(of: place) }
        for place in entities.indices { planUniqueness(of: place) }
        for entity in entities {
            let reason = RelationshipPlanner.isJoin(entity.table, in: database)
                ? reasonAgainstPairs(entity.table) ?? "it was one in the last import" : RelationshipPlanner.reasonAgainstJoin(entity.table)
            if let reason { remarks.append(ImportRemark(kind: .pairs, place: entity.name, detail: reason)) }
        }
        write(name)
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
        guard keys.count == 1, !keys[0].isRepeated, keys[0].columns.count == 1, column.generated == nil, let parent = entities.firstIndex(where: { $0.table.name.isSameName(as: keys[0].table) }),
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

    // MARK: Pairs

    private mutating func keepNames(of pairs: ExistingPairs) {
        for (key, _) in pairs.ends {
            guard let owner = entities.firstIndex(where: { $0.table.name.isSameName(as: key.table) }) else { continue }
            entities[owner].keep(earlier.name(of: pairs.thing(key)))
        }
    }

    private mutating func plan(_ pairs: ExistingPairs) {
        let owners = pairs.ends.compactMap { end in entities.firstIndex { $0.table.name.isSameName(as: end.key.table) } }
        guard owners.count == 2 else { return }
        let columns = pairs.ends.map { $0.key.columns[0] }
        // Members are called like their entity, and those of the same entity like the column of their key.
        func words(of end: Int) -> [String] {
            var words = Words.split(owners[0] == owners[1] ? columns[end] : entities[owners[end]].name)
            if owners[0] == owners[1], words.count > 1, ["id", "key", "fk"].contains(words.last) { words.removeLast() }
            return Words.plural(words)
        }
        let members = [words(of: 1), words(of: 0)]
        let ends = zip(pairs.ends, owners).enumerated().map { place, end in
            earlier.name(of: pairs.thing(end.0.key)) ?? entities[end.1].take(members[place], in: .relationships)
        }
        for (place, owner) in owners.enumerated() {
            let (key, rule) = pairs.ends[place]
            names.addPairs(ends[place], table: pairs.table.name, column: key.columns[0], of: key.table)
            var text = [("to", "[\(entities[owners[1 - place]].name)]"), ("inverse", ends[1 - place])]
            if rule != "nullify" { text.append(("deleteRule", rule)) }
            if place == 0 {
                let parts = [("table", pairs.table.name), ("own", columns[0]), ("other", columns[1])].map { ($0.0, YAMLText.quoted($0.1)) }
                text.append(("pairs", YAMLText.mapping(parts)))
            }
            entities[owner].relationships.append((ends[place], text))
        }
        let evidence = "the table '\(pairs.table.name)' has only keys of '\(pairs.ends[0].key.table)' and '\(pairs.ends[1].key.table)', and no pair twice"
        let rest = "The inverse is \(entities[owners[1]].name).\(ends[1])"
        remarks.append(ImportRemark(kind: .joined, place: "\(entities[owners[0]].name).\(ends[0])", detail: "\(evidence). \(rest)"))
        remarks += pairs.remarks
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
