/// What a model's file says that Trellis has no words for: settings of other services, notes of programs, and attributes of a newer
/// Xcode.
struct Leftovers {
    private(set) var remarks: [Remark] = []

    init(_ root: XMLElementNode) {
        read(root, at: "the model")
    }

    private mutating func read(_ node: XMLElementNode, at place: String) {
        for (name, value) in node.attributes.sorted(by: { $0.key < $1.key }) {
            guard let kind = kind(of: name, value, in: node.name) else { continue }
            remarks.append(Remark(kind: kind, place: place, detail: [.unknown, .fetchOption].contains(kind) ? "\(name)=\(value)" : value))
        }
        for child in node.children where !Self.pictures.contains(child.name) {
            guard child.name != "userInfo" else {
                let hasDoc = ["entity", "attribute", "relationship"].contains(node.name)
                for entry in child.all("entry") where !(hasDoc && entry.isDoc) {
                    remarks.append(Remark(kind: .userInfo, place: place, detail: "\(entry["key"] ?? "")=\(entry["value"] ?? "")"))
                }
                continue
            }
            guard Self.elements.contains(child.name) else {
                remarks.append(Remark(kind: .unknownElement, place: place, detail: "<\(child.name)>"))
                continue
            }
            let isNamed = ["entity", "attribute", "relationship", "fetchedProperty", "fetchRequest", "composite", "fetchIndex"].contains(child.name)
            // A template is a fetch of its entity.
            let name = [node.name == "model" && child.name == "fetchRequest" ? child["entity"] : nil, child["name"]].compactMap(\.self).joined(separator: ".")
            read(child, at: !isNamed ? place : node.name == "model" ? name : "\(place).\(name)")
        }
    }

    private static let elements: Set = [
        "entity", "attribute", "relationship", "fetchedProperty", "fetchRequest", "composite", "fetchIndex", "fetchIndexElement",
        "compoundIndexes", "compoundIndex", "index", "uniquenessConstraints", "uniquenessConstraint", "constraint", "configuration", "memberEntity",
    ]

    /// The picture in Xcode's editor.
    private static let pictures: Set = ["elements"]

    private func kind(of name: String, _ value: String, in element: String) -> Remark.Kind? {
        guard let known = Self.known[element] else { return nil }
        if element == "fetchRequest", let usual = Self.usualOptions[name] { return usual.contains(value) ? nil : .fetchOption }
        if let kind = Self.listed[name] { return ["NO", ""].contains(value) ? nil : kind }
        return known.contains(name) ? nil : .unknown
    }

    /// Attributes with a meaning that is not carried over.
    private static let listed: [String: Remark.Kind] = [
        "versionHashModifier": .hashModifier, "valueTransformerName": .transformer, "spotlightIndexingEnabled": .spotlight,
        "storedInTruthFile": .spotlight, "coreSpotlightDisplayNameExpression": .spotlight, "usedWithCloudKit": .cloud,
        "usedWithSwiftData": .unknown, "allowsCloudEncryption": .cloud,
    ]

    /// Options of a fetch with the values that change nothing.
    private static let usualOptions: [String: Set<String>] = [
        "includeSubentities": ["YES"], "includesPendingChanges": ["YES"], "returnDistinctResults": ["NO"], "fetchBatchSize": ["0"],
        "fetchOffset": ["0"],
    ]

    /// Attributes that are read, and those that say something of Xcode or of Swift's side of Core Data alone.
    private static let known: [String: Set<String>] = [
        "model": [
            "type", "documentVersion", "lastSavedToolsVersion", "systemVersion", "minimumToolsVersion", "sourceLanguage", "macOSVersion",
            "iOSVersion", "userDefinedModelVersionIdentifier", "name",
        ],
        "entity": [
            "name", "parentEntity", "isAbstract", "representedClassName", "codeGenerationType", "syncable", "elementID", "renamingIdentifier",
        ],
        "composite": ["name"],
        "attribute": [
            "name", "attributeType", "optional", "transient", "indexed", "allowsExternalBinaryDataStorage", "defaultValueString",
            "defaultDateTimeInterval", "minValueString", "maxValueString", "minDateTimeInterval", "maxDateTimeInterval",
            "regularExpressionString", "customClassName", "composite", "derived", "derivationExpression", "usesScalarValueType", "syncable",
            "elementID", "renamingIdentifier", "preserveAfterDeletion",
        ],
        "relationship": [
            "name", "destinationEntity", "inverseName", "inverseEntity", "toMany", "optional", "ordered", "transient", "minCount", "maxCount",
            "deletionRule", "indexed", "syncable", "elementID", "renamingIdentifier",
        ],
        "fetchedProperty": ["name", "optional", "syncable"],
        "fetchRequest": [
            "name", "entity", "predicateString", "fetchLimit", "resultType", "includeSubentities", "includePropertyValues",
            "includesPendingChanges", "returnDistinctResults", "returnObjectsAsFaults", "fetchBatchSize", "fetchOffset",
        ],
        "fetchIndex": ["name", "partialIndexPredicate"],
    ]
}
