import Diagnostics
import SQLiteAccess
import SQLiteStorage
import SchemaModel
import StoreMigration

/// The keys of to-one relationships, and the places that their rows have among ordered members.
extension ColumnSources {
    func key(
        _ column: Column, _ place: Place, _ table: Table, _ oldTable: Table, _ findings: inout PlanFindings
    ) -> ColumnSource {
        var source = ColumnSource(name: column.name, column: column)
        source.destination = new.relationship(place).flatMap { new.schema.table(forEntity: $0.destination.text) }?.name
        let here = formerKeys(of: place).filter { oldTable.column($0) != nil }
        if let value = findings.value(of: place) {
            let former = here.first ?? match.former(place) { old.relationship($0)?.holdsKey == true }
            if let column = former.flatMap(oldTable.column) { source.former = (column.name, column) }
            source.expression = kinds.restricted(.decided(value), to: place.entity, from: oldTable)
            source.connections = decidedConnections(place)
            return source
        }
        guard let latter = new.relationship(place) else { return source }
        if let former = here.first, let formerColumn = oldTable.column(former) {
            source.former = (formerColumn.name, formerColumn)
            source.connections = here.map { .init(former: $0) }
            source.expression = keyExpression(place, here, latter, table, oldTable)
            if latter.isItsOwnInverse, old.relationship(former)?.isItsOwnInverse == false {
                becomesItsOwnInverse(place, latter, former, SQL.identifier(formerColumn.name), table, &findings)
            } else if !latter.isOptional, mayLackKey(place, here), match.sources(of: place).count == here.count {
                // A join of two relationships is decided first.
                missingKey(place, latter.name.span, &findings, known: SQL.identifier(formerColumn.name))
            }
            return source
        }
        let shared = sharedKeys(of: place, in: oldTable)
        if !shared.isEmpty {
            source.expression = chosen(
                shared.compactMap { end in oldTable.column(end).map { (end, copy(of: $0.name, end, latter, table)) } }, place, from: oldTable)
            source.copied = shared.first.flatMap(oldTable.column)?.name
            source.connections = shared.map { .init(former: $0) }
            if !latter.isOptional, mayLackKey(place, shared) { missingKey(place, latter.name.span, &findings) }
            return source
        }
        // The rows of another table have it.
        if !formerKeys(of: place).isEmpty {
            if !latter.isOptional, !kinds.former(of: place.entity).isDisjoint(with: oldTable.entities) {
                missingKey(place, latter.name.span, &findings)
            }
            return source
        }
        elsewhere(&source, place, latter, table, oldTable, &findings)
        return source
    }

    /// The old ends that held the key of a new one.
    private func formerKeys(of place: Place) -> [Place] {
        let sources = Set(match.sources(of: place).filter { !$0.isTurned }.map(\.end))
        return match.formerEnds(of: place).filter { sources.contains($0) && old.relationship($0)?.holdsKey == true }
    }

    /// The old ends whose keys a new key copies: its inverse had them as its own, and they stay under their name too.
    private func sharedKeys(of place: Place, in oldTable: Table) -> [Place] {
        match.sources(of: place).filter { !$0.isTurned }.map(\.end).filter { end in
            old.relationship(end)?.holdsKey == true && oldTable.column(end) != nil && !match.formerEnds(of: place).contains(end)
                && match.successors(of: end).contains { $0 != place && match.formerEnds(of: $0).contains(end) }
        }
    }

    /// The key on a row of the old table; nil if it is the first column as it is.
    private func keyExpression(
        _ place: Place, _ formers: [Place], _ latter: Relationship, _ table: Table, _ oldTable: Table
    ) -> RowValue? {
        func value(_ former: Place) -> RowValue? {
            guard let column = oldTable.column(former) else { return nil }
            let destination = old.relationship(former)?.destination.text ?? ""
            // Otherwise the old column is emptied first.
            let isEmptiedHere = match.hasSeveralKeys(former) && !kinds.lost(from: destination, to: latter.destination.text).isEmpty
            return isEmptiedHere ? copy(of: column.name, former, latter, table) : .column(column.name)
        }
        if formers.count > 1 { return chosen(formers.compactMap { end in value(end).map { (end, $0) } }, place, from: oldTable) }
        guard let former = formers.first, let value = value(former) else { return nil }
        if kinds.leavesSomeBehind(former, place) {
            return kinds.restricted(value, toRowsOf: kinds.former(of: place.entity), from: oldTable)
        }
        if case .column = value { return nil }
        return value
    }

