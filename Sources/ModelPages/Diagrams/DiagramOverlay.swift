public import SchemaEvolution
public import SchemaModel

extension Diagram {
    /// The picture of two versions of a model as one: what is added, removed and changed.
    ///
    /// Changed properties are always shown, whatever the detail.
    public init(from old: Model, to new: Model, _ difference: ModelDifference, detail: Detail, isGrouped: Bool = true) {
        let changes = OverlayChanges(difference)
        self.init(of: new, detail: detail, isGrouped: isGrouped)
        title = "The changes of \(new.name.text)"
        for (place, entity) in new.entities.enumerated() {
            boxes[place].rows = changes.rows(of: entity, from: old, detail)
            boxes[place].status = changes.status(of: entity.name.text, boxes[place].rows)
            if let name = changes.oldNames[entity.name.text] { boxes[place].summary += " (was \(name))" }
        }
        for (place, line) in lines.enumerated() { lines[place].status = changes.status(of: line, from: old, to: new) }
        addRemoved(from: old, to: new, changes, detail)
    }

    private mutating func addRemoved(from old: Model, to new: Model, _ changes: OverlayChanges, _ detail: Detail) {
        for entity in old.entities where changes.isRemoved(entity.name.text) {
            boxes.append(
                Box(
                    entity: entity.name.text, isAbstract: entity.isAbstract, status: .removed,
                    group: groups.firstIndex { $0 == entity.name.span.file.split(separator: "/").last.map(String.init) },
                    rows: entity.rows(detail), summary: "\(entity.summary) (removed)"))
        }
        // A removed entity can have the name of an added one.
        var removedPlaces = [String: Int]()
        for (place, box) in boxes.enumerated() where box.status == .removed { removedPlaces[box.entity] = place }
        func place(_ entity: Entity) -> Int? {
            removedPlaces[entity.name.text] ?? new.place(ofEntity: changes.newName(ofEntity: entity.name.text))
        }
        for var line in Self.lines(of: old) {
            guard let from = place(old.entities[line.from]), let to = place(old.entities[line.to]) else { continue }
            switch line.kind {
            case .inheritance:
                let isKept = lines.contains { if case .inheritance = $0.kind { $0.from == from && $0.to == to } else { false } }
                if isKept { continue }
            case .relationship(let relationship, let inverse):
                guard ([relationship] + [inverse].compactMap(\.self)).allSatisfy(changes.isRemoved) else { continue }
            }
            (line.from, line.to, line.status) = (from, to, .removed)
            lines.append(line)
        }
    }
}

/// The changes between two versions, by the parts of a picture.
struct OverlayChanges {
    typealias Path = ModelElement.Path

    private var added = Set<Path>()
    private var removed = Set<Path>()
    private var changed = Set<Path>()
    /// The old names of renamed parts, by their new paths.
    private var formerNames: [Path: String] = [:]
    /// The old entities of moved properties, by their new paths.
    private var formerEntities: [Path: String] = [:]
    /// The entities with a change of a member that no picture shows, such as an index.
    private var touched = Set<String>()
    /// The old names of renamed entities.
    private(set) var oldNames: [String: String] = [:]
    private var newNames: [String: String] = [:]

    init(_ difference: ModelDifference) {
        for change in difference.changes {
            switch change.action {
            case .added: added.insert(change.element)
            case .removed: removed.insert(change.element)
            case .altered: changed.insert(change.element)
            case .moved(let entity):
                changed.insert(change.element)
                formerEntities[change.element] = entity
            case .renamed(let name):
                changed.insert(change.element)
                formerNames[change.element] = name
                if case .entity(let entity) = change.element { (oldNames[entity], newNames[name]) = (name, entity) }
            }
            if case .entity(let entity)? = change.element.owner { touched.insert(change.action == .removed ? newName(ofEntity: entity) : entity) }
        }
        // Names of renamed entities are known only now.
        touched = Set(touched.map(newName))
    }

    func newName(ofEntity old: String) -> String { newNames[old] ?? old }

    func isRemoved(_ entity: String) -> Bool { removed.contains(.entity(entity)) }

    func isRemoved(_ relationship: Diagram.Relationship) -> Bool {
        isRemoved(relationship.entity) || removed.contains(.relationship(relationship.name, of: relationship.entity))
    }

    func status(of entity: String, _ rows: [Diagram.Row]) -> Diagram.Status {
        if added.contains(.entity(entity)) { return .added }
        return changed.contains(.entity(entity)) || touched.contains(entity) || rows.contains { $0.status != .same } ? .changed : .same
    }

    func status(of line: Diagram.Line, from old: Model, to new: Model) -> Diagram.Status {
        switch line.kind {
        case .inheritance:
            let (parent, child) = (new.entities[line.from].name.text, new.entities[line.to].name.text)
            let former = old.entity(named: oldNames[child] ?? child)?.parent?.text
            return former.map(newName) == parent && !added.contains(.entity(child)) ? .same : .added
        case .relationship(let relationship, let inverse):
            let statuses = ([relationship] + [inverse].compactMap(\.self)).map { end in
                added.contains(.entity(end.entity)) ? .added : status(of: .relationship(end.name, of: end.entity))
            }
            if statuses.allSatisfy({ $0 == .added }) { return .added }
            return statuses.allSatisfy { $0 == .same } ? .same : .changed
        }
    }

    private func status(of path: Path) -> Diagram.Status {
        added.contains(path) ? .added : changed.contains(path) ? .changed : .same
    }

    /// The rows of an entity of the new version, with removed ones at the end.
    func rows(of entity: Entity, from old: Model, _ detail: Diagram.Detail) -> [Diagram.Row] {
        let name = entity.name.text
        let kept = Set(entity.rows(detail).map(\.property))
        if added.contains(.entity(name)) { return entity.rows(detail) }
        let former = old.entity(named: oldNames[name] ?? name)
        let formerRows = former?.rows(.all) ?? []
        let rows = entity.rows(.all).compactMap { row -> Diagram.Row? in
            let path: Path = row.isRelationship ? .relationship(row.property, of: name) : .attribute(row.property, of: name)
            var row = row
            row.status = status(of: path)
            guard row.status != .same || kept.contains(row.property) else { return nil }
            guard row.status == .changed else { return row }
            let formerName = formerNames[path] ?? row.property
            let before =
                formerEntities[path].flatMap { old.entity(named: $0)?.rows(.all).first { $0.property == formerName } }
                ?? formerRows.first { $0.property == formerName }
            if let before, before.type != row.type { row.type = "\(before.type) → \(row.type)" }
            if formerName != row.property { row.property += " (was \(formerName))" }
            return row
        }
        let formerEntity = former?.name.text ?? name
        let gone = formerRows.filter { row in
            removed.contains(row.isRelationship ? .relationship(row.property, of: formerEntity) : .attribute(row.property, of: formerEntity))
        }.map { row in
            var row = row
            row.status = .removed
            return row
        }
        return rows + gone
    }
}
