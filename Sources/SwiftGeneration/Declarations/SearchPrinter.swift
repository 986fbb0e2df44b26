import SchemaModel

/// Prints the full-text search of an entity as static methods: one returns objects, the other results with their passages.
struct SearchPrinter {
    let entity: EntityPrinter

    func print(to writer: inout SourceWriter) {
        let name = entity.className
        let properties = (entity.entity.search?.properties ?? []).map { "`\($0.text)`" }
        writer.line("// MARK: - Search")
        writer.line()
        writer.block("extension \(name)") { writer in
            writer.doc([
                "Returns the stored objects whose \(properties.joined(separator: " or ")) match a full-text search, the best first."
                    + " Unsaved changes are not searched."
            ])
            writer.list(
                "\(entity.access.prefix)static func search(",
                ["_ pattern: SearchPattern", "limit: Int? = nil", "in context: ManagedObjectContext"],
                ") throws -> [\(name)] {")
            writer.indented { $0.line("try context.search(Fetch<\(name)>(limit: limit), for: pattern)") }
            writer.line("}")
            writer.line()
            writer.doc(["Returns what ``search(_:limit:in:)`` finds. Each result has its object, its rank and the matching passages."])
            writer.list(
                "\(entity.access.prefix)static func searchResults(",
                [
                    "_ pattern: SearchPattern", "snippets: SnippetStyle = SnippetStyle()", "limit: Int? = nil",
                    "in context: ManagedObjectContext",
                ],
                ") throws -> [SearchResult<\(name)>] {")
            writer.indented {
                $0.line("try context.searchResults(Fetch<\(name)>(limit: limit), for: pattern, snippets: snippets)")
            }
            writer.line("}")
        }
    }
}
