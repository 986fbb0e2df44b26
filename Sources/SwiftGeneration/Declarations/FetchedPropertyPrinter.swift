import SchemaModel

/// Prints the fetched properties of an entity: each as a property that fetches, and as the fetch, which callers can refine.
struct FetchedPropertyPrinter {
    let entity: EntityPrinter

    func print(to writer: inout SourceWriter) {
        writer.line("// MARK: - Fetched properties")
        writer.line()
        writer.block("extension \(entity.className)") { writer in
            for (index, property) in entity.entity.fetchedProperties.enumerated() {
                if index > 0 { writer.line() }
                print(property, to: &writer)
            }
        }
    }

    private func print(_ property: ModelFetchedProperty, to writer: inout SourceWriter) {
        let name = SwiftNames.declared(property.name.text)
        let destination = entity.model.swiftClass(ofEntity: property.destination.text)
        let condition = property.fetch.condition.map { " where `\($0.text.filter { $0 != "`" && !$0.isNewline })`" } ?? ""
        writer.doc(
            property.fetch.doc.paragraphs + [
                "Every `\(property.destination.text)`\(condition), fetched at each access. Unsaved changes are included."
            ])
        writer.block("\(entity.access.prefix)var \(name): [\(destination)]") {
            $0.line("get throws { try _fetched(\(entity.className).\(SwiftNames.member(property.name.text))(of: self)) }")
        }
        writer.line()
        writer.doc(["The fetch of ``\(property.name.text)``."])
        writer.line(
            "\(entity.access.prefix)static func \(name)(of object: \(entity.className)) -> Fetch<\(destination)> {")
        writer.indented { writer in
            let paths = SwiftPaths(model: entity.model)
            let code = ConditionCode(parameters: [:]) { variable, path in
                guard variable == ModelFetchedProperty.source else { return nil }
                return paths.expression(path, of: "object", entity.entity)
            }
            writer.list("Fetch(", code.arguments(of: property.fetch), ")")
        }
        writer.line("}")
    }
}

/// Key paths as Swift expressions that read an object's values.
struct SwiftPaths {
    let model: Model

    /// The expression that reads the value at the end of a path from `object`; the object itself for an empty path, nil for an
    /// invalid one.
    func expression(_ path: [String], of object: String, _ entity: Entity, isOptional: Bool = false) -> String? {
        if path.isEmpty { return object }
        var text = object
        var chains = isOptional
        var current: Entity? = entity
        var parts: [Attribute]?
        var last: Attribute?
        for name in path {
            text += "\(chains ? "?" : "").\(SwiftNames.member(name))"
            let lineage = current.map(model.lineage) ?? []
            if let attribute = (parts ?? lineage.flatMap(\.attributes)).first(where: { $0.name.text == name }) {
                (current, parts, last, chains) = (nil, attribute.type.parts, attribute, attribute.isOptional)
            } else if let relationship = lineage.lazy.flatMap(\.relationships).first(where: { $0.name.text == name }) {
                (current, parts, last, chains) = (model.entity(named: relationship.destination.text), nil, nil, true)
            } else {
                return nil
            }
        }
        // Conditions can only test whether these are nil.
        let isOpaque = last.map { $0.type.parts != nil || $0.type.jsonType != nil } ?? false
        return isOpaque ? "(\(text) == nil ? nil : true) as Bool?" : text
    }
}
