import SchemaSyntax

/// The names that a user has given to entities, properties and enums of an imported model.
///
/// A renamed entity has the table of the imported one, or most of its properties. A renamed property has the same column, or the same
/// type and no rival. What is found so is taken for renamed; everything else for removed and added. Equal names with other tables or
/// columns are no pair.
struct NameChanges {
    private(set) var entities: [String: String] = [:]
    /// By entities of the imported model.
    private(set) var properties: [String: [String: String]] = [:]
    private var enumerations: [String: String] = [:]
    /// The user's names of cases, by enums of the imported model. A case is known by its raw value.
    private var cases: [String: [String: String]] = [:]

    /// The user's names of all enums of a model that the user has still.
    func allEnumerations(_ model: StyledNode) -> [String: String] {
        Dictionary((model["enums"]?.entries ?? []).compactMap(\.name).map { ($0, enumerations[$0] ?? $0) }, uniquingKeysWith: { first, _ in first })
    }
    /// What has another name, as places of the user's model.
    private(set) var renamed: Set<[String]> = []

    static let sections = ["attributes", "relationships"]

    init(from base: StyledNode, to mine: StyledNode) {
        let (old, own) = (base["entities"]?.entries ?? [], mine["entities"]?.entries ?? [])
        entities = Self.pairs(old, own, by: { $0.value["table"]?.text.map(ByteText.init) }, { $0.value["table"]?.text.map(ByteText.init) }) {
            Self.likeness($0.value, $1.value)
        }
        for (name, ownName) in entities {
            guard let old = base["entities"]?[name], let own = mine["entities"]?[ownName] else { continue }
            if name != ownName { renamed.insert(["entities", ownName]) }
            for section in Self.sections {
                let found = propertyPairs((old[section]?.entries ?? [], base), (own[section]?.entries ?? [], mine))
                properties[name, default: [:]].merge(found) { first, _ in first }
                for (property, ownProperty) in found {
                    if property != ownProperty { renamed.insert(["entities", ownName, section, ownProperty]) }
                    findEnumeration(old[section]?[property], own[section]?[ownProperty], base, mine)
                }
            }
        }
        findInverses(base, mine)
        for (name, ownName) in entities {
            guard let old = base["entities"]?[name], let own = mine["entities"]?[ownName] else { continue }
            for section in Self.sections {
                let entries = (old: old[section]?.entries ?? [], own: own[section]?.entries ?? [])
                properties[name, default: [:]].merge(Self.tombstones(of: entries.old, entries.own, properties[name] ?? [:])) { first, _ in first }
            }
        }
        entities.merge(Self.tombstones(of: old, own, entities)) { first, _ in first }
        findCases(base, mine)
    }

    private mutating func findCases(_ base: StyledNode, _ mine: StyledNode) {
        for (name, ownName) in allEnumerations(base) {
            guard let old = base["enums"]?[name]?.cases, let own = mine["enums"]?[ownName]?.cases else { continue }
            let byValue = Dictionary(own.map { ($0.value.meaning, $0.name ?? "") }) { first, _ in first }
            var pairs = Dictionary(old.compactMap { item in byValue[item.value.meaning].map { (item.name ?? "", $0) } }) { first, _ in first }
            // A case of another value than before is the user's edit, if nothing else has its name.
            for item in old where pairs[item.name ?? ""] == nil && !pairs.values.contains(item.name ?? "") && own.contains(where: { $0.name == item.name }) {
                pairs[item.name ?? ""] = item.name
            }
            for (old, own) in pairs where old != own { renamed.insert(["enums", ownName, "cases", own]) }
            cases[name] = pairs.merging(Self.tombstones(of: old, own, pairs)) { first, _ in first }
        }
    }

    /// The other end of a known relationship is known too, also if it is one of several of its type.
    private mutating func findInverses(_ base: StyledNode, _ mine: StyledNode) {
        for (name, ownName) in entities {
            for item in base["entities"]?[name]?["relationships"]?.entries ?? [] {
                guard let property = item.name, let found = properties[name]?[property], let own = mine["entities"]?[ownName]?["relationships"]?[found] else { continue }
                let (owner, ownOwner) = (Self.entityName(item.value["to"]), Self.entityName(own["to"]))
                guard let inverse = item.value["inverse"]?.text, let ownInverse = own["inverse"]?.text, entities[owner] == ownOwner,
                    properties[owner]?[inverse] == nil, properties[owner]?.values.contains(ownInverse) != true,
                    mine["entities"]?[ownOwner]?["relationships"]?[ownInverse] != nil
                else { continue }
                properties[owner, default: [:]][inverse] = ownInverse
                if inverse != ownInverse { renamed.insert(["entities", ownOwner, "relationships", ownInverse]) }
            }
        }
    }

    /// No name of a model ends so.
    private static let tombstone = "\u{7F}"

