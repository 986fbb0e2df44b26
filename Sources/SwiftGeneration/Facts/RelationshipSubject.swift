import SQLiteStorage
import SchemaModel
import Templates

/// A relationship as templates are told of it.
struct RelationshipSubject: TemplateSubject {
    let relationship: Relationship
    let entity: EntitySubject

    static let kind = "relationship"
    static let summary = "A relationship of an entity."

    static let facts: [TemplateFact<Self>] = [
        .text("name", "Its name.") { $0.relationship.name.text },
        .text("swiftName", "Its name as Swift declares it.") { SwiftNames.declared($0.relationship.name.text) },
        .optionalText("doc", "What the model says of it.") { $0.relationship.doc },
        .text("destination", "The entity that it leads to.") { $0.relationship.destination.text },
        .text("swiftType", "The type of its property in Swift, such as `Customer?` or `ToMany<Order>`.") {
            $0.relationship.swiftType
        },
        .optionalText("inverse", "The relationship of the destination that leads back.") { $0.relationship.inverse?.text },
        .flag("isToMany", "Whether it leads to several objects.", \.relationship.isToMany),
        .flag("isOptional", "Whether it may be empty.", \.relationship.isOptional),
        .flag("isOrdered", "Whether its members have an order of their own.", \.relationship.isOrdered),
        .optionalText("minCount", "How many members a save asks for at least.") { $0.relationship.minCount.map(String.init) },
        .optionalText("maxCount", "How many members a save accepts at most.") { $0.relationship.maxCount.map(String.init) },
        .text("deleteRule", "What becomes of the destination when the object is deleted: noAction, nullify, cascade or deny.") {
            $0.relationship.deleteRule.rawValue
        },
        .optionalText("column", "The column of the entity's own table that holds the key.") { subject in
            subject.relationship.holdsKey ? subject.entity.columns(of: subject.relationship.name.text).first?.name : nil
        },
        .optionalText("joinTable", "The table of its own that holds what is connected.") { subject in
            subject.entity.context.schema.joinTable(
                of: subject.relationship.name.text, ofEntity: subject.entity.entity.name.text)?.name
        },
    ]
}
