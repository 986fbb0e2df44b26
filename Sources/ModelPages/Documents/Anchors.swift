import SchemaModel

/// Where the parts of a model are described.
struct Anchors {
    let model: Model

    typealias Anchor = Document.Anchor

    static let overview = Anchor(page: .overview, id: "-overview")
    static let types = Anchor(page: .types, id: "-types")
    static let versions = Anchor(page: .versions, id: "-versions")
    static let tables = Anchor(page: .tables, id: "-tables")

    static func version(_ number: Int) -> Anchor { Anchor(page: .versions, id: "-version-\(number)") }
    static func entity(_ name: String) -> Anchor { Anchor(page: .entity(name), id: name) }
    static func property(_ name: String, of entity: String) -> Anchor { Anchor(page: .entity(entity), id: "\(entity).\(name)") }
    /// A fetch is a function of its class, and a property can have its name.
    static func fetch(_ name: String, of entity: String) -> Anchor { Anchor(page: .entity(entity), id: "\(entity).\(name)()") }
    static func type(_ name: String) -> Anchor { Anchor(page: .types, id: name) }
    static func member(_ name: String, of type: String) -> Anchor { Anchor(page: .types, id: "\(type).\(name)") }

    /// The place of an element; nil if the model does not have it.
    func anchor(_ path: ModelElement.Path) -> Anchor? {
        switch path {
        case .model: Self.overview
        case .entity(let name): model.entity(named: name).map { _ in Self.entity(name) }
        case .attribute(let name, let entity), .relationship(let name, let entity), .fetchedProperty(let name, let entity):
            property(name, of: entity)
        case .fetch(let name, let entity):
            model.entity(named: entity)?.fetches.contains { $0.name.text == name } == true ? Self.fetch(name, of: entity) : nil
        case .uniqueness(_, let entity), .index(_, let entity), .search(let entity): anchor(.entity(entity))
        case .enumeration(let name): model.enumerations.contains { $0.name.text == name } ? Self.type(name) : nil
        case .composite(let name): model.composites.contains { $0.name.text == name } ? Self.type(name) : nil
        case .enumerationCase(let name, let type):
            model.enumerations.first { $0.name.text == type }?.type.cases.contains { $0.name == name } == true ? Self.member(name, of: type) : nil
        case .part(let name, let type):
            model.composites.first { $0.name.text == type }?.type.attributes.contains { $0.name.text == name } == true
                ? Self.member(name, of: type) : nil
        }
    }

    private func property(_ name: String, of entity: String) -> Anchor? {
        guard let entity = model.entity(named: entity) else { return nil }
        let names = entity.attributes.map(\.name.text) + entity.relationships.map(\.name.text) + entity.fetchedProperties.map(\.name.text)
        return names.contains(name) ? Self.property(name, of: entity.name.text) : nil
    }
}
