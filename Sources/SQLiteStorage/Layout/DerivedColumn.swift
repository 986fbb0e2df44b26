public import Predicates
import SchemaModel

/// A column that the database keeps current, even if plain SQL writes.
public struct DerivedColumn: Sendable, Hashable {
    /// The entity and the attribute that it stores.
    public var entity: String
    public var property: String
    public var table: String
    public var name: String
    /// Which rows have it, by what stands in their column `_entity`; nil for all.
    public var kinds: [String]?
    public var source: Source

    public enum Source: Sendable, Hashable {
        /// The rows that lead to one.
        case members(MemberSource)
        /// The row itself, and rows that its keys lead to.
        case row(ResolvedExpression)
        /// The time, at each change of these columns.
        case now(DateStorageForm, columns: [String])
    }

    /// How the column of an instant is stored.
    public enum DateStorageForm: Sendable, Hashable {
        case reference, unix, iso8601
    }
}

/// The rows that lead to one by a key, and what they come to.
public struct MemberSource: Sendable, Hashable {
    public var function: Aggregate
    /// The table of the rows that lead to one: the members' own, or that of the connections; and the column there with the key.
    public var leadingTable: String
    public var key: String
    public var isKeyNullable: Bool
    /// What is read of the members; nil where rows are counted.
    public var read: Read?

    public struct Read: Sendable, Hashable {
        /// The members' table.
        public var table: String
        /// What is computed with; nil where members are counted.
        public var column: String?
        public var isNullable = false
        /// Whether floating-point numbers are added. Their sum depends on their order, so triggers recompute it each time.
        public var isReal = false
        /// The decimal places of a decimal.
        public var scale = 0
        /// Which members count; nil for all. It reads their own columns.
        public var filter: ResolvedCondition?
        /// The columns that it reads.
        public var filterColumns: [String] = []
        /// The column of the connections with the members' keys; nil where the members lead to the row themselves.
        public var memberKey: String?

        /// The columns of the members whose values matter.
        public var columns: [String] { (column.map { [$0] } ?? []) + filterColumns.filter { $0 != column } }
    }

    /// Whether a change recomputes the whole value, instead of adding new values and subtracting removed ones.
    var isRecomputed: Bool {
        read?.isReal == true || read?.memberKey != nil || function != .count && function != .sum
    }

    /// Whether the value of a row without members is 0, and not NULL.
    var beginsWithZero: Bool { function == .count || function == .sum }
}

extension DerivedColumn {
    /// The tables whose rows decide on it.
    public var tables: Set<String> {
        switch source {
        case .members(let members): Set([table, members.leadingTable, members.read?.table].compactMap(\.self))
        case .row(let expression): expression.paths.flatMap(\.steps).reduce(into: Set([table])) { $0.insert($1.destinationTable) }
        case .now: [table]
        }
    }

    /// The columns that it is computed from.
    public var sources: Set<ColumnName> {
        switch source {
        case .members(let members):
            Set((members.read?.columns ?? []).map { ColumnName(table: members.read?.table ?? "", column: $0) })
        case .row(let expression):
            Set(expression.paths.map { ColumnName(table: $0.steps.last?.destinationTable ?? table, column: $0.column) })
        case .now: []
        }
    }

    public var columnName: ColumnName { ColumnName(table: table, column: name) }

    /// A column of a table.
    public struct ColumnName: Sendable, Hashable {
        public var table: String
        public var column: String
    }
}

/// Decides on the columns that the database keeps right.
struct DerivationPlanner {
    let model: Model
    let tables: [Table]
    /// The places of the tables by the names of the entities that stand in them.
    let places: [String: Int]
    let joinTables: [JoinTable]
    private let layout: FetchLayout

    init(model: Model, tables: [Table], places: [String: Int], joinTables: [JoinTable]) {
        self.model = model
        self.tables = tables
        self.places = places
        self.joinTables = joinTables
        let isUsed = model.entities.contains { $0.attributes.contains(where: \.isKeptByDatabase) }
        layout = FetchLayout(
            entities: (isUsed ? model.entities : []).compactMap { entity in
                places[entity.name.text].map { entity.fetchLayout(in: tables[$0], of: model) }
            })
    }

    /// The columns, each after those that it is computed from.
    func columns() -> [DerivedColumn] {
        var rest = model.entities.flatMap { entity in
            entity.attributes.filter(\.isKeptByDatabase).compactMap { column(of: $0, in: entity) }
        }
        var sorted = [DerivedColumn]()
        while !rest.isEmpty {
            let open = Set(rest.map(\.columnName))
            // The model has no cycles: there is always one whose sources are all known.
            let place = rest.firstIndex { $0.sources.isDisjoint(with: open.subtracting([$0.columnName])) } ?? 0
            sorted.append(rest.remove(at: place))
        }
        return sorted
    }

