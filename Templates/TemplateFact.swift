/// A thing that templates are told about: a model, an entity, an attribute.
public protocol TemplateSubject: Sendable {
    /// What templates call it, as in `{{entity.name}}`; no other one is called so where both can be spoken of.
    static var kind: String { get }
    /// What it is, for the page of all facts.
    static var summary: String { get }
    static var facts: [TemplateFact<Self>] { get }
}

/// A fact about a thing: its name, what it means and where its value comes from, said once. The check of templates, their
/// rendering and the page of all facts are made from it.
public struct TemplateFact<Subject: TemplateSubject>: Sendable {
    let description: FactDescription
    let value: @Sendable (Subject) -> FactValue

    /// A text that is always there.
    public static func text(_ name: String, _ doc: String, _ value: @escaping @Sendable (Subject) -> String) -> Self {
        Self(description: .init(name: name, doc: doc, kind: .text)) { .text(value($0)) }
    }

    /// A text that may be missing: nil, or empty, is none.
    public static func optionalText(_ name: String, _ doc: String, _ value: @escaping @Sendable (Subject) -> String?) -> Self {
        Self(description: .init(name: name, doc: doc, kind: .optionalText)) { .text(value($0)) }
    }

    public static func flag(_ name: String, _ doc: String, _ value: @escaping @Sendable (Subject) -> Bool) -> Self {
        Self(description: .init(name: name, doc: doc, kind: .flag)) { .flag(value($0)) }
    }

    /// Things of another kind, in their order.
    public static func list<Element: TemplateSubject>(
        _ name: String, _ doc: String, _ value: @escaping @Sendable (Subject) -> [Element]
    ) -> Self {
        Self(description: .init(name: name, doc: doc, kind: .list { TemplateScope(Element.self) })) { subject in
            .list(value(subject).map(TemplateThing.init))
        }
    }
}

/// What is known of a fact without a thing that has it.
public struct FactDescription: Sendable {
    public let name: String
    public let doc: String
    public let kind: Kind

    public enum Kind: Sendable {
        /// A text that is always there.
        case text
        /// A text that may be missing.
        case optionalText
        case flag
        /// Things, and what can be said of each. A function, because an attribute may have attributes again.
        case list(@Sendable () -> TemplateScope)
    }
}

/// What can be said of a kind of thing.
public struct TemplateScope: Sendable {
    public let kind: String
    public let summary: String
    public let facts: [FactDescription]

    public init<Subject: TemplateSubject>(_: Subject.Type) {
        kind = Subject.kind
        summary = Subject.summary
        facts = Subject.facts.map(\.description)
    }
}

/// A thing with its facts at hand.
public struct TemplateThing: Sendable {
    let scope: TemplateScope
    /// The value of a fact, by its place among those of its kind of thing.
    let value: @Sendable (_ fact: Int) -> FactValue

    public init<Subject: TemplateSubject>(_ subject: Subject) {
        let facts = Subject.facts
        scope = TemplateScope(Subject.self)
        value = { facts[$0].value(subject) }
    }
}

enum FactValue {
    case text(String?)
    case flag(Bool)
    case list([TemplateThing])
}
