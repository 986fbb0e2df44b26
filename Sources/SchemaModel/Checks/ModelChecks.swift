import Diagnostics
import SchemaSyntax

extension FindingCode {
    static let objectInJSON = FindingCode("TR1432")
    static let preservedWithoutHistory = FindingCode("TR1460")
}

/// Resolves the declarations of a model, and finds contradictions.
enum ModelChecks {
    static func resolve(_ declared: ModelDeclaration, in context: inout ReadingContext) -> Model? {
        var declared = declared
        checkTypeNames(declared, in: &context)
        checkJSON(declared, in: &context)
        checkPreservedValues(declared, in: &context)
        InheritanceChecks.resolveParents(of: &declared, in: &context)
        InheritanceChecks.check(declared, in: &context)
        var entities = declared.entities.map { entity in
            Entity(
                name: entity.name, doc: entity.doc, parent: entity.parent, isAbstract: entity.isAbstract, table: entity.table, key: entity.key,
                swiftClass: entity.swiftClass, attributes: entity.attributes,
                relationships: RelationshipChecks.resolve(entity, in: declared, in: &context), uniqueness: [], indexes: [],
                isSmall: entity.isSmall, fetches: [])
        }
        // Conditions come last, because their key paths use attributes and relationships of the whole model.
        let scope = FetchScope(declared: declared, resolved: entities)
        for index in declared.entities.indices where declared.entities[index].namesProperties {
            let entity = declared.entities[index]
            let whole = declared.whole(entity)
            let relationships = (declared.ancestors(of: entity) + [entity]).compactMap { declared.places[$0.name.text] }
                .flatMap { entities[$0].relationships }
            let indexes = IndexChecks(entity: whole, relationships: relationships, scope: scope)
            entities[index].uniqueness = indexes.uniqueness(in: &context)
            entities[index].indexes = indexes.indexes(in: &context)
            entities[index].attributes = DerivationChecks(
                attributes: entity.attributes, entity: whole, relationships: relationships, model: declared, scope: scope
            ).resolve(in: &context)
            entities[index].search = SearchChecks.search(of: whole, whole.attributes, in: &context)
            let fetches = FetchChecks(of: entity, in: scope)
            entities[index].fetches = entity.fetches.compactMap { fetches.resolve($0, in: &context) }
            entities[index].fetchedProperties = entity.fetchedProperties.compactMap { fetches.resolve($0, in: &context) }
        }
        let model = Model(
            name: declared.name, doc: declared.doc, enumerations: declared.enumerations, composites: declared.composites,
            entities: entities, hasHistory: declared.hasHistory, isExisting: declared.isExisting)
        DerivationCycles.check(model, scope.layout, in: &context)
        DeleteRuleChecks.check(model, in: &context)
        ReachChecks.check(model, in: &context)
        ExistingLayoutChecks.check(model, in: &context)
        return model
    }

    /// Objects stay in their context; JSON stores plain values.
    private static func checkJSON(_ declared: ModelDeclaration, in context: inout ReadingContext) {
        let places = declared.entities.indices.filter { declared.entities[$0].traits.hasJSON }
        let lists = places.map { declared.entities[$0].attributes } + declared.composites.map(\.type.attributes)
        let classes = Set(declared.entities.map(\.className.text))
        for attribute in lists.joined() {
            guard let name = attribute.type.jsonType?.rootNames.first(where: classes.contains) else { continue }
            context.report(
                .objectInJSON, "'\(attribute.name.text)' cannot hold '\(name)' as JSON: that is the class of an entity", at: attribute.name.span,
                suggestion: .init("declare a relationship, or choose a Codable type"))
        }
    }

    /// Values of deleted objects are kept in the change history, and nowhere else.
    private static func checkPreservedValues(_ declared: ModelDeclaration, in context: inout ReadingContext) {
        if declared.hasHistory { return }
        let places = declared.entities.indices.filter { declared.entities[$0].traits.hasPreserved }
        for attribute in places.flatMap({ declared.entities[$0].attributes }) where attribute.isPreserved {
            context.report(
                .preservedWithoutHistory,
                "'\(attribute.name.text)' has 'preserveOnDeletion', but the model has no change history", at: attribute.name.span,
                suggestion: .init("add 'history: true' to the model, or remove 'preserveOnDeletion'"))
        }
    }

    /// The model, its entities, its enums and its composites all become Swift types.
    private static func checkTypeNames(_ declared: ModelDeclaration, in context: inout ReadingContext) {
        for entity in declared.entities where entity.className.text == declared.name.text {
            let subject = entity.swiftClass == nil ? "the entity" : "the class"
            context.report(
                .modelNameClash, "\(subject) has the name of its model, and both become Swift types",
                at: entity.className.span, notes: [.init("the model is named here", at: declared.name.span)])
        }
        var taken: [String: Name] = [:]
        for name in [declared.name] + declared.entities.map(\.name) { taken[name.text] = name }
        let values = declared.enumerations.map { ($0.name, "an enum") } + declared.composites.map { ($0.name, "a composite") }
        for (name, kind) in values {
            if let other = taken.updateValue(name, forKey: name.text) {
                context.report(
                    .modelNameClash, "\(kind) shares its name with another type: all become Swift types", at: name.span,
                    notes: [.init("the other name is here", at: other.span)])
            } else if AttributeType.keywords.contains(name.text) {
                context.report(.modelNameClash, "'\(name.text)' is already a built-in type", at: name.span)
            }
        }
        checkClassNames(declared, values.map(\.0), in: &context)
    }

    /// Two classes with one name, or a class with the name of an enum or a composite.
    private static func checkClassNames(_ declared: ModelDeclaration, _ values: [Name], in context: inout ReadingContext) {
        var taken: [String: Name] = [:]
        // A class whose entity names it comes after those that have their entities' names.
        let classes = declared.entities.filter { $0.swiftClass == nil }.map(\.name) + values + declared.entities.compactMap(\.swiftClass)
        for name in classes {
            guard let other = taken[name.text] else {
                taken[name.text] = name
                continue
            }
            guard declared.entities.contains(where: { $0.swiftClass == name }) else { continue }
            context.report(
                .modelNameClash, "the class '\(name.text)' shares its name with another type", at: name.span,
                notes: [.init("the other name is here", at: other.span)], suggestion: .init("choose another name for the class"))
        }
    }
}

extension EntityDeclaration {
    /// The name of its class in Swift.
    fileprivate var className: Name { swiftClass ?? name }
}
