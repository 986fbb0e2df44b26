import SQLiteAccess

/// A rebuild that waits for the next one of its table, and what has been done to the table since.
struct PendingRebuild {
    typealias Step = MigrationPlan.Step

    /// The table as it becomes, with values on the rows that are there.
    private var rebuild: Rebuild
    /// What comes after it, which reads no row.
    private var alterations = [Step]()
    /// The columns by now, after the alterations.
    private var columns: [ColumnDefinition]
    /// Their values, on the rows that are there.
    private var values: [String: RowValue]
    /// The step of the newest rebuild.
    private var step: Step
    /// The versions that the rebuilds lead to.
    private var versions: [Int]

    /// - Parameter version: the version that the rebuild leads to.
    init(_ rebuild: Rebuild, _ step: Step, to version: Int) {
        self.rebuild = rebuild
        self.step = step
        columns = rebuild.table.columns
        values = Dictionary(rebuild.values.map { ($0.column, $0.value) }, uniquingKeysWith: { first, _ in first })
        versions = [version]
    }

    /// The table as the steps leave it.
    var definition: TableDefinition { TableDefinition(rebuild.table.name, columns) }

    /// The steps that bring the table up to date.
    var steps: [Step] {
        var step = step
        step.operation = .rebuildTable(rebuild)
        if versions.count > 1 { step.purpose = "\(rebuild.table.name): rebuilt once for the versions \(Self.list(versions))" }
        return [step] + alterations
    }

    private static func list(_ numbers: [Int]) -> String {
        numbers.dropLast().map(String.init).joined(separator: ", ") + " and " + numbers.suffix(1).map(String.init).joined()
    }

    // MARK: What follows

