import SchemaModel

/// A full-text search over columns of a table: an FTS5 table that takes its texts from there, kept right by triggers.
public struct SearchTable: Sendable, Hashable {
    /// The entity that declares the search.
    public var entity: String
    public var name: String
    /// The columns that are searched, by their names in the table with the texts.
    public var columns: [String]
    public var tokenizer: TextSearch.Tokenizer
    public var prefixes: [Int]
    /// Which rows are searched, by what stands in their column `_entity`; nil for all.
    public var kinds: [String]?

    /// What else FTS5 makes beside the table itself.
    static let shadowSuffixes = ["_config", "_content", "_data", "_docsize", "_idx"]
}

/// Decides on the search tables.
enum SearchPlanner {
    static func searches(of entities: [Entity], table: Table, in model: Model) -> [SearchTable] {
        entities.compactMap { entity in
            guard let search = entity.search else { return nil }
            let lineage = model.lineage(of: entity).map(\.name.text)
            let columns = search.properties.compactMap { name in
                lineage.lazy.compactMap { table.column(for: name.text, of: $0)?.name }.first
            }
            return SearchTable(
                entity: entity.name.text,
                // A table of all rows is called after the table, one of a child's after the child.
                name: (entity.parent == nil ? table.name : SnakeCase.convert(entity.name.text)) + "_search",
                columns: columns, tokenizer: search.tokenizer, prefixes: search.prefixes,
                kinds: entity.parent == nil ? nil : model.subtree(of: entity).filter { !$0.isAbstract }.map(\.name.text).sorted())
        }
    }
}
