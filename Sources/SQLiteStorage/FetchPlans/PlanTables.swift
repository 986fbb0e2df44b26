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
            case "rowid", FetchLayout.keyColumn: "its key"
            case FetchLayout.entityColumn: "its entity"
            default: table?.columns.first { $0.name == name }?.property ?? name
            }
        }
    }

    private var entries: [String: Entry] = [:]
    /// Indexes by their names that the schema has not.
    private var added: [String: Index] = [:]

    /// - Parameter tables: the tables of the schema by their names.
    init(_ statement: StatementText, tables: [String: Table], model: Model) {
        for (row, name) in statement.tables {
            guard let table = tables[name], let entity = model.entity(named: table.entities[0]) else {
                entries[row] = Entry(title: name)
                continue
            }
            entries[row] = Entry(title: entity.name.text, isSmall: entity.isSmall, table: table)
        }
    }

    subscript(row: String) -> Entry? { entries[row] }

    /// The index that a step reads; nil where it reads something else.
    func index(of access: QueryPlan.Access, row: String) -> Index? {
        guard case .index(let name, _) = access else { return nil }
        return added[name] ?? entries[row]?.table?.indexes.first { $0.name == name }
    }

    /// The tables with indexes that are tried.
    func adding(_ indexes: [Index]) -> PlanTables {
        var tables = self
        for index in indexes { tables.added[index.name] = index }
        return tables
    }

    /// Says that the fetched entity is small, though it shares its table with one that is not.
    mutating func takeFetchedForSmall() { entries[Self.fetchedRow]?.isSmall = true }
}
