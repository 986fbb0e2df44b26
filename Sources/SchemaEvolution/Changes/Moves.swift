import SchemaModel

/// Finds the properties that went from one entity of a hierarchy to another: up to a parent, or down to a child.
struct Moves {
    private let old: Model
    private let new: Model
    private let removed: [ModelElement]

    init(from old: Model, to new: Model, removed: [ModelElement]) {
        self.old = old
        self.new = new
        self.removed = removed
    }

    /// Where a new property came from, if one of that name and kind left an entity that its own inherits from, or that inherits
    /// from its own; and that entity.
    func origin(of element: ModelElement) -> (former: ModelElement, entity: String)? {
        for former in removed where former.path.name == element.path.name {
            switch (former.path, element.path) {
            case (.attribute(_, let from), .attribute(_, let to)) where areRelated(from, to),
                (.relationship(_, let from), .relationship(_, let to)) where areRelated(from, to):
                return (former, from)
            default: continue
            }
        }
        return nil
    }

    private func areRelated(_ first: String, _ second: String) -> Bool {
        [old, new].contains { model in
            guard let one = model.entity(named: first), let other = model.entity(named: second) else { return false }
            return model.lineage(of: one).contains { $0.name.text == second }
                || model.lineage(of: other).contains { $0.name.text == first }
        }
    }
}
