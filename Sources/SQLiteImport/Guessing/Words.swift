import Foundation

/// Words of names in databases, and English plurals.
enum Words {
    /// `OrderDetails`, `order_details` and `ORDER DETAILS` as `order`, `details`.
    static func split(_ name: String) -> [String] {
        let folded = name.folding(options: .diacriticInsensitive, locale: nil)
        var words = [String](), word = ""
        let scalars = Array(folded.unicodeScalars.prefix(200))
        func isUpper(_ place: Int) -> Bool { scalars.indices.contains(place) && ("A"..."Z").contains(scalars[place]) }
        func isLower(_ place: Int) -> Bool { scalars.indices.contains(place) && ("a"..."z").contains(scalars[place]) }
        func isDigit(_ place: Int) -> Bool { scalars.indices.contains(place) && ("0"..."9").contains(scalars[place]) }
        for place in scalars.indices {
            guard isUpper(place) || isLower(place) || isDigit(place) else {
                if !word.isEmpty { words.append(word) }
                word = ""
                continue
            }
            // A word begins at a capital after a small letter, and at the last of several capitals before a small letter.
            let begins = isUpper(place) && (isLower(place - 1) || isDigit(place - 1) || isUpper(place - 1) && isLower(place + 1) && !(isLower(place + 1) && scalars[place + 1] == "s" && !isLower(place + 2)))
            if begins, !word.isEmpty {
                words.append(word)
                word = ""
            }
            word.unicodeScalars.append(scalars[place])
        }
        if !word.isEmpty { words.append(word) }
        return words.map { $0.lowercased() }
    }

    private static let acronyms: Set<String> = ["id", "url", "uuid", "uri", "html", "json", "isbn", "ean", "vat", "sku", "ip"]

    /// `OrderDetail`.
    static func type(_ words: [String]) -> String {
        limited(words.map { acronyms.contains($0) ? $0.uppercased() : capitalized($0) }.joined(), otherwise: "Table")
    }

    /// `unitPrice`, `imageURL`.
    static func property(_ words: [String], otherwise: String = "column") -> String {
        let rest = words.dropFirst().map { acronyms.contains($0) ? $0.uppercased() : capitalized($0) }
        return limited((words.first ?? "") + rest.joined(), otherwise: otherwise)
    }

    private static func limited(_ name: String, otherwise: String) -> String {
        let name = String(name.prefix(50))
        guard let first = name.first else { return otherwise }
        return first.isLetter ? name : otherwise + name
    }

    static func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

    // MARK: Plurals

    private static let irregular: [(one: String, many: String)] = [
        ("person", "people"), ("child", "children"), ("man", "men"), ("woman", "women"), ("mouse", "mice"), ("foot", "feet"), ("tooth", "teeth"),
        ("movie", "movies"), ("cookie", "cookies"), ("leaf", "leaves"), ("shelf", "shelves"), ("half", "halves"), ("life", "lives"), ("wife", "wives"), ("index", "indices"),
        ("datum", "data"), ("medium", "media"), ("hero", "heroes"), ("potato", "potatoes"), ("bus", "buses"), ("virus", "viruses"), ("status", "statuses"), ("alias", "aliases"),
    ]
    private static let unchanged: Set<String> = ["news", "series", "species", "data", "media", "status", "address", "bus", "gas", "lens", "alias", "canvas", "bonus", "virus", "chaos", "atlas"]

    static func singular(_ word: String) -> String {
        if unchanged.contains(word) { return word }
        if let known = irregular.first(where: { $0.many == word }) { return known.one }
        if word.hasSuffix("ies"), word.count > 4 { return word.dropLast(3) + "y" }
        if ["sses", "shes", "ches", "xes", "zzes"].contains(where: word.hasSuffix) { return String(word.dropLast(2)) }
        if word.count < 3 || !word.hasSuffix("s") || ["ss", "us", "is"].contains(where: word.hasSuffix) { return word }
        return String(word.dropLast())
    }

    static func plural(_ word: String) -> String {
        if let known = irregular.first(where: { $0.one == word }) { return known.many }
        if irregular.contains(where: { $0.many == word }) || ["news", "series", "species"].contains(word) { return word }
        let beforeLast = word.dropLast().last
        if word.hasSuffix("y"), let beforeLast, !"aeiou".contains(beforeLast) { return word.dropLast() + "ies" }
        if ["s", "x", "z", "ch", "sh"].contains(where: word.hasSuffix) { return word + "es" }
        return word + "s"
    }

    static func singular(_ words: [String]) -> [String] { words.dropLast() + words.suffix(1).map { singular($0) } }
    static func plural(_ words: [String]) -> [String] { words.dropLast() + words.suffix(1).map { plural($0) } }
}
