import Predicates
import SchemaModel
import Templates

/// A named fetch as templates are told of it.
struct FetchSubject: TemplateSubject {
    let fetch: NamedFetch

    static let kind = "fetch"
    static let summary = "A named fetch of an entity."

    static let facts: [TemplateFact<Self>] = [
        .text("name", "Its name.") { $0.fetch.name.text },
        .text("swiftName", "Its name as Swift declares it.") { SwiftNames.declared($0.fetch.name.text) },
        .optionalText("doc", "What the model says of it.") { $0.fetch.doc },
        .optionalText("condition", "Which objects it finds, as the model says it.") { $0.fetch.condition?.text },
        .optionalText("sort", "What they are sorted by, with commas: `-` stands before what descends.") { $0.fetch.sortText },
        .optionalText("limit", "How many it finds at most.") { $0.fetch.limit.map(String.init) },
        .list("parameters", "What it is given, in the model's order.") { $0.fetch.parameters.map(ParameterSubject.init) },
    ]
}

/// A parameter of a fetch as templates are told of it.
struct ParameterSubject: TemplateSubject {
    let parameter: NamedFetch.Parameter

    static let kind = "parameter"
    static let summary = "What a fetch is given."

    static let facts: [TemplateFact<Self>] = [
        .text("name", "Its name.") { $0.parameter.name.text },
        .text("swiftName", "Its name as Swift declares it.") { SwiftNames.declared($0.parameter.name.text) },
        .text("type", "Its type, or that of a list's elements, as the model names it: an entity for an object.") { subject in
            switch subject.parameter.type {
            case .value(let type): type.keyword
            case .object(let entity): entity
            }
        },
        .text("swiftType", "Its type in Swift.") { $0.parameter.swiftType },
        .flag("isOptional", "Whether it can be nil.", \.parameter.isOptional),
        .flag("isList", "Whether it is a list of such values.", \.parameter.isList),
    ]
}

/// A fetched property as templates are told of it.
struct FetchedPropertySubject: TemplateSubject {
    let property: FetchedProperty

    static let kind = "fetchedProperty"
    static let summary = "A property of an entity's objects that is fetched whenever it is asked for."

    static let facts: [TemplateFact<Self>] = [
        .text("name", "Its name.") { $0.property.name.text },
        .text("swiftName", "Its name as Swift declares it.") { SwiftNames.declared($0.property.name.text) },
        .optionalText("doc", "What the model says of it.") { $0.property.fetch.doc },
        .text("destination", "The entity whose objects it finds.") { $0.property.destination.text },
        .optionalText("condition", "Which objects it finds, as the model says it.") { $0.property.fetch.condition?.text },
        .optionalText("sort", "What they are sorted by, with commas: `-` stands before what descends.") {
            $0.property.fetch.sortText
        },
        .optionalText("limit", "How many it finds at most.") { $0.property.fetch.limit.map(String.init) },
    ]
}

extension NamedFetch {
    fileprivate var sortText: String { sort.map(\.text).joined(separator: ", ") }
}
