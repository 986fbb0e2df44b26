import Diagnostics
import SchemaModel

/// Connections that are lost, appear or change their order without a decision.
struct PairDifferences {
    typealias Pair = StoreFacts.Pair
    typealias Property = StoreFacts.Property
    typealias DeclaredRelationship = StoreFacts.DeclaredRelationship

    let before: StoreFacts
    let after: StoreFacts
    let survivors: Survivors
    let names: DecidedNames
    let old: Model

    /// The entities of an owner and of its member.
    private struct Ends: Hashable {
        var owner: String
        var member: String

        var reversed: Ends { Ends(owner: member, member: owner) }
    }

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
                findings += differences(DeclaredRelationship(entity: entity.name.text, relationship: relationship), &explained)
            }
        }
        return findings + gains(explained)
    }

    // MARK: One old relationship

    private func differences(
        _ declared: DeclaredRelationship, _ explained: inout [Property: Set<Pair>]
    ) -> [Finding] {
        let (relationship, property) = (declared.relationship, declared.property)
        var (count, lost, moved) = (0, [Pair](), [Pair]())
        var cache: [Ends: [Successor]] = [:]
        for (pair, place) in before.pairs[property] ?? [:] {
            guard let owner = survivors.all[pair.owner], let member = survivors.all[pair.member] else { continue }
            count += 1
            let ends = Ends(owner: owner.entity, member: member.entity)
            let successors = cache[ends] ?? self.successors(declared, between: ends)
            cache[ends] = successors
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
        let isFirst = declared.inverse.map { (property.entity, property.name) <= ($0.entity, $0.name) } ?? true
        if isFirst, !isDropped(declared), let finding = loss(of: lost, among: count, declared) { return [finding] }
        let order = property.name + ".order"
        guard let example = moved.map(Self.words).min(), !isDropped(declared), !names.dropped(order, of: property.entity)
        else { return [] }
        return [
            Finding.unexplained(
                "\(moved.count) of \(count) members of '\(property.entity).\(property.name)' have another place, or none",
                at: names.new.name.span, .init("the place of \(example) changes, for example", at: relationship.name.span)
            ).explained(by: ["'drops: { \(property.entity).\(order): why }'"])
        ]
    }

    private func isDropped(_ declared: DeclaredRelationship) -> Bool {
        [declared.property, declared.inverse].compactMap(\.self).contains { names.dropped($0.name, of: $0.entity) }
    }

    private func loss(of lost: [Pair], among count: Int, _ declared: DeclaredRelationship) -> Finding? {
        guard let example = lost.map(Self.words).min() else { return nil }
        let property = declared.property
        let place = "\(property.entity).\(property.name)"
        let entity = names.entity(property.entity).flatMap(names.new.entity)
        let name = names.property(property.name, of: property.entity)
        // What has its name still is no rename.
        let isThere = entity.map(names.new.lineage)?.contains { $0.relationships.contains { $0.name.text == name } } ?? false
        return Finding.unexplained(
            "'\(place)' connected \(count) pairs of objects that remain, and \(count - lost.count) of them are connected",
            at: entity?.name.span ?? names.new.name.span,
            .init("the plan disconnects \(example), for example", at: declared.relationship.name.span)
        ).explained(by: (isThere ? [] : ["'renames: { \(place): … }'"]) + ["'drops: { \(place): why }'"])
    }

    /// The new relationships that may have what an old one connected, for an owner and a member of two new entities.
    private func successors(_ old: DeclaredRelationship, between ends: Ends) -> [Successor] {
        // The name of the end that held the key stands for both ends: a value for either one is a value for the connections.
        func isGiven(_ new: DeclaredRelationship, hadKey: Bool) -> Bool {
            names.givesValue(new.property.name, of: new.entity)
                || hadKey && new.inverse.map { names.givesValue($0.name, of: $0.entity) } ?? false
        }
        func named(_ name: String?, from ends: Ends, isForward: Bool) -> [Successor] {
            let hadKey = old.relationship.storage != (isForward ? .inverseKey : .key)
            return names.lineage(ends.owner).flatMap { entity in
                let found = entity.relationships.filter {
                    $0.name.text == name && names.isKind(ends.member, of: $0.destination.text)
                }
                return found.map { relationship in
                    let new = DeclaredRelationship(entity: entity.name.text, relationship: relationship)
                    return Successor(
                        property: new.property, isForward: isForward, members: isForward ? new.property : new.inverse,
                        isGiven: isGiven(new, hadKey: hadKey))
                }
            }
        }
        let backward = old.inverse.map { named(names.property($0.name, of: $0.entity), from: ends.reversed, isForward: false) }
        return named(names.property(old.property.name, of: old.entity), from: ends, isForward: true) + (backward ?? [])
    }

    // MARK: New connections

    /// Connections that no old relationship explains.
    private func gains(_ explained: [Property: Set<Pair>]) -> [Finding] {
        names.new.entities.flatMap { entity in
            entity.relationships.compactMap { relationship -> Finding? in
                let declared = DeclaredRelationship(entity: entity.name.text, relationship: relationship)
                let (property, inverse) = (declared.property, declared.inverse)
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
                    at: relationship.name.span, .init("the plan connects \(example), for example"))
            }
        }
    }

    private static func words(_ pair: Pair) -> String {
        "'\(pair.owner.table)' \(pair.owner.key) with '\(pair.member.table)' \(pair.member.key)"
    }
}