    /// Names for what the user has removed, where something else of the user has its name.
    private static func tombstones(of old: [StyledItem], _ own: [StyledItem], _ pairs: [String: String]) -> [String: String] {
        let removed = Set(old.compactMap(\.name)).subtracting(pairs.keys).intersection(own.compactMap(\.name))
        return Dictionary(uniqueKeysWithValues: removed.map { ($0, $0 + tombstone) })
    }

    static func shown(_ place: String) -> String { place.replacing(tombstone, with: "") }

    /// Names that both have, and the likeliest pairs of the others.
    /// - Parameters:
    ///   - oldKey: what equal names must not differ in.
    ///   - ownKey: the same of the user's model.
    private static func pairs(
        _ old: [StyledItem], _ own: [StyledItem], by oldKey: (StyledItem) -> ByteText?, _ ownKey: (StyledItem) -> ByteText?, _ likeness: (StyledItem, StyledItem) -> Double
    ) -> [String: String] {
        var pairs = [String: String]()
        for item in old {
            guard let name = item.name, let other = own.first(where: { $0.name == name }) else { continue }
            if let key = oldKey(item), let other = ownKey(other), key != other { continue }
            pairs[name] = name
        }
        let added = own.filter { pairs[$0.name ?? ""] == nil }
        let candidates = old.filter { pairs[$0.name ?? ""] == nil }.flatMap { item in added.map { (item, $0, likeness(item, $0)) } }.filter { $0.2 >= 0.5 }
        for (item, other, value) in candidates.sorted(by: { $0.2 > $1.2 }) {
            guard let name = item.name, let ownName = other.name, pairs[name] == nil, !pairs.values.contains(ownName) else { continue }
            let free = candidates.filter { $0.2 == value && pairs[$0.0.name ?? ""] == nil && !pairs.values.contains($0.1.name ?? "") }
            let hasRival = free.contains { ($0.0.name == name) != ($0.1.name == ownName) }
            if !hasRival { pairs[name] = ownName }
        }
        return pairs
    }

    private static func likeness(_ old: StyledNode, _ own: StyledNode) -> Double {
        if let table = old["table"]?.text { return own["table"]?.text.map(ByteText.init) == ByteText(table) ? 1 : 0 }
        func names(_ entity: StyledNode) -> Set<String> { Set(sections.flatMap { entity[$0]?.entries.compactMap(\.name) ?? [] }) }
        let (names, ownNames) = (names(old), names(own))
        // Nothing tells entities without properties apart: a name that is one of several counts as removed and added.
        return names.isEmpty ? (ownNames.isEmpty ? 0.5 : 0) : Double(names.intersection(ownNames).count) / Double(names.count)
    }

    private func propertyPairs(_ old: (items: [StyledItem], model: StyledNode), _ own: (items: [StyledItem], model: StyledNode)) -> [String: String] {
        func oldKey(_ item: StyledItem) -> ByteText? { Self.storedPlace(of: item.value, in: old.model) }
        func ownKey(_ item: StyledItem) -> ByteText? { Self.storedPlace(of: item.value, in: own.model) }
        return Self.pairs(old.items, own.items, by: oldKey, ownKey) { item, other in
            if let key = oldKey(item) { return ownKey(other) == key ? 1 : 0 }
            // Of several properties of one type, none: places change with each property that is removed.
            return kind(item.value, isOld: true) == kind(other.value, isOld: false) ? 0.5 : 0
        }
    }

    /// The column of a property, or the join table with the keys of a relationship's two ends; nil where names decide.
    private static func storedPlace(of property: StyledNode, in model: StyledNode) -> ByteText? {
        if let column = property["column"]?.text { return ByteText(column) }
        func place(_ pairs: StyledNode, _ own: String, _ other: String) -> ByteText {
            ByteText([pairs["table"], pairs[own], pairs[other]].map { $0?.text ?? "" }.joined(separator: "\n"))
        }
        if let pairs = property["pairs"] { return place(pairs, "own", "other") }
        guard let inverse = property["inverse"]?.text,
            let pairs = model["entities"]?[entityName(property["to"])]?["relationships"]?[inverse]?["pairs"]
        else { return nil }
        return place(pairs, "other", "own")
    }

    /// What a property is but for its name and what a user adds.
    private func kind(_ property: StyledNode, isOld: Bool) -> String {
        let type = property.text ?? property["type"]?.text
        if let type { return type }
        let to = property["to"]?.meaning.text ?? ""
        return isOld ? entities.reduce(to) { $1.key == Self.entityName(property["to"]) ? to.replacing($1.key, with: $1.value) : $0 } : to
    }

    static func entityName(_ to: StyledNode?) -> String {
        let text = to?.text ?? to?.items?.first?.value.text ?? ""
        return text.hasSuffix("?") ? String(text.dropLast()) : text
    }

    private mutating func findEnumeration(_ old: StyledNode?, _ own: StyledNode?, _ base: StyledNode, _ mine: StyledNode) {
        func name(_ property: StyledNode?) -> String { Self.entityName(property.map { $0["type"] ?? $0 }) }
        let (name, ownName) = (name(old), name(own))
        guard name != ownName, base["enums"]?[name] != nil, mine["enums"]?[name] == nil, mine["enums"]?[ownName] != nil, base["enums"]?[ownName] == nil else { return }
        enumerations[name] = ownName
        renamed.insert(["enums", ownName])
    }

