/// An offer of what can be written at a place.
package struct CompletionItem: Codable, Hashable, Sendable {
    /// The kinds that the protocol has numbers for.
    package enum Kind: Int, Codable, Sendable {
        case method = 2, function = 3, field = 5, variable = 6, type = 7, property = 10, value = 12, enumeration = 13, keyword = 14
        case reference = 18, enumerationCase = 20, structure = 22
    }

    package struct Documentation: Codable, Hashable, Sendable {
        package var kind = "markdown"
        package var value: String
    }

    package var label: String
    package var kind: Kind
    package var detail: String?
    package var documentation: Documentation?
    /// The order of the items, which the model decides and not the alphabet.
    package var sortText: String?
    package var textEdit: TextEdit?

    init(_ label: String, _ kind: Kind, detail: String? = nil, doc: String? = nil) {
        self.label = label
        self.kind = kind
        self.detail = detail
        documentation = doc.flatMap { $0.isEmpty ? nil : Documentation(value: $0) }
    }
}
