import SchemaModel

/// Prints the fields of an entity or a composite, for conditions and orders in Swift.
///
/// Each property is one line only, because every program compiles them, used or not.
struct FieldsPrinter {
    private let model: Model
    private let access: AccessLevel

    init(model: Model, access: AccessLevel) {
        self.model = model
        self.access = access
    }

    // MARK: Entities

    func print(_ entity: Entity, to writer: inout SourceWriter) {
        let name = SwiftNames.declared(entity.className.text)
        let lines = fieldLines(of: entity)
        writer.line("// MARK: - Fields")
        writer.line()
        if !model.isInHierarchy(entity) {
            writer.block("extension \(name): Fetchable") { writer in
                writer.doc(["The properties of `\(entity.name.text)`, for conditions and orders."])
                writer.block("\(access.prefix)struct Fields: EntityFields") { writer in
                    writer.line("\(access.prefix)typealias _Row = \(name)")
                    writer.line()
                    for line in lines { writer.line(line) }
                    if !lines.isEmpty { writer.line() }
                    printStorage(to: &writer)
                }
            }
            return
        }
        if entity.parent == nil {
            writer.line("extension \(name): FetchableHierarchy {}")
            if !lines.isEmpty { writer.line() }
        }
        if lines.isEmpty { return }
        writer.doc(["The properties of `\(entity.name.text)`, for conditions and orders."])
        writer.block("extension HierarchyFields where _Row: \(name)") {
            for line in lines { $0.line(line) }
        }
    }

    private func fieldLines(of entity: Entity) -> [String] {
        entity.attributes.compactMap(line) + entity.relationships.map(line)
    }

    /// Whether the entity needs a type of its own. A child without properties uses its parent's.
    func hasFields(_ entity: Entity) -> Bool {
        !model.isInHierarchy(entity) || entity.parent == nil || !fieldLines(of: entity).isEmpty
    }

    private func line(of relationship: Relationship) -> String {
        let destination = fields(of: relationship.destination.text)
        let type =
            relationship.isToMany
            ? "ToManyFields<\(destination)>"
            // The inverse side of a one-to-one relationship is never required by the database.
            : relationship.isOptional || !relationship.holdsKey ? "OptionalFields<\(destination)>" : destination
        return line(relationship.name.text, type)
    }

    /// The type of an entity's fields.
    private func fields(of entity: String) -> String {
        let name = model.swiftClass(ofEntity: entity)
        guard let declared = model.entity(named: entity), model.isInHierarchy(declared) else { return "\(name).Fields" }
        return "HierarchyFields<\(name)>"
    }

    // MARK: Composites

    func print(_ composite: Composite, to writer: inout SourceWriter) {
        writer.line("// MARK: - Fields")
        writer.line()
        writer.block("extension \(SwiftNames.declared(composite.name.text))") { writer in
            writer.doc(["The parts of `\(composite.name.text)`, for conditions and orders."])
            writer.block("\(access.prefix)struct Fields: CompositeFields") { writer in
                let lines = composite.type.attributes.compactMap(line)
                for line in lines { writer.line(line) }
                if !lines.isEmpty { writer.line() }
                printStorage(to: &writer)
            }
        }
    }

    // MARK: Lines

    /// The field of an attribute; nil if conditions cannot use it.
    private func line(of attribute: Attribute) -> String? {
        if attribute.isTransient { return nil }
        let name = attribute.name.text
        switch attribute.type {
        case .json:
            return attribute.isOptional ? line(name, "Field<OpaqueValue?>") : nil
        case .composite(let type):
            let parts = "\(SwiftNames.declared(type.name)).Fields"
            return line(name, attribute.isOptional ? "OptionalFields<\(parts)>" : parts)
        case .decimal(nil):
            return line(name, "UnorderedField<\(attribute.swiftType)>")
        default:
            return line(name, "Field<\(attribute.swiftType)>")
        }
    }

    private func line(_ name: String, _ type: String) -> String {
        "\(access.prefix)var \(SwiftNames.declared(name)): \(type) { _path[\(SwiftLiteral.string(name))] }"
    }

    private func printStorage(to writer: inout SourceWriter) {
        writer.line("\(access.prefix)let _path: FieldPath")
        // Swift writes the initializer of an internal struct.
        if access == .internal { return }
        writer.line()
        writer.line("\(access.prefix)init(_path path: FieldPath) { _path = path }")
    }
}

extension Model {
    /// Whether an entity has a parent or children.
    func isInHierarchy(_ entity: Entity) -> Bool { entity.parent != nil || hasChildren(entity) }
}
