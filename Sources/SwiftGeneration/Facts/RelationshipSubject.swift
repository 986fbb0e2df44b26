import SQLiteStorage
import SchemaModel
import Templates

/// The facts of a relationship.
struct RelationshipSubject: TemplateSubject {
    let relationship: Relationship
    let entity: EntitySubject

    static let kind = "relationship"
    static let summary = "A relationship of an entity."

    static let facts: [TemplateFact<Self>] = [
        .text("name", "Its name.") { $0.relationship.name.text },
        .text("swiftName", "Its name in Swift.") { SwiftNames.declared($0.relationship.name.text) },
        .optionalText("doc", "Its documentation in the model.") { $0.relationship.doc },
        .text("destination", "Its destination.") { $0.relationship.destination.text },
        .text("swiftType", "The type of its property in Swift, for example `Customer?` or `ToMany<Order>`.") {
            $0.relationship.swiftType(in: $0.entity.context.model)
        },
        .optionalText("inverse", "Its inverse.") { $0.relationship.inverse?.text },
        .flag("isToMany", "Whether it is a to-many relationship.", \.relationship.isToMany),
        .flag("isOptional", "Whether it may be empty.", \.relationship.isOptional),
        .flag("isOrdered", "Whether its members are ordered.", \.relationship.isOrdered),
        .optionalText("minCount", "The least number of members that a save accepts.") { $0.relationship.minCount.map(String.init) },
        .optionalText("maxCount", "The greatest number of members that a save accepts.") { $0.relationship.maxCount.map(String.init) },
        .text("deleteRule", "Its delete rule: noAction, nullify, cascade or deny.") {
            $0.relationship.deleteRule.rawValue
        },
        .optionalText("column", "The column of the entity's table that holds the key.") { subject in
            subject.relationship.holdsKey ? subject.entity.columns(of: subject.relationship.name.text).first?.name : nil
        },
        .optionalText("joinTable", "Its join table.") { subject in
            subject.entity.context.schema.joinTable(
                of: subject.relationship.name.text, ofEntity: subject.entity.entity.name.text)?.name
        },
    ]
}
