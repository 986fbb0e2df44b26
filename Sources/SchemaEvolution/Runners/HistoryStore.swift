import Predicates
import SQLiteAccess
import SQLiteStorage
import StoreMigration

/// A store without rows that takes the steps of a history. It knows the views, triggers and indexes that user-defined statements of
/// earlier steps have created, and carries them over as the migrator does.
struct HistoryStore {
    /// nil when a step did not run: user-defined SQL may need rows or tables of the user.
    private var connection: SQLiteConnection?

    /// An empty store of the first version.
    init(_ version: StoredVersion) {
        connection = try? SQLiteConnection.inMemory()
        run {
            try TextDerivation.register(on: $0.functions)
            try $0.execute(version.schema.ddl + "PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = ON")
        }
    }

    /// The statements of a plan, with those that carry user-defined objects over. The store has the new version afterwards.
    /// - Throws: ``MigrationError`` for an object that cannot be carried over.
    mutating func migrate(by plan: MigrationPlan) throws(MigrationError) -> [String] {
        try statements(of: plan, end: "COMMIT")
    }

    /// The same for a plan that leads back. The store stays as it is.
    mutating func statementsBack(of plan: MigrationPlan) throws(MigrationError) -> [String] {
        try statements(of: plan, end: "ROLLBACK")
    }

    /// Notes that a step has no plan: the store does not have the next version.
    mutating func giveUp() { connection = nil }

    private mutating func statements(of plan: MigrationPlan, end: String) throws(MigrationError) -> [String] {
        let statements = plan.steps.flatMap(\.operation.statements)
        var (removals, restorations) = ([String](), [String]())
        var refusal: MigrationError?
        run { connection in
            do {
                try connection.execute("BEGIN")
                let own = try OwnObjects(connection, beside: plan).renamed(by: plan.tables, connection)
                removals = try own.remove(plan.tables, connection)
                for statement in statements { try connection.run(statement) }
                restorations = try own.restore(plan.tables, connection)
                try connection.execute(end)
            } catch let error as MigrationError {
                refusal = error
                throw error
            }
        }
        if let refusal { throw refusal }
        return connection == nil ? statements : removals + statements + restorations
    }

    private mutating func run(_ body: (SQLiteConnection) throws -> Void) {
        guard let connection else { return }
        do { try body(connection) } catch { self.connection = nil }
    }
}
