import Foundation

extension CoreDataModel {
    /// The model in the `contents` of an `.xcdatamodel` folder, or in an archive.
    /// - Throws: ``NotCoreDataModel``
    package init(contents: Data) throws(NotCoreDataModel) {
        if contents.starts(with: BinaryPropertyList.magic) {
            self = try CoreDataModel(archive: Array(contents))
            return
        }
        let root = try XMLElementNode(contents)
        guard root.name == "model" else { throw NotCoreDataModel("line 1: the file has the element '\(root.name)', and no model") }
        entities = root.all("entity").map(Entity.init)
        composites = root.all("composite").map {
            Composite(name: $0["name"] ?? "", attributes: $0.all("attribute").map(Attribute.init), line: $0.line)
        }
        fetches = root.all("fetchRequest").map(FetchTemplate.init)
        configurations = root.all("configuration").map { $0["name"] ?? "" }
        remarks = Leftovers(root).remarks
    }
}

extension CoreDataModel.Entity {
    fileprivate init(_ node: XMLElementNode) {
        name = node["name"] ?? ""
        identifier = node.identifier
        className = node["representedClassName"]
        parent = node["parentEntity"]
        isAbstract = node.flag("isAbstract")
        (doc, line) = (node.doc, node.line)
        attributes = node.all("attribute").map(CoreDataModel.Attribute.init)
        relationships = node.all("relationship").map(CoreDataModel.Relationship.init)
        fetchedProperties = node.all("fetchedProperty").compactMap { node in
            node.all("fetchRequest").first.map { .init(name: node["name"] ?? "", fetch: .init($0)) }
        }
        uniqueness = node.all("uniquenessConstraints").flatMap { $0.all("uniquenessConstraint") }.map { group in
            group.all("constraint").compactMap { $0["value"] }
        }
        // The older form beside the newer one: files have either.
        indexes =
            node.all("compoundIndexes").flatMap { $0.all("compoundIndex") }.map { index in
                .init(elements: index.all("index").map { .init(property: $0["value"], isAscending: true, kind: "Binary") }, line: index.line)
            }
            + node.all("fetchIndex").map { index in
                .init(
                    elements: index.all("fetchIndexElement").map {
                        .init(property: $0["property"], isAscending: $0["order"] != "descending", kind: $0["type"] ?? "Binary")
                    }, condition: index["partialIndexPredicate"], line: index.line)
            }
    }
}

extension CoreDataModel.Attribute {
    fileprivate init(_ node: XMLElementNode) {
        name = node["name"] ?? ""
        identifier = node.identifier
        type = node["attributeType"]
        isOptional = node.flag("optional")
        isTransient = node.flag("transient")
        isIndexed = node.flag("indexed")
        isExternal = node.flag("allowsExternalBinaryDataStorage")
        isPreserved = node.flag("preserveAfterDeletion")
        defaultValue = node["defaultDateTimeInterval"] ?? node["defaultValueString"]
        min = node["minDateTimeInterval"] ?? node["minValueString"]
        max = node["maxDateTimeInterval"] ?? node["maxValueString"]
        pattern = node["regularExpressionString"]
        className = node["customClassName"]
        composite = node["composite"]
        derivation = node.flag("derived") ? node["derivationExpression"] ?? "" : nil
        (doc, line) = (node.doc, node.line)
    }
}

extension CoreDataModel.Relationship {
    fileprivate init(_ node: XMLElementNode) {
        name = node["name"] ?? ""
        identifier = node.identifier
        destination = node["destinationEntity"] ?? ""
        inverse = node["inverseName"]
        isToMany = node.flag("toMany")
        isOptional = node.flag("optional")
        isOrdered = node.flag("ordered")
        isTransient = node.flag("transient")
        minCount = node["minCount"].flatMap { Int($0) } ?? 0
        maxCount = node["maxCount"].flatMap { Int($0) } ?? 0
        deleteRule = node["deletionRule"] ?? "Nullify"
        (doc, line) = (node.doc, node.line)
    }
}

extension CoreDataModel.FetchTemplate {
    fileprivate init(_ node: XMLElementNode) {
        name = node["name"] ?? ""
        entity = node["entity"] ?? ""
        predicate = node["predicateString"]
        limit = node["fetchLimit"].flatMap { Int($0) }
        givesObjects = ["0", nil].contains(node["resultType"])
        line = node.line
    }
}

extension XMLElementNode {
    /// The identifier for renames: newer files call it another name than older ones.
    fileprivate var identifier: String? { self["renamingIdentifier"] ?? self["elementID"] }

    /// The text of the user info that is Trellis's `doc`, as an export writes it.
    fileprivate var doc: String? { all("userInfo").flatMap { $0.all("entry") }.first(where: \.isDoc)?["value"] }

    /// Whether an entry of user info is a doc.
    var isDoc: Bool { self["key"] == "doc" }
}
