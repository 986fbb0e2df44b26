import SchemaSyntax

/// The entities of an outline as they were read last. Equal entries have equal outlines.
struct OutlineMemory {
    private typealias Reading = (entry: YAMLNode.Entry, entity: Outline.Entity)

    private var former: [String: Reading] = [:]
    private var present: [String: Reading] = [:]

    /// Begins to read a model.
    mutating func begin() { (former, present) = (present, [:]) }

    mutating func entity(_ entry: YAMLNode.Entry, read: (YAMLNode.Entry) -> Outline.Entity) -> Outline.Entity {
        // Comparing an unchanged entry is quick: both are the same memory.
        let known = former[entry.key].flatMap { $0.entry == entry ? $0.entity : nil }
        let entity = known ?? read(entry)
        present[entry.key] = (entry, entity)
        return entity
    }
}
