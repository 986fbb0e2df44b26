import SchemaModel

/// Prints, for each unique key of an entity, the static method that finds the object with given values.
struct FindPrinter {
    let entity: EntityPrinter
    private let keys: [NamedFetch]

    init(entity: EntityPrinter) {
        self.entity = entity
        keys = entity.model.uniqueKeys(of: entity.entity)
    }

    /// Whether the entity has a unique key.
    var isEmpty: Bool { keys.isEmpty }

    func print(to writer: inout SourceWriter) {
        writer.line("// MARK: - Finding by unique keys")
        writer.line()
        writer.block("extension \(entity.className)") { writer in
            for (index, key) in keys.enumerated() {
                if index > 0 { writer.line() }
                print(key, to: &writer)
            }
        }
    }

    private func print(_ key: NamedFetch, to writer: inout SourceWriter) {
        // An inherited method finds objects of the subclass.
        let result = entity.model.hasChildren(entity.entity) ? "Self" : entity.className
        let parameters = key.parameters.map { parameter in
            let (label, use) = (SwiftNames.declared(parameter.name.text), Self.use(of: parameter.name.text))
            return "\(label == use ? label : "\(label) \(use)"): \(parameter.swiftType(in: entity.model))"
        }
        writer.doc(["Returns the object where `\(key.condition?.text ?? "")`, or nil. Unsaved objects are included."])
        writer.list(
            "\(entity.access.prefix)static func find(", parameters + ["in context: ManagedObjectContext"],
            ") throws -> \(result)? {")
        writer.indented { writer in
            let names = key.parameters.map { ($0.name.text, Self.use(of: $0.name.text)) }
            let code = ConditionCode(parameters: Dictionary(names) { first, _ in first }) { _, _ in nil }
            let condition = key.condition.map { "where: \(code.expression($0))" }
            writer.list("try context.fetch(Fetch<\(result)>(", [condition, "limit: 1"].compactMap(\.self), ")).first")
        }
        writer.line("}")
    }

    /// The parameter within the method. Names of a model never begin with an underscore.
    private static func use(of name: String) -> String {
        SwiftNames.reservedParameters.contains(name) ? "_\(name)" : SwiftNames.declared(name)
    }
}
