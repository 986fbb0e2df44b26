import Diagnostics
import SchemaEvolution
import SchemaModel
import SchemaSyntax

/// Puts a rename into the decisions of the next version: the frozen name leads to the new one, whatever names came between.
struct RenameDecisions {
    typealias Place = MigrationDecisions.Place

    private(set) var editor: DecisionEditor
    private let decisions: MigrationDecisions
    private let frozen: Model
    private let live: Model

    init(_ editor: DecisionEditor, _ decisions: MigrationDecisions, frozen: Model, live: Model) {
        (self.editor, self.decisions, self.frozen, self.live) = (editor, decisions, frozen, live)
    }

    /// - Returns: false if the file cannot be edited.
    mutating func rename(_ symbol: ModelSymbol, to name: String) -> Bool {
        switch symbol {
        case .entity(let entity):
            var isDone = true
            if let former = formerEntity(entity) { isDone = set(former, to: name, unless: former, in: "renames") }
            return isDone && renameNewNames { $0.entity == entity ? Place(name, $0.property) : $0 } && renameSteps(entity, to: name)
        case .property(let property, let owner):
            return renamePaths(of: owner) { $0 == property || $0.hasPrefix("\(property).") ? name + $0.dropFirst(property.count) : $0 } wholes: {
                $0 == property
            }
        case .part(let part, let composite):
            return live.entities.allSatisfy { entity in
                let paths = Dictionary(
                    entity.storedAttributes.map { ($0.name.text, Self.path(of: $0, part, of: composite, renamedTo: name)) },
                    uniquingKeysWith: { first, _ in first })
                return paths.allSatisfy { $0.key == $0.value }
                    || renamePaths(of: entity.name.text) { paths[$0] ?? $0 } wholes: { paths[$0] != nil && paths[$0] != $0 }
            }
        case .enumerationCase(let element, let enumeration):
            return renameCase(element, of: enumeration, to: name)
        case .enumeration, .composite, .fetch, .parameter:
            // No row has these names.
            return true
        }
    }

    // MARK: Losses

    /// The frozen part that decisions give up although a new part, renamed, would be taken for it; nil if none is.
    func givenUpPart(ifRenaming symbol: ModelSymbol, to name: String) -> Place? {
        switch symbol {
        case .entity(let entity): formerEntity(entity) == nil && frozen.entity(named: name) != nil ? dropped(Place(name)) : nil
        case .property(let property, let owner):
            relatives(of: owner).lazy.compactMap(formerEntity).compactMap { former in
                let isNew = formerProperty(property, frozenAs: former) == nil
                return isNew && frozen.entity(named: former)?.has(name) == true ? dropped(Place(former, name)) : nil
            }.first
        default: nil
        }
    }

    /// A place if it is given up and not renamed. A relationship is given up by either end.
    private func dropped(_ place: Place) -> Place? {
        if decisions.renames[place] != nil { return nil }
        if decisions.drops[place] != nil { return place }
        let relationship = frozen.entity(named: place.entity)?.relationships.first { $0.name.text == place.property }
        guard let relationship, let inverse = frozen.inverse(of: relationship) else { return nil }
        let other = Place(relationship.destination.text, inverse.name.text)
        return decisions.drops[other] != nil ? other : nil
    }

    /// An entity with its ancestors and descendants: a property that has moved within its hierarchy is frozen in one of them.
    private func relatives(of entity: String) -> [String] {
        guard let owner = live.entity(named: entity) else { return [entity] }
        return ([owner] + live.lineage(of: owner).reversed() + live.subtree(of: owner)).map(\.name.text)
    }

    // MARK: Entities and properties

    /// The name of a live entity in the frozen version; nil if it is new.
    private func formerEntity(_ entity: String) -> String? {
        if let renamed = decisions.renames.first(where: { $0.key.property == nil && $0.value.text == entity }) { return renamed.key.entity }
        return decisions.renames[Place(entity)] == nil && frozen.entity(named: entity) != nil ? entity : nil
    }