    // MARK: The user's names in another text

    /// A model in the user's names.
    func applied(to model: StyledNode) -> StyledNode {
        var model = model
        model.mapValue("enums") { enums in
            enums.mapItems { item in
                var item = item
                item.value = item.value.renamedCases(cases[item.name ?? ""] ?? [:])
                return item.renamed(enumerations)
            }
        }
        model.mapValue("entities") { entities in
            entities.mapItems { item in
                let own = properties[item.name ?? ""] ?? [:]
                var item = item.renamed(self.entities)
                item.value = entity(item.value, own)
                return item
            }
        }
        return model
    }

    private func entity(_ entity: StyledNode, _ own: [String: String]) -> StyledNode {
        var entity = entity
        let cases = Dictionary((entity["attributes"]?.entries ?? []).map { ($0.name ?? "", ownCases(of: $0.value)) }) { first, _ in first }
        entity.mapValue("attributes") { attributes in
            attributes.mapItems { item in
                var item = item.renamed(own)
                let cases = ownCases(of: item.value)
                item.value.mapValue("default") { $0.with(cases[$0.text ?? ""] ?? $0.text ?? "") }
                item.value = item.value.text == nil ? item.value : typed(item.value)
                item.value.mapValue("type", typed)
                item.value.mapValue("derived") { words($0, own, [:]) }
                return item
            }
        }
        entity.mapValue("relationships") { relationships in
            relationships.mapItems { item in
                var item = item.renamed(own)
                let destination = properties[Self.entityName(item.value["to"])] ?? [:]
                item.value.mapValue("inverse") { $0.with(destination[$0.text ?? ""] ?? $0.text ?? "") }
                item.value.mapValue("to") { to in to.isList ? to.mapItems { $0.with(value: named($0.value, entities)) } : named(to, entities) }
                return item
            }
        }
        for key in ["unique", "indexes", "search"] { entity.mapValue(key) { keys($0, own, cases) } }
        return entity
    }

    /// The user's names of the cases of an attribute's enum; none for another type.
    private func ownCases(of attribute: StyledNode) -> [String: String] { cases[Self.entityName(attribute["type"] ?? attribute)] ?? [:] }

    private func typed(_ type: StyledNode) -> StyledNode { named(type, enumerations) }

    /// `Order?` with the user's name of `Order`.
    private func named(_ node: StyledNode, _ names: [String: String]) -> StyledNode {
        guard let text = node.text, let name = names[Self.entityName(node)] else { return node }
        return node.with(name + (text.hasSuffix("?") ? "?" : ""))
    }

    /// Lists of properties, with the condition of an index.
    private func keys(_ node: StyledNode, _ own: [String: String], _ cases: [String: [String: String]]) -> StyledNode {
        if let text = node.text {
            let name = text.hasPrefix("-") ? String(text.dropFirst()) : text
            return node.with((name == text ? "" : "-") + (own[name] ?? name))
        }
        if node.isList { return node.mapItems { $0.with(value: keys($0.value, own, cases)) } }
        var node = node
        node.mapValue("on") { keys($0, own, cases) }
        node.mapValue("where") { words($0, own, cases) }
        return node
    }

    /// A condition or a calculation, in which names are words outside of quotes.
    /// - Parameter cases: those of the enums by their attributes, to which a condition compares them.
    private func words(_ node: StyledNode, _ own: [String: String], _ cases: [String: [String: String]]) -> StyledNode {
        guard let text = node.text else { return node }
        var compared: [String: String]?
        return node.with(
            text.replacing(/'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|[A-Za-z_][A-Za-z0-9_]*/) { match in
                let word = String(match.output)
                defer { compared = cases[word] }
                return compared?[word] ?? own[word] ?? word
            })
    }
}

extension StyledItem {
    var name: String? { key?.text }

    fileprivate func renamed(_ names: [String: String]) -> StyledItem {
        guard let name, let own = names[name] else { return self }
        var item = self
        item.key = item.key?.with(own)
        return item
    }

    fileprivate func with(value: StyledNode) -> StyledItem {
        var item = self
        item.value = value
        return item
    }
}

extension StyledNode {
    mutating func mapValue(_ key: String, _ change: (StyledNode) -> StyledNode) {
        guard case .mapping(var items) = content, let place = items.firstIndex(where: { $0.name == key }) else { return }
        items[place].value = change(items[place].value)
        content = .mapping(items)
    }

    /// An enum whose cases have other names.
    fileprivate func renamedCases(_ names: [String: String]) -> StyledNode {
        guard names.contains(where: { $0 != $1 }) else { return self }
        var long = longEnumeration()
        long.mapValue("cases") { $0.mapItems { $0.renamed(names) } }
        return long
    }

    fileprivate func mapItems(_ change: (StyledItem) -> StyledItem) -> StyledNode { items.map { with($0.map(change)) } ?? self }
}
