import Predicates
import SQLiteAccess
import SchemaModel

/// Has SQLite plan the fetches of a model, in databases that have its tables and nothing in them.
///
/// Plans are made without statistics. SQLite then takes every table for a large one and goes by the indexes alone, which is what
/// it does in users' files too, where nobody says ANALYZE; made-up figures would be right for nobody.
struct FetchPlanner {
    let model: Model
    let schema: StorageSchema
    let layout: FetchLayout
    /// The tables by their names.
    private let tables: [String: Table]

    init(_ model: Model, _ schema: StorageSchema, layout: FetchLayout) {
        self.model = model
        self.schema = schema
        self.layout = layout
        let hasFetches = model.entities.contains { !$0.fetches.isEmpty }
        tables = hasFetches ? Dictionary(schema.tables.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first }) : [:]
    }

    /// The fetch matched to the tables.
    /// - Throws: ``ConditionErrors``
    func resolve(_ fetch: NamedFetch, of entity: Entity) throws -> ResolvedFetch {
        try ResolvedFetch(fetch.query(of: entity), in: layout, parameters: fetch.parameters.fetchParameters)
    }

    /// Plans a fetch as the schema is.
    /// - Parameters:
    ///   - columns: what is read with an object of the entity.
    ///   - connection: has all tables that the fetch reads.
    /// - Throws: ``SQLiteError`` where SQLite cannot prepare it.
    func plan(
        _ resolved: ResolvedFetch, _ fetch: NamedFetch, of entity: Entity, reading columns: [String],
        on connection: SQLiteConnection
    ) throws -> FetchPlan {
        let statement = resolved.select(columns)
        let tables = PlanTables(fetched: entity, statement.sql, tables: self.tables, table: resolved.table, model: model)
        let plan = try queryPlan(of: statement, on: connection)
        let waste = PlanWaste(of: plan, for: resolved, tables: tables, kinds: kinds(of: entity.name.text))
        return FetchPlan(
            entity: entity, fetch: fetch, statement: statement, plan: plan, waste: waste, advice: nil, resolved: resolved,
            tables: tables)
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
        guard let table = schema.table(forEntity: entity.name.text) else { return [FetchLayout.keyColumn] }
        let related = Set((model.lineage(of: entity) + model.subtree(of: entity)).map(\.name.text))
        let lazy = Set(
            related.compactMap(model.entity).flatMap { entity in
                entity.attributes.filter(\.isLazy).map { [entity.name.text, $0.name.text] }
            })
        let columns = table.columns.filter {
            related.contains($0.entity) && !$0.beginsWithZero && !lazy.contains([$0.entity, $0.property])
        }
        let entityColumn = table.hasEntityColumn ? [FetchLayout.entityColumn] : []
        return [FetchLayout.keyColumn, "_version"] + entityColumn + columns.map(\.name)
    }
}
