import SchemaModel

/// Prints, for each unique key of a class with objects, the static method that finds the object with given values or creates one.
struct FindOrCreatePrinter {
    let entity: EntityPrinter
    private let keys: [CreationKey]

    init(entity: EntityPrinter) {
        self.entity = entity
        keys = entity.entity.isAbstract ? [] : entity.model.creationKeys(of: entity.entity)
    }

    var isEmpty: Bool { keys.isEmpty }

    func print(to writer: inout SourceWriter) {
        writer.line("// MARK: - Finding or creating")
        writer.line()
        // A subclass would inherit a static method that creates objects of its parent.
        let isInherited = entity.model.hasChildren(entity.entity)
        let subject = isInherited ? "FetchableHierarchy where Self == \(entity.className)" : entity.className
        writer.block("extension \(subject)") { writer in
            for (index, key) in keys.enumerated() {
                if index > 0 { writer.line() }
                print(key, to: &writer)
            }
        }
    }

    /// The parameters of the key, the context, and what else a new object requires.
    private func print(_ key: CreationKey, to writer: inout SourceWriter) {
        let initializer = InitializerPrinter(entity: entity).parameters
        let names = Set(key.parts.map(\.given.text))
        let given = key.parts.map { part in
            let parameter = NamedFetch.Parameter(name: part.given, type: part.type, isOptional: false)
            return declaration(part.given, parameter.swiftType(in: entity.model))
        }
        let required = initializer.filter { $0.value == nil && !names.contains($0.property.text) }
        let condition = key.parts.map { part in
            let (property, given) = (part.property.text, part.given.text)
            return property == given ? "`\(given)`" : "`\(property)` of the given `\(given)`"
        }
        writer.doc([
            "Returns the object with this \(condition.joined(separator: " and ")), or creates one, for which `fill` runs. Unsaved objects"
                + " are included."
        ])
        writer.line("@discardableResult")
        writer.list(
            "\(entity.access.prefix)static func findOrCreate(",
            given + ["in context: ManagedObjectContext"] + required.map { declaration($0.property, $0.type) }
                + ["_ fill: (\(entity.className)) throws -> Void = { _ in }"],
            ") throws -> \(entity.className) {")
        writer.indented { writer in
            let values = key.parts.map { "\(SwiftLiteral.string($0.property.text)): \(use($0.given))" }
            writer.line("try context._findOrCreate([\(values.joined(separator: ", "))], fill) {")
            writer.indented {
                let passed = initializer.filter { $0.value == nil || names.contains($0.property.text) }
                let arguments = passed.map { "\(SwiftNames.label($0.property.text)): \(use($0.property))" }
                $0.list("\(entity.className)(", ["in: context"] + arguments, ")")
            }
            writer.line("}")
        }
        writer.line("}")
    }

    private func declaration(_ name: Name, _ type: String) -> String {
        let (label, use) = (SwiftNames.declared(name.text), use(name))
        return "\(label == use ? label : "\(label) \(use)"): \(type)"
    }

    /// The parameter within the method. Names of a model never begin with an underscore.
    private func use(_ name: Name) -> String {
        let isHidden = ["context", "fill", "self", entity.entity.className.text].contains(name.text)
        return isHidden ? "_\(name.text)" : SwiftNames.declared(name.text)
    }
}
