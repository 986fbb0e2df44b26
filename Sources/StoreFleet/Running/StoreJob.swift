import Foundation
import SQLiteAccess
import StoreMigration

/// Migrates some stores of a run, one after the other, on one thread.
struct StoreJob {
    private let run: FleetRun
    /// From which size on a store is asked to stop while it is migrated: measuring its progress costs smaller ones too much.
    private static let largeSize: Int64 = 16 << 20

    init(_ run: FleetRun) { self.run = run }

    private struct Stopped: Error {}

    func migrate(_ batch: [Int]) {
        var prepared = [(index: Int, store: PreparedStore)]()
        for index in batch where !run.isEnding {
            do {
                let store = try PreparedStore(run.order.stores[index].path, run.options.busyTimeout, chain: run.chain)
                if store.isCurrent {
                    run.record(current(store, index), of: index)
                } else {
                    try checkCopy(index)
                    prepared.append((index, store))
                }
            } catch {
                run.record(.failed(StoreFailure(of: error)), of: index)
            }
        }
        run.recordStarts(prepared.map { ($0.index, $0.store.record) })
        for (index, store) in prepared where !run.isEnding {
            do {
                run.record(try migrate(store, index), of: index)
            } catch is Stopped {
                // The store has a complete version, and no outcome.
            } catch {
                run.record(.failed(StoreFailure(of: error)), of: index)
            }
        }
    }

    /// The result of a store that needs no step: a killed part of the run may have migrated it.
    private func current(_ store: PreparedStore, _ index: Int) -> StoreResult {
        guard let former = run.formerStart(of: index) else { return .current(store.record.version) }
        return .migrated(from: former.version, to: store.record.version)
    }

    private func migrate(_ store: PreparedStore, _ index: Int) throws -> StoreResult {
        let former = run.formerStart(of: index)
        var options = MigrationOptions(busyTimeout: run.options.busyTimeout, fileCheck: run.options.fileCheck)
        options.swiftSteps = run.options.swiftSteps
        options.backupPath = copyPath(index)
        if let former, let path = options.backupPath {
            if former.hash == store.record.hash, former.version == store.record.version {
                // A part of the run began this copy and was killed. The store is as it was.
                Self.remove(copy: path)
            } else {
                // The copy is complete, and some steps are done.
                options.backupPath = nil
            }
        }
        if store.size >= Self.largeSize {
            options.onProgress = { [run] _ in if run.isEnding { throw Stopped() } }
        }
        let outcome: StoreMigrator.Outcome
        do {
            outcome = try StoreMigrator(store.connection, store.chain, options).migrate()
        } catch {
            removeCopy(options.backupPath, of: store, after: error)
            throw error
        }
        // Another process may have come first.
        if outcome.steps == 0 { return former.map { .migrated(from: $0.version, to: outcome.toVersion) } ?? .current(outcome.toVersion) }
        return .migrated(from: former?.version ?? outcome.fromVersion, to: outcome.toVersion)
    }

    // MARK: Copies

    private func copyPath(_ index: Int) -> String? { run.options.backupSuffix.map { CopyPath.beside(run.order.stores[index].path, $0) } }

    /// Removes the copy of a store that a failure left as it was: the next run would take it for the user's file, and refuse the store.
    private func removeCopy(_ path: String?, of store: PreparedStore, after error: any Error) {
        if case .backupExists? = error as? MigrationError { return }
        guard let path, error is Stopped == false, (try? StoreRecord(reading: store.connection)) == store.record else { return }
        Self.remove(copy: path)
    }

    private static func remove(copy path: String) {
        for ending in [""] + Backup.companionEndings { unlink(path + ending) }
    }

    /// Refuses a store whose copy exists, unless an earlier part of the run may have made it.
    private func checkCopy(_ index: Int) throws {
        guard let path = copyPath(index), run.formerStart(of: index) == nil else { return }
        var status = stat()
        if lstat(path, &status) == 0 { throw MigrationError.backupExists(path: path) }
    }
}
