import SQLiteAccess
import SQLiteStorage
import StoreMigration

/// The tables of a store with their foreign keys, as they are while a plan runs.
struct CurrentTables {
    /// By their names.
    private(set) var tables: [String: TableDefinition]

    init(_ schema: StorageSchema) {
        let all = schema.tables.map(\.definition) + schema.joinTables.map(\.definition)
        tables = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Follows an operation that changes tables.
    mutating func apply(_ operation: Operation) {
        switch operation {
        case .createTable(let table): tables[table.name] = table
        case .rebuildTable(let rebuild): tables[rebuild.table.name] = rebuild.table
        case .dropTable(let name): tables[name] = nil
        case .renameTable(let old, let new):
            guard var table = tables.removeValue(forKey: old) else { return }
            table.name = new
            tables[new] = table
            tables = tables.mapValues { $0.redirected { $0 == old ? new : $0 } }
        case .addColumn(let column, let table): tables[table]?.columns.append(column)
        case .dropColumn(let column, let table): tables[table]?.columns.removeAll { $0.name == column }
        case .renameColumn(let old, let new, let table):
            guard let place = tables[table]?.columns.firstIndex(where: { $0.name == old }) else { return }
            tables[table]?.columns[place].name = new
        default: break
        }
    }

    /// The tables that lead to some tables, directly or through others, without these.
    static func referencing(_ names: Set<String>, among tables: [TableDefinition]) -> Set<String> {
        var found = names
        while true {
            let more = tables.filter { !found.contains($0.name) && !found.isDisjoint(with: $0.destinations) }.map(\.name)
            if more.isEmpty { return found.subtracting(names) }
            found.formUnion(more)
        }
    }

    /// Tables in an order in which each comes after those that it leads to, as far as there is one.
    static func parentsFirst(_ tables: [TableDefinition]) -> [TableDefinition] {
        var rest = tables.sorted { $0.name < $1.name }
        var ordered = [TableDefinition]()
        while !rest.isEmpty {
            let names = Set(rest.map(\.name))
            let free = rest.filter { table in table.destinations.subtracting([table.name]).isDisjoint(with: names) }
            // In a circle any table may be the next one.
            let next = free.isEmpty ? Array(rest.prefix(1)) : free
            ordered += next
            rest.removeAll { table in next.contains { $0.name == table.name } }
        }
        return ordered
    }
}

extension TableDefinition {
    /// The tables that its keys lead to.
    var destinations: Set<String> { Set(columns.compactMap(\.reference?.table)) }

    var countsKeys: Bool { columns.contains { $0.key == .counting } }

    /// The definition with other destinations of its keys.
    func redirected(_ rename: (String) -> String) -> TableDefinition {
        var table = self
        for index in table.columns.indices {
            if let destination = table.columns[index].reference?.table { table.columns[index].reference?.table = rename(destination) }
        }
        return table
    }

    /// The definition without foreign keys.
    var withoutReferences: TableDefinition {
        var table = self
        for index in table.columns.indices { table.columns[index].reference = nil }
        return table
    }
}
