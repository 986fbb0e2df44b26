import SQLiteStorage
import StoreImport

/// A database in the model's words, with what was guessed and what is left out.
package struct DatabaseTranslation {
    /// The model's file.
    package private(set) var text = ""
    package private(set) var remarks: [ImportRemark]
    private(set) var entities: [PlannedEntity] = []
    private(set) var joins: [PlannedJoin] = []

    /// The whole database, the name that was asked for, and the names of the last import.
    let database: ExistingDatabase
    let name: String
    let earlier: EarlierNames
    /// The parts that the language refuses, with its reasons.
    let refused: [ModelPart: String]
    /// The parts that begin in lines of the text.
    private var parts: [(line: Int, part: ModelPart)] = []
    private var searches: [ExistingSearch] { used.searches }
    /// The database without the tables that are left out.
    private let used: ExistingDatabase
    private(set) var enumerations: [(name: String, text: String, isOf: (place: Int, attribute: Int))] = []
    private var scope = NameScope()

    /// - Parameter name: the name for the model.
    /// - Parameter earlier: the names of the last import into the folder.
    package init(_ source: SourceDatabase, named name: String, _ earlier: EarlierNames = .none) {
        self.init(source.contents, named: name, earlier, without: [:])
    }

    init(_ whole: ExistingDatabase, named name: String, _ earlier: EarlierNames, without refused: [ModelPart: String]) {
        (self.database, self.name, self.earlier, self.refused) = (whole, name, earlier, refused)
        let database = whole.without(Set(refused.keys.filter(\.isWholeTable).map { SQLName($0.tableName) }))
        used = database
        remarks = database.remarks + refused.map { $0.key.remark($0.value) }.sorted { ($0.place, $0.detail) < ($1.place, $1.detail) }
        let pairs = database.tables.filter { RelationshipPlanner.isJoin($0, in: database) }
        var named = database
        named.tables.removeAll { table in pairs.contains { $0.name.isSameName(as: table.name) } }
        let names = EntityNames(named, pairs: pairs, earlier)
        scope = names.scope
        entities = named.tables.map { table in
            let name = names[table.name] ?? "Table"
            return PlannedEntity(table: table, name: name, taken: earlier.properties(of: name))
        }
        for place in entities.indices { entities[place].keepAttributes(earlier) }
        var keeper = RelationshipPlanner(database, entities, tables: names.scope, earlier)
        keeper.keepNames(pairs)
        entities = keeper.entities
        for place in entities.indices { planAttributes(of: place) }
        var planner = RelationshipPlanner(database, entities, tables: names.scope, earlier)
        for place in entities.indices { planner.planLinks(of: place) }
        for table in pairs { planner.planJoin(table) }
        (entities, joins) = (planner.entities, planner.joins)
        remarks += planner.remarks
        for entity in entities {
            if let reason = RelationshipPlanner.reasonAgainstJoin(entity.table) { remark(.pairs, entity.name, reason) }
        }
        for place in entities.indices {
            readChecks(of: place)
            dropRefusedDefaults(of: place)
        }
        write(earlier.model ?? ModelName.free(name, beside: entities.map(\.name) + enumerations.map(\.name)))
    }

    private mutating func remark(_ kind: ImportRemark.Kind, _ place: String, _ detail: String = "") {
        remarks.append(ImportRemark(kind: kind, place: place, detail: detail))
    }

    // MARK: Attributes

    private mutating func planAttributes(of at: Int) {
        var entity = entities[at]
        let (table, name) = (entity.table, entity.name)
        if Words.type(Words.split(table.name)) != name || table.name.lowercased() != SnakeCase.convert(name) {
            remark(.named, name, "the table '\(table.name)'")
        }
        if !table.keepsKeys {
            let reason =
                !table.hasRowKeys ? "the key is \(table.primaryKey.joined(separator: ", "))"
                : (table.leastKey ?? 1) < 1 ? "the least key is \(table.leastKey ?? 0), and identities begin with 1" : "the greatest key is \(Int64.max), and no key could follow it"
            remark(.numbered, name, reason)
        } else if let key = table.integerKey {
            remark(.droppedKey, name, "'\(key)'")
        }
        let prefix = table.prefix
        for var column in table.columns {
            guard table.isAttribute(column) else {
                let isLink = table.foreignKeys.contains { $0.columns.count == 1 && $0.columns[0].isSameName(as: column.name) }
                if isLink, let text = column.defaultText, text.uppercased() != "NULL" { remark(.defaultValue, "\(table.name).\(column.name)", text) }
                continue
            }
            var words = Words.split(column.name)
            if words.count > 1, words.first == prefix { words.removeFirst() }
            let (ownTable, ownColumn) = (SQLName(table.name), SQLName(column.name))
            let property = earlier.name(of: .attribute(table: ownTable, column: ownColumn)) ?? entity.takeAttribute(words)
            if let list = column.facts.listed { column.facts.listed?.earlier = earlier.cases(of: list, table: ownTable, column: ownColumn) }
            let (number, place) = (entity.attributes.count, "\(name).\(property)")
            var guess = AttributeGuess(column, at: place)
            guess.readDefault(at: place)
            if SnakeCase.convert(property) != column.name.lowercased() { remark(.named, place, "the column '\(column.name)'") }
            let enumeration = guess.takeEnumeration(at: place) {
                earlier.name(of: .enumeration(table: ownTable, column: ownColumn))
                    ?? scope.take(Words.split(name) + Words.split(property), avoiding: earlier.types.names(in: .enumerations), Words.type, SnakeCase.convert)
            }
            if let enumeration { enumerations.append((enumeration.name, enumeration.text, (at, number))) }
            entity.attributes.append((property, guess))
        }
        let names = entity.attributes.map { (column: $0.guess.column.name, property: $0.name) }
        for number in entity.attributes.indices {
            let column = entity.attributes[number].guess.column
            guard let generated = column.generated else { continue }
            // What the language refuses is a plain attribute.
            let isDerived = refused[.rules(table: table.name, column: column.name)] == nil && entity.attributes[number].guess.derive(in: table) { column in names.first { $0.column.isSameName(as: column) }?.property }
            if isDerived { enumerations.removeAll { $0.isOf == (at, number) } }
            remark(isDerived ? .derived : .generated, "\(name).\(entity.attributes[number].name)", "AS (\(generated.text))")
        }
        remarks += entity.attributes.flatMap(\.guess.remarks)
        entities[at] = entity
    }

    // MARK: Rules

    private mutating func readChecks(of place: Int) {
        let entity = entities[place]
        for check in entity.table.checks.map(\.condition) where !check.isEmpty {
            guard let guess = CheckGuess(check, entity.byColumn, of: entity.table) else {
                remark(.check, entity.table.name, check.text)
                continue
            }
            for rule in guess.rules {
                guard let number = entities[place].attributes.firstIndex(where: { SQLName($0.guess.column.name) == rule.column }) else { continue }
                // A derived attribute has no rules, because nothing sets it.
                if entities[place].attributes[number].guess.rules.contains(where: { $0.key == rule.key || $0.key == "derived" }) {
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
        func isKeptApart(_ columns: [String], _ place: String) -> Bool {
            guard let values = table.merged(columns) else { return true }
            remark(.weaker, place, "not unique, because \(values) become one value")
            return false
        }
        if !table.primaryKey.isEmpty, !isKept, let group = properties(table.primaryKey), isNew(group), isKeptApart(table.primaryKey, table.name) { groups.append(group) }
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
            if isNew(group), isKeptApart(columns, place) { groups.append(group) }
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
        for search in searches where search.table.isSameName(as: entity.table.name) {
            let names = search.columns.compactMap { entity.property(ofColumn: $0) }
            let strings = names.filter { name in entity.attributes.contains { $0.name == name && $0.guess.typeName == "string" && SnakeCase.convert(name) != "rank" } }
            let tokenizer = search.tokenizer?.split(separator: " ").first.map { $0.lowercased() } ?? "unicode61"
            // A search has a table of its own.
            let isFree = !scope.hasStored("\(SnakeCase.convert(entity.name))_search")
            guard found == nil, isFree, strings.count == search.columns.count, Set(strings).count == strings.count,
                ["unicode61", "porter", "trigram", "ascii"].contains(tokenizer)
            else {
                remark(.table, search.name, "a full-text search that no entity can declare" + (isFree ? "" : ": another table has the name of its table"))
                continue
            }
            found = tokenizer == "unicode61" ? YAMLText.list(strings) : YAMLText.mapping([("on", YAMLText.list(strings)), ("tokenizer", tokenizer)])
        }
        return found
    }

    // MARK: Text

    var hasEntities: Bool { !entities.isEmpty }

    /// The part that a line of the text belongs to.
    func part(inLine line: Int) -> ModelPart? { parts.last { $0.line < line }?.part }

    /// Notes that the next line is this part.
    /// - Returns: whether it is wanted.
    private mutating func begins(_ part: ModelPart, _ lines: inout [String]) -> Bool {
        parts.append((lines.count, part))
        return refused[part] == nil
    }

    private mutating func write(_ name: String) {
        for search in searches where !entities.contains(where: { $0.table.name.isSameName(as: search.table) }) {
            remark(.table, search.name, "a full-text search over '\(search.table)'")
        }
        var lines = ["trellis: 1", "model: \(name)"]
        if !enumerations.isEmpty { lines += ["enums:"] + enumerations.map { "  \($0.name): \($0.text)" } }
        lines.append("entities:")
        for entity in entities {
            parts.append((lines.count, .table(entity.table.name)))
            lines.append("  \(entity.name):")
            let start = lines.count
            let groups = uniqueness(of: entity)
            if !groups.isEmpty, begins(.unique(table: entity.table.name), &lines) { lines.append("    unique: \(YAMLText.list(groups.map(YAMLText.list)))") }
            let indexes = indexes(of: entity)
            if !indexes.isEmpty, begins(.indexes(table: entity.table.name), &lines) { lines.append("    indexes: \(YAMLText.list(indexes))") }
            if let search = search(of: entity), begins(.search(table: entity.table.name), &lines) { lines.append("    search: \(search)") }
            if !entity.attributes.isEmpty { lines.append("    attributes:") }
            for attribute in entity.attributes {
                let isWhole = begins(.rules(table: entity.table.name, column: attribute.guess.column.name), &lines)
                lines.append("      \(attribute.name): \(isWhole ? attribute.guess.text : attribute.guess.textWithoutRules)")
            }
            parts.append((lines.count, .table(entity.table.name)))
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
