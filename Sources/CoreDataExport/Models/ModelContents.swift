import SchemaModel

/// A model as the `contents` of an `.xcdatamodel` folder.
package struct ModelContents {
    package let text: String
    package private(set) var remarks: [ExportRemark] = []

    /// - Parameter identifiers: what parts are called in all versions.
    init(_ model: Model, _ identifiers: RenamingIdentifiers) {
        // The versions of Xcode and macOS are what the format asks for. Xcode writes its own at the next save.
        var root = XMLElement(
            "model",
            [
                "type": "com.apple.IDECoreDataModeler.DataModel", "documentVersion": "1.0", "lastSavedToolsVersion": "22758",
                "systemVersion": "23F79", "minimumToolsVersion": "Automatic", "sourceLanguage": "Swift",
                "userDefinedModelVersionIdentifier": "",
            ])
        var remarks = [ExportRemark]()
        if let doc = model.doc { remarks.append(ExportRemark(.doc, model.name.text, doc)) }
        if model.hasHistory { remarks.append(ExportRemark(.history, model.name.text)) }
        for enumeration in model.enumerations {
            if let doc = enumeration.doc { remarks.append(ExportRemark(.doc, enumeration.name.text, doc)) }
        }
        for entity in model.entities {
            let translated = EntityElement(entity, identifiers)
            root.children.append(translated.element)
            remarks += translated.remarks
        }
        for composite in model.composites {
            var element = XMLElement("composite", ["name": composite.name.text])
            for attribute in composite.type.attributes {
                let translated = AttributeElement(attribute, at: "\(composite.name.text).\(attribute.name.text)", identifier: nil)
                element.children.append(translated.element)
                remarks += translated.remarks
            }
            if let doc = composite.doc { remarks.append(ExportRemark(.doc, composite.name.text, doc)) }
            root.children.append(element)
        }
        for (name, fetch, entity) in Self.templates(of: model) {
            let translated = FetchElement(fetch, of: entity, name: name)
            if let element = translated.element { root.children.append(element) }
            remarks += translated.remarks
        }
        text = root.file
        self.remarks = remarks
    }

    /// The fetches of all entities. A template's name is one of the whole model: the second fetch of a name gets that of its entity too.
    private static func templates(of model: Model) -> [(name: String, fetch: NamedFetch, entity: String)] {
        var taken = Set<String>()
        return model.entities.flatMap { entity in
            entity.fetches.map { fetch in
                var name = fetch.name.text
                if !taken.insert(name).inserted {
                    name = entity.name.text + "_" + name
                    while !taken.insert(name).inserted { name += "_" }
                }
                return (name, fetch, entity.name.text)
            }
        }
    }
}