    private func column(of attribute: Attribute, in entity: Entity) -> DerivedColumn? {
        guard let table = table(of: entity), let derivation = attribute.derivation,
            let column = table.column(for: attribute.name.text, of: entity.name.text),
            let source = source(of: derivation, attribute, in: entity, table)
        else { return nil }
        let kinds = model.subtree(of: entity).filter { !$0.isAbstract }.map(\.name.text).sorted()
        return DerivedColumn(
            entity: entity.name.text, property: attribute.name.text, table: table.name, name: column.name,
            kinds: entity.parent == nil ? nil : kinds, source: source)
    }

    private func source(of derivation: Derivation, _ attribute: Attribute, in entity: Entity, _ table: Table) -> DerivedColumn.Source? {
        switch derivation {
        case .function: return nil
        case .members(let members): return self.members(members, in: entity).map { .members($0) }
        case .expression(let operand):
            return (try? ResolvedExpression(operand, of: entity.name.text, in: layout)).map { .row($0) }
        case .now:
            let related = Set((model.lineage(of: entity) + model.subtree(of: entity)).map(\.name.text))
            let derived = Set(
                related.compactMap(model.entity).flatMap { entity in
                    entity.attributes.filter(\.isKeptByDatabase).map { [entity.name.text, $0.name.text] }
                })
            let columns = table.columns.filter { related.contains($0.entity) && !derived.contains([$0.entity, $0.property]) }
            let form: DerivedColumn.DateStorageForm =
                switch attribute.type.valueType {
                case .unixDate: .unix
                case .iso8601Date: .iso8601
                default: .reference
                }
            return .now(form, columns: columns.map(\.name))
        }
    }

    // MARK: Members

    private func members(_ derivation: MemberDerivation, in entity: Entity) -> MemberSource? {
        // The relationship may be one that the entity inherits.
        guard let declaring = model.lineage(of: entity).first(where: { $0.relationship(derivation) != nil }),
            let relationship = declaring.relationship(derivation)
        else { return nil }
        var source = MemberSource(function: derivation.function, leadingTable: "", key: "", isKeyNullable: false)
        var memberKey: String?
        if let (join, own, member) = join(of: relationship, of: declaring) {
            (source.leadingTable, source.key, memberKey) = (join.name, own.column, member.column)
        } else if let inverse = relationship.inverse, let members = model.entity(named: relationship.destination.text),
            let table = self.table(of: members), let key = table.column(for: inverse.text, of: members.name.text)
        {
            (source.leadingTable, source.key, source.isKeyNullable) = (table.name, key.name, key.isNullable)
        } else {
            return nil
        }
        if derivation.attribute == nil, derivation.filter == nil { return source }
        guard let member = model.entity(named: relationship.destination.text), let table = table(of: member) else { return nil }
        var read = MemberSource.Read(table: table.name, memberKey: memberKey)
        if let name = derivation.attribute {
            guard let column = column(name, of: member, in: table) else { return nil }
            (read.column, read.isNullable) = (column.name, column.isNullable)
            read.isReal = column.type == .real && (derivation.function == .sum || derivation.function == .average)
            if case .attribute(_, .decimal(let scale), _)? = layout.entities[member.name.text]?.properties[name.text] { read.scale = scale }
        }
        if let filter = derivation.filter {
            guard let fetch = try? ResolvedFetch(FetchQuery(entity: member.name.text, condition: filter), in: layout) else { return nil }
            read.filter = fetch.condition
            let names = filter.keyPaths.compactMap { path -> String? in
                switch layout.entities[member.name.text]?.properties[path.joined(separator: ".")] {
                case .attribute(let column, _, _)?, .toOne(let column, _, _)?: column
                default: nil
                }
            }
            read.filterColumns = Set(names).sorted()
        }
        source.read = read
        return source
    }

    private func table(of entity: Entity) -> Table? { places[entity.name.text].map { tables[$0] } }

    private func column(_ name: Name, of member: Entity, in table: Table) -> Column? {
        model.lineage(of: member).lazy.compactMap { table.column(for: name.text, of: $0.name.text) }.first
    }

    /// The table of connections, and its ends, seen from the entity.
    private func join(
        of relationship: Relationship, of entity: Entity
    ) -> (JoinTable, own: JoinTable.End, member: JoinTable.End)? {
        guard relationship.storage == .joinTable else { return nil }
        func has(_ end: JoinTable.End) -> Bool { end.entity == entity.name.text && end.relationship == relationship.name.text }
        for table in joinTables {
            // No list of both directions: the optimizer writes other code for one at each run, and SwiftPM then compiles the module twice.
            if has(table.source) { return (table, table.source, table.target) }
            if has(table.target) { return (table, table.target, table.source) }
        }
        return nil
    }
}

extension Entity {
    fileprivate func relationship(_ derivation: MemberDerivation) -> Relationship? {
        relationships.first { $0.name.text == derivation.relationship.text }
    }
}
