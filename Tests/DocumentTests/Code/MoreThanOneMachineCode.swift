import TestSupport
import Testing
import Trellis
import TrellisFleet

/// The Swift of Documentation/guides/more-than-one-machine.md.
struct MoreThanOneMachineCode {
    @Test func `migrates many stores`() async throws {
        let folder = try TemporaryFolder()
        let (paths, journal) = (["a.sqlite", "b.sqlite"].map(folder.file), folder.file("run.journal"))
        for path in paths { try PersistentContainer(for: Orders.self, at: .file(path)).close() }
        var printed: [String] = []
        func print(_ parts: Any...) { printed.append(parts.map { "\($0)" }.joined(separator: " ")) }

        let stores = paths.map { FleetStore($0) }
        let migrator = FleetMigrator(stores, for: Orders.self, FleetOptions(canary: 10, budget: .share(0.005), journalPath: journal))
        for try await progress in migrator.progress {
            print(progress.done, progress.total, progress.failed)
        }

        #expect(printed.sorted() == ["1 2 0", "2 2 0"])
    }
}
