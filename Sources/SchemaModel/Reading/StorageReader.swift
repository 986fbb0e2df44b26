import Diagnostics
import Predicates
import SchemaSyntax

extension FindingCode {
    static let unknownStorage = FindingCode("TR1440")
}

/// Reads the storage of an attribute, for types with several.
enum StorageReader {
    /// The type with the storage of `node`. Errors are reported.
    static func type(
        _ type: AttributeType, storedAs node: YAMLNode?, in context: inout ReadingContext
    ) -> AttributeType {
        guard let node, let text = context.text(node, "'storage'") else { return type }
        let choices = choices(for: type)
        guard !choices.isEmpty else {
            let message = "'storage' applies only to date and uuid, not to \(type.keyword)"
            context.report(.optionOfAnotherType, message, at: node.span)
            return type
        }
        if let choice = choices.first(where: { $0.storageChoice == text }) { return choice }
        let words = choices.compactMap(\.storageChoice)
        context.report(
            .unknownStorage, "a \(type.keyword) cannot be stored as '\(text)'", at: node.span,
            suggestion: ReadingContext.suggestion(for: text, in: words, replacing: node.span)
                ?? .init(words.count == 1 ? "the other storage is '\(words[0])'" : "the other storages are \(words.joined(separator: ", "))"))
        return type
    }

    /// The storages of a type, except the default.
    private static func choices(for type: AttributeType) -> [AttributeType] {
        switch type {
        case .date: [.date(.unix), .date(.iso8601)]
        case .uuid: [.uuid(.text)]
        default: []
        }
    }
}
