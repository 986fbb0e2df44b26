import TestSupport

/// Names for a model, each once, in the forms that people write and the words that Swift and SQL keep for themselves.
struct RandomNames {
    private var taken: Set<String> = []

    private static let words = [
        "order", "select", "class", "group", "table", "value", "index", "case", "default", "url", "image", "note", "self",
        "where", "from", "to", "key", "rowid", "oid", "primary", "true", "nil", "init", "type", "user", "date", "min", "sum",
        "limit", "left", "set", "in", "as", "is", "do", "id", "inout", "throws", "some", "any", "async", "count",
    ]

    /// A name that is no other's, not even in snake case.
    mutating func property(_ random: inout SeededGenerator) -> String {
        name(&random) { words in
            words[0] + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        }
    }

    mutating func type(_ random: inout SeededGenerator) -> String {
        name(&random) { $0.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() }
    }

    private mutating func name(_ random: inout SeededGenerator, _ form: ([String]) -> String) -> String {
        while true {
            let count = Int.random(in: 1...3, using: &random)
            var words = (0..<count).compactMap { _ in Self.words.randomElement(using: &random) }
            if Int.random(in: 0..<6, using: &random) == 0 { words[count - 1] += String(Int.random(in: 0...99, using: &random)) }
            // A name of one word may be one that Swift or the library has; with a letter before it is free.
            let name = form(words)
            let isFree = count > 1 || !Self.kept.contains(name)
            if isFree, taken.insert(words.joined().lowercased()).inserted { return name }
        }
    }

    /// Names of one word that Swift, or the library, has in the place of a model's name.
    private static let kept: Set<String> = ["Type", "Self", "Any", "URL", "Date", "Index", "Table", "Key", "Set", "Order"]
}
