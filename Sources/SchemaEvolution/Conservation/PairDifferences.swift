import Diagnostics
import SchemaModel

/// Connections that are lost, appear or change their order without a decision.
struct PairDifferences {
    typealias Pair = StoreFacts.Pair
    typealias Property = StoreFacts.Property

    let before: StoreFacts
    let after: StoreFacts
    let survivors: Survivors
    let names: DecidedNames
    let old: Model

    /// A new relationship that may have the connections of an old one, and whether it is found from the owner's end.
    private struct Successor: Hashable {
        var property: Property
        var isForward: Bool
        /// The end of it that has the members in the direction of the old relationship; nil if nothing leads that way.
        var members: Property?
        /// Whether the user gives its keys.
        var isGiven: Bool
    }

    func all() -> [Finding] {
        var findings = [Finding]()
        var explained: [Property: Set<Pair>] = [:]
        for entity in old.entities {
            for relationship in entity.relationships {
                let property = Property(entity: entity.name.text, name: relationship.name.text)
                findings += differences(relationship, property, &explained)
            }
        }
        return findings + gains(explained)
    }

    // MARK: One old relationship

    private func differences(
        _ relationship: Relationship, _ property: Property, _ explained: inout [Property: Set<Pair>]
    ) -> [Finding] {
        var (count, lost, moved) = (0, [Pair](), [Pair]())
        var cache: [[String]: [Successor]] = [:]
        for (pair, place) in before.pairs[property] ?? [:] {
            guard let owner = survivors.all[pair.owner], let member = survivors.all[pair.member] else { continue }
            count += 1
            let kinds = [owner.entity, member.entity]
            let successors = cache[kinds] ?? self.successors(relationship, property, owner.entity, member.entity)
            cache[kinds] = successors
            let later = Pair(owner: owner.row, member: member.row)
            var (isKept, places) = (false, [Int64?]())
            for successor in successors {
                let found = successor.isForward ? later : later.reversed
                explained[successor.property, default: []].insert(found)
                guard after.pairs[successor.property]?[found] != nil else { continue }
                isKept = true
                if let place = successor.members.flatMap({ after.pairs[$0]?[later] }) { places.append(place) }
            }
            if !isKept, !successors.contains(where: \.isGiven) { lost.append(pair) }
            // Without a place a member comes last, and that is one too.
            if isKept, relationship.isOrdered, !places.contains(place), place != nil || !places.isEmpty { moved.append(pair) }
        }
        let isFirst = relationship.inverse.map { (property.entity, property.name) <= (relationship.destination.text, $0.text) } ?? true
        if isFirst, !isDropped(relationship, property), let finding = loss(of: lost, count, property, relationship) { return [finding] }
        let order = property.name + ".order"
        guard let example = moved.map(Self.words).min(), !isDropped(relationship, property), !names.dropped(order, of: property.entity)
        else { return [] }
        return [
            .unexplained(
                "\(moved.count) of \(count) members of '\(property.entity).\(property.name)' have another place, or none",
                at: names.new.name.span, "the place of \(example) changes, for example", oldSpan: relationship.name.span,
                lines: ["'drops: { \(property.entity).\(order): why }'"])
        ]
    }

    private func isDropped(_ relationship: Relationship, _ property: Property) -> Bool {
        names.dropped(property.name, of: property.entity)
            || relationship.inverse.map { names.dropped($0.text, of: relationship.destination.text) } ?? false
    }

    private func loss(of lost: [Pair], _ count: Int, _ property: Property, _ relationship: Relationship) -> Finding? {
        guard let example = lost.map(Self.words).min() else { return nil }
        let place = "\(property.entity).\(property.name)"
        let entity = names.entity(property.entity).flatMap(names.new.entity)
        let name = names.property(property.name, of: property.entity)
        // What has its name still is no rename.
        let isThere = entity.map(names.new.lineage)?.contains { $0.relationships.contains { $0.name.text == name } } ?? false
        return .unexplained(
            "'\(place)' connected \(count) pairs of objects that remain, and \(count - lost.count) of them are connected",
            at: entity?.name.span ?? names.new.name.span, "the plan disconnects \(example), for example",
            oldSpan: relationship.name.span, lines: (isThere ? [] : ["'renames: { \(place): … }'"]) + ["'drops: { \(place): why }'"])
    }

    /// The new relationships that may have what an old one connected, for an owner and a member of two new entities.
    private func successors(
        _ relationship: Relationship, _ property: Property, _ owner: String, _ member: String
    ) -> [Successor] {
        // The name of the end that held the key stands for both ends: a value for either one is a value for the connections.
        func isGiven(_ relationship: Relationship, _ entity: String, hadKey: Bool) -> Bool {
            names.givesValue(relationship.name.text, of: entity)
                || hadKey && relationship.inverse.map { names.givesValue($0.text, of: relationship.destination.text) } ?? false
        }
        func named(_ name: String?, from owner: String, to member: String, isForward: Bool) -> [Successor] {
            let hadKey = relationship.storage != (isForward ? .inverseKey : .key)
            return names.lineage(owner).flatMap { entity in
                let found = entity.relationships.filter { $0.name.text == name && names.isKind(member, of: $0.destination.text) }
                return found.map { relationship in
                    let property = Property(entity: entity.name.text, name: relationship.name.text)
                    let inverse = relationship.inverse.map { Property(entity: relationship.destination.text, name: $0.text) }
                    return Successor(
                        property: property, isForward: isForward, members: isForward ? property : inverse,
                        isGiven: isGiven(relationship, entity.name.text, hadKey: hadKey))
                }
            }
        }
        let backward = relationship.inverse.map {
            named(names.property($0.text, of: relationship.destination.text), from: member, to: owner, isForward: false)
        }
        return named(names.property(property.name, of: property.entity), from: owner, to: member, isForward: true) + (backward ?? [])
    }

    // MARK: New connections

    /// Connections that no old relationship explains.
    private func gains(_ explained: [Property: Set<Pair>]) -> [Finding] {
        names.new.entities.flatMap { entity in
            entity.relationships.compactMap { relationship -> Finding? in
                let property = Property(entity: entity.name.text, name: relationship.name.text)
                let inverse = relationship.inverse.map { Property(entity: relationship.destination.text, name: $0.text) }
                let ends = [property] + [inverse].compactMap(\.self)
                if ends.contains(where: { names.givesValue($0.name, of: $0.entity) }) { return nil }
                let mirrored = relationship.isItsOwnInverse ? explained[property] : inverse.flatMap { explained[$0] }
                let known = (explained[property] ?? []).union((mirrored ?? []).map(\.reversed))
                let found = (after.pairs[property] ?? [:]).keys.filter { pair in
                    !known.contains(pair) && after.entities[pair.owner] != nil && after.entities[pair.member] != nil
                }
                guard let example = found.map(Self.words).min() else { return nil }
                return .unexplained(
                    "'\(property.entity).\(property.name)' connects \(found.count) pairs of objects that were not connected",
                    at: relationship.name.span, "the plan connects \(example), for example", oldSpan: nil, lines: [])
            }
        }
    }

    private static func words(_ pair: Pair) -> String {
        "'\(pair.owner.table)' \(pair.owner.key) with '\(pair.member.table)' \(pair.member.key)"
    }
}
