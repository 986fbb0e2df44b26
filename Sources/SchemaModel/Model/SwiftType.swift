/// The name of a Swift type, for values that are stored as JSON: `[String: Int]`, `Set<Tag>`, `Calendar.Identifier`.
///
/// It stores the parts, not the text. So nothing but a type's name can reach generated code.
public indirect enum SwiftType: Sendable, Hashable {
    /// A name, each part of it with its generic arguments.
    case named([Part])
    case array(SwiftType)
    case dictionary(key: SwiftType, value: SwiftType)
    case optional(SwiftType)

    public struct Part: Sendable, Hashable {
        public var name: String
        public var arguments: [SwiftType]
    }

    /// The type in Swift.
    /// - Parameter spelling: how a part of a name is written; the flag says whether a dot stands before it.
    public func text(_ spelling: (_ name: String, _ followsDot: Bool) -> String) -> String {
        switch self {
        case .array(let element):
            return "[\(element.text(spelling))]"
        case .dictionary(let key, let value):
            return "[\(key.text(spelling)): \(value.text(spelling))]"
        case .optional(let wrapped):
            return wrapped.text(spelling) + "?"
        case .named(let parts):
            return parts.enumerated().map { index, part in
                let arguments = part.arguments.map { $0.text(spelling) }.joined(separator: ", ")
                return spelling(part.name, index > 0) + (arguments.isEmpty ? "" : "<\(arguments)>")
            }.joined(separator: ".")
        }
    }

    /// The type as a model writes it.
    public var text: String { text { name, _ in name } }

    /// The names in it that are alone or before a dot: those that a module or a model declares.
    public var rootNames: [String] {
        switch self {
        case .array(let element): element.rootNames
        case .dictionary(let key, let value): key.rootNames + value.rootNames
        case .optional(let wrapped): wrapped.rootNames
        case .named(let parts): parts.prefix(1).map(\.name) + parts.flatMap { $0.arguments.flatMap(\.rootNames) }
        }
    }

    /// The JSON of an empty value, for the containers of the standard library.
    var emptyContainer: EmptyContainer? {
        switch self {
        case .array: .list
        case .dictionary: .map
        case .named(let parts) where parts.count == 1 && !parts[0].arguments.isEmpty:
            switch parts[0].name {
            case "Array", "Set": .list
            case "Dictionary": .map
            default: nil
            }
        case .named, .optional: nil
        }
    }
}

/// An empty container, as a default.
public enum EmptyContainer: Sendable, Hashable {
    /// `[]`, of an array or a set.
    case list
    /// `{}`, of a dictionary.
    case map
}
