import SQLiteAccess
import SQLiteStorage
import StoreMigration

extension MigrationPlan {
    /// The plan with the record of a long model in pieces, as a target's limit of statements demands.
    func withRecordInPieces(for target: StorageTarget) -> MigrationPlan {
        var plan = self
        plan.steps = steps.flatMap { step -> [Step] in
            guard let definition = step.operation.definition else { return [step] }
            let pieces = target.pieces(of: definition)
            guard pieces.count > 1 else { return [step] }
            var first = step
            first.operation.definition = pieces[0]
            return [first] + pieces.dropFirst().map { Step(.frozen(.init(StoreIdentity.continuingDefinition(with: $0), .update))) }
        }
        return plan
    }

    /// The plan with ordinary tables for the temporary ones that user-defined statements create. They are dropped at the end.
    ///
    /// A temporary table that has the name of another one stays, because it hides that one.
    func withoutTemporaryTables(from old: StorageSchema, to new: StorageSchema) -> MigrationPlan {
        let taken = Set([old, new].flatMap { $0.statements.compactMap { $0.created?.name.lowercased() } })
        var (plan, names) = (self, [String]())
        for index in plan.steps.indices {
            guard case .user(let sql) = plan.steps[index].operation, let table = TemporaryTable(sql), !taken.contains(table.name.lowercased())
            else { continue }
            plan.steps[index].operation = .user(sql: table.ordinary)
            if !names.contains(table.name) { names.append(table.name) }
        }
        plan.steps += names.map { Step(.frozen(.init("DROP TABLE IF EXISTS \(SQL.identifier($0))", .schema)), "Your temporary table") }
        return plan
    }
}

/// A statement that creates a temporary table.
struct TemporaryTable {
    /// The table's name.
    let name: String
    /// The statement that creates the same table as an ordinary one.
    let ordinary: String

    /// - Returns: nil for any other statement, and for one that begins in another way than is usual.
    init?(_ sql: String) {
        let start = /\s*CREATE\s+TEMP(?:ORARY)?\s+/.ignoresCase()
        let table = /TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(?:(?<plain>[A-Za-z_][A-Za-z0-9_]*)|"(?<quoted>(?:[^"]|"")+)")(?=\s+AS\b|\s*\()/.ignoresCase()
        guard let beginning = sql.prefixMatch(of: start), let match = sql[beginning.range.upperBound...].prefixMatch(of: table) else { return nil }
        let words = match.output.plain ?? match.output.quoted?.replacing("\"\"", with: "\"") ?? ""
        name = String(words)
        if name.lowercased() == "if" { return nil }
        ordinary = "CREATE \(sql[beginning.range.upperBound...])"
    }
}
