import Diagnostics
import Predicates
import SchemaSyntax

extension FindingCode {
    static let unknownStorage = FindingCode("TR1440")
}

/// Reads how the values of an attribute are stored, where there is a choice.
enum StorageReader {
    /// The type, stored as `node` says; what is wrong there is reported.
    static func type(
        _ type: AttributeType, storedAs node: YAMLNode?, in context: inout ReadingContext
    ) -> AttributeType {
        guard let node, let text = context.text(node, "'storage'") else { return type }
        let choices = choices(for: type)
        guard !choices.isEmpty else {
            let message = "'storage' is for date and uuid; this is \(type.keyword)"
            context.report(.optionOfAnotherType, message, at: node.span)
            return type
        }
        if let choice = choices.first(where: { $0.storageChoice == text }) { return choice }
        let words = choices.compactMap(\.storageChoice)
        context.report(
            .unknownStorage, "a \(type.keyword) cannot be stored as '\(text)'", at: node.span,
            suggestion: ReadingContext.suggestion(for: text, in: words, replacing: node.span)
                ?? .init(words.count == 1 ? "the other way is '\(words[0])'" : "the other ways are \(words.joined(separator: ", "))"))
        return type
    }

    /// The ways in which a type can be stored, beside the usual one.
    private static func choices(for type: AttributeType) -> [AttributeType] {
        switch type {
        case .date: [.date(.unix), .date(.iso8601)]
        case .uuid: [.uuid(.text)]
        default: []
        }
    }
}
