/// Decides which properties of a mapping model are renames, and which are values.
struct MappingPlanner {
    private let old: FileNames
    private let new: FileNames
    private let entities: EntityPairs
    /// What the mappings say about a property of the new version.
    private var said: [(property: MappedProperty, line: Int, parts: [(entity: String, source: StepMapping.ValueSource)])] = []
    /// Properties with a value that could not be read.
    private var unread: Set<MappedProperty> = []
    /// The sources whose mappings are read completely, by the entity's name.
    private var complete: Set<String> = []
    /// The old properties that stay, under their name or another one.
    private var kept: Set<MappedProperty> = []
    /// The renames of identifiers that stay.
    private(set) var identifiers: [(old: String, new: String)] = []
    private(set) var renames: [(old: String, new: String)] = []
    private(set) var values: [StepMapping.Value] = []
    private(set) var remarks: [Remark] = []

    init(_ mapping: MappingModel, from old: FileNames, to new: FileNames) {
        (self.old, self.new) = (old, new)
        entities = EntityPairs(mapping, from: old, to: new)
        for remark in entities.remarks { add(remark.0, remark.line, remark.place, remark.detail) }
        for pair in entities.pairs { read(pair) }
    }

    private mutating func add(_ kind: Remark.Kind, _ line: Int, _ place: String, _ detail: String = "") {
        remarks.append(Remark(kind: kind, place: "\(line): \(place)", detail: detail))
    }

    // MARK: Reading

    private mutating func read(_ pair: EntityPairs.Pair) {
        let (mapping, name) = (pair.mapping, pair.destination.name)
        if let policy = mapping.policy { add(.mappingPolicy, mapping.line, name, policy) }
        if let condition = mapping.condition { add(.mappingCondition, mapping.line, name, condition) }
        var isComplete = mapping.policy == nil && !entities.split.contains(pair.source.name)
        for (properties, isAttribute) in [(mapping.attributes, true), (mapping.relationships, false)] {
            for property in properties where !read(property, isAttribute: isAttribute, of: pair) { isComplete = false }
        }
        if isComplete { complete.insert(pair.source.name) }
    }

    /// - Returns: whether the mapping could be read.
    private mutating func read(_ mapping: MappingModel.PropertyMapping, isAttribute: Bool, of pair: EntityPairs.Pair) -> Bool {
        guard let property = new.property(mapping.name, of: pair.destination, isAttribute: isAttribute) else {
            add(.mappingUnknown, mapping.line, "\(pair.destination.name).\(mapping.name)")
            return true
        }
        // No column has these.
        if let attribute = new.attribute(property), attribute.isTransient || attribute.derivation != nil { return true }
        let source: StepMapping.ValueSource
        switch mapping.value {
        case .generated: source = old.property(mapping.name, of: pair.source, isAttribute: isAttribute).map { .property($0) } ?? .unset
        case .source(let path):
            guard let found = old.property(path, of: pair.source, isAttribute: isAttribute), old.attribute(found)?.isTransient != true else { return leaveOut(mapping, property, "$source.\(path)") }
            source = .property(found)
        case .constant(let text):
            guard isAttribute else { return leaveOut(mapping, property, text ?? "nil") }
            source = .constant(text)
        case .other(let text): return leaveOut(mapping, property, text)
        }
        if let index = said.firstIndex(where: { $0.property == property }) {
            said[index].parts.append((pair.source.name, source))
        } else {
            said.append((property, mapping.line, [(pair.source.name, source)]))
        }
        return true
    }

    private mutating func leaveOut(_ mapping: MappingModel.PropertyMapping, _ property: MappedProperty, _ text: String) -> Bool {
        add(.mappingValue, mapping.line, property.place, text)
        unread.insert(property)
        return false
    }

    // MARK: Planning

    /// - Parameter identified: the renames by identifiers.
    mutating func plan(_ identified: [(old: String, new: String)]) {
        for pair in entities.pairs where pair.source.name != pair.destination.name { renames.append((pair.source.name, pair.destination.name)) }
        said.removeAll { unread.contains($0.property) }
        // A property of one name is the same one, so it comes before others that copy it.
        for entry in said {
            if let property = single(entry.parts), property.name == entry.property.name { kept.insert(property) }
        }
        for entry in said { decide(entry.property, entry.line, entry.parts) }
        identifiers = identified.filter { !contradicts($0) }
        let taken = Set(identifiers.map(\.old))
        renames.removeAll { taken.contains($0.old) }
        for rename in identifiers {
            let place = rename.old.split(separator: ".").map(String.init)
            if place.count == 2 { kept.formUnion([true, false].map { MappedProperty(entity: place[0], name: place[1], isAttribute: $0) }) }
        }
    }

