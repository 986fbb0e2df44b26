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
    /// What each line of the text is about.
    package let origins: [Origin]

    /// The types of transformable attributes in the new model.
    package enum Transformables: Sendable, Hashable {
        /// Values of a class become JSON of a Codable type of that name; others stay archives.
        case codable
        /// All stay the archives that a store has.
        case archives
    }

    /// - Parameters:
    ///   - name: what the model is called: any text, of which a Swift type's name is made.
    ///   - leavingOut: what the language refuses, as ``refused(by:)`` finds it.
    package init(
        _ source: CoreDataModel, named name: String, transformables: Transformables = .codable, leavingOut: Set<String> = []
    ) {
        var source = source
        if transformables == .archives { source.keepArchives() }
        var translator = Translator(Repair(source), leavingOut: leavingOut)
        text = translator.text(named: name)
        origins = translator.origins
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
    private let storedNames: StoredNameChoice
    private var lines: [String] = []
    private(set) var origins: [Origin] = []
    private let leavingOut: Set<String>
    private let newNames: NewNames

    init(_ repaired: Repair, leavingOut: Set<String>) {
        self.leavingOut = leavingOut
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
        newNames = NewNames(model, oldNames)
        storedNames = StoredNameChoice(model, oldNames)
        classes = ClassNames(model.entities.map(\.name) + model.composites.map(\.name))
        remarks += model.configurations.map { Remark(kind: .configuration, place: $0) }
    }

    mutating func text(named name: String) -> String {
        let modelName = modelName(name)
        let whole = Origin(place: "the model", line: nil)
        write("trellis: 1", whole)
        write("model: \(modelName)", whole)
        classes.take(modelName)
        // Values are preserved in the change history.
        if model.entities.contains(where: { $0.attributes.contains(where: \.isPreserved) }) { write("history: true", whole) }
        if !model.composites.isEmpty { write("composites:", whole) }
        for composite in model.composites {
            write("  \(composite.name):", Origin(place: composite.name, line: composite.line))
            write("    attributes:", Origin(place: composite.name, line: composite.line))
            for attribute in composite.attributes { write(attribute, of: composite.name, inEntity: false) }
        }
        write(model.entities.isEmpty ? "entities: {}" : "entities:", whole)
        for entity in model.entities { write(entity) }
        return lines.joined(separator: "\n") + "\n"
    }

    private mutating func write(_ line: String, _ origin: Origin) {
        lines.append(line)
        origins.append(origin)
    }

    @discardableResult
    private mutating func write(_ attribute: CoreDataModel.Attribute, of owner: String, inEntity: Bool) -> Bool {
        let place = "\(owner).\(attribute.name)"
        let prefix = "\(place) "
        let translation = AttributeTranslation(
            attribute, at: place,
            derivation: attribute.derivation.flatMap { text in
                let text = inEntity ? RenamedPaths.derivation(text, of: owner, newNames) : text
                return DerivationTranslation(of: attribute, text, of: inEntity ? owner : nil, in: model)
            },
            leavingOut: Set(leavingOut.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }), isPart: !inEntity,
            column: column(at: place))
        write("      \(attribute.name): \(translation.text)", Origin(place: place, line: attribute.line, part: .attribute))
        remarks += translation.remarks
        return translation.isComparable
    }

    private func modelName(_ name: String) -> String {
        let words = name.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        var name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        // Each type has a file, and disks may ignore the case of names.
        let taken = Set((model.entities.map(\.name) + model.composites.map(\.name)).map { $0.lowercased() })
        while taken.contains(name.lowercased()) { name += "Model" }
        return name
    }

    private mutating func write(_ entity: CoreDataModel.Entity) {
        let origin = Origin(place: entity.name, line: entity.line)
        write("  \(entity.name):", origin)
        let begin = lines.count
        if entity.isAbstract { write("    abstract: true", origin) }
        if let parent = entity.parent { write("    parent: \(parent)", origin) }
        if let text = entity.className, let name = ClassNames.name(in: text), name != entity.name {
            if classes.take(name) {
                write("    class: \(name)", origin)
            } else {
                remarks.append(Remark(kind: .className, place: entity.name, detail: text))
            }
        }
        if let table = storedNames.tables[entity.name] {
            write("    table: \(table)", origin)
            if storedNames.displaced.contains(entity.name) { remarks.append(Remark(kind: .tableNamed, place: entity.name, detail: table)) }
        }
        if !entity.attributes.isEmpty { write("    attributes:", origin) }
        for attribute in entity.attributes { write(attribute, of: entity.name, inEntity: true) }
        if !entity.relationships.isEmpty { write("    relationships:", origin) }
        for relationship in entity.relationships {
            let column = column(at: "\(entity.name).\(relationship.name)")
            let translation = RelationshipTranslation(relationship, of: entity.name, in: model, column: column)
            write(
                "      \(relationship.name): \(translation.text)",
                Origin(place: "\(entity.name).\(relationship.name)", line: relationship.line))
            remarks += translation.remarks
        }
        writeUniqueness(of: entity)
        writeIndexes(of: entity)
        writeFetches(of: entity)
        if let doc = entity.doc { write("    doc: \(YAMLText.quoted(doc))", origin) }
        // An entity of which nothing is said.
        if lines.count == begin { lines[begin - 1] += " {}" }
    }

    /// The name of a column that Trellis would not choose; nil where it would.
    private mutating func column(at place: String) -> String? {
        let column = storedNames.columns[place]
        if storedNames.displaced.contains(place) { remarks.append(Remark(kind: .columnNamed, place: place, detail: column ?? "")) }
        return column
    }

    // MARK: Uniqueness, indexes and fetches

    /// Whether an attribute, a part of a composite or the key of a relationship has a column that can be in an index.
    private func hasColumn(_ property: String, of entity: CoreDataModel.Entity) -> Bool {
        let path = property.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        for ancestor in model.line(of: entity.name) {
            if let attribute = ancestor.attributes.first(where: { $0.name == path[0] }) {
                return model.attribute(at: path.dropFirst(), of: attribute).map { AttributeTranslation($0, at: "").isComparable } ?? false
            }
            guard path.count == 1 else { continue }
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
        if !groups.isEmpty { write("    unique: \(YAMLText.list(groups))", Origin(place: entity.name, line: entity.line)) }
    }

    private mutating func writeIndexes(of entity: CoreDataModel.Entity) {
        var indexes = entity.attributes.filter { $0.isIndexed && !$0.isTransient }.map { (text: "[\($0.name)]", origin: Origin?.none) }
        for (number, index) in entity.indexes.enumerated() {
            let names = index.elements.map(\.property)
            let place = "\(entity.name).\(names.map { $0 ?? "?" }.joined(separator: "+"))"
            let origin = Origin(place: place, line: index.line, part: .index(number))
            guard !names.isEmpty, index.elements.allSatisfy({ $0.kind == "Binary" }), !leavingOut.contains(Origin.indexKey(place, number)),
                names.allSatisfy({ $0.map { hasColumn($0, of: entity) } ?? false })
            else {
                remarks.append(Remark(kind: .index, place: place, detail: index.condition ?? ""))
                continue
            }
            let keys = YAMLText.list(index.elements.map { ($0.isAscending ? "" : "-") + ($0.property ?? "") })
            if let condition = index.condition {
                let text = RenamedPaths(condition, from: entity.name, newNames).text
                indexes.append((YAMLText.mapping([("on", keys), ("where", YAMLText.quoted(text))]), origin))
            } else if !indexes.contains(where: { $0.text == keys }) {
                indexes.append((keys, nil))
            }
        }
        guard !indexes.isEmpty else { return }
        let origin = Origin(place: entity.name, line: entity.line)
        // The language may refuse a condition: each has a line of its own.
        guard indexes.contains(where: { $0.origin != nil }) else {
            write("    indexes: \(YAMLText.list(indexes.map(\.text)))", origin)
            return
        }
        write("    indexes:", origin)
        for index in indexes { write("      - \(index.text)", index.origin ?? origin) }
    }

    private mutating func writeFetches(of entity: CoreDataModel.Entity) {
        let origin = Origin(place: entity.name, line: entity.line)
        let templates = model.fetches.filter { $0.entity == entity.name }.map { fetch in
            (fetch.name, fetch.line, FetchTranslation(fetch, in: model, newNames, leavingOut: leavingOut))
        }
        let properties = entity.fetchedProperties.map { property in
            (property.name, property.fetch.line, FetchTranslation(property, of: entity.name, in: model, newNames, leavingOut: leavingOut))
        }
        for (section, fetches) in [("fetches", templates), ("fetchedProperties", properties)] {
            remarks += fetches.flatMap(\.2.remarks)
            guard fetches.contains(where: { $0.2.text != nil }) else { continue }
            write("    \(section):", origin)
            for (name, line, translation) in fetches {
                guard let text = translation.text else { continue }
                write("      \(YAMLText.key(name)): \(text)", Origin(place: "\(entity.name).\(name)", line: line, part: .fetch))
            }
        }
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
