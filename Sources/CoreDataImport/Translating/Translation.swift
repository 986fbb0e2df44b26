import SQLiteStorage
import StoreImport

/// A Core Data model as the text of a Trellis model, and what had to be changed or left out.
package struct Translation: Sendable {
    package let text: String
    package let remarks: [Remark]
    /// The model as it was translated: names that Trellis takes, relationships that hold together.
    let model: CoreDataModel
    /// What was renamed: the old name of an entity, or of a property as `Entity.property` with new names.
    let oldNames: [String: String]

    /// The types of transformable attributes in the new model.
    package enum Transformables: Sendable, Hashable {
        /// Values of a class become JSON of a Codable type of that name; others stay archives.
        case codable
        /// All stay the archives that a store has.
        case archives
    }

    /// - Parameter name: what the model is called: any text, of which a Swift type's name is made.
    package init(_ source: CoreDataModel, named name: String, transformables: Transformables = .codable) {
        var source = source
        if transformables == .archives { source.keepArchives() }
        var translator = Translator(Repair(source))
        text = translator.text(named: name)
        remarks = translator.remarks
        model = translator.model
        oldNames = translator.oldNames
    }
}

/// Writes the text.
private struct Translator {
    let model: CoreDataModel
    let oldNames: [String: String]
    private var classes = ClassNames()
    private(set) var remarks: [Remark]
    /// Columns of roots' tables, in lower case.
    private var columns: [String: Set<String>] = [:]
    private var lines: [String] = []

    init(_ repaired: Repair) {
        var model = repaired.model
        remarks = repaired.remarks
        oldNames = repaired.oldNames
        for composite in model.composites where composite.attributes.isEmpty {
            remarks.append(Remark(kind: .emptyComposite, place: composite.name))
        }
        // What is made of nothing else is nothing either.
        while let empty = model.composites.firstIndex(where: { $0.attributes.isEmpty }) {
            let name = model.composites.remove(at: empty).name
            for index in model.composites.indices { model.composites[index].attributes.removeAll { $0.composite == name } }
            for index in model.entities.indices { model.entities[index].attributes.removeAll { $0.composite == name } }
        }
        self.model = model
        classes = ClassNames(model.entities.map(\.name) + model.composites.map(\.name))
        remarks += model.configurations.map { Remark(kind: .configuration, place: $0) }
    }

    mutating func text(named name: String) -> String {
        let modelName = modelName(name)
        lines = ["trellis: 1", "model: \(modelName)"]
        classes.take(modelName)
        // Values are preserved in the change history.
        if model.entities.contains(where: { $0.attributes.contains(where: \.isPreserved) }) { lines.append("history: true") }
        if !model.composites.isEmpty { lines.append("composites:") }
        for composite in model.composites {
            lines.append("  \(composite.name):")
            lines.append("    attributes:")
            for attribute in composite.attributes {
                let translation = AttributeTranslation(attribute, at: "\(composite.name).\(attribute.name)")
                lines.append("      \(attribute.name): \(translation.text)")
                remarks += translation.remarks
            }
        }
        lines.append("entities:")
        for entity in model.entities { write(entity) }
        return lines.joined(separator: "\n") + "\n"
    }

    private func modelName(_ name: String) -> String {
        let words = name.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        let joined = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        return model.entity(joined) == nil ? joined : joined + "Model"
    }

    private mutating func write(_ entity: CoreDataModel.Entity) {
        lines.append("  \(entity.name):")
        if entity.isAbstract { lines.append("    abstract: true") }
        if let parent = entity.parent { lines.append("    parent: \(parent)") }
        if let text = entity.className, let name = ClassNames.name(in: text), name != entity.name {
            if classes.take(name) {
                lines.append("    class: \(name)")
            } else {
                remarks.append(Remark(kind: .className, place: entity.name, detail: text))
            }
        }
        if entity.parent == nil, let old = oldNames[entity.name], let table = Self.storedName(old) {
            lines.append("    table: \(table)")
        }
        var comparable = Set<String>()
        if !entity.attributes.isEmpty { lines.append("    attributes:") }
        for attribute in entity.attributes {
            let path = "\(entity.name).\(attribute.name)"
            let column = attribute.isTransient ? nil : column(of: attribute.name, in: entity, SnakeCase.convert(attribute.name))
            let translation = AttributeTranslation(attribute, at: path, column: column)
            lines.append("      \(attribute.name): \(translation.text)")
            remarks += translation.remarks
            if translation.isComparable { comparable.insert(attribute.name) }
        }
        if !entity.relationships.isEmpty { lines.append("    relationships:") }
        for relationship in entity.relationships {
            let holdsKey = RelationshipTranslation.holdsKey(
                relationship, model.inverse(of: relationship, of: entity.name), of: entity.name)
            let column = holdsKey ? column(of: relationship.name, in: entity, SnakeCase.convert(relationship.name) + "_id") : nil
            let translation = RelationshipTranslation(relationship, of: entity.name, in: model, column: column)
            lines.append("      \(relationship.name): \(translation.text)")
            remarks += translation.remarks
        }
        writeUniqueness(of: entity)
        writeIndexes(of: entity)
        writeFetches(of: entity)
        // An entity of which nothing is said.
        if lines.last == "  \(entity.name):" { lines[lines.count - 1] += " {}" }
    }