    /// The only property that gives values: entities without it have none.
    private func single(_ parts: [(entity: String, source: StepMapping.ValueSource)]) -> MappedProperty? {
        let sources = Set(parts.map(\.source)).subtracting([.unset])
        guard sources.count == 1, case .property(let property)? = sources.first else { return nil }
        return property
    }

    private mutating func decide(_ property: MappedProperty, _ line: Int, _ parts: [(entity: String, source: StepMapping.ValueSource)]) {
        if parts.allSatisfy({ $0.source == .unset }) { return }
        if let source = single(parts) {
            if source.name == property.name { return }
            if kept.insert(source).inserted {
                renames.append((source.place, property.name))
                return
            }
        }
        guard property.isAttribute else {
            let sources = parts.map { part in
                if case .property(let source) = part.source { source.place } else { "none" }
            }
            return add(.mappingValue, line, property.place, "members of \(sources.joined(separator: " and "))")
        }
        let type = new.attribute(property)?.type
        for case .property(let source) in parts.map(\.source) where old.attribute(source)?.type != type || type == "Composite" {
            return add(.mappingValue, line, property.place, "'\(source.place)' has another type")
        }
        values.append(.init(property: property, parts: parts, line: line))
    }

    // MARK: Identifiers

    /// Whether the mappings have another source for what an identifier names, which is reported.
    private mutating func contradicts(_ rename: (old: String, new: String)) -> Bool {
        let place = rename.old.split(separator: ".").map(String.init)
        if place.count == 1 {
            let other = entities.pairs.first { ($0.source.name == rename.old) != ($0.destination.name == rename.new) }
            let isNew = entities.destinations.contains(rename.new) && !entities.pairs.contains { $0.destination.name == rename.new }
            guard other != nil || isNew else { return false }
            return contradict(rename, other.map { "\($0.source.name) becomes \($0.destination.name)" } ?? "\(rename.new) is new", other?.mapping.line)
        }
        if let own = renames.first(where: { $0.old == rename.old }), own.new != rename.new {
            return contradict(rename, "the mapping gives its values to '\(own.new)'", nil)
        }
        let entity = entities.pairs.first { $0.source.name == place[0] }?.destination.name ?? place[0]
        // Several entities may have a property with the new name.
        let targets = said.filter { $0.property.name == rename.new && (new.isEntity(entity, within: $0.property.entity) || new.isEntity($0.property.entity, within: entity)) }
        guard let target = targets.first else { return false }
        let sources = target.parts.map(\.source)
        if sources.allSatisfy({ $0 == .unset }) {
            // Nothing is lost if the values stay.
            add(.mappingIdentifier, target.line, target.property.place, "the mapping has no value, and those of '\(rename.old)' stay")
            return false
        }
        let isSame = sources.contains { source in
            if case .property(let property) = source { property.name == place[1] } else { false }
        }
        if isSame { return values.contains { $0.property == target.property } }
        return contradict((rename.old, target.property.place), "the mapping has another value", target.line)
    }

    private mutating func contradict(_ rename: (old: String, new: String), _ reason: String, _ line: Int?) -> Bool {
        add(.mappingIdentifier, line ?? 1, rename.new, "the identifier names '\(rename.old)', but \(reason)")
        return true
    }

    // MARK: Losses

    /// The old entities and properties that no mapping reads.
    /// - Parameter name: what the mapping model is called.
    func drops(named name: String) -> [String: String] {
        var drops: [String: String] = [:]
        let renamed = Set(identifiers.map(\.old))
        for entity in entities.removed where !renamed.contains(entity) { drops[entity] = "The mapping model '\(name)' removes it." }
        for entity in old.model.entities {
            let pairs = entities.pairs.filter { old.isEntity($0.source.name, within: entity.name) }
            guard !pairs.isEmpty, pairs.allSatisfy({ complete.contains($0.source.name) }) else { continue }
            for property in old.properties(of: entity) where !kept.contains(property) {
                let copy = values.first { value in value.parts.contains { $0.source == .property(property) } }
                drops[property.place] = "The mapping model '\(name)' " + (copy.map { "copies it to \($0.property.place)." } ?? "does not copy it.")
            }
        }
        return drops
    }
}
