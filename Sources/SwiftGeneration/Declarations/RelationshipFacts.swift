import SchemaModel

/// What a relationship means, as the documentation of its property says it.
struct RelationshipFacts {
    private let relationship: Relationship
    private let inverse: Relationship?

    init(_ relationship: Relationship, in model: Model) {
        self.relationship = relationship
        inverse = model.inverse(of: relationship)
    }

    var text: String {
        let sentences = relationship.isToMany ? [members, counts, rule] : [destination, rule]
        return sentences.compactMap(\.self).joined(separator: " ")
    }

    private var owner: String { "`\(relationship.destination.text)`" }
    private var inverseName: String { "`\(inverse?.name.text ?? "")`" }

    // MARK: To-one

    private var destination: String {
        let presence = relationship.isOptional ? "or nil" : "required when the object is saved"
        guard let inverse else { return "The \(owner) that this object leads to, \(presence)." }
        return inverse.isToMany
            ? "The \(owner) that has this object among its \(inverseName), \(presence)."
            : "The \(owner) whose \(inverseName) is this object, \(presence)."
    }

    // MARK: To-many

    private var members: String {
        let order = relationship.isOrdered ? ", in an order of their own" : ""
        guard let inverse else { return "Any number of \(owner)\(order); nothing leads back from them." }
        return inverse.isToMany
            ? "Every \(owner) that has this object among its \(inverseName)\(order)."
            : "Every \(owner) whose \(inverseName) is this object\(order)."
    }

    private var counts: String? {
        let bounds = [
            relationship.minCount.map { "at least \($0)" }, relationship.maxCount.map { "at most \($0)" },
        ].compactMap(\.self)
        if bounds.isEmpty { return nil }
        let exception = relationship.isOptional && relationship.minCount != nil ? ", or none," : ""
        return "There are \(bounds.joined(separator: " and "))\(exception) when the object is saved."
    }

    // MARK: Deleting

    private var rule: String? {
        let many = relationship.isToMany
        switch relationship.deleteRule {
        case .cascade:
            return "Deleting this object deletes \(many ? "them" : "it")."
        case .deny:
            return many
                ? "As long as there are any, this object cannot be deleted."
                : "As long as it is set, this object cannot be deleted."
        case .nullify where relationship.storage == .inverseKey:
            return "Deleting this object clears \(many ? "their" : "its") \(inverseName)."
        case .nullify where relationship.isItsOwnInverse && !many:
            return "Deleting this object clears it there."
        case .noAction where relationship.storage == .inverseKey:
            return "Deleting this object leaves \(many ? "their keys" : "its key") as \(many ? "they are" : "it is")."
        case .nullify, .noAction:
            return nil
        }
    }
}
