import Predicates
import SQLiteStorage
import SchemaModel
import Templates

/// The facts of an entity.
struct EntitySubject: TemplateSubject {
    let entity: Entity
    let context: ModelSubject

    static let kind = "entity"
    static let summary = "An entity: its own declarations, without inherited ones."

    static let facts: [TemplateFact<Self>] = [
        .text("name", "Its name.") { $0.entity.name.text },
        .text("swiftName", "The name of its class in Swift.") { SwiftNames.declared($0.entity.className.text) },
        .text("table", "The table that stores its objects.") { $0.table?.name ?? "" },
        .optionalText("doc", "Its documentation in the model.") { $0.entity.doc },
        .optionalText("parent", "Its parent.") { $0.entity.parent?.text },
        .flag("isAbstract", "Whether only its descendants have objects.") { $0.entity.isAbstract },
        .flag("hasChildren", "Whether it has children.") { $0.context.model.hasChildren($0.entity) },
        .list("attributes", "Its attributes, in the model's order.") { subject in
            subject.entity.attributes.map { AttributeSubject(attribute: $0, columns: subject.columns(of: $0.name.text)) }
        },
        .list("relationships", "Its relationships, in the model's order.") { subject in
            subject.entity.relationships.map { RelationshipSubject(relationship: $0, entity: subject) }
        },
        .list("indexes", "Its uniquenesses, then its indexes.", \.indexes),
        .list("fetches", "Its named fetches, in the model's order.") { subject in
            subject.entity.fetches.map { FetchSubject(fetch: $0, model: subject.context.model) }
        },
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

/// The facts of an index.
struct IndexSubject: TemplateSubject {
    let keys: [KeySubject]
    let isUnique: Bool
    let condition: Condition?

    static let kind = "index"
    static let summary = "An index or a uniqueness of the model."

    static let facts: [TemplateFact<Self>] = [
        .flag("isUnique", "Whether its values are unique.", \.isUnique),
        .optionalText("condition", "Its condition, as written in the model.") { $0.condition?.text },
        .list("keys", "The properties of its keys, in order.", \.keys),
    ]
}

/// The facts of an index's property.
struct KeySubject: TemplateSubject {
    let name: String
    let isAscending: Bool

    static let kind = "key"
    static let summary = "A key of an index."

    static let facts: [TemplateFact<Self>] = [
        .text("name", "The property: an attribute, a part of a composite as a path, or a to-one relationship.", \.name),
        .flag("isAscending", "Whether it is ascending.", \.isAscending),
    ]
}
