import Diagnostics
import SchemaSyntax

/// Turns what was read into a resolved model, and finds what does not fit together.
enum ModelChecks {
    static func resolve(_ declared: ModelDeclaration, in context: inout ReadingContext) -> Model? {
        for entity in declared.entities where entity.name.text == declared.name.text {
            context.report(
                .modelNameClash, "an entity cannot be called as its model: both become a Swift type",
                at: entity.name.span, notes: [.init("the model's name stands here", at: declared.name.span)])
        }
        var entities = declared.entities.map { entity in
            Entity(
                name: entity.name, doc: entity.doc, attributes: entity.attributes,
                relationships: RelationshipChecks.resolve(entity, in: declared, in: &context), fetches: [])
        }
        // Fetches come last: their key paths lead through attributes and relationships of the whole model.
        let scope = FetchScope(declared: declared, resolved: entities)
        for index in entities.indices {
            entities[index].fetches = declared.entities[index].fetches.compactMap {
                FetchChecks.resolve($0, of: declared.entities[index], scope: scope, in: &context)
            }
        }
        return Model(name: declared.name, doc: declared.doc, entities: entities)
    }
}