    /// The path of a live property in its frozen entity; nil if it is new. A part of a composite follows its attribute.
    private func formerProperty(_ path: String, frozenAs former: String) -> String? {
        let own = decisions.renames.filter { $0.key.entity == former && $0.key.property != nil }
        for (prefix, rest) in Self.prefixes(of: path) {
            guard let renamed = own.first(where: { $0.value.text == prefix })?.key.property else { continue }
            return frozen.entity(named: former)?.has(renamed + rest) == true ? renamed + rest : nil
        }
        // A name that was given away is another property's now.
        let isGivenAway = Self.prefixes(of: path).contains { decisions.renames[Place(former, $0.prefix)] != nil }
        return !isGivenAway && frozen.entity(named: former)?.has(path) == true ? path : nil
    }

    /// The live path that a frozen one has without a decision of its own: that of its attribute, if that is renamed.
    private func followedPath(_ path: String, frozenAs former: String) -> String {
        for (prefix, rest) in Self.prefixes(of: path).dropFirst() {
            if let renamed = decisions.renames[Place(former, prefix)] { return renamed.text + rest }
        }
        return path
    }

    /// The beginnings of a path with what follows them, the whole path first.
    private static func prefixes(of path: String) -> [(prefix: String, rest: String)] {
        let parts = path.split(separator: ".").map(String.init)
        return stride(from: parts.count, to: 0, by: -1).map { count in
            (parts[..<count].joined(separator: "."), parts[count...].map { ".\($0)" }.joined())
        }
    }

    /// - Parameters:
    ///   - change: gives a path of a property its new name.
    ///   - isWhole: whether a path needs a decision of its own; its parts follow it.
    private mutating func renamePaths(of entity: String, _ change: (String) -> String, wholes isWhole: (String) -> Bool) -> Bool {
        guard let owner = live.entity(named: entity) else { return true }
        let paths = owner.storedAttributes.map(\.name.text) + owner.attributes.map(\.name.text) + owner.relationships.map(\.name.text)
        var seen = Set<String>()
        let relatives = relatives(of: entity)
        for path in paths where isWhole(path) && seen.insert(path).inserted {
            for relative in relatives {
                guard let former = formerEntity(relative), let place = formerProperty(path, frozenAs: former) else { continue }
                guard set("\(former).\(place)", to: change(path), unless: followedPath(place, frozenAs: former), in: "renames") else { return false }
                break
            }
        }
        guard followParts(of: relatives, seen, change) else { return false }
        return renameNewNames { place in
            guard place.entity == entity, let property = place.property else { return place }
            return Place(entity, change(property))
        }
    }

    /// Changes decisions of parts whose attribute is renamed.
    /// - Parameter done: the paths that have got a decision.
    private mutating func followParts(of entities: [String], _ done: Set<String>, _ change: (String) -> String) -> Bool {
        let formers = Set(entities.compactMap(formerEntity))
        let parts = decisions.renames.filter { formers.contains($0.key.entity) && $0.value.text.contains(".") && !done.contains($0.value.text) }
        return parts.sorted { $0.key.description < $1.key.description }.allSatisfy { place, decision in
            let changed = change(decision.text)
            return changed == decision.text || editor.set(place.description, to: changed, in: "renames")
        }
    }

    private static func path(of attribute: StoredAttribute, _ part: String, of composite: String, renamedTo name: String) -> String {
        var names = [String]()
        for (place, element) in attribute.path.enumerated() {
            let isPart = place > 0 && attribute.path[place - 1].type.composite?.name == composite && element.name.text == part
            names.append(isPart ? name : element.name.text)
        }
        return names.joined(separator: ".")
    }

    /// Sets an entry, or removes it if it would say nothing.
    private mutating func set(_ key: String, to value: String, unless same: String, in section: String) -> Bool {
        let isThere = editor.root?.entries?.first { $0.key == section }?.value.entries?.contains { $0.key == key } == true
        if value == same { return isThere ? editor.remove(key, in: section) : true }
        return editor.set(key, to: value, in: section)
    }

