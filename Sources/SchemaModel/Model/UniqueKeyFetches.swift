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
