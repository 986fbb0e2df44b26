import Diagnostics
import ProjectFiles
import SQLiteAccess
import SQLiteStorage
import SchemaEvolution
import StoreMigration

/// The frozen plans between two versions of a model.
struct FrozenPath {
    /// What a store runs that has the first version.
    let jumps: [Jump]

    /// - Parameters:
    ///   - first: the number of the version that the first plan leads from.
    ///   - last: the number of the version that the last plan leads to.
    ///   - model: the model's file; nil for the only one of trellis.yaml.
    /// - Throws: ``CouldNotRun``, or exit code 1 with the findings of the history.
    init(from first: Int, to last: Int, model: String?, _ console: Console) throws {
        let history = try Self.history(from: first, to: last, model: model, console)
        var sources = ModelSources(console)
        let plans = history.plans().filter { $0.fromVersion >= first && $0.toVersion <= last }
        guard let old = sources.read(history[version: first]) else {
            try sources.printFindings()
            throw CouldNotRun("version \(first) cannot be read")
        }
        let database = try SQLiteConnection.inMemory()
        try database.execute(old.schema.ddl)
        jumps = Jump.jumps(along: plans, from: try StoredTables(database))
    }

    /// The history with the versions between two numbers.
    /// - Throws: as ``init(from:to:model:_:)`` does.
    static func history(from first: Int, to last: Int, model: String?, _ console: Console) throws -> ModelHistory {
        let path = try ModelSelection.onlyModel(model)
        let loaded = try ModelLoader.load(ModelSelection(path, config: nil), console, .init(versions: .from(first)))
        try loaded.stopOnErrors(console)
        let history = loaded.entries.first?.checked.history ?? .empty
        for number in [first, last] where history[version: number] == nil { throw CouldNotRun("'\(path)' has no version \(number)") }
        return history
    }
}
