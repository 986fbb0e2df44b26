import Predicates
import SchemaModel

/// The tables of a statement by what their rows are called in it, with what a plan is judged and told by.
struct PlanTables {
    /// What the rows of the fetched entity are called.
    static let fetchedRow = "t0"

    struct Entry {
        /// The entity that the table is named for; of the connections of a relationship the table's name.
        var title: String
        var isSmall = false
        /// nil for the connections of a relationship.
        var table: Table?

        /// What the model calls a column.
        func property(ofColumn name: String) -> String {
            switch name {
            case "rowid", FetchLayout.keyColumn, FetchLayout.existingKey: "its key"
            case FetchLayout.entityColumn: "its entity"
            default: table?.columns.first { $0.name == name }?.property ?? name
            }
        }
    }

    private let statement: String
    private let fetched: Entry
    private let schema: SchemaTables
    /// Indexes by their names that the schema has not.
    private var added: [String: Index] = [:]

    /// - Parameters:
    ///   - fetched: the fetched entity.
    ///   - statement: its SQL, in which other rows have their names.
    init(fetched: Entity, _ statement: String, in schema: SchemaTables) {
        self.statement = statement
        self.schema = schema
        var entry = schema.entry(ofTable: schema.model.root(of: fetched).tableName)
        // A child that is declared as small stays small, even if its siblings have many objects.
        if fetched.parent != nil, schema.model.lineage(of: fetched).contains(where: \.isSmall) { entry.isSmall = true }
        self.fetched = entry
    }

    /// nil for what is no table, such as a query within the query.
    subscript(row: String) -> Entry? {
        if row == Self.fetchedRow { return fetched }
        // Most plans are judged by the fetched rows alone: the statement is taken apart where others are asked for.
        return StatementText(statement).tables[row].map { schema.entry(ofTable: $0) }
    }

    /// The index that a step reads; nil where it reads something else.
    func index(of access: QueryPlan.Access, row: String) -> Index? {
        guard case .index(let name, _) = access else { return nil }
        return added[name] ?? self[row]?.table?.indexes.first { $0.name == name }
    }

    /// The tables with indexes that are tried.
    func adding(_ indexes: [Index]) -> PlanTables {
        var tables = self
        for index in indexes { tables.added[index.name] = index }
        return tables
    }
}

/// The tables of a schema by their names, with the model that they store.
struct SchemaTables {
    let model: Model
    let tables: [String: Table]

    func entry(ofTable name: String) -> PlanTables.Entry {
        guard let table = tables[name], let entity = model.entity(named: table.entities[0]) else { return .init(title: name) }
        return .init(title: entity.name.text, isSmall: entity.isSmall, table: table)
    }
}
