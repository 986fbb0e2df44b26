/// What the properties of a bundle are called after a repair.
struct NewNames {
    /// What has properties.
    enum Owner {
        case entity(String)
        case composite(String)
    }

    private let model: CoreDataModel
    private let oldNames: [String: String]
    /// Whether all properties have their old names.
    let areOld: Bool

    /// - Parameters:
    ///   - model: the repaired one.
    ///   - oldNames: what was renamed: the old name of an entity, or of a property as `Entity.property` with new names.
    init(_ model: CoreDataModel, _ oldNames: [String: String]) {
        (self.model, self.oldNames) = (model, oldNames)
        areOld = !oldNames.keys.contains { $0.contains(".") }
    }

    /// The new names of a path, and what it leads to. From a name on that is unknown all stay; functions such as `@sum` are passed over.
    func path(_ old: [String], from owner: Owner?) -> (names: [String], end: Owner?) {
        var (names, owner) = ([String](), owner)
        for name in old {
            guard !name.hasPrefix("@"), let start = owner else {
                names.append(name)
                continue
            }
            let found = property(name, of: start)
            names.append(found?.name ?? name)
            owner = found?.end
        }
        return (names, owner)
    }

    private func property(_ old: String, of owner: Owner) -> (name: String, end: Owner?)? {
        func isIt(_ name: String, _ place: String) -> Bool { Self.standIn(oldNames["\(place).\(name)"] ?? name) == old }
        switch owner {
        case .entity(let entity):
            for ancestor in model.line(of: entity) {
                if let attribute = ancestor.attributes.first(where: { isIt($0.name, ancestor.name) }) {
                    return (attribute.name, attribute.composite.map { .composite($0) })
                }
                if let relationship = ancestor.relationships.first(where: { isIt($0.name, ancestor.name) }) {
                    return (relationship.name, .entity(relationship.destination))
                }
            }
        case .composite(let name):
            let parts = model.composites.first { $0.name == name }?.attributes
            if let part = parts?.first(where: { isIt($0.name, name) }) { return (part.name, part.composite.map { .composite($0) }) }
        }
        return nil
    }

    /// A name that the language reads, for one that it does not; all others stay.
    static func standIn(_ name: String) -> String {
        if name.unicodeScalars.allSatisfy(\.isASCII) { return name }
        return "x" + name.unicodeScalars.map { "_" + String($0.value, radix: 16) }.joined()
    }
}
