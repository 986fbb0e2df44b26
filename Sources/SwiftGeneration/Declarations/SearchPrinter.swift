import SchemaModel

/// Prints the full-text search of an entity as a static method.
struct SearchPrinter {
    let entity: EntityPrinter

    func print(to writer: inout SourceWriter) {
        let name = entity.className
        let properties = (entity.entity.search?.properties ?? []).map { "`\($0.text)`" }
        writer.line("// MARK: - Search")
        writer.line()
        writer.block("extension \(name)") { writer in
            writer.doc([
                "The objects whose \(properties.joined(separator: " or ")) a full-text search finds in the store, the best first. What is not saved is not found."
            ])
            writer.list(
                "\(entity.access.prefix)static func search(",
                ["_ pattern: SearchPattern", "limit: Int? = nil", "in context: ManagedObjectContext"],
                ") throws -> [\(name)] {")
            writer.indented { $0.line("try context.search(\(name).self, for: pattern, limit: limit)") }
            writer.line("}")
        }
    }
}