    /// The name of a column that Trellis is told, where its own choice would be another or is taken.
    private mutating func column(of property: String, in entity: CoreDataModel.Entity, _ chosen: String) -> String? {
        let root = model.line(of: entity.name).last?.name ?? entity.name
        let old = oldNames["\(entity.name).\(property)"].flatMap(Self.storedName)
        var name = old ?? chosen
        if columns[root, default: []].contains(name.lowercased()) {
            name = "\(SnakeCase.convert(entity.name))_\(name)"
            remarks.append(Remark(kind: .columnNamed, place: "\(entity.name).\(property)", detail: name))
        }
        columns[root, default: []].insert(name.lowercased())
        return name == chosen ? nil : name
    }

    /// The name that a table or column would have by an old name; nil where SQLite's side cannot have it either.
    private static func storedName(_ name: String) -> String? {
        let name = SnakeCase.convert(name)
        return name.wholeMatch(of: /[A-Za-z](_?[A-Za-z0-9])*/) == nil || name.hasPrefix("sqlite_") ? nil : name
    }

    // MARK: Uniqueness, indexes and fetches

    /// Whether an attribute, or the key of a relationship, has a column that can be in an index.
    private func hasColumn(_ property: String, of entity: CoreDataModel.Entity) -> Bool {
        for ancestor in model.line(of: entity.name) {
            if let attribute = ancestor.attributes.first(where: { $0.name == property }) {
                return AttributeTranslation(attribute, at: "").isComparable
            }
            if let relationship = ancestor.relationships.first(where: { $0.name == property }) {
                return RelationshipTranslation.holdsKey(
                    relationship, model.inverse(of: relationship, of: ancestor.name), of: ancestor.name)
            }
        }
        return false
    }

    private mutating func writeUniqueness(of entity: CoreDataModel.Entity) {
        var groups = [String]()
        for group in entity.uniqueness {
            if !group.isEmpty, group.allSatisfy({ hasColumn($0, of: entity) }) {
                groups.append(YAMLText.list(group))
            } else {
                remarks.append(Remark(kind: .uniqueness, place: "\(entity.name).\(group.joined(separator: "+"))"))
            }
        }
        if !groups.isEmpty { lines.append("    unique: \(YAMLText.list(groups))") }
    }

    private mutating func writeIndexes(of entity: CoreDataModel.Entity) {
        var indexes = entity.attributes.filter { $0.isIndexed && !$0.isTransient }.map { "[\($0.name)]" }
        for index in entity.indexes {
            let names = index.elements.map(\.property)
            let place = "\(entity.name).\(names.map { $0 ?? "?" }.joined(separator: "+"))"
            guard !names.isEmpty, index.elements.allSatisfy({ $0.kind == "Binary" }),
                names.allSatisfy({ $0.map { hasColumn($0, of: entity) } ?? false })
            else {
                remarks.append(Remark(kind: .index, place: place))
                continue
            }
            let keys = YAMLText.list(index.elements.map { ($0.isAscending ? "" : "-") + ($0.property ?? "") })
            if let condition = index.condition {
                indexes.append(YAMLText.mapping([("on", keys), ("where", YAMLText.quoted(condition))]))
            } else if !indexes.contains(keys) {
                indexes.append(keys)
            }
        }
        if !indexes.isEmpty { lines.append("    indexes: \(YAMLText.list(indexes))") }
    }

    private mutating func writeFetches(of entity: CoreDataModel.Entity) {
        var fetches = [(name: String, text: String)]()
        for fetch in model.fetches where fetch.entity == entity.name {
            let translation = FetchTranslation(fetch, in: model)
            remarks += translation.remarks
            if let text = translation.text { fetches.append((fetch.name, text)) }
        }
        for source in model.entities {
            for property in source.fetchedProperties where property.fetch.entity == entity.name {
                let translation = FetchTranslation(property, of: source.name, in: model)
                remarks += translation.remarks
                if let text = translation.text {
                    fetches.append((FetchTranslation.name(of: property, of: source.name), text))
                }
            }
        }
        if !fetches.isEmpty { lines.append("    fetches:") }
        for fetch in fetches { lines.append("      \(fetch.name): \(fetch.text)") }
    }
}

extension CoreDataModel {
    /// Makes values of stored transformable attributes stay archives.
    fileprivate mutating func keepArchives() {
        for entity in entities.indices {
            for place in entities[entity].attributes.indices { entities[entity].attributes[place].isArchive = true }
        }
        for composite in composites.indices {
            for place in composites[composite].attributes.indices { composites[composite].attributes[place].isArchive = true }
        }
    }
}
