import SchemaModel

/// One relationship as an element of a model's file.
struct RelationshipElement {
    private(set) var element: XMLElement
    private(set) var remarks: [ExportRemark] = []

    init(_ relationship: Relationship, at place: String, identifier: String?) {
        element = XMLElement("relationship", ["name": relationship.name.text, "optional": relationship.isOptional ? "YES" : nil])
        if relationship.isToMany {
            element["toMany"] = "YES"
            element["minCount"] = relationship.minCount.map { "\($0)" }
            element["maxCount"] = relationship.maxCount.map { "\($0)" }
        } else {
            element["maxCount"] = "1"
        }
        element["deletionRule"] = Self.rule(relationship.deleteRule)
        if relationship.isOrdered { element["ordered"] = "YES" }
        element["destinationEntity"] = relationship.destination.text
        if let inverse = relationship.inverse {
            element["inverseName"] = inverse.text
            element["inverseEntity"] = relationship.destination.text
        }
        if let identifier, identifier != relationship.name.text { element["elementID"] = identifier }
        if let column = relationship.column { remarks.append(ExportRemark(.stored, place, column.text)) }
        if let doc = relationship.doc {
            element.children.append(.note(doc))
            if !XMLText.canContain(doc) { remarks.append(ExportRemark(.characters, place)) }
        }
    }

    private static func rule(_ rule: DeleteRule) -> String {
        switch rule {
        case .noAction: "No Action"
        case .nullify: "Nullify"
        case .cascade: "Cascade"
        case .deny: "Deny"
        }
    }
}
