/// A subject of templates: a model, an entity, an attribute.
public protocol TemplateSubject: Sendable {
    /// Its name in templates, as in `{{entity.name}}`. It is unique among the subjects of a place.
    static var kind: String { get }
    /// Its description for the page of all facts.
    static var summary: String { get }
    static var facts: [TemplateFact<Self>] { get }
}

/// A fact about a subject: its name, its meaning and its source, declared once. The check of templates, their rendering and the
/// page of all facts use this declaration.
public struct TemplateFact<Subject: TemplateSubject>: Sendable {
    let description: FactDescription
    let value: @Sendable (Subject) -> FactValue

    /// A text that is always present.
    public static func text(_ name: String, _ doc: String, _ value: @escaping @Sendable (Subject) -> String) -> Self {
        Self(description: .init(name: name, doc: doc, kind: .text)) { .text(value($0)) }
    }

    /// An optional text. An empty one counts as missing.
    public static func optionalText(_ name: String, _ doc: String, _ value: @escaping @Sendable (Subject) -> String?) -> Self {
        Self(description: .init(name: name, doc: doc, kind: .optionalText)) { .text(value($0)) }
    }

    public static func flag(_ name: String, _ doc: String, _ value: @escaping @Sendable (Subject) -> Bool) -> Self {
        Self(description: .init(name: name, doc: doc, kind: .flag)) { .flag(value($0)) }
    }

    /// Subjects of another kind, in their order.
    public static func list<Element: TemplateSubject>(
        _ name: String, _ doc: String, _ value: @escaping @Sendable (Subject) -> [Element]
    ) -> Self {
        Self(description: .init(name: name, doc: doc, kind: .list { TemplateScope(Element.self) })) { subject in
            .list(value(subject).map(TemplateThing.init))
        }
    }
}

/// The declaration of a fact, without a subject.
public struct FactDescription: Sendable {
    public let name: String
    public let doc: String
    public let kind: Kind

    public enum Kind: Sendable {
        /// A text that is always present.
        case text
        /// An optional text.
        case optionalText
        case flag
        /// Subjects, and their facts. A function, because an attribute may have attributes.
        case list(@Sendable () -> TemplateScope)
    }
}

/// The facts of a kind of subject.
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

/// A subject with its facts.
public struct TemplateThing: Sendable {
    let scope: TemplateScope
    /// The value of a fact, by its place among those of its kind.
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
