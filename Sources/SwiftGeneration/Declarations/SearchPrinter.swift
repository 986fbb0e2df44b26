import SchemaModel

/// Prints the full-text search of an entity as static methods: for its objects, and for what was found in them too.
struct SearchPrinter {
    let entity: EntityPrinter

    func print(to writer: inout SourceWriter) {
        let name = entity.className
        let properties = (entity.entity.search?.properties ?? []).map { "`\($0.text)`" }
        writer.line("// MARK: - Search")
        writer.line()
        writer.block("extension \(name)") { writer in
            writer.doc([
                "The objects whose \(properties.joined(separator: " or ")) a full-text search finds in the store, the best first."
                    + " What is not saved is not found."
            ])
            writer.list(
                "\(entity.access.prefix)static func search(",
                ["_ pattern: SearchPattern", "limit: Int? = nil", "in context: ManagedObjectContext"],
                ") throws -> [\(name)] {")
            writer.indented { $0.line("try context.search(Fetch<\(name)>(limit: limit), for: pattern)") }
            writer.line("}")
            writer.line()
            writer.doc(["What ``search(_:limit:in:)`` finds, each object with its rank and the passages that match."])
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
