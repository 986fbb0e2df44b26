import Foundation
import ProjectFiles
import SQLiteStorage
import SchemaEvolution
import StoreFleet
import StoreMigration

/// The plans for the stores of one model. Stores with the same version have the same plans, which are made and proved once.
///
/// Unchecked, because the compiler does not know that the state is used only while `lock` is held.
final class FleetPlans: @unchecked Sendable {
    private let request: MigrationRequest
    private let entry: LoadedModels.Entry
    private let live: StoredVersion
    private let console: Console
    /// The wanted version, for the journal of a run.
    let target: MigrationChain

    private let lock = NSLock()
    private var known: [Key: Result<Known, any Error>] = [:]

    /// What stores have in common that need the same plans.
    private struct Key: Hashable {
        var layout: String
        var model: String
        var version: Int
        var isDraft: Bool
        var hash: String
    }

    private struct Known {
        var chain: MigrationChain
        var finder: MigrationPathFinder
        var versions: MigrationVersions?
    }

    /// Reads the model with its history.
    /// - Parameter request: the request; its store is not used.
    /// - Throws: ``CouldNotRun``, or exit code 1 with the findings of the model.
    init(_ request: MigrationRequest, _ console: Console) throws {
        let loaded = try ModelLoader.load(request.models, console)
        try loaded.stopOnErrors(console)
        guard let entry = loaded.entries.first, loaded.entries.count == 1 else {
            throw CouldNotRun("many stores are migrated for one model: name the model's file")
        }
        let live = StoredVersion(entry.checked.model, entry.checked.schema)
        let (identity, history) = (live.schema.identity, entry.checked.history)
        let whole = MigrationChain(
            model: identity.model, version: identity.version, isDraft: identity.isDraft, hash: identity.hash,
            meaningHash: identity.meaningHash, plans: [])
        if let version = request.version, version != identity.version {
            guard let frozen = history[version: version] else { throw CouldNotRun("'\(entry.configuration.path)' has no version \(version)") }
            target = MigrationChain(model: identity.model, version: version, isDraft: false, hash: frozen.hash, plans: [])
        } else {
            target = whole
        }
        (self.request, self.entry, self.live, self.console) = (request, entry, live, console)
    }

    /// The plans for a store with this record.
    /// - Throws: ``StoreMigration/MigrationError``, or ``CouldNotRun`` if a step cannot be planned.
    func chain(for record: StoreRecord) throws -> MigrationChain {
        try lock.withLock { try find(record).chain }
    }

    /// The path of a store, and the versions that it passes.
    func path(of file: StoreFile) throws -> (path: MigrationPath, versions: MigrationVersions) {
        try lock.withLock {
            var found = try find(file.record)
            let path = MigrationPath(
                file: file, chain: found.chain, plans: try found.chain.path(from: file.record), reachedOtherwise: [])
            let versions = try found.versions ?? found.finder.versions(of: path)
            found.versions = versions
            known[Self.key(file.record)] = .success(found)
            return (path, versions)
        }
    }

    private func find(_ record: StoreRecord) throws -> Known {
        let key = Self.key(record)
        if let found = known[key] { return try found.get() }
        let found = Result {
            guard record.layout == StoreRecord.knownLayout else { throw MigrationError.otherLayout(found: record.layout) }
            guard record.model == target.model else { throw MigrationError.otherModel(found: record.model, expected: target.model) }
            if record.version > target.version, request.version != nil, !request.allowsDown {
                throw StoreFailure(
                    .newer, "the store has version \(record.version), and \(target.version) is earlier: '--allow-down' migrates it back")
            }
            let file = StoreFile("version \(record.version)", record: record)
            var finder = MigrationPathFinder(request, file, entry, live, console)
            do {
                return Known(chain: try finder.findChain(), finder: finder)
            } catch let error as CouldNotRun {
                throw error
            } catch {
                throw CouldNotRun("the step from version \(record.version) cannot be planned")
            }
        }
        known[key] = found
        return try found.get()
    }

    private static func key(_ record: StoreRecord) -> Key {
        Key(layout: record.layout, model: record.model, version: record.version, isDraft: record.isDraft, hash: record.hash)
    }
}
