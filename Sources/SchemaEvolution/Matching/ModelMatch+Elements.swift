import SchemaModel

/// The match of two models, element by element, as a comparison shows it.
extension ModelMatch {
    typealias Path = ModelElement.Path

    /// The names of composites and enums that one version alone has, matched by the attributes that have them as their type.
    struct TypeNames {
        fileprivate var former: [String: String] = [:]

        fileprivate init(_ match: ModelMatch) {
            let olds = Set(match.old.composites.map(\.name.text) + match.old.enumerations.map(\.name.text))
            let news = Set(match.new.composites.map(\.name.text) + match.new.enumerations.map(\.name.text))
            let oldTypes = Dictionary(
                match.old.elements.compactMap { element in element.path.place.map { ($0, element.facts[.type] ?? "") } },
                uniquingKeysWith: { first, _ in first })
            for element in match.new.elements {
                guard let place = element.path.place, let type = element.facts[.type], news.contains(type), !olds.contains(type),
                    let formerPlace = match.former(place, exists: { oldTypes[$0] != nil }), let formerType = oldTypes[formerPlace],
                    olds.contains(formerType), !news.contains(formerType), !former.values.contains(formerType)
                else { continue }
                former[type] = former[type] ?? formerType
            }
        }

        /// The name of an old composite or enum in the new version.
        func later(_ name: String) -> String { former.first { $0.value == name }?.key ?? name }
    }

    /// The paths of the elements of both versions, with the matched names of types.
    struct Elements {
        let old: Set<Path>
        let new: Set<Path>
        let types: TypeNames

        init(_ match: ModelMatch, old: [ModelElement], new: [ModelElement]) {
            self.old = Set(old.map(\.path))
            self.new = Set(new.map(\.path))
            types = TypeNames(match)
        }
    }

    /// The old path of an element of the new version; nil if it is new.
    func former(_ path: Path, among elements: Elements) -> Path? {
        let types = elements.types
        let candidate: Path?
        switch path {
        case .model: candidate = .model
        case .entity(let name): candidate = former(name).map(Path.entity)
        case .composite(let name): candidate = .composite(types.former[name] ?? name)
        case .enumeration(let name): candidate = .enumeration(types.former[name] ?? name)
        case .part(let name, let composite): candidate = formerPart(name, composite, types)
        case .enumerationCase(let name, let enumeration):
            candidate = formerCase(name, enumeration, elements)
        case .attribute: candidate = formerProperty(path, elements) { .attribute($0.property ?? "", of: $0.entity) }
        case .relationship: candidate = formerProperty(path, elements) { .relationship($0.property ?? "", of: $0.entity) }
        case .uniqueness(let name, let entity): candidate = former(entity).map { .uniqueness(name, of: $0) }
        case .index(let name, let entity): candidate = former(entity).map { .index(name, of: $0) }
        case .search(let entity): candidate = former(entity).map { .search(of: $0) }
        case .fetch(let name, let entity): candidate = former(entity).map { .fetch(name, of: $0) }
        case .fetchedProperty(let name, let entity): candidate = former(entity).map { .fetchedProperty(name, of: $0) }
        }
        return candidate.flatMap { elements.old.contains($0) ? $0 : nil }
    }

    /// The old attribute or relationship, but none of another entity that is still in its place.
    private func formerProperty(_ path: Path, _ elements: Elements, _ pathAt: (Place) -> Path) -> Path? {
        guard let place = path.place else { return nil }
        let former = former(place) { candidate in
            guard elements.old.contains(pathAt(candidate)) else { return false }
            guard let entity = later(candidate.entity) else { return true }
            let same = pathAt(Place(entity, laterName(of: candidate)))
            return same == path || !elements.new.contains(same)
        }
        return former.map(pathAt)
    }

    /// The old part of a composite: a decision about an attribute that has the composite names it.
    private func formerPart(_ name: String, _ composite: String, _ types: TypeNames) -> Path? {
        let former = types.former[composite] ?? composite
        var isTaken = false
        for (place, decision) in decisions.claimedRenames {
            let (path, newPath) = (place.property?.split(separator: ".") ?? [], decision.text.split(separator: "."))
            guard path.count > 1, path.count == newPath.count, path.last != newPath.last,
                old.composite(around: place)?.name == former
            else { continue }
            if newPath.last.map(String.init) == name { return .part(String(path[path.count - 1]), of: former) }
            if path.last.map(String.init) == name { isTaken = true }
        }
        return isTaken ? nil : .part(name, of: former)
    }

    /// The old case of an enum: of the name, of the name that a decision gives, or with the raw value, which is what rows have.
    private func formerCase(_ name: String, _ enumeration: String, _ elements: Elements) -> Path? {
        let former = elements.types.former[enumeration] ?? enumeration
        let path = Path.enumerationCase(name, of: former)
        if elements.old.contains(path) { return path }
        let decided = decisions.cases.filter { $0.key.entity == former && $0.value.text == name }.compactMap(\.key.property)
        func isFree(_ old: String) -> Bool { !elements.new.contains(.enumerationCase(old, of: enumeration)) }
        if let old = decided.filter(isFree).min() { return .enumerationCase(old, of: former) }
        let raw = new.enumerations.first { $0.name.text == enumeration }?.type.cases.first { $0.name == name }?.raw
        let oldCase = old.enumerations.first { $0.name.text == former }?.type.cases.first { $0.raw == raw && isFree($0.name) }
        return oldCase.map { .enumerationCase($0.name, of: former) }
    }

    /// A fact of an old element in the names of the new version, so that a rename is no change of what refers to the name.
    func renamed(_ fact: String?, _ key: Fact.Key, of path: Path, _ types: TypeNames) -> String? {
        guard let fact else { return nil }
        switch key {
        case .to where fact.hasPrefix("["):
            let entity = String(fact.dropFirst().dropLast())
            return "[\(later(entity) ?? entity)]"
        case .to, .parent, .from: return later(fact) ?? fact
        case .inverse:
            guard let place = path.place, let inverse = old.inverse(of: place) else { return fact }
            return laterName(of: inverse)
        case .type:
            return types.former.first { $0.value == fact }?.key ?? fact
        default: return fact
        }
    }
}

extension Model {
    /// The composite that has the part at a place (`Order.home.zip`).
    fileprivate func composite(around place: MigrationDecisions.Place) -> CompositeType? {
        let parts = (place.property ?? "").split(separator: ".").map(String.init)
        guard let entity = entity(named: place.entity) else { return nil }
        var attributes = entity.persistentAttributes
        var composite: CompositeType?
        for part in parts.dropLast() {
            guard let found = attributes.first(where: { $0.name.text == part })?.type.composite else { return nil }
            (composite, attributes) = (found, found.attributes)
        }
        return composite
    }
}
