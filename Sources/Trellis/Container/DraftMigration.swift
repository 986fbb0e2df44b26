import Predicates
import SQLiteAccess
import StoreMigration

/// The step of a store to a draft, or from one, that is planned when the store is opened.
struct DraftMigration {
    let record: StoreRecord
    let path: String
    /// The schema of the program's model.
    let ddl: String
    /// The version that the program knows.
    let chain: MigrationChain

    /// Plans the step and applies it.
    /// - Parameter connect: opens the store's database.
    /// - Throws: ``StoreError``, `MigrationError`, or the errors of `onProgress`.
    func run(by planner: any DraftPlanner, _ options: MigrationOptions, _ connect: () throws -> SQLiteConnection) throws {
        switch planner.step(from: record, to: try programRecord()) {
        case .undecided(let reasons): throw StoreError.undecidedDraft(path: path, reasons: reasons)
        case .plan(let plan):
            var chain = chain
            chain.plans = [plan]
            let connection = try connect()
            try TextDerivation.register(on: connection.functions)
            do {
                try StoreMigrator(connection, chain, options).migrate()
            } catch let error as MigrationError {
                throw StoreError(error, path: path)
            }
        }
    }

    /// The record of a new store of the program.
    private func programRecord() throws -> StoreRecord {
        let connection = try SQLiteConnection.inMemory()
        try connection.execute(ddl)
        guard let record = try StoreRecord(reading: connection) else { throw StoreError.notAStore(path: path) }
        return record
    }
}
