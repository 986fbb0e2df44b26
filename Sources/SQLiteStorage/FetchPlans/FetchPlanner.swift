import Predicates
import SQLiteAccess
import SchemaModel

/// A named fetch, or the fetch of a fetched property, with its entities.
struct DeclaredFetch {
    let kind: FetchPlan.Kind
    let fetch: NamedFetch
    /// The entity that declares it.
    let entity: Entity
    /// The entity of the objects that it returns.
    let fetched: Entity
}

/// Has SQLite plan the fetches of a model, in databases that have its tables and nothing in them.
///
/// Plans are made without statistics. SQLite then assumes that every table is large, and uses the indexes alone. It does the same
/// in users' files that were never analyzed. Invented statistics would fit no store.
struct FetchPlanner {
    let model: Model
    let schema: StorageSchema
    let layout: FetchLayout
    private let tables: SchemaTables

    init(_ model: Model, _ schema: StorageSchema, layout: FetchLayout) {
        self.model = model
        self.schema = schema
        self.layout = layout
        let isAsked = model.entities.contains { !$0.fetches.isEmpty || !$0.fetchedProperties.isEmpty || $0.search != nil }
        let named = isAsked ? Dictionary(schema.tables.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first }) : [:]
        tables = SchemaTables(model: model, tables: named)
    }

    /// The fetch matched to the tables.
    /// - Throws: ``ConditionErrors``
    func resolve(_ fetch: NamedFetch, of entity: Entity) throws -> ResolvedFetch {
        try ResolvedFetch(fetch.query(of: entity), in: layout, parameters: fetch.parameters.fetchParameters)
    }

    /// Plans a declared fetch.
    /// - Parameter connection: a connection with all tables that the fetch reads.
    /// - Throws: ``SQLiteError`` if SQLite cannot prepare it.
    func plan(_ declared: DeclaredFetch, _ resolved: ResolvedFetch, on connection: SQLiteConnection) throws -> FetchPlan {
        let (fetch, fetched) = (declared.fetch, declared.fetched)
        let statement = resolved.select(columns(of: fetched))
        let tables = PlanTables(fetched: fetched, statement.sql, in: self.tables)
        let plan = try queryPlan(of: statement, on: connection)
        let waste = PlanWaste(of: plan, for: resolved, tables: tables, kinds: kinds(of: fetched.name.text))
        return FetchPlan(
            kind: declared.kind, entity: declared.entity, name: fetch.name, parameters: fetch.parameters, statement: statement, plan: plan,
            waste: waste, advice: nil, following: FollowedFetch(resolved, in: layout),
            unfollowed: fetch.query(of: fetched).unfollowedOperands(in: layout, parameters: fetch.parameters.fetchParameters),
            resolved: resolved, tables: tables)
    }

    /// Plans the full-text search of an entity. Whatever there is to be read and sorted, no index would spare it that.
    /// - Throws: ``SQLiteError`` where SQLite cannot prepare it; ``ConditionErrors``
    func plan(_ search: SearchTable, of entity: Entity, on connection: SQLiteConnection) throws -> FetchPlan {
        let resolved = try ResolvedFetch(FetchQuery(entity: entity.name.text), in: layout)
        let search = SearchStatement(on: search.name, columnCount: search.columns.count)
        let columns = columns(of: entity)
        for other in [search.rows(of: resolved, columns, withPassages: true), search.highlight(column: 0, ofRow: 1)] {
            _ = try connection.prepare(other.sql)
        }
        let statement = search.rows(of: resolved, columns)
        let span = (entity.search?.properties.first ?? entity.name).span
        let pattern = NamedFetch.Parameter(
            name: Name(SearchArguments.patternName, at: span), type: .value(.string), isOptional: false)
        return FetchPlan(
            kind: .search, entity: entity, name: Name("search", at: span), parameters: [pattern], statement: statement,
            plan: try queryPlan(of: statement, on: connection), waste: PlanWaste(), advice: nil, resolved: resolved,
            tables: PlanTables(fetched: entity, statement.sql, in: tables))
    }

    func queryPlan(of statement: SelectStatement, on connection: SQLiteConnection) throws -> QueryPlan {
        QueryPlan(rows: try connection.rows("EXPLAIN QUERY PLAN " + statement.sql))
    }

    /// Which rows of its table are of an entity, as SQL; nil where all are.
    func kinds(of entity: String) -> String? {
        guard model.entity(named: entity)?.parent != nil else { return nil }
        return try? ResolvedFetch(FetchQuery(entity: entity), in: layout).indexExpression
    }

    /// What is read with an object: all columns of what it inherits and of its descendants, but for those that are read when they
    /// are asked for.
    func columns(of entity: Entity) -> [String] {
        guard let table = schema.table(forEntity: entity.name.text) else { return [layout.key] }
        let related = Set((model.lineage(of: entity) + model.subtree(of: entity)).map(\.name.text))
        let lazy = Set(
            related.compactMap(model.entity).flatMap { entity in
                entity.attributes.filter(\.isLazy).map { [entity.name.text, $0.name.text] }
            })
        let columns = table.columns.filter {
            related.contains($0.entity) && !$0.beginsWithZero && !lazy.contains([$0.entity, $0.property])
        }
        let entityColumn = table.hasEntityColumn ? [FetchLayout.entityColumn] : []
        return [layout.key] + (layout.isExisting ? [] : [FetchLayout.versionColumn]) + entityColumn + columns.map(\.name)
    }
}