    /// A key that two to-one relationships have now: one that leads to no row is given up in the second one.
    private func copy(of column: String, _ former: Place, _ latter: Relationship, _ table: Table) -> RowValue {
        guard let destination = old.relationship(former).map(\.destination.text), let members = old.schema.table(forEntity: destination)
        else { return .column(column) }
        let lost = members.hasEntityColumn ? kinds.lost(from: destination, to: latter.destination.text) : []
        let later = match.later(destination).flatMap(new.schema.table)?.name ?? members.name
        return .keyQuery(
            KeyQuery(
                copying: column, of: table.name, to: tableNames[members.name] ?? later,
                entities: lost.isEmpty ? nil : kinds.former(of: latter.destination.text).sorted()))
    }

    /// One of several values, by the entity of the row.
    private func chosen(_ values: [(end: Place, value: RowValue)], _ place: Place, from oldTable: Table) -> RowValue {
        let all = kinds.former(of: place.entity)
        // Rows without an entity are all of one.
        guard oldTable.hasEntityColumn else {
            return values.first { !kinds.remaining($0.end.entity).intersection(all).isDisjoint(with: oldTable.entities) }?.value ?? .null
        }
        if let only = values.first, values.count == 1, all.isSubset(of: kinds.remaining(only.end.entity)), !kinds.leavesSomeBehind(only.end, place) {
            return only.value
        }
        return values.reversed().reduce(.null) { otherwise, choice in
            let owners = kinds.remaining(choice.end.entity).intersection(all)
            return owners.isEmpty ? otherwise : .ofEntities(owners.sorted(), choice.value, otherwise: otherwise)
        }
    }

    func position(_ position: PositionColumn, from oldTable: Table) -> ColumnSource {
        let place = Place(position.entity, position.relationship)
        let own = formerKeys(of: place)
        let shared = own.isEmpty ? sharedKeys(of: place, in: oldTable) : []
        let formers = (own + shared).compactMap { end in
            oldTable.positions.first { $0.entity == end.entity && $0.relationship == end.property }.map { (end: end, column: $0.name) }
        }
        guard let former = formers.first else { return ColumnSource(name: position.name) }
        var source = ColumnSource(name: position.name)
        if shared.isEmpty { source.former = (former.column, nil) } else { source.copied = former.column }
        if formers.count > 1 || !shared.isEmpty { source.expression = chosen(formers.map { ($0.end, .column($0.column)) }, place, from: oldTable) }
        return source
    }

    /// Whether objects may have no destination that need one now.
    private func mayLackKey(_ place: Place, _ formers: [Place]) -> Bool {
        if formers.contains(where: { old.relationship($0)?.isOptional ?? true }) { return true }
        let owners = formers.reduce(into: Set<String>()) { $0.formUnion(kinds.remaining($1.entity)) }
        return !kinds.former(of: place.entity).subtracting(owners).isEmpty
    }

    // MARK: Connections that other tables held

    private func elsewhere(
        _ source: inout ColumnSource, _ place: Place, _ latter: Relationship, _ table: Table, _ oldTable: Table,
        _ findings: inout PlanFindings
    ) {
        // Only objects that were there can have had connections.
        if kinds.former(of: place.entity).isDisjoint(with: oldTable.entities) { return }
        let sources = match.sources(of: place)
        let others = sources.compactMap { formerKey(place, latter, $0) }
        if let other = others.first {
            if latter.isItsOwnInverse, sources.count == 1, old.column(other.former)?.table.name == oldTable.name {
                source.connections = decidedConnections(place)
                return becomesItsOwnInverse(place, latter, other.former, SQL.identifier(other.column), table, &findings)
            }
            let isOnly = sources.count == 1 && other.isUnique && latter.isOptional && !latter.isItsOwnInverse
            guard isOnly else {
                source.connections = decidedConnections(place)
                return changedSides(place, other, table, &findings)
            }
            // No two rows led to the same one, so that each connection has a place.
            source.expression = kinds.restricted(.keyQuery(other.query(from: table)), to: place.entity, from: oldTable)
            source.connections = [.init(former: other.end.end, isTurned: other.end.isTurned)]
            return
        }
        let joins = sources.compactMap { join(place, latter, $0, table) }
        if let (former, query) = joins.first {
            source.connections = decidedConnections(place)
            findings.report(
                .missingConversion, "'\(place)' is to-one now, but '\(former)' connected any number of objects",
                at: latter.name.span, notes: [.init("it was declared here", at: old.relationship(former)?.name.span)],
                decide: [exchangedNames.line(of: former)].compactMap(\.self) + [.value("(\(query))", for: place, ", which keeps one of several")])
            return
        }
        if let former = match.former(place, exists: { old.relationship($0) != nil }), let relationship = old.relationship(former) {
            // The finding about the entity prints its rename, which answers this too.
            let isRenamed = relationship.holdsKey && findings.isLikelyRename(relationship.destination.text, latter.destination.text)
            if isRenamed {
                source.connections = [.init(former: former, isDecided: true)]
                return
            }
        }
        if !latter.isOptional { missingKey(place, latter.name.span, &findings) }
    }

