import Predicates
import SchemaModel
import Templates

/// The facts of a named fetch.
struct FetchSubject: TemplateSubject {
    let fetch: NamedFetch
    let model: Model

    static let kind = "fetch"
    static let summary = "A named fetch of an entity."

    static let facts: [TemplateFact<Self>] = [
        .text("name", "Its name.") { $0.fetch.name.text },
        .text("swiftName", "Its name in Swift.") { SwiftNames.declared($0.fetch.name.text) },
        .optionalText("doc", "Its documentation in the model.") { $0.fetch.doc },
        .optionalText("condition", "Its condition, as written in the model.") { $0.fetch.condition?.text },
        .optionalText("sort", "Its sort keys with commas, `-` before descending ones.") { $0.fetch.sortText },
        .optionalText("limit", "The greatest number of objects.") { $0.fetch.limit.map(String.init) },
        .list("parameters", "Its parameters, in the model's order.") { subject in
            subject.fetch.parameters.map { ParameterSubject(parameter: $0, model: subject.model) }
        },
    ]
}

/// The facts of a fetch's parameter.
struct ParameterSubject: TemplateSubject {
    let parameter: NamedFetch.Parameter
    let model: Model

    static let kind = "parameter"
    static let summary = "A parameter of a fetch."

    static let facts: [TemplateFact<Self>] = [
        .text("name", "Its name.") { $0.parameter.name.text },
        .text("swiftName", "Its name in Swift.") { SwiftNames.declared($0.parameter.name.text) },
        .text("type", "Its type in the model, or that of a list's elements: an entity for an object.") { subject in
            switch subject.parameter.type {
            case .value(let type): type.keyword
            case .object(let entity): entity
            }
        },
        .text("swiftType", "Its type in Swift.") { $0.parameter.swiftType(in: $0.model) },
        .flag("isOptional", "Whether it can be nil.", \.parameter.isOptional),
        .flag("isList", "Whether it is a list of values.", \.parameter.isList),
    ]
}

/// The facts of a fetched property.
struct FetchedPropertySubject: TemplateSubject {
    let property: ModelFetchedProperty

    static let kind = "fetchedProperty"
    static let summary = "A fetched property, which runs a fetch at each access."

    static let facts: [TemplateFact<Self>] = [
        .text("name", "Its name.") { $0.property.name.text },
        .text("swiftName", "Its name in Swift.") { SwiftNames.declared($0.property.name.text) },
        .optionalText("doc", "Its documentation in the model.") { $0.property.fetch.doc },
        .text("destination", "The fetched entity.") { $0.property.destination.text },
        .optionalText("condition", "Its condition, as written in the model.") { $0.property.fetch.condition?.text },
        .optionalText("sort", "Its sort keys with commas, `-` before descending ones.") {
            $0.property.fetch.sortText
        },
        .optionalText("limit", "The greatest number of objects.") { $0.property.fetch.limit.map(String.init) },
    ]
}

extension NamedFetch {
    fileprivate var sortText: String { sort.map(\.text).joined(separator: ", ") }
}
