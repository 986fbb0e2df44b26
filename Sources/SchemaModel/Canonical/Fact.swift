/// A property of an element that changes the schema, data or a fetch, in canonical form.
///
/// All facts of a model together are its meaning. ``Model/meaningText`` is written from them, and comparisons of two models use
/// them.
public struct Fact: Sendable, Hashable {
    public var key: Key
    /// The value in canonical text.
    public var text: String

    init(_ key: Key, _ text: String) {
        self.key = key
        self.text = text
    }

    /// The key of the fact in a model's file.
    public enum Key: String, Sendable, Hashable, CaseIterable {
        // Of models: the name, whose tables they are, and whether stores record changes.
        case model, layout, history
        // Of attributes, and of parts of composites.
        case type, optional, swift, scale, rounding, storage, `default`, min, max, minLength, maxLength, pattern, unique, check, derived
        case preserveOnDeletion, column
        // Of relationships.
        case to, inverse, deleteRule, ordered, minCount, maxCount, key, pairs
        // Of entities.
        case abstract, parent, `class`, table
        // Of searches.
        case on, tokenizer, prefixes
        // Of fetches.
        case parameters, `where`, sort, limit
        // Of fetched properties: the entity.
        case from
        // Of enums and their cases: the order of the cases is that of `allCases`.
        case raw, cases
    }
}

extension [Fact] {
    /// The facts that have a value.
    init(_ facts: (key: Fact.Key, text: String?)...) {
        self = facts.compactMap { fact in fact.text.map { Fact(fact.key, $0) } }
    }

    /// The value of a fact; nil if the model does not state it.
    public subscript(key: Fact.Key) -> String? { first { $0.key == key }?.text }
}
