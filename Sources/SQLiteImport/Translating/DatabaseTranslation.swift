import SQLiteStorage
import StoreImport

/// A database in the model's words, with what was guessed and what is left out.
package struct DatabaseTranslation {
    /// The model's file.
    package private(set) var text = ""
    package private(set) var remarks: [ImportRemark]
    private(set) var entities: [PlannedEntity] = []
    private(set) var joins: [PlannedJoin] = []

    private let database: ExistingDatabase

    /// - Parameter name: the name for the model.
    package init(_ source: SourceDatabase, named name: String) {
        database = source.contents
        remarks = database.remarks
        var named = database
        named.tables.removeAll { RelationshipPlanner.isJoin($0, in: database) }
        let names = EntityNames(named)
        for table in named.tables { planAttributes(of: table, named: names.names[table.name] ?? "Table") }
        var planner = RelationshipPlanner(database, entities, tables: names.scope)
        for place in entities.indices { planner.planLinks(of: place) }
        for table in database.tables where RelationshipPlanner.isJoin(table, in: database) { planner.planJoin(table) }
        (entities, joins) = (planner.entities, planner.joins)
        remarks += planner.remarks
        for place in entities.indices {
            readChecks(of: place)
            dropRefusedDefaults(of: place)
        }
        write(modelName(name))
    }

    private func modelName(_ name: String) -> String {
        let words = name.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        let joined = String(words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined().prefix(50))
        let own = joined.first?.isLetter == true ? joined : "Model" + joined
        return entities.contains { $0.name.lowercased() == own.lowercased() } ? own + "Model" : own
    }

    private mutating func remark(_ kind: ImportRemark.Kind, _ place: String, _ detail: String = "") {
        remarks.append(ImportRemark(kind: kind, place: place, detail: detail))
    }

    // MARK: Attributes

    private mutating func planAttributes(of table: ExistingTable, named name: String) {
        var entity = PlannedEntity(table: table, name: name)
        if Words.type(Words.split(table.name)) != name || table.name.lowercased() != SnakeCase.convert(name) {
            remark(.named, name, "the table '\(table.name)'")
        }
        if !table.keepsKeys {
            let reason = table.hasRowKeys ? "the least key is \(table.leastKey ?? 0), and identities begin with 1" : "the key is \(table.primaryKey.joined(separator: ", "))"
            remark(.numbered, name, reason)
        } else if let key = table.integerKey {
            remark(.droppedKey, name, "'\(key)'")
        }
        let links = table.foreignKeys.filter { $0.columns.count == 1 }.map(\.columns[0])
        let prefix = Self.prefix(of: table)
        for column in table.columns {
            let isKey = table.keepsKeys && table.integerKey?.isSameName(as: column.name) == true
            let isLink = column.generated == nil && links.contains { $0.isSameName(as: column.name) }
            let isNumberedKey = !table.keepsKeys && table.integerKey?.isSameName(as: column.name) == true
            if isKey || isLink && !isNumberedKey {
                if isLink, let text = column.defaultText, text.uppercased() != "NULL" { remark(.defaultValue, "\(table.name).\(column.name)", text) }
                continue
            }
            var words = Words.split(column.name)
            if words.count > 1, words.first == prefix { words.removeFirst() }
            let property = entity.takeAttribute(words)
            let place = "\(name).\(property)"
            var guess = AttributeGuess(column, at: place)
            guess.readDefault(at: place)
            if let generated = column.generated { remark(.generated, place, "AS (\(generated.text))") }
            if SnakeCase.convert(property) != column.name.lowercased() { remark(.named, place, "the column '\(column.name)'") }
            remarks += guess.remarks
            entity.attributes.append((property, guess))
        }
        entities.append(entity)
    }

    /// The first word of all columns but the key.
    static func prefix(of table: ExistingTable) -> String? {
        let words = table.columns.filter { $0.name.contains("_") || table.primaryKey != [$0.name] }.map { Words.split($0.name) }
        guard words.count > 2, let first = words[0].first, words.allSatisfy({ $0.count > 1 && $0[0] == first }), first != "is", first != "has" else { return nil }
        return first
    }

    // MARK: Rules

    private mutating func readChecks(of place: Int) {
        let entity = entities[place]
        for check in entity.table.checks where !check.isEmpty {
            guard let guess = CheckGuess(check, entity.byColumn) else {
                remark(.check, entity.table.name, check.text)
                continue
            }
            for rule in guess.rules {
                guard let number = entities[place].attributes.firstIndex(where: { $0.guess.column.name.lowercased() == rule.column }) else { continue }
                if entities[place].attributes[number].guess.rules.contains(where: { $0.key == rule.key }) {
                    remark(.check, entity.table.name, check.text)
                } else {
                    entities[place].attributes[number].guess.rules.append((rule.key, rule.value))
                }
            }
        }
    }

    private mutating func dropRefusedDefaults(of place: Int) {
        for number in entities[place].attributes.indices {
            guard let text = entities[place].attributes[number].guess.dropRefusedDefault() else { continue }
            remark(.defaultValue, "\(entities[place].name).\(entities[place].attributes[number].name)", "\(text), which a check refuses")
        }
    }

    private mutating func uniqueness(of entity: PlannedEntity) -> [[String]] {
        var groups = [[String]]()
        func isNew(_ group: [String]) -> Bool {
            let isOneToOne = group.count == 1 && entity.links.contains { $0.isOneToOne && $0.name == group[0] }
            return !isOneToOne && !groups.contains { Set($0) == Set(group) }
        }
        func properties(_ columns: [String]) -> [String]? {
            let names = columns.compactMap { entity.property(ofColumn: $0) }
            let isComparable = names.allSatisfy { name in entity.attributes.first { $0.name == name }?.guess.isComparable ?? true }
            return names.count == columns.count && isComparable && Set(names).count == names.count ? names : nil
        }
        let table = entity.table
        let isKept = table.keepsKeys && table.integerKey != nil
        if !table.primaryKey.isEmpty, !isKept, let group = properties(table.primaryKey), isNew(group) { groups.append(group) }
        for index in table.indexes where index.isUnique {
            let columns = index.keys.compactMap(\.column)
            let place = "\(table.name).\(index.isOwn ? index.name : columns.joined(separator: "+"))"
            let isOfSet = CheckGuess.parts(index.condition).allSatisfy { part in
                part.count == 4 && part.dropFirst().map({ $0.text.uppercased() }) == ["IS", "NOT", "NULL"] && columns.contains { part[0].isNamed($0) }
            }
            guard columns.count == index.keys.count, index.condition.isEmpty || isOfSet else {
                remark(.index, place, columns.count != index.keys.count ? "unique, on an expression" : "unique where \(index.condition.text)")
                continue
            }
            if isKept, columns.count == 1, table.integerKey?.isSameName(as: columns[0]) == true { continue }
            guard let group = properties(columns) else {
                remark(.index, place, "unique, on columns that no index of a model can have")
                continue
            }
            if let collations = index.collations { remark(.weaker, place, "unique by bytes, and no longer by \(collations)") }
            if isNew(group) { groups.append(group) }
        }
        return groups
    }

    private mutating func indexes(of entity: PlannedEntity) -> [String] {
        var texts = [String]()
        for index in entity.table.indexes where !index.isUnique {
            let place = "\(entity.table.name).\(index.name)"
            let columns = index.keys.compactMap(\.column)
            let names = columns.compactMap { entity.property(ofColumn: $0) }
            let isComparable = names.allSatisfy { name in entity.attributes.first { $0.name == name }?.guess.isComparable ?? true }
            guard names.count == index.keys.count, isComparable, Set(names).count == names.count else {
                let isKey = columns.count == 1 && entity.table.integerKey?.isSameName(as: columns[0]) == true
                if !isKey { remark(.index, place, columns.count != index.keys.count ? "on an expression" : "on columns that no index of a model can have") }
                continue
            }
            if let collations = index.collations { remark(.weaker, place, "in the order of bytes, and no longer \(collations)") }
            // The key of a relationship has an index.
            if index.condition.isEmpty, names.count == 1, entity.links.contains(where: { $0.name == names[0] }) { continue }
            let keys = YAMLText.list(zip(names, index.keys).map { ($1.isDescending ? "-" : "") + $0 })
            guard !index.condition.isEmpty else {
                if !texts.contains(keys) { texts.append(keys) }
                continue
            }
            guard let condition = ConditionGuess.text(index.condition, entity.property, entity.byColumn) else {
                remark(.index, place, "where \(index.condition.text)")
                continue
            }
            texts.append(YAMLText.mapping([("on", keys), ("where", YAMLText.quoted(condition))]))
        }
        return texts
    }

    /// The search of an entity, in the model's words.
    private mutating func search(of entity: PlannedEntity) -> String? {
        var found: String?
        for search in database.searches where search.table.isSameName(as: entity.table.name) {
            let names = search.columns.compactMap { entity.property(ofColumn: $0) }
            let strings = names.filter { name in entity.attributes.contains { $0.name == name && $0.guess.typeName == "string" && SnakeCase.convert(name) != "rank" } }
            let tokenizer = search.tokenizer?.split(separator: " ").first.map { $0.lowercased() } ?? "unicode61"
            guard found == nil, strings.count == search.columns.count, Set(strings).count == strings.count,
                ["unicode61", "porter", "trigram", "ascii"].contains(tokenizer)
            else {
                remark(.table, search.name, "a full-text search that no entity can declare")
                continue
            }
            found = tokenizer == "unicode61" ? YAMLText.list(strings) : YAMLText.mapping([("on", YAMLText.list(strings)), ("tokenizer", tokenizer)])
        }
        return found
    }

    // MARK: Text

    private mutating func write(_ name: String) {
        for search in database.searches where !entities.contains(where: { $0.table.name.isSameName(as: search.table) }) {
            remark(.table, search.name, "a full-text search over '\(search.table)'")
        }
        var lines = ["trellis: 1", "model: \(name)", "entities:"]
        for entity in entities {
            lines.append("  \(entity.name):")
            let start = lines.count
            let groups = uniqueness(of: entity)
            if !groups.isEmpty { lines.append("    unique: \(YAMLText.list(groups.map(YAMLText.list)))") }
            let indexes = indexes(of: entity)
            if !indexes.isEmpty { lines.append("    indexes: \(YAMLText.list(indexes))") }
            if let search = search(of: entity) { lines.append("    search: \(search)") }
            if !entity.attributes.isEmpty { lines.append("    attributes:") }
            for attribute in entity.attributes { lines.append("      \(attribute.name): \(attribute.guess.text)") }
            if !entity.links.isEmpty || !entity.ends.isEmpty { lines.append("    relationships:") }
            for link in entity.links {
                let to = link.isOptional ? "\"\(link.destination)?\"" : link.destination
                let entries = [("to", to), ("inverse", link.inverse)] + (link.isOneToOne ? [("key", "here")] : [])
                lines.append("      \(link.name): \(YAMLText.mapping(entries))")
            }
            for end in entity.ends { lines.append("      \(end.name): \(YAMLText.mapping(end.text))") }
            if lines.count == start { lines[start - 1] += " {}" }
        }
        text = lines.joined(separator: "\n") + "\n"
    }
}
