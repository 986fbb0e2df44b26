import Foundation
import SQLiteAccess
import TestSupport
import Testing
import TrellisFleet
import WorkshopModel

/// ``FleetMigrator`` in a program.
struct FleetMigratorTests {
    private let folder: TemporaryFolder
    private let stores: [FleetStore]

    /// Makes stores of the model's first version.
    init() throws {
        folder = try TemporaryFolder()
        let process = try ChildProcess.run(
            Project.trellis, ["generate", "\(Project.root)/Tests/Cases/migrations/versions/1.yaml", "--sql", folder.file("first.sql")], in: folder.path)
        #expect(process.exitCode == 0, "\(process.errors)")
        try folder.write("", to: "template")
        try SQLiteConnection(opening: folder.file("template")).execute(String(contentsOfFile: folder.file("first.sql"), encoding: .utf8))
        // The version that was frozen, not a draft of its text.
        let lock = try String(contentsOfFile: "\(Project.root)/Tests/Cases/migrations/versions/lock", encoding: .utf8)
        let hash = lock.split(separator: "\n")[0].split(separator: " ")[2]
        try SQLiteConnection(opening: folder.file("template")).execute(
            "UPDATE _trellis_metadata SET value = '\(hash)' WHERE key = 'hash'; UPDATE _trellis_metadata SET value = '0' WHERE key = 'draft'")
        let folder = folder
        stores = try (0..<12).map { number in
            let path = folder.file("\(number).sqlite")
            try FileManager.default.copyItem(atPath: folder.file("template"), toPath: path)
            return FleetStore(path, group: "\(number / 4)")
        }
    }

    private func version(_ store: FleetStore) throws -> String? {
        try SQLiteConnection(opening: store.path).rows("SELECT value FROM _trellis_metadata WHERE key = 'version'")[0][0]
    }

    @Test func `stores get the version of a program's model, and each outcome is in the sequence once`() async throws {
        try folder.write("", to: "3.sqlite")
        let migrator = FleetMigrator(stores, for: Workshop.self, .init(jobs: 3, budget: .stores(1), journalPath: folder.file("journal")))
        var paths = [String]()
        var last: FleetProgress?
        for try await progress in migrator.progress {
            paths.append(progress.latest.store.path)
            last = progress
        }
        #expect(paths.sorted() == stores.map(\.path).sorted() && last?.done == 12 && last?.failed == 1)
        let newest = Workshop.descriptor.version
        for store in stores where store.path != stores[3].path { #expect(try version(store) == "\(newest)") }
        let summary = try await migrator.migrate()
        #expect(summary.migrated == 0 && summary.current == 11 && summary.failed == 1 && summary.notStarted == 0)
        #expect(summary.outcomes[3].result == .failed(.init(.foreign, "the file is empty and no store")))
    }

    @Test func `a cancelled task completes the stores that it has begun, and the next call goes on`() async throws {
        let options = FleetOptions(jobs: 1, journalPath: folder.file("journal"))
        let migrator = FleetMigrator(stores, for: Workshop.self, options)
        let (fifth, continuation) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            defer { continuation.finish() }
            return try await migrator.migrate { progress in
                if progress.done == 5 { continuation.yield() }
                // Slow enough for the cancellation to come before the last store.
                if progress.done >= 5 { usleep(50_000) }
            }
        }
        for await _ in fifth { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let versions = try stores.map(version)
        #expect(Set(versions) == ["1", "\(Workshop.descriptor.version)"])
        let summary = try await migrator.migrate()
        #expect(summary.migrated == 12 && summary.failed == 0 && summary.ending == .complete)
    }
}
