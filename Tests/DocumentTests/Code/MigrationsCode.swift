import Foundation
import TestSupport
import Testing
import Trellis

/// The Swift of Documentation/migrations.md.
@Suite("The code about migrations")
struct MigrationsCode {
    @Test func `opens a store and has a migration told`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("orders.sqlite")
        @Sendable func show(_ fraction: Double, _ purpose: String) { print("\(fraction): \(purpose)") }

        let container = try PersistentContainer(
            for: Orders.self, at: .file(path),
            migration: .automatic(backupPath: "before.sqlite", onProgress: { progress in show(progress.fraction, progress.purpose) }))

        #expect(try container.makeContext().fetchAll(Customer.self).isEmpty)
    }
}
