/// An object that a full-text search found, how well it fits, and the passages in which something was found.
///
/// Passages are those of the text in the store: what the context has changed and not saved is not among them. FTS5 cuts and marks
/// them, which leaves out what stands between a NUL in a text and the next match.
public struct SearchResult<Root: ManagedObject> {
    /// What was found.
    public let object: Root
    /// FTS5's `rank`: the result of BM25 with its sign turned, so that better ones have smaller numbers. They are negative, and
    /// can be compared within one search alone.
    public let rank: Double
    /// The passage that has most of what was looked for, whichever property it is from.
    public let snippet: HighlightedText
    /// A passage of each searched property; nil for a property that is nil.
    let snippets: [HighlightedText?]
    let search: SearchDescriptor
    let pattern: SearchPattern

    fileprivate func snippet(at path: FieldPath) -> HighlightedText? {
        number(of: path).flatMap { snippets[$0] }
    }

    fileprivate func highlighted(at path: FieldPath) throws -> HighlightedText? {
        guard let number = number(of: path) else { return nil }
        return try object.managedObjectContext?.highlighted(number, of: object, search, for: pattern)
    }

    private func number(of path: FieldPath) -> Int? {
        search.properties.firstIndex(of: path.names.joined(separator: "."))
    }
}

extension SearchResult where Root: Fetchable {
    /// The passage of a property that has most of what was looked for: `result.snippet(of: \.title)`. It is the property's
    /// beginning where nothing was found in it, and nil where the property is nil or not searched.
    public func snippet<Text: FieldValue>(of property: (Root.Fields) -> Field<Text>) -> HighlightedText?
    where Text.Unwrapped == String {
        snippet(at: property(Root.Fields(_path: FieldPath()))._path)
    }

    /// The whole text of a property, with everything in it that was looked for: `try result.highlighted(\.body)`. It is read from
    /// the store now. nil where the property is nil or not searched, and where the search does not find the object any more.
    /// - Throws: ``StoreError``
    public func highlighted<Text: FieldValue>(_ property: (Root.Fields) -> Field<Text>) throws -> HighlightedText?
    where Text.Unwrapped == String {
        try highlighted(at: property(Root.Fields(_path: FieldPath()))._path)
    }
}

extension SearchResult where Root: FetchableHierarchy {
    /// The passage of a property that has most of what was looked for: `result.snippet(of: \.title)`. It is the property's
    /// beginning where nothing was found in it, and nil where the property is nil or not searched.
    public func snippet<Text: FieldValue>(of property: (HierarchyFields<Root>) -> Field<Text>) -> HighlightedText?
    where Text.Unwrapped == String {
        snippet(at: property(HierarchyFields(_path: FieldPath()))._path)
    }

    /// The whole text of a property, with everything in it that was looked for: `try result.highlighted(\.body)`. It is read from
    /// the store now. nil where the property is nil or not searched, and where the search does not find the object any more.
    /// - Throws: ``StoreError``
    public func highlighted<Text: FieldValue>(_ property: (HierarchyFields<Root>) -> Field<Text>) throws -> HighlightedText?
    where Text.Unwrapped == String {
        try highlighted(at: property(HierarchyFields(_path: FieldPath()))._path)
    }
}

/// How passages are cut from the texts in which something was found.
public struct SnippetStyle: Sendable, Hashable {
    /// How many tokens a passage has at most: words, or with the tokenizer `trigram` characters.
    public let tokens: Int
    /// What stands for the text that is left out before or behind a passage.
    public let ellipsis: String

    /// - Parameters:
    ///   - tokens: 1 to 64, which is all that FTS5 can; a number beyond stands for the nearest of these.
    ///   - ellipsis: what stands for the text that is left out.
    public init(tokens: Int = 16, ellipsis: String = "…") {
        self.tokens = min(max(tokens, 1), 64)
        self.ellipsis = ellipsis
    }
}