    /// Has the rebuild do what another one does after it.
    /// - Parameters:
    ///   - later: the rebuild that follows.
    ///   - table: the table as it is stored.
    /// - Returns: nil if both have to run one after the other.
    func followed(by later: Rebuild, _ step: Step, to version: Int, on table: StoredTables.StoredTable) -> PendingRebuild? {
        guard later.keepsSequence == rebuild.keepsSequence else { return nil }
        let laterTypes = Dictionary(later.table.columns.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
        let types = Dictionary(columns.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
        var generated = Set<String>()
        var composed = later
        for (index, value) in later.values.enumerated() {
            for name in value.value.columns(among: values.keys) {
                guard let former = values[name], let type = types[name] else { return nil }
                if former.isGenerated, !generated.insert(name).inserted { return nil }
                if case .column(let old) = former {
                    // A value that is stored in between takes that column's type.
                    if table.types[old] != type { return nil }
                } else if !value.value.passesOn || laterTypes[value.column] != type {
                    return nil
                }
            }
            guard let value = value.value.substituting(values) else { return nil }
            composed.values[index].value = value
        }
        guard columns.allSatisfy({ meetsDemands(of: $0, later, table) }) else { return nil }
        var pending = PendingRebuild(composed, step, to: version)
        pending.versions = versions + (versions.last == version ? [] : [version])
        return pending
    }

    /// Whether a row that the column would refuse is refused in any case: because what follows demands the same or more of its value, or
    /// because the rows that are there meet it.
    private func meetsDemands(of column: ColumnDefinition, _ later: Rebuild?, _ table: StoredTables.StoredTable) -> Bool {
        let value = values[column.name] ?? .null
        if column.key != nil || column.isNullable && column.checks.isEmpty && value.isPlain { return true }
        if value == .column(column.name), table.demands(column) { return true }
        // A row that meets more meets this too.
        guard let passed = later?.values.first(where: { $0.value.passesOn(column.name) }),
            let next = later?.table.columns.first(where: { $0.name == passed.column }), next.type == column.type,
            column.isNullable || passed.value == .column(column.name) && !next.isNullable
        else { return false }
        // A CHECK names its column.
        return column.checks.isEmpty || next.name == column.name && column.checks.allSatisfy(next.checks.contains)
    }

    /// Whether a row could stop the rebuild.
    /// - Parameter table: the table as it is stored.
    func mayRefuseRows(of table: StoredTables.StoredTable) -> Bool {
        !columns.allSatisfy { meetsDemands(of: $0, nil, table) }
    }

    /// Adds a column. What rows get is its default.
    mutating func add(_ column: ColumnDefinition, _ step: Step) {
        alterations.append(step)
        columns.append(column)
        values[column.name] = column.defaultValue.map { .literal($0) } ?? .null
    }

    mutating func rename(_ old: String, _ new: String, _ step: Step) {
        alterations.append(step)
        for index in columns.indices where columns[index].name == old { columns[index].name = new }
        values[new] = values.removeValue(forKey: old)
    }

    /// Leaves a column out.
    /// - Returns: false if that takes an operation of its own.
    mutating func drop(_ name: String, on table: StoredTables.StoredTable) -> Bool {
        guard let place = rebuild.table.columns.firstIndex(where: { $0.name == name }), !isAltered(name),
            meetsDemands(of: rebuild.table.columns[place], nil, table)
        else { return false }
        rebuild.table.columns.remove(at: place)
        rebuild.values.removeAll { $0.column == name }
        columns.removeAll { $0.name == name }
        values[name] = nil
        return true
    }

    /// Whether an alteration gives a column its name, or the name of the column to another one.
    private func isAltered(_ name: String) -> Bool {
        alterations.contains { step in
            switch step.operation {
            case .addColumn(let column, _): column.name.lowercased() == name.lowercased()
            case .renameColumn(let old, let new, _): [old.lowercased(), new.lowercased()].contains(name.lowercased())
            default: true
            }
        }
    }

    mutating func renameTable(to name: String) {
        rebuild.table.name = name
        // The alterations follow the rebuild, which comes after the renaming now.
        for index in alterations.indices {
            switch alterations[index].operation {
            case .addColumn(let column, _): alterations[index].operation = .addColumn(column, table: name)
            case .renameColumn(let old, let new, _): alterations[index].operation = .renameColumn(old, to: new, table: name)
            default: break
            }
        }
    }

    /// Another table has another name.
    mutating func renameReferences(_ old: String, _ new: String) {
        for index in alterations.indices {
            guard case .addColumn(var column, let table) = alterations[index].operation, column.reference?.table == old else { continue }
            column.reference?.table = new
            alterations[index].operation = .addColumn(column, table: table)
        }
        for index in columns.indices where columns[index].reference?.table == old { columns[index].reference?.table = new }
        for index in rebuild.table.columns.indices where rebuild.table.columns[index].reference?.table == old {
            rebuild.table.columns[index].reference?.table = new
        }
    }

    /// A rebuild that changes values alone.
    func rebuild(updating update: RowUpdate) -> Rebuild? {
        guard alterations.isEmpty, !update.fillsGaps || update.values.allSatisfy({ $0.value.fillsGaps(of: $0.column) }) else { return nil }
        let updates = Dictionary(update.values.map { ($0.column, $0.value) }, uniquingKeysWith: { first, _ in first })
        return Rebuild(
            rebuild.table, columns.map { ColumnValue($0.name, updates[$0.name] ?? .column($0.name)) }, keepsSequence: rebuild.keepsSequence)
    }

    /// Whether the value of a column stays, and goes into no other one; also if nothing reads it.
    static func keeps(_ column: String, _ rebuild: Rebuild) -> Bool {
        rebuild.values.allSatisfy { value in
            value.column == column && value.value == .column(column) || !value.value.columns(among: [column: .null].keys).contains(column)
        }
    }
}

extension RowValue {
    /// Whether it is the value of a column wherever that has one.
    fileprivate func passesOn(_ name: String) -> Bool {
        switch self {
        case .column(name): true
        case .coalesce(let first, _): first == .column(name)
        default: false
        }
    }

    /// Whether it hands on the values that it reads, as they are.
    fileprivate var passesOn: Bool {
        switch self {
        case .column, .null, .literal: true
        case .coalesce(let first, let second): first.passesOn && second.passesOn
        default: false
        }
    }
}
