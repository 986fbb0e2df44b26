import StoreImport

/// One relationship of a repaired Core Data model, translated.
struct RelationshipTranslation {
    private(set) var entries: [(key: String, value: String)] = []
    private(set) var remarks: [Remark] = []

    init(_ relationship: CoreDataModel.Relationship, of entity: String, in model: CoreDataModel, column: String? = nil) {
        let inverse = model.inverse(of: relationship, of: entity)
        if relationship.isToMany {
            entries.append(("to", "[\(relationship.destination)]"))
        } else {
            entries.append(("to", "\(relationship.destination)\(relationship.isOptional ? "?" : "")"))
        }
        if let inverse { entries.append(("inverse", inverse.name)) }
        if let rule = Self.deleteRules[relationship.deleteRule] { entries.append(("deleteRule", rule)) }
        if relationship.isToMany {
            if relationship.isOrdered { entries.append(("ordered", "true")) }
            if relationship.minCount > 0 { entries.append(("minCount", "\(relationship.minCount)")) }
            if relationship.maxCount > 0 { entries.append(("maxCount", "\(relationship.maxCount)")) }
            // What is said by the counts, or by their absence, needs no word.
            if relationship.isOptional != (relationship.minCount == 0) { entries.append(("optional", "\(relationship.isOptional)")) }
        }
        if !relationship.isToMany, relationship.isOrdered { remarks.append(Remark(kind: .orderedToOne, place: "\(entity).\(relationship.name)")) }
        if Self.isGivenKey(relationship, inverse, of: entity) {
            entries.append(("key", "here"))
            remarks.append(Remark(kind: .keyChosen, place: "\(entity).\(relationship.name)"))
        }
        if let column, Self.holdsKey(relationship, inverse, of: entity) { entries.append(("column", column)) }
        if let doc = relationship.doc { entries.append(("doc", YAMLText.quoted(doc))) }
    }

    var text: String { YAMLText.mapping(entries) }

    /// Nullify needs no word.
    private static let deleteRules = ["Cascade": "cascade", "Deny": "deny", "No Action": "noAction"]

    /// Whether the row of this side holds the key.
    static func holdsKey(_ relationship: CoreDataModel.Relationship, _ inverse: CoreDataModel.Relationship?, of entity: String) -> Bool {
        guard !relationship.isToMany else { return false }
        guard let inverse, isOneToOne(relationship, inverse, of: entity) else { return true }
        if relationship.isOptional != inverse.isOptional { return !relationship.isOptional }
        return isGivenKey(relationship, inverse, of: entity)
    }

    /// Whether this side of a one-to-one is to say that it holds the key: what is deleted along does, and else the name that comes
    /// first.
    private static func isGivenKey(
        _ relationship: CoreDataModel.Relationship, _ inverse: CoreDataModel.Relationship?, of entity: String
    ) -> Bool {
        guard let inverse, isOneToOne(relationship, inverse, of: entity), relationship.isOptional == inverse.isOptional else {
            return false
        }
        let (isDeletedAlong, deletesAlong) = (inverse.deleteRule == "Cascade", relationship.deleteRule == "Cascade")
        return isDeletedAlong != deletesAlong
            ? isDeletedAlong : (entity, relationship.name) < (relationship.destination, inverse.name)
    }

    private static func isOneToOne(
        _ relationship: CoreDataModel.Relationship, _ inverse: CoreDataModel.Relationship, of entity: String
    ) -> Bool {
        let isItsOwnInverse = relationship.destination == entity && inverse.name == relationship.name
        return !relationship.isToMany && !inverse.isToMany && !isItsOwnInverse
    }
}
