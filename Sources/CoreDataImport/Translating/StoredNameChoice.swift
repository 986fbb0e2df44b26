import SQLiteStorage
import StoreImport

/// The names of tables and columns that a translated model sets, because those that Trellis would choose meet or are reserved.
///
/// It counts all names that the layout takes: tables of hierarchies and of relationships, columns of attributes, of parts of composites
/// and of keys, and the columns with the places of ordered members, which no model can name.
struct StoredNameChoice {
    /// The names of tables, by root.
    private(set) var tables: [String: String] = [:]
    /// The names of columns, by `Entity.property` and `Composite.part`.
    private(set) var columns: [String: String] = [:]
    /// The roots and properties with a name that is neither Trellis's choice nor their old one.
    private(set) var displaced: Set<String> = []

    private let model: CoreDataModel
    private let oldNames: [String: String]
    /// The ends of the names of a composite's columns, behind the name of its attribute.
    private var ends: [String: [String]] = [:]

    init(_ model: CoreDataModel, _ oldNames: [String: String]) {
        (self.model, self.oldNames) = (model, oldNames)
        // What is there twice meets itself by any name. The language refuses it.
        guard Self.hasDistinctNames(model) else { return }
        for composite in model.composites { _ = chooseEnds(of: composite.name, within: []) }
        chooseTables()
        for (_, entities) in Dictionary(grouping: model.entities, by: { model.root(of: $0.name) }) { chooseColumns(of: entities) }
    }

    private static func hasDistinctNames(_ model: CoreDataModel) -> Bool {
        func areDistinct(_ names: [String]) -> Bool { Set(names).count == names.count }
        return areDistinct(model.entities.map(\.name) + model.composites.map(\.name))
            && model.entities.allSatisfy { areDistinct($0.attributes.map(\.name) + $0.relationships.map(\.name)) }
            && model.composites.allSatisfy { areDistinct($0.attributes.map(\.name)) }
    }

    // MARK: Names

    /// The name that a table or column would have by an old name; nil where SQLite's side cannot have it either.
    private static func stored(_ name: String) -> String? {
        let name = SnakeCase.convert(name)
        let isName = name.wholeMatch(of: /[A-Za-z](_?[A-Za-z0-9])*/) != nil && !name.hasPrefix("sqlite_") && name.utf8.count <= 64
        return isName && !YAMLText.wordsForNothing.contains(name) ? name : nil
    }

    /// A name for what cannot have its own: first with its owner's name, then with a number.
    private static func name(like name: String, of owner: String?, where isFree: (String) -> Bool) -> String {
        if let owner {
            let owned = "\(SnakeCase.convert(owner))_\(name)"
            if owned.utf8.count <= 64, isFree(owned) { return owned }
        }
        var stem = String(name.prefix(56))
        while stem.hasSuffix("_") { stem.removeLast() }
        var number = 2
        while !isFree("\(stem)_\(number)") { number += 1 }
        return "\(stem)_\(number)"
    }

    // MARK: Columns

    /// The greatest number of columns that is looked at: the language refuses composites with so many.
    private static let columnLimit = 2_000

    /// - Parameter outer: the composites that it is a part of. One that contains itself is refused by the language.
    private mutating func chooseEnds(of composite: String, within outer: Set<String>) -> [String] {
        if let ends = ends[composite] { return ends }
        guard !outer.contains(composite), let parts = model.composites.first(where: { $0.name == composite })?.attributes else { return [] }
        let all = parts.map { part in
            (part, ends: part.composite.map { chooseEnds(of: $0, within: outer.union([composite])) } ?? [])
        }
        var taken = Set<String>()
        let avoiding = Set(all.flatMap { names(SnakeCase.convert($0.name), $1) })
        for (part, ends) in all {
            let name = SnakeCase.convert(part.name)
            choose(for: "\(composite).\(part.name)", name, named: name, ends: ends, owner: nil, avoiding: avoiding, &taken)
        }
        let chosen = Array(taken.sorted().prefix(Self.columnLimit))
        ends[composite] = chosen
        return chosen
    }

    private func names(_ base: String, _ ends: [String]) -> [String] { [base] + ends.map { "\(base)_\($0)" } }

    /// - Parameters:
    ///   - natural: the name that Trellis would choose.
    ///   - name: the name that it should have.
    private mutating func choose(
        for place: String, _ natural: String, named name: String, ends: [String], owner: String?, avoiding: Set<String>, _ taken: inout Set<String>
    ) {
        var name = name
        if !taken.isDisjoint(with: names(name, ends)) {
            name = Self.name(like: name, of: owner) { candidate in
                let new = names(candidate, ends)
                return taken.isDisjoint(with: new) && avoiding.isDisjoint(with: new)
            }
            displaced.insert(place)
        }
        taken.formUnion(names(name, ends))
        if name != natural { columns[place] = name }
    }

    private struct Stored {
        let place: String
        let natural: String
        let name: String
        let ends: [String]
    }

