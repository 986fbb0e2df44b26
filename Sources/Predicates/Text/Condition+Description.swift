extension Condition: CustomStringConvertible {
    /// The condition as text, as ``text``.
    public var description: String { text }
}
