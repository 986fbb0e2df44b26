import Predicates

extension Model {
    /// The unique keys of an entity, each as the fetch for the object with given values: one parameter for each property, with
    /// its name and type. A child also has the keys of its ancestors.
    public func uniqueKeys(of entity: Entity) -> [NamedFetch] {
        let lineage = lineage(of: entity)
        // Two keys whose parameters have the same names would become the same method.
        var known = Set(lineage.dropLast().flatMap { $0.uniqueNames.map { $0.map(\.parameterName) } })
        return entity.uniqueNames.compactMap { names in
            let parameters = names.compactMap { name in
                lineage.lazy.compactMap { $0.parameterType(of: name.text) }.first.map {
                    NamedFetch.Parameter(name: Name(name.parameterName, at: name.span), type: $0, isOptional: false)
                }
            }
            let labels = names.map(\.parameterName)
            guard parameters.count == names.count, Set(labels).count == labels.count, known.insert(labels).inserted else {
                return nil
            }
            let parts = zip(names, labels).map { Condition.comparison(.path($0.text), .equal, Operand(.parameter($1))) }
            return NamedFetch(
                name: Name("find", at: names[0].span), parameters: parameters, condition: parts.count == 1 ? parts[0] : .and(parts),
                sort: [], limit: 1)
        }
    }
}

/// A unique key by whose values an object is created: each property of the key with the one that a new object gets.
public struct CreationKey: Sendable {
    public struct Part: Sendable {
        /// The property of the key.
        public var property: Name
        /// The property that a caller gives a value for: the source of a derived text, otherwise the property itself.
        public var given: Name
        public var type: ParameterType
    }

    public var parts: [Part]
}

extension Model {
    /// The unique keys of an entity, inherited ones included, whose values determine those of a new object. Parts of composites do not, nor
    /// do other derived attributes. Of several keys with the same given properties, the strictest counts: a folded one, if there is one.
    public func creationKeys(of entity: Entity) -> [CreationKey] {
        let lineage = lineage(of: entity)
        let attributes = lineage.flatMap(\.attributes)
        func part(_ name: Name) -> CreationKey.Part? {
            if let attribute = attributes.first(where: { $0.name.text == name.text }) {
                if attribute.type.jsonType != nil || attribute.type.parts != nil { return nil }
                switch attribute.derivation {
                case nil: return .init(property: name, given: attribute.name, type: .value(attribute.type))
                case .function(_, let source): return .init(property: name, given: source, type: .value(attribute.type))
                case .members, .expression, .now: return nil
                }
            }
            let relationship = lineage.lazy.flatMap(\.relationships).first { $0.name.text == name.text && $0.holdsKey }
            return relationship.map { .init(property: name, given: $0.name, type: .object(entity: $0.destination.text)) }
        }
        /// How many different given values a key takes for the same.
        func strictness(_ key: CreationKey) -> Int {
            key.parts.reduce(0) { sum, part in
                switch attributes.first(where: { $0.name.text == part.property.text })?.textDerivation {
                case nil: sum
                case .uppercase, .lowercase: sum + 1
                case .fold: sum + 2
                }
            }
        }
        var keys = [CreationKey]()
        for names in lineage.flatMap(\.uniqueNames) {
            let parts = names.compactMap(part)
            let given = parts.map(\.given.text)
            guard parts.count == names.count, Set(given).count == given.count else { continue }
            let key = CreationKey(parts: parts)
            if let same = keys.firstIndex(where: { $0.parts.map(\.given.text) == given }) {
                if strictness(key) > strictness(keys[same]) { keys[same] = key }
            } else {
                keys.append(key)
            }
        }
        return keys
    }
}

extension Entity {
    /// The properties of each key, parts of composites by their paths.
    fileprivate var uniqueNames: [[Name]] { attributes.filter(\.isUnique).map { [$0.name] } + uniqueness }

    /// The type to compare a property of the entity with; nil if conditions cannot compare it.
    fileprivate func parameterType(of property: String) -> ParameterType? {
        if let stored = storedAttributes.first(where: { $0.name.text == property }) {
            let type = stored.attribute.type
            return type.jsonType == nil && type.parts == nil ? .value(type) : nil
        }
        return relationships.first { $0.name.text == property && $0.holdsKey }.map { .object(entity: $0.destination.text) }
    }
}

extension Name {
    /// The parameter's name of a property: `homeZip` for `home.zip`.
    fileprivate var parameterName: String {
        let parts = text.split(separator: ".")
        return (parts.prefix(1).map(String.init) + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }).joined()
    }
}