    /// The relationship of the old version that a decided key replaces: the one that it was itself, or else the one that its
    /// inverse was, unless the old key is on the same side under another name. That one needs a rename, or a reason for its loss.
    private func decidedConnections(_ place: Place) -> [HeldConnections] {
        let destination = new.relationship(place)?.destination.text ?? ""
        // What led to other objects is lost, whatever the keys are now.
        let own = match.former(place) { end in
            old.relationship(end).map { !match.isDropped(end) && match.continues($0.destination.text, as: destination) } ?? false
        }
        if let own {
            return [.init(former: own, isDecided: true)]
        }
        let named = Set(match.formerEnds(of: place))
        let other = match.sources(of: place).first { source in
            source.isTurned || old.relationship(source.end)?.holdsKey == false || named.contains(source.end)
        }
        return other.map { [.init(former: $0.end, isTurned: $0.isTurned, isDecided: true)] } ?? []
    }

    private var exchangedNames: ExchangedNames { ExchangedNames(old: old, new: new, match: match) }

    private func changedSides(_ place: Place, _ other: FormerKey, _ table: Table, _ findings: inout PlanFindings) {
        findings.report(
            .missingConversion, "'\(place)' holds the key now instead of '\(other.former)': the connections would be lost",
            at: new.relationship(place)?.name.span ?? new.model.name.span,
            decide: [exchangedNames.line(of: other.former)].compactMap(\.self) + [
                .value(RowValue.keyQuery(other.query(from: table)).sql, for: place, other.isUnique ? "" : ", which keeps one of several sources")
            ])
    }

    /// A key that the other end of a relationship held.
    private struct FormerKey {
        var end: RelationshipSource
        var former: Place
        /// What its table is called by then.
        var table: String
        var column: String
        /// The old entities of the rows that are of the new relationship's destination; nil if all rows are.
        var entities: [String]?
        /// Whether no two rows led to the same one.
        var isUnique: Bool

        /// The key of the row that leads to a row of a table.
        func query(from owner: Table) -> KeyQuery { KeyQuery(in: table, column, of: owner.name, entities: entities) }
    }

    /// The key at the destination that held the connections of an old relationship.
    private func formerKey(_ place: Place, _ latter: Relationship, _ source: RelationshipSource) -> FormerKey? {
        let end = source.isTurned ? source.end : old.inverse(of: source.end)
        guard let end, source.isTurned || end != source.end, old.relationship(end)?.holdsKey == true, let (table, column) = old.column(end)
        else { return nil }
        let later = match.later(end.entity).flatMap(new.schema.table)
        let kinds = kinds.former(of: latter.destination.text)
        if self.kinds.remaining(end.entity).isDisjoint(with: kinds) { return nil }
        // Rows that go are still there when the key is read.
        let others = table.hasEntityColumn ? self.kinds.lost(from: end.entity, to: latter.destination.text) : []
        return FormerKey(
            end: source, former: end, table: tableNames[table.name] ?? later?.name ?? table.name, column: column.name,
            entities: others.isEmpty ? nil : kinds.sorted(),
            isUnique: table.indexes.contains { $0.isUnique && $0.keys.map(\.column) == [column.name] })
    }

