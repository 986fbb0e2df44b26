import SQLiteStorage
import SchemaModel
import Templates

/// The facts of a model.
struct ModelSubject: TemplateSubject {
    let model: Model
    let schema: StorageSchema
    /// The name of the model's file.
    let source: String
    let access: AccessLevel

    static let kind = "model"
    static let summary = "The model. Every template can use it."

    static let facts: [TemplateFact<Self>] = [
        .text("name", "Its name.") { $0.model.name.text },
        .text("swiftName", "Its name in Swift, in backticks if it is a keyword.") {
            SwiftNames.declared($0.model.name.text)
        },
        .optionalText("doc", "Its documentation.") { $0.model.doc },
        .text("source", "The name of its file, without folders.", \.source),
        .text("version", "The number of its version. A draft has the number that it will get.") {
            String($0.schema.identity.version)
        },
        .flag("isDraft", "Whether it is a draft, not a frozen version.") { $0.schema.identity.isDraft },
        .text("hash", "The hash that its stores record, in hexadecimal digits. It decides which programs open them.") {
            $0.schema.identity.hash
        },
        .text("meaningHash", "The hash of its meaning, which also covers fetches, defaults and rules that only programs check.") {
            $0.schema.identity.meaningHash
        },
        .text("access", "Who can use the generated types: internal, package or public.") { $0.access.rawValue },
        .list("entities", "Its entities, in its order.") { subject in
            subject.model.entities.map { EntitySubject(entity: $0, context: subject) }
        },
        .list("enums", "Its enums, in its order.") { $0.model.enumerations.map(EnumSubject.init) },
        .list("composites", "Its composites, in its order.") { subject in
            subject.model.composites.map { CompositeSubject(composite: $0) }
        },
        .list("tables", "The tables of the entities, in the order of the schema.") { subject in
            subject.schema.tables.map(TableSubject.init)
        },
    ]
}

/// The facts of an enum.
struct EnumSubject: TemplateSubject {
    let enumeration: Enumeration

    static let kind = "enum"
    static let summary = "An enum."

    static let facts: [TemplateFact<Self>] = [
        .text("name", "Its name.") { $0.enumeration.name.text },
        .text("swiftName", "Its name in Swift.") { SwiftNames.declared($0.enumeration.name.text) },
        .optionalText("doc", "Its documentation in the model.") { $0.enumeration.doc },
        .flag("isInteger", "Whether its raw values are integers, not texts.") { $0.enumeration.type.isInteger },
        .flag("hasUnknown", "Whether it has a case for unknown raw values.") { $0.enumeration.type.hasUnknown },
        .list("cases", "Its cases in order, without the one for unknown values.") {
            $0.enumeration.type.cases.map(CaseSubject.init)
        },
    ]
}

/// The facts of an enum's case.
struct CaseSubject: TemplateSubject {
    let enumerationCase: EnumerationType.Case

    static let kind = "case"
    static let summary = "A case of an enum."

    static let facts: [TemplateFact<Self>] = [
        .text("name", "Its name.") { $0.enumerationCase.name },
        .text("swiftName", "Its name in Swift.") { SwiftNames.declared($0.enumerationCase.name) },
        .text("raw", "Its raw value: a text without quotes, or an integer.") { $0.enumerationCase.raw },
    ]
}

/// The facts of a composite.
struct CompositeSubject: TemplateSubject {
    let composite: Composite

    static let kind = "composite"
    static let summary = "A composite."

    static let facts: [TemplateFact<Self>] = [
        .text("name", "Its name.") { $0.composite.name.text },
        .text("swiftName", "Its name in Swift.") { SwiftNames.declared($0.composite.name.text) },
        .optionalText("doc", "Its documentation in the model.") { $0.composite.doc },
        .list("parts", "Its parts, in order. Their columns depend on the attribute that has the composite's type.") { subject in
            subject.composite.type.attributes.map { AttributeSubject(attribute: $0, columns: []) }
        },
    ]
}
