import ProjectFiles
import SchemaModel

extension Shape {
    /// The kind of a value, in words for a reader.
    var words: String {
        switch self {
        case .text: "text"
        case .value: "a value"
        case .flag: "true or false"
        case .count(let range): range.upperBound == .max ? "a whole number from \(range.lowerBound)" : "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .word(let words): words.joined(separator: ", ")
        case .name: "a name"
        case .type: "a type"
        case .storedName: "a name in SQL"
        case .nothing, .empty: "nothing"
        case .list: "a list"
        case .named: "a mapping from names"
        case .keys(let keyed): "the keys of \(keyed.name)"
        case .either(let shapes): shapes.map(\.words).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }.joined(separator: " or ")
        case .anything: "a value"
        }
    }
}

extension KeyedShape.Key {
    /// The key's meaning, in Markdown.
    var hover: String {
        var lines = [doc]
        lines.append("Value: \(shape.words)." + (silent.map { " Default: `\($0)`." } ?? "") + (isRequired ? " Required." : ""))
        return lines.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    /// Whether the value is written below the key, each of its own keys on a line.
    var startsOwnLines: Bool {
        switch shape {
        case .named(_, isOpen: true): true
        default: false
        }
    }
}

/// The codes that `trellis.yaml` can suppress.
enum FindingCodes {
    static let suppressible = CodeList.all.filter { $0.severity != .error }.map(\.name)
}