    private func stored(_ entity: CoreDataModel.Entity) -> [Stored] {
        func stored(_ name: String, _ ending: String, _ ends: [String] = []) -> Stored {
            let place = "\(entity.name).\(name)"
            let natural = SnakeCase.convert(name) + ending
            // A relationship that was in the way of another one needs a column of its new name.
            let old = oldNames[place].flatMap { Repair.reservedProperties.contains($0) || ending.isEmpty ? Self.stored($0) : nil }
            return Stored(place: place, natural: natural, name: old ?? natural, ends: ends)
        }
        return entity.attributes.filter { !$0.isTransient }.map { stored($0.name, "", $0.composite.flatMap { ends[$0] } ?? []) }
            + keys(of: entity).map { stored($0.name, "_id") }
    }

    private func keys(of entity: CoreDataModel.Entity) -> [CoreDataModel.Relationship] {
        entity.relationships.filter { RelationshipTranslation.holdsKey($0, model.inverse(of: $0, of: entity.name), of: entity.name) }
    }

    private mutating func chooseColumns(of entities: [CoreDataModel.Entity]) {
        var taken = Set(entities.flatMap { positions(of: $0).map(\.column) })
        let all = entities.map { (owner: $0.name, stored: stored($0)) }
        let avoiding = taken.union(all.flatMap(\.stored).flatMap { names($0.name, $0.ends) + names($0.natural, $0.ends) })
        for (owner, stored) in all {
            for stored in stored {
                choose(for: stored.place, stored.natural, named: stored.name, ends: stored.ends, owner: owner, avoiding: avoiding, &taken)
            }
        }
    }

    /// The columns with the places among ordered members.
    private func positions(of entity: CoreDataModel.Entity) -> [(relationship: String, column: String)] {
        keys(of: entity).filter { relationship in
            model.inverse(of: relationship, of: entity.name).map { $0.isToMany && $0.isOrdered } ?? false
        }.map { ($0.name, SnakeCase.convert($0.name) + "_position") }
    }

    // MARK: Tables

    private struct Joins {
        let entity: String
        let relationship: String
        let ends: [String]
    }

    /// The relationships with tables of their own, each by the end whose names come first.
    private var joins: [Joins] {
        model.entities.flatMap { entity in
            entity.relationships.compactMap { relationship -> Joins? in
                let inverse = model.inverse(of: relationship, of: entity.name)
                guard relationship.isToMany, inverse?.isToMany != false else { return nil }
                let isItsOwnInverse = relationship.destination == entity.name && inverse?.name == relationship.name
                if let inverse, !isItsOwnInverse, (entity.name, relationship.name) > (relationship.destination, inverse.name) { return nil }
                // Both ends of one entity have the names of the relationships.
                let ends =
                    entity.name != relationship.destination
                    ? [entity.name, relationship.destination]
                    : [isItsOwnInverse ? entity.name : inverse?.name ?? entity.name, relationship.name]
                return Joins(entity: entity.name, relationship: relationship.name, ends: ends.map(SnakeCase.convert))
            }
        }
    }

    private func table(of join: Joins) -> String {
        (tables[join.entity] ?? SnakeCase.convert(join.entity)) + "_" + SnakeCase.convert(join.relationship)
    }

    private mutating func chooseTables() {
        let roots = model.entities.filter { $0.parent == nil }.map(\.name)
        for root in roots { tables[root] = oldNames[root].flatMap(Self.stored) ?? SnakeCase.convert(root) }
        let joins = joins
        // Another table for a root gives its relationships other tables too.
        for _ in 0...2 * roots.count {
            var taken = Set(joins.map { table(of: $0) }).union(["new", "old"])
            var isStable = true
            for root in roots {
                guard let name = tables[root] else { continue }
                if taken.contains(name) || name.hasPrefix("sqlite_") {
                    let like = name.hasPrefix("sqlite_") ? "x_\(name)" : name
                    tables[root] = Self.name(like: like, of: nil) { [tables] in !taken.contains($0) && !tables.values.contains($0) }
                    displaced.insert(root)
                    isStable = false
                }
                taken.insert(tables[root] ?? name)
            }
            if isStable { break }
        }
        tables = tables.filter { $0.value != SnakeCase.convert($0.key) }
    }

    // MARK: Relationships

    /// A relationship whose column or table meets that of another one, and that the language gives no other.
    var relationshipInTheWay: (entity: String, relationship: String)? {
        guard Self.hasDistinctNames(model) else { return nil }
        for (_, entities) in Dictionary(grouping: model.entities, by: { model.root(of: $0.name) }).sorted(by: { $0.key < $1.key }) {
            var taken = Set<String>()
            for entity in entities {
                for position in positions(of: entity) where !taken.insert(position.column).inserted { return (entity.name, position.relationship) }
            }
        }
        var taken = Set<String>()
        for join in joins where join.ends[0] == join.ends[1] || !taken.insert(table(of: join)).inserted { return (join.entity, join.relationship) }
        return nil
    }
}
