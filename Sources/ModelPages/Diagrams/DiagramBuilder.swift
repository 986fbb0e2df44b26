import SchemaModel

extension Diagram {
    /// The picture of a model.
    /// - Parameters:
    ///   - detail: how much of each entity it shows.
    ///   - isGrouped: whether entities of one file are in one group, if the model has several files.
    public init(of model: Model, detail: Detail, isGrouped: Bool = true) {
        title = "The entities of \(model.name.text)"
        groups = isGrouped ? Self.groups(of: model) : []
        let places = Dictionary(groups.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        boxes = model.entities.map { entity in
            Box(
                entity: entity.name.text, isAbstract: entity.isAbstract, group: places[Self.group(of: entity)],
                rows: entity.rows(detail), summary: entity.summary)
        }
        lines = Self.lines(of: model)
    }

    /// The files of the entities, if there are several.
    private static func groups(of model: Model) -> [String] {
        let files = model.entities.map(group).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        return files.count > 1 ? files : []
    }

    private static func group(of entity: Entity) -> String {
        entity.name.span.file.split(separator: "/").last.map(String.init) ?? entity.name.span.file
    }

    /// The lines of inheritance, then those of relationships: one for each pair of inverses.
    static func lines(of model: Model) -> [Line] {
        var lines = model.entities.enumerated().compactMap { place, entity -> Line? in
            guard let parent = entity.parent.flatMap({ model.place(ofEntity: $0.text) }) else { return nil }
            return Line(from: parent, to: place, kind: .inheritance)
        }
        var drawn = Set<String>()
        for (place, entity) in model.entities.enumerated() {
            for relationship in entity.relationships {
                guard let destination = model.place(ofEntity: relationship.destination.text) else { continue }
                let end = Relationship(relationship, of: entity.name.text)
                guard drawn.insert(end.path).inserted else { continue }
                let inverse = model.inverse(of: relationship).map { Relationship($0, of: relationship.destination.text) }
                if let inverse { drawn.insert(inverse.path) }
                lines.append(Line(from: place, to: destination, kind: .relationship(end, inverse: inverse)))
            }
        }
        return lines
    }

    /// The entities with their neighbours. Those without one, and those with very many, have no picture.
    public var neighbourhoods: [(entity: String, diagram: Diagram)] {
        boxes.compactMap { box in
            guard let part = neighbourhood(of: box.entity, steps: 1), !part.lines.isEmpty, part.boxes.count <= Self.mostNeighbours else { return nil }
            return (box.entity, part)
        }
    }

    /// More boxes around one are a star in which no line can be followed.
    private static let mostNeighbours = 40

    /// The part of the picture around an entity.
    /// - Parameter steps: how many lines away an entity can be.
    /// - Returns: nil if no entity has the name.
    public func neighbourhood(of entity: String, steps: Int) -> Diagram? {
        guard let start = boxes.firstIndex(where: { $0.entity == entity }) else { return nil }
        var near = Set([start])
        for _ in 0..<steps {
            near.formUnion(lines.flatMap { near.contains($0.from) || near.contains($0.to) ? [$0.from, $0.to] : [] })
        }
        let kept = near.sorted()
        let places = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($1, $0) })
        var part = self
        part.title = "The entities around \(entity)"
        part.boxes = kept.map { boxes[$0] }
        part.lines = lines.compactMap { line in
            guard let from = places[line.from], let to = places[line.to] else { return nil }
            var line = line
            (line.from, line.to) = (from, to)
            return line
        }
        return part
    }
}

extension Entity {
    /// The rows of its box.
    func rows(_ detail: Diagram.Detail) -> [Diagram.Row] {
        if detail == .names { return [] }
        let keys = Set(uniqueness.joined().map { $0.text.split(separator: ".").first.map(String.init) ?? $0.text })
        let attributes = attributes.map { attribute in
            Diagram.Row(
                property: attribute.name.text, type: attribute.typeText, isRelationship: false,
                isKey: attribute.isUnique || keys.contains(attribute.name.text))
        }
        let relationships = relationships.map { relationship in
            Diagram.Row(
                property: relationship.name.text, type: relationship.typeText, isRelationship: true, isKey: keys.contains(relationship.name.text))
        }
        switch detail {
        case .all: return attributes + relationships
        case .keys, .names:
            let held = Set(self.relationships.filter(\.holdsKey).map(\.name.text))
            return attributes.filter(\.isKey) + relationships.filter { $0.isKey || held.contains($0.property) }
        }
    }

    /// Its name with the beginning of its documentation.
    var summary: String {
        let first = doc.map { $0.split(separator: "\n").first.map(String.init) ?? "" } ?? ""
        return (isAbstract ? "\(name.text) (abstract)" : name.text) + (first.isEmpty ? "" : ": \(first)")
    }
}

extension Attribute {
    /// Its type as in a model's file.
    var typeText: String { (type.jsonType?.text ?? type.keyword) + (isOptional ? "?" : "") }
}

extension SchemaModel.Relationship {
    /// Its type as in a model's file.
    var typeText: String { (isToMany ? "[\(destination.text)]" : destination.text) + (isOptional && !isToMany ? "?" : "") }
}
