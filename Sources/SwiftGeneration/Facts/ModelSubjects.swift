import SQLiteStorage
import SchemaModel
import Templates

/// A model as templates are told of it.
struct ModelSubject: TemplateSubject {
    let model: Model
    let schema: StorageSchema
    /// The name of the model's file.
    let source: String
    let access: AccessLevel

    static let kind = "model"
    static let summary = "The model. Every template is told of it."

    static let facts: [TemplateFact<Self>] = [
        .text("name", "Its name.") { $0.model.name.text },
        .text("swiftName", "Its name as Swift declares it: in backticks where it is a keyword.") {
            SwiftNames.declared($0.model.name.text)
        },
        .optionalText("doc", "What the model says of itself.") { $0.model.doc },
        .text("source", "The name of the model's file, without folders.", \.source),
        .text("version", "The number of its version: the one that it will be where it is a draft.") {
            String($0.schema.identity.version)
        },
        .flag("isDraft", "Whether it is no frozen version yet.") { $0.schema.identity.isDraft },
        .text("hash", "The hash of what it means, in hexadecimal digits.") { $0.schema.identity.hash },
        .text("access", "Who can use the generated types: internal, package or public.") { $0.access.rawValue },
        .list("entities", "Its entities, in its order.") { subject in
            subject.model.entities.map { EntitySubject(entity: $0, context: subject) }
        },
        .list("enums", "Its enums, in its order.") { $0.model.enumerations.map(EnumSubject.init) },
        .list("composites", "Its composites, in its order.") { subject in
            subject.model.composites.map { CompositeSubject(composite: $0) }
        },
        .list("tables", "The tables of the database that hold entities, in the order of the schema.") { subject in
            subject.schema.tables.map(TableSubject.init)
        },
    ]
}

/// An enum as templates are told of it.
struct EnumSubject: TemplateSubject {
    let enumeration: Enumeration

    static let kind = "enum"
    static let summary = "An enum."

    static let facts: [TemplateFact<Self>] = [
        .text("name", "Its name.") { $0.enumeration.name.text },
        .text("swiftName", "Its name as Swift declares it.") { SwiftNames.declared($0.enumeration.name.text) },
        .optionalText("doc", "What the model says of it.") { $0.enumeration.doc },
        .flag("isInteger", "Whether it is stored as integers, and not as texts.") { $0.enumeration.type.isInteger },
        .flag("hasUnknown", "Whether it has a case for stored values that no other case has.") { $0.enumeration.type.hasUnknown },
        .list("cases", "Its cases, in its order; that of unknown values is not among them.") {
            $0.enumeration.type.cases.map(CaseSubject.init)
        },
    ]
}

/// A case of an enum as templates are told of it.
struct CaseSubject: TemplateSubject {
    let enumerationCase: EnumerationType.Case

    static let kind = "case"
    static let summary = "A case of an enum."

    static let facts: [TemplateFact<Self>] = [
        .text("name", "Its name.") { $0.enumerationCase.name },
        .text("swiftName", "Its name as Swift declares it.") { SwiftNames.declared($0.enumerationCase.name) },
        .text("raw", "The value that is stored: a text without quotes, or an integer.") { $0.enumerationCase.raw },
    ]
}

/// A composite as templates are told of it.
struct CompositeSubject: TemplateSubject {
    let composite: Composite

    static let kind = "composite"
    static let summary = "A composite."

    static let facts: [TemplateFact<Self>] = [
        .text("name", "Its name.") { $0.composite.name.text },
        .text("swiftName", "Its name as Swift declares it.") { SwiftNames.declared($0.composite.name.text) },
        .optionalText("doc", "What the model says of it.") { $0.composite.doc },
        .list("parts", "Its parts, in its order. Which columns they have depends on the attribute that holds them.") { subject in
            subject.composite.type.attributes.map { AttributeSubject(attribute: $0, columns: []) }
        },
    ]
}
