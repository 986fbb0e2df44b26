import Diagnostics
public import SchemaModel

/// One difference between two versions of a model.
public struct Change: Sendable, Hashable {
    /// What is different, by its name in the newer version; what was removed, by its name in the older one.
    public var element: ModelElement.Path
    public var action: Action
    /// Where it stands in the older and in the newer version; nil where it is not there.
    public var oldSpan: SourceSpan?
    public var newSpan: SourceSpan?

    public enum Action: Sendable, Hashable {
        case added
        case removed
        /// It has another name than in the older version, because a decision says so or the stored form is the same.
        case renamed(from: String)
        /// An attribute or a relationship that another entity of its hierarchy had.
        case moved(fromEntity: String)
        /// A fact about it changed; nil if a version does not state it.
        case altered(Fact.Key, from: String?, to: String?)
    }
}
