import Predicates
import SQLiteStorage
import SchemaModel
import Templates

/// An entity as templates are told of it.
struct EntitySubject: TemplateSubject {
    let entity: Entity
    let context: ModelSubject

    static let kind = "entity"
    static let summary = "An entity: what it declares itself, without what it inherits."

    static let facts: [TemplateFact<Self>] = [
        .text("name", "Its name.") { $0.entity.name.text },
        .text("swiftName", "The name of its class as Swift declares it.") { SwiftNames.declared($0.entity.name.text) },
        .text("table", "The table that holds its objects.") { $0.table?.name ?? "" },
        .optionalText("doc", "What the model says of it.") { $0.entity.doc },
        .optionalText("parent", "The entity that it inherits from.") { $0.entity.parent?.text },
        .flag("isAbstract", "Whether each of its objects is of an entity that inherits from it.") { $0.entity.isAbstract },
        .flag("hasChildren", "Whether other entities inherit from it.") { $0.context.model.hasChildren($0.entity) },
        .list("attributes", "Its attributes, in the model's order.") { subject in
            subject.entity.attributes.map { AttributeSubject(attribute: $0, columns: subject.columns(of: $0.name.text)) }
        },
        .list("relationships", "Its relationships, in the model's order.") { subject in
            subject.entity.relationships.map { RelationshipSubject(relationship: $0, entity: subject) }
        },
        .list("indexes", "What is unique among its objects, and after that its indexes.", \.indexes),
        .list("fetches", "Its named fetches, in the model's order.") { $0.entity.fetches.map(FetchSubject.init) },
        .list("fetchedProperties", "Its fetched properties, in the model's order.") {
            $0.entity.fetchedProperties.map(FetchedPropertySubject.init)
        },
    ]

    var table: Table? { context.schema.table(forEntity: entity.name.text) }

    /// The columns of a property that the entity declares; those of a composite's parts.
    func columns(of property: String) -> [Column] {
        (table?.columns ?? []).filter {
            $0.entity == entity.name.text && ($0.property == property || $0.property.hasPrefix(property + "."))
        }
    }

    private var indexes: [IndexSubject] {
        let unique = entity.attributes.filter(\.isUnique).map { [$0.name] } + entity.uniqueness
        return unique.map { names in
            IndexSubject(keys: names.map { KeySubject(name: $0.text, isAscending: true) }, isUnique: true, condition: nil)
        }
            + entity.indexes.map { index in
                let keys = index.keys.map { KeySubject(name: $0.property.text, isAscending: $0.isAscending) }
                return IndexSubject(keys: keys, isUnique: false, condition: index.condition)
            }
    }
}

/// An index as templates are told of it.
struct IndexSubject: TemplateSubject {
    let keys: [KeySubject]
    let isUnique: Bool
    let condition: Condition?

    static let kind = "index"
    static let summary = "An index that the model asks for, or that keeps something unique."

    static let facts: [TemplateFact<Self>] = [
        .flag("isUnique", "Whether no two objects may have the same values.", \.isUnique),
        .optionalText("condition", "Which objects are in it, as the model says it.") { $0.condition?.text },
        .list("keys", "The properties that it is on, in its order.", \.keys),
    ]
}

/// A property of an index as templates are told of it.
struct KeySubject: TemplateSubject {
    let name: String
    let isAscending: Bool

    static let kind = "key"
    static let summary = "A property that an index is on."

    static let facts: [TemplateFact<Self>] = [
        .text("name", "The property: an attribute, a part of a composite by its path, or a to-one relationship.", \.name),
        .flag("isAscending", "Whether the least value comes first.", \.isAscending),
    ]
}
