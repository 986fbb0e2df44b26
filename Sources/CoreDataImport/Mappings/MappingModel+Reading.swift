import Foundation

extension MappingModel {
    /// The mapping model in the `xcmapping.xml` of an `.xcmappingmodel` folder: Xcode's objects, which refer to each other by ids.
    /// - Throws: ``NotCoreDataModel``
    package init(contents: Data) throws(NotCoreDataModel) {
        let root = try XMLElementNode(contents, texts: true)
        guard root.name == "database" else { throw NotCoreDataModel("line 1: the file has the element '\(root.name)', and no mapping model") }
        let objects = root.all("object")
        let models = objects.filter { $0.isObject(.model) }
        guard let model = models.first else { throw NotCoreDataModel("line \(root.line): the file has no mapping model") }
        if let second = models.dropFirst().first { throw NotCoreDataModel("line \(second.line): the file has a second mapping model") }
        source = try Self.path("sourcemodelpath", of: model)
        destination = try Self.path("destinationmodelpath", of: model)
        let reader = MappingReader(objects)
        var entities = [EntityMapping]()
        for object in try reader.objects("entitymappings", .entity, of: model) { entities.append(try reader.entity(object)) }
        self.entities = entities
    }

    private static func path(_ name: String, of model: XMLElementNode) throws(NotCoreDataModel) -> VersionPath {
        guard let path = model.attribute(name).flatMap(VersionPath.init) else {
            throw NotCoreDataModel("line \(model.line): the mapping model has no '\(name)'")
        }
        return path
    }
}

/// Reads the objects of a mapping model.
private struct MappingReader {
    private let objects: [String: XMLElementNode]

    init(_ objects: [XMLElementNode]) {
        self.objects = Dictionary(objects.compactMap { object in object["id"].map { ($0, object) } }, uniquingKeysWith: { first, _ in first })
    }

    /// The objects that a relationship names, each once.
    func objects(
        _ name: String, _ kind: XMLElementNode.ObjectKind, of object: XMLElementNode
    ) throws(NotCoreDataModel) -> [XMLElementNode] {
        var found = [XMLElementNode]()
        var ids = Set<Substring>()
        for relationship in object.all("relationship") where relationship["name"]?.lowercased() == name {
            for id in (relationship["idrefs"] ?? "").split(whereSeparator: \.isWhitespace) where ids.insert(id).inserted {
                guard let target = objects[String(id)] else { throw NotCoreDataModel("line \(relationship.line): the file has no object '\(id)'") }
                guard target.isObject(kind) else {
                    throw NotCoreDataModel("line \(relationship.line): the object '\(id)' is no '\(kind.rawValue)'")
                }
                found.append(target)
            }
        }
        return found
    }

    func entity(_ object: XMLElementNode) throws(NotCoreDataModel) -> MappingModel.EntityMapping {
        .init(
            source: object.attribute("sourcename"), destination: object.attribute("destinationname"),
            attributes: try properties("attributemappings", .attribute, of: object),
            relationships: try properties("relationshipmappings", .relationship, of: object),
            policy: object.attribute("migrationpolicyclassname"), condition: Self.condition(of: object), line: object.line)
    }

    /// The predicate for the source objects, or the fetch that replaces Xcode's own.
    private static func condition(of object: XMLElementNode) -> String? {
        let predicate = object.attribute("sourcefilterpredicatestring").flatMap { $0 == "TRUEPREDICATE" ? nil : $0 }
        let isOwn = object.attribute("sourceexpressiondata") != nil && object.attribute("autogenerateexpression") != "1"
        return predicate ?? (isOwn ? "a fetch of its own" : nil)
    }

    private func properties(
        _ name: String, _ kind: XMLElementNode.ObjectKind, of object: XMLElementNode
    ) throws(NotCoreDataModel) -> [MappingModel.PropertyMapping] {
        var mappings = [MappingModel.PropertyMapping]()
        for property in try objects(name, kind, of: object) {
            guard let name = property.attribute("name") else { throw NotCoreDataModel("line \(property.line): the property mapping has no name") }
            mappings.append(.init(name: name, value: Self.value(of: property), line: property.line))
        }
        return mappings
    }

    private static func value(of property: XMLElementNode) -> MappedValue {
        // Xcode keeps an archive beside the mark, which it does not use.
        let isOwn = !property.isObject(.attribute) || property.attribute("autogenerateexpression") != "1"
        if isOwn, let text = property.attribute("valueexpressiondata") {
            guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else { return .other("an expression that is not base 64") }
            return ValueExpression.value(of: Array(data))
        }
        return property.attribute("sourcekeypath").map(MappedValue.source) ?? .generated
    }
}

extension XMLElementNode {
    fileprivate enum ObjectKind: String {
        case model = "XDDEVMAPPINGMODEL"
        case entity = "XDDEVENTITYMAPPING"
        case attribute = "XDDEVATTRIBUTEMAPPING"
        case relationship = "XDDEVRELATIONSHIPMAPPING"
    }

    fileprivate func isObject(_ kind: ObjectKind) -> Bool { self["type"]?.uppercased() == kind.rawValue }

    /// The text of an object's attribute; nil if it is empty.
    fileprivate func attribute(_ name: String) -> String? {
        let text = all("attribute").first { $0["name"]?.lowercased() == name }?.text.trimmingCharacters(in: .whitespacesAndNewlines)
        return text?.isEmpty == false ? text : nil
    }
}
