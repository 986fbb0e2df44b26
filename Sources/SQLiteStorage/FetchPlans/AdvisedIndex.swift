/// An index that a model has not, and that a fetch would use.
public struct AdvisedIndex: Sendable, Hashable {
    public struct Key: Sendable, Hashable {
        /// The property as the model calls it, of a composite its part.
        public var property: String
        public var isAscending: Bool
        var column: String

        /// As it is written in a model.
        public var text: String { (isAscending ? "" : "-") + property }
    }

    /// The entity that should have it.
    public var entity: String
    public var keys: [Key]

    /// As it stands in a model's list of indexes.
    public var text: String { keys.count == 1 ? keys[0].text : "[\(keys.map(\.text).joined(separator: ", "))]" }

    /// Whether an index with these keys serves for it.
    func isServed(by others: [Index.Key]) -> Bool {
        others.count >= keys.count && zip(keys, others).allSatisfy { $0.column == $1.column && $0.isAscending == $1.isAscending }
    }
}

/// What indexes would do for a fetch: tried out, by making them.
public struct IndexAdvice: Sendable, Hashable {
    /// The indexes, all of which it takes.
    public var indexes: [AdvisedIndex]
    /// What is still wasted with them.
    public var remaining: PlanWaste
}
