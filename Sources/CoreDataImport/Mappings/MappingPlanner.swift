/// Decides which properties of a mapping model are renames, and which are values.
struct MappingPlanner {
    private let old: FileNames
    private let new: FileNames
    private let entities: EntityPairs
    /// What the mappings say about a property of the new version.
    private var said: [(property: MappedProperty, line: Int, parts: [(entity: String, source: StepMapping.ValueSource)])] = []
    /// Properties with a value that could not be read.
    private var unread: Set<MappedProperty> = []
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
        for mapping in pair.mapping.attributes { read(mapping, isAttribute: true, of: pair) }
        for mapping in pair.mapping.relationships { read(mapping, isAttribute: false, of: pair) }
    }

    private mutating func read(_ mapping: MappingModel.PropertyMapping, isAttribute: Bool, of pair: EntityPairs.Pair) {
        guard let property = new.property(mapping.name, of: pair.destination, isAttribute: isAttribute) else {
            return add(.mappingUnknown, mapping.line, "\(pair.destination.name).\(mapping.name)")
        }
        // No column has these.
        if let attribute = new.attribute(property), attribute.isTransient || attribute.derivation != nil { return }
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
    }

    private mutating func leaveOut(_ mapping: MappingModel.PropertyMapping, _ property: MappedProperty, _ text: String) {
        add(.mappingValue, mapping.line, property.place, text)
        unread.insert(property)
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
                renameInverse(of: source, property)
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

    /// The connections are those of both ends, and one of the ends has the key. Xcode writes no expression for the other one.
    private mutating func renameInverse(of source: MappedProperty, _ property: MappedProperty) {
        guard let former = old.inverse(of: source), let later = new.inverse(of: property), former.name != later.name,
            said.first(where: { $0.property == later })?.parts.allSatisfy({ $0.source == .unset }) != false, kept.insert(former).inserted
        else { return }
        renames.append((former.place, later.name))
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
}