    // MARK: Names of the new version

    /// Changes the keys of the sections that have names of the new version.
    private mutating func renameNewNames(_ change: (Place) -> Place) -> Bool {
        for section in ["values", "accept"] {
            let keys = editor.root?.entries?.first { $0.key == section }?.value.entries?.map(\.key) ?? []
            for key in keys {
                let parts = key.split(separator: ".", maxSplits: 1).map(String.init)
                guard let entity = parts.first else { continue }
                let place = Place(entity, parts.count > 1 ? parts[1] : nil)
                let changed = Self.changed(place, change)
                if changed != place, !editor.rename(key, to: changed.description, in: section) { return false }
            }
        }
        return true
    }

    /// The place of several properties, such as `A.[n, m]`, has the new name of each.
    private static func changed(_ place: Place, _ change: (Place) -> Place) -> Place {
        guard let list = place.property, list.hasPrefix("["), list.hasSuffix("]") else { return change(place) }
        let names = list.dropFirst().dropLast().split(separator: ",").map { name in
            change(Place(place.entity, name.trimmingPrefix(while: \.isWhitespace).description)).property ?? String(name)
        }
        return Place(change(Place(place.entity)).entity, "[\(names.joined(separator: ", "))]")
    }

    /// Steps in Swift write entities of the new version.
    private mutating func renameSteps(_ entity: String, to name: String) -> Bool {
        // From the end, so that earlier places stay.
        let steps = editor.root?.entries?.first { $0.key == "steps" }?.value.items ?? []
        for step in steps.reversed() {
            for written in (step.entries?.first { $0.key == "writes" }?.value.items ?? []).reversed() where written.text == entity {
                editor.replace(written.span, with: name)
            }
        }
        return true
    }

    // MARK: Cases

    /// Old cases that become this one follow it. Rows have raw values: a case whose raw value is its name gets another one.
    private mutating func renameCase(_ element: String, of enumeration: String, to name: String) -> Bool {
        guard let type = live.enumerations.first(where: { $0.name.text == enumeration })?.type, let former = formerEnumeration(enumeration)
        else { return true }
        let isNamed = !type.isInteger && type.cases.first { $0.name == element }?.raw == element
        let olds = decisions.cases.filter { $0.key.entity == former.name && $0.value.text == element }.compactMap(\.key.property).sorted()
        for old in olds {
            let isSame = isNamed && former.cases.contains { $0.name == old && $0.raw == name }
            guard set("\(former.name).\(old)", to: name, unless: isSame ? name : "", in: "cases") else { return false }
        }
        let isDecided = decisions.cases.contains { $0.key == Place(former.name, element) }
        guard isNamed, !isDecided, former.cases.contains(where: { $0.name == element }) else { return true }
        return set("\(former.name).\(element)", to: name, unless: "", in: "cases")
    }

    /// The frozen enum of the attributes that have a live one as their type.
    private func formerEnumeration(_ name: String) -> EnumerationType? {
        for entity in live.entities {
            for attribute in entity.storedAttributes {
                guard case .enumeration(let type) = attribute.attribute.type, type.name == name, let former = formerEntity(entity.name.text),
                    let path = formerProperty(attribute.name.text, frozenAs: former),
                    let stored = frozen.entity(named: former)?.storedAttributes.first(where: { $0.name.text == path }),
                    case .enumeration(let old) = stored.attribute.type
                else { continue }
                return old
            }
        }
        return nil
    }
}

extension Entity {
    /// Whether the entity declares a property, or has a part of a composite at a path.
    fileprivate func has(_ path: String) -> Bool {
        attributes.contains { $0.name.text == path } || relationships.contains { $0.name.text == path }
            || storedAttributes.contains { $0.name.text == path }
    }
}