    /// An old relationship in a table of connections, with a query for one of its members.
    private func join(
        _ place: Place, _ latter: Relationship, _ source: RelationshipSource, _ table: Table
    ) -> (former: Place, query: String)? {
        guard let name = source.end.property, let join = old.schema.joinTable(of: name, ofEntity: source.end.entity) else { return nil }
        let isSource = join.source.entity == source.end.entity && join.source.relationship == name
        let (owner, member) = isSource != source.isTurned ? (join.source, join.target) : (join.target, join.source)
        // No row is left that a key could lead to.
        if kinds.remaining(member.entity).isDisjoint(with: kinds.former(of: latter.destination.text)) { return nil }
        let named = match.formerEnds(of: place).contains(source.end) ? source.end : old.inverse(of: source.end)
        if latter.isItsOwnInverse {
            return (named ?? source.end, mutualMember(of: join, latter, table))
        }
        let table = "\(SQL.identifier(table.name))._id"
        let (ownerKey, memberKey) = (SQL.identifier(owner.column), SQL.identifier(member.column))
        let from = SQL.identifier(tableNames[join.name] ?? join.name)
        var conditions = ["_own.\(ownerKey) = \(table)"]
        if let lost = rows(lostFrom: member.entity, to: latter.destination.text) { conditions.append("_own.\(memberKey) NOT IN (\(lost))") }
        let isUnique = new.inverse(of: place).flatMap(new.relationship)?.isToMany == false
        if isUnique {
            // Each destination has one source.
            conditions.append("_own.\(ownerKey) = (SELECT min(_all.\(ownerKey)) FROM \(from) AS _all WHERE _all.\(memberKey) = _own.\(memberKey))")
        }
        return (named ?? source.end, "SELECT min(_own.\(memberKey)) FROM \(from) AS _own WHERE \(conditions.joined(separator: " AND "))")
    }

    /// A query for the member of a row that has the row as its own: of all that are connected in either direction, each row
    /// chooses the first one, and those that choose each other stay.
    private func mutualMember(of join: JoinTable, _ latter: Relationship, _ table: Table) -> String {
        let (source, target) = (SQL.identifier(join.source.column), SQL.identifier(join.target.column))
        let from = SQL.identifier(tableNames[join.name] ?? join.name)
        let conditions = [join.source, join.target].compactMap { end in
            rows(lostFrom: end.entity, to: latter.destination.text).map { "\(SQL.identifier(end.column)) NOT IN (\($0))" }
        }
        let kept = conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
        func half(_ own: String, _ other: String) -> String { "SELECT \(own) AS owner, \(other) AS member FROM \(from)\(kept)" }
        let pairs = "(\(half(source, target)) UNION \(half(target, source)))"
        func first(of row: String) -> String { "(SELECT min(_own.member) FROM \(pairs) AS _own WHERE _own.owner = \(row))" }
        let row = "\(SQL.identifier(table.name))._id"
        return "SELECT CASE WHEN \(first(of: first(of: row))) = \(row) THEN \(first(of: row)) END"
    }

    /// A query for the rows of an old entity that are none of a new one; nil without such rows.
    private func rows(lostFrom former: String, to entity: String) -> String? {
        let lost = kinds.lost(from: former, to: entity)
        guard !lost.isEmpty, let members = old.schema.table(forEntity: former), members.hasEntityColumn else { return nil }
        let name = SQL.identifier(tableNames[members.name] ?? members.name)
        return "SELECT _id FROM \(name) WHERE _entity IN (\(lost.sorted().map(SQL.literal).joined(separator: ", ")))"
    }

    /// The line that gives a key the connections of an old relationship in place of its own; nil if it is no join of both.
    func line(for end: Place) -> DecisionLine? {
        for place in match.successors(of: end) {
            guard let latter = new.relationship(place), latter.holdsKey, let table = new.schema.table(forEntity: place.entity),
                let source = match.allSources(of: place).first(where: { $0.end == end || old.inverse(of: end) == $0.end })
            else { continue }
            // The connections that the key had itself go then.
            guard let own = formerKeys(of: place).first, let query = formerKey(place, latter, source)?.query(from: table).sql ?? join(place, latter, source, table)?.query
            else { continue }
            return DecisionLine.value("(\(query))", for: place).and(.drop(own), " for one of these for each object")
        }
        return nil
    }
}
