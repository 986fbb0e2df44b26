extension Book {
    /// The title behind its author's name; the title alone before the book has an author.
    public var heading: String { author.map { "\($0.name): \(title)" } ?? title }
}
