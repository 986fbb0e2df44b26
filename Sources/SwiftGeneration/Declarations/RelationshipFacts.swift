import SchemaModel

/// The meaning of a relationship, for the documentation of its property.
struct RelationshipFacts {
    private let relationship: Relationship
    private let inverse: Relationship?
    /// The class at the other side.
    private let owner: String

    init(_ relationship: Relationship, in model: Model) {
        self.relationship = relationship
        owner = "`\(model.entity(named: relationship.destination.text)?.className.text ?? relationship.destination.text)`"
        inverse = model.inverse(of: relationship)
    }

    var text: String {
        let sentences = relationship.isToMany ? [members, counts, rule] : [destination, rule]
        return sentences.compactMap(\.self).joined(separator: " ")
    }

    private var inverseName: String { "`\(inverse?.name.text ?? "")`" }

    // MARK: To-one

    private var destination: String {
        let presence = relationship.isOptional ? "or nil" : "required when the object is saved"
        guard let inverse else { return "The \(owner) of this object, \(presence)." }
        return inverse.isToMany
            ? "The \(owner) whose \(inverseName) include this object, \(presence)."
            : "The \(owner) whose \(inverseName) is this object, \(presence)."
    }

    // MARK: To-many

    private var members: String {
        let order = relationship.isOrdered ? ", ordered" : ""
        guard let inverse else { return "Any number of \(owner)\(order), without an inverse." }
        return inverse.isToMany
            ? "Every \(owner) whose \(inverseName) include this object\(order)."
            : "Every \(owner) whose \(inverseName) is this object\(order)."
    }

    private var counts: String? {
        let bounds = [
            relationship.minCount.map { "at least \($0)" }, relationship.maxCount.map { "at most \($0)" },
        ].compactMap(\.self)
        if bounds.isEmpty { return nil }
        let exception = relationship.isOptional && relationship.minCount != nil ? ", or none" : ""
        return "A save requires \(bounds.joined(separator: " and "))\(exception)."
    }

    // MARK: Deleting

    private var rule: String? {
        let many = relationship.isToMany
        switch relationship.deleteRule {
        case .cascade:
            return "Deleting this object deletes \(many ? "them" : "it")."
        case .deny:
            return many
                ? "This object cannot be deleted while it has any."
                : "This object cannot be deleted while this is set."
        case .nullify where relationship.storage == .inverseKey:
            return "Deleting this object sets \(many ? "their" : "its") \(inverseName) to nil."
        case .nullify where relationship.isItsOwnInverse && !many:
            return "Deleting this object unlinks it there."
        case .noAction where relationship.storage == .inverseKey:
            return "Deleting this object leaves \(many ? "their keys" : "its key") unchanged."
        case .nullify, .noAction:
            return nil
        }
    }
}
