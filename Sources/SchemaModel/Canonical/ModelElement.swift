import Diagnostics

/// A named or unique part of a model, with its facts.
public struct ModelElement: Sendable {
    public var path: Path
    /// Its place in the model's file.
    public var span: SourceSpan
    public var facts: [Fact]

    /// The identity of a part: two versions of a model are compared part by part.
    public enum Path: Sendable, Hashable {
        case model
        case enumeration(String)
        case enumerationCase(String, of: String)
        case composite(String)
        case part(String, of: String)
        case entity(String)
        case attribute(String, of: String)
        case relationship(String, of: String)
        /// Properties that are unique together, in canonical form.
        case uniqueness(String, of: String)
        /// An index, in canonical form.
        case index(String, of: String)
        case search(of: String)
        case fetch(String, of: String)
        case fetchedProperty(String, of: String)
    }
}

extension Model {
    /// All elements of the model in order: each entity, composite and enum, followed by its members.
    public var elements: [ModelElement] {
        var elements = [ModelElement(path: .model, span: name.span, facts: facts)]
        for enumeration in enumerations {
            let name = enumeration.name.text
            let cases = enumeration.type.elements
            let facts: [Fact] = .init(
                (.raw, enumeration.type.isInteger ? "int" : nil), (.cases, "[\(cases.map(\.name).joined(separator: ", "))]"))
            elements.append(.init(path: .enumeration(name), span: enumeration.name.span, facts: facts))
            for (index, element) in cases.enumerated() {
                let span = index < enumeration.caseSpans.count ? enumeration.caseSpans[index] : enumeration.name.span
                elements.append(
                    .init(path: .enumerationCase(element.name, of: name), span: span, facts: [Fact(.raw, element.raw)]))
            }
        }
        for composite in composites {
            elements.append(.init(path: .composite(composite.name.text), span: composite.name.span, facts: []))
            elements += composite.type.attributes.map {
                .init(path: .part($0.name.text, of: composite.name.text), span: $0.name.span, facts: $0.facts)
            }
        }
        return elements + entities.flatMap(\.elements)
    }
}

extension Entity {
    fileprivate var elements: [ModelElement] {
        let entity = name.text
        var elements = [ModelElement(path: .entity(entity), span: name.span, facts: facts)]
        elements += persistentAttributes.map {
            .init(path: .attribute($0.name.text, of: entity), span: $0.name.span, facts: $0.facts)
        }
        elements += relationships.map {
            .init(path: .relationship($0.name.text, of: entity), span: $0.name.span, facts: $0.facts)
        }
        elements += uniqueness.map { .init(path: .uniqueness($0.meaning, of: entity), span: $0.first?.span ?? name.span, facts: []) }
        elements += indexes.map { .init(path: .index($0.meaning, of: entity), span: $0.span, facts: []) }
        if let search { elements.append(.init(path: .search(of: entity), span: search.properties.first?.span ?? name.span, facts: search.facts)) }
        elements += fetches.map { .init(path: .fetch($0.name.text, of: entity), span: $0.name.span, facts: $0.facts) }
        elements += fetchedProperties.map {
            .init(path: .fetchedProperty($0.name.text, of: entity), span: $0.name.span, facts: $0.facts)
        }
        return elements
    }
}
