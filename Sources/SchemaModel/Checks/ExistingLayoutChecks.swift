import Diagnostics
import SchemaSyntax

extension FindingCode {
    static let notInExistingLayout = FindingCode("TR1611")
    static let keyOutsideExistingLayout = FindingCode("TR1612")
}

/// Finds what a model with `layout: existing` cannot have, because another program's file has no columns, tables or triggers for it.
struct ExistingLayoutChecks {
    private let model: Model

    /// The names of columns that Trellis's statements use otherwise.
    private static let reservedColumns: Set = ["_id", "_version", "_entity", "_rowid_"]

    static func check(_ model: Model, in context: inout ReadingContext) {
        guard model.isExisting else {
            for key in model.entities.compactMap(\.key) {
                context.report(
                    .keyOutsideExistingLayout, "'key' names the key of another program's table, and the model has tables of Trellis",
                    at: key.span, suggestion: .init("remove 'key', or add 'layout: existing' to the model"))
            }
            for pairs in model.entities.flatMap(\.relationships).compactMap(\.pairs) {
                context.report(
                    .keyOutsideExistingLayout, "'pairs' names another program's join table, and the model has tables of Trellis", at: pairs.span,
                    suggestion: .init("remove 'pairs', or add 'layout: existing' to the model"))
            }
            return
        }
        let checks = ExistingLayoutChecks(model: model)
        if model.hasHistory { checks.report("a change history", "its tables and triggers", at: model.name, in: &context) }
        for entity in model.entities { checks.check(entity, in: &context) }
    }

    private func check(_ entity: Entity, in context: inout ReadingContext) {
        if let parent = entity.parent { report("a parent", "the column with the entity of a row", at: parent, in: &context) }
        if entity.isAbstract { report("an abstract entity", "the column with the entity of a row", at: entity.name, in: &context) }
        if entity.search != nil { report("a search", "its table and triggers", at: entity.name, in: &context) }
        if let table = entity.table, table.text.hasPrefix("_") {
            report("a table whose name begins with '_'", "such a table, as far as Trellis can name it", at: table, in: &context)
        }
        for attribute in entity.attributes where !attribute.isTransient { check(attribute, of: entity, in: &context) }
        for relationship in entity.relationships { check(relationship, of: entity, in: &context) }
    }

    private func check(_ attribute: Attribute, of entity: Entity, in context: inout ReadingContext) {
        if attribute.type.parts != nil { report("a composite", "the columns of its parts", at: attribute.name, in: &context) }
        if attribute.derivation != nil { report("a derived attribute", "the column and the triggers", at: attribute.name, in: &context) }
        if attribute.isChecked { report("'check: true'", "the CHECK", at: attribute.name, in: &context) }
        guard let column = attribute.column?.text.lowercased() else { return }
        if Self.reservedColumns.contains(column) || column == (entity.key?.text ?? "id").lowercased() {
            context.report(
                .notInExistingLayout, "the column '\(column)' cannot be an attribute: the name stands for the key or the version of a row",
                at: attribute.column?.span ?? attribute.name.span, suggestion: .init("remove the attribute"))
        }
    }

    private func check(_ relationship: Relationship, of entity: Entity, in context: inout ReadingContext) {
        switch (relationship.storage, model.inverse(of: relationship)) {
        case (.joinTable, let inverse?): if !relationship.isItsOwnInverse { checkPairs(relationship, of: entity, inverse, in: &context) }
        case (.joinTable, nil) where relationship.pairs != nil:
            context.report(
                .notInExistingLayout, "'\(entity.name.text).\(relationship.name.text)' has a join table, and no relationship that leads back",
                at: relationship.name.span, suggestion: .init("declare the other side, and name it with 'inverse'"))
        case (.joinTable, nil): report("a to-many relationship without inverse", "a table that Trellis can name", at: relationship.name, in: &context)
        case (.key, _), (.inverseKey, _): break
        }
        if relationship.isItsOwnInverse { report("a relationship that is its own inverse", "the rule", at: relationship.name, in: &context) }
        if relationship.isOrdered { report("ordered members", "the column with their positions", at: relationship.name, in: &context) }
        if relationship.holdsKey, relationship.deleteRule == .cascade || relationship.deleteRule == .deny {
            context.report(
                .notInExistingLayout,
                "'deleteRule: \(relationship.deleteRule.rawValue)' of the side with the key needs a trigger, which another program's file does not have",
                at: relationship.deleteRuleSpan,
                suggestion: .init("remove it; the rule of the other side is the ON DELETE action of the foreign key"))
        }
    }

    /// One side names the join table.
    private func checkPairs(_ relationship: Relationship, of entity: Entity, _ inverse: Relationship, in context: inout ReadingContext) {
        if relationship.deleteRule == .cascade {
            context.report(
                .notInExistingLayout,
                "'deleteRule: cascade' of a many-to-many relationship needs a trigger, which another program's file does not have",
                at: relationship.deleteRuleSpan,
                suggestion: .init("remove it; the rule is the ON DELETE action of the key in the join table: nullify for CASCADE, deny for NO ACTION"))
        }
        if let table = relationship.pairs?.table, table.text.hasPrefix("_") {
            report("a table whose name begins with '_'", "such a table, as far as Trellis can name it", at: table, in: &context)
        }
        // Of two sides one tells.
        guard (entity.name.text, relationship.name.text) < (relationship.destination.text, inverse.name.text) else { return }
        switch (relationship.pairs, inverse.pairs) {
        case (nil, nil):
            context.report(
                .notInExistingLayout,
                "'\(entity.name.text).\(relationship.name.text)' leads to many from many, and the model does not name the join table",
                at: relationship.name.span, notes: [.init("the other side is here", at: inverse.name.span)],
                suggestion: .init("add 'pairs: { table: …, own: …, other: … }' with the join table and its two columns"))
        case (let pairs?, let other?):
            context.report(
                .wrongPairs, "both sides name the join table", at: pairs.span, notes: [.init("the other side names it here", at: other.span)],
                suggestion: .init("remove 'pairs' from one side"))
        case (_?, nil), (nil, _?): break
        }
    }

    private func report(_ what: String, _ missing: String, at name: Name, in context: inout ReadingContext) {
        context.report(
            .notInExistingLayout, "a model with 'layout: existing' cannot have \(what): the other program's file does not have \(missing)",
            at: name.span, suggestion: .init("remove it, or copy the rows into a store of Trellis with 'trellis import sqlite --store'"))
    }
}
